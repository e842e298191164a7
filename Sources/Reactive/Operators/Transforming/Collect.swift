// Operators that collect values into arrays.

/// The values that were collected since the last array.
@usableFromInline
struct _CollectState<Value> {
  @usableFromInline var values: [Value] = []
  @usableFromInline var hasSent = false

  @inlinable
  init() {}

  /// Returns the array to send now, and begins a new one.
  @inlinable
  mutating func take() -> [Value] {
    hasSent = true
    let values = values
    self.values = []
    return values
  }

  /// The array to send on completion: the remaining values, or an empty array if no array was sent.
  ///
  /// `nil` for no array.
  @inlinable
  var rest: [Value]? { values.isEmpty && hasSent ? nil : values }
}

extension Operator where InputError == OutputError, Output == [Input] {
  /// Sends all values as one array when the source completes, an empty one if there are no values.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.collect() == --------([[1,2]]|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without an array. The semantics are those of ReactiveSwift's `collect`.
  @inlinable
  public static func collect() -> Operator {
    Operator { downstream, _ in
      let state = _Cell<[Input]>([])
      return Observer(
        value: { state.value.append($0) },
        ended: { end in
          if case .completed = end { downstream._value(state.value) }
          downstream._end(end)
        })
    }
  }

  /// Sends arrays of `count` values, and the remaining values when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.collect(count: 2) == -----[[1,2]]-----([[3]]|)
  /// ```
  ///
  /// An empty array is only sent if the source completes without a value. A failure or interruption is forwarded and
  /// drops the remaining values. The semantics are those of ReactiveSwift's `collect(count:)`.
  ///
  /// - Parameter count: The number of values of an array, at least 1.
  @inlinable
  public static func collect(count: Int) -> Operator {
    precondition(count > 0, "collect(count:) needs a count of at least 1")
    return collect { $0.count == count }
  }

  /// Sends the values since the last array, including the newest one, each time `isComplete` is true for them.
  ///
  /// ```marble
  /// a = --1--4--2--|
  /// a.collect { all in all.contains(4) } == -----[[1,4]]-----([[2]]|)
  /// ```
  ///
  /// The remaining values are sent when the source completes, as with ``collect(count:)``. The semantics are those of
  /// ReactiveSwift's `collect(_:)`.
  @inlinable
  public static func collect(_ isComplete: @escaping (_ all: [Input]) -> Bool) -> Operator {
    collecting { state, value in
      state.values.append(value)
      return isComplete(state.values) ? state.take() : nil
    }
  }

  /// Sends the values since the last array each time `isComplete` is true for them and the next value, which begins a
  /// new array.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.collect { before, next in next == 3 } == --------[[1,2]]-----([[3,4]]|)
  /// ```
  ///
  /// The remaining values are sent when the source completes, as with ``collect(count:)``. The semantics are those of
  /// ReactiveSwift's `collect(_:)`.
  @inlinable
  public static func collect(_ isComplete: @escaping (_ before: [Input], _ next: Input) -> Bool) -> Operator {
    collecting { state, value in
      let complete = isComplete(state.values, value) ? state.take() : nil
      state.values.append(value)
      return complete
    }
  }

  /// Sends the arrays that `receive` returns, and the remaining values when the source completes.
  @inlinable
  static func collecting(_ receive: @escaping (inout _CollectState<Input>, Input) -> [Input]?) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(_CollectState<Input>())
      return Observer(
        value: { value in
          if let complete = receive(&state.value, value) { downstream._value(complete) }
        },
        ended: { end in
          if case .completed = end, let rest = state.value.rest { downstream._value(rest) }
          downstream._end(end)
        })
    }
  }
}

extension Signal {
  /// Sends all values as one array when the source completes; see ``Operator/collect()``.
  @inlinable
  public func collect() -> Signal<[Value], Error> { lift(.collect()) }

  /// Sends arrays of `count` values; see ``Operator/collect(count:)``.
  @inlinable
  public func collect(count: Int) -> Signal<[Value], Error> { lift(.collect(count: count)) }

  /// Sends an array each time `isComplete` is true for it; see ``Operator/collect(_:)-(([Input])->Bool)``.
  @inlinable
  public func collect(_ isComplete: @escaping (_ all: [Value]) -> Bool) -> Signal<[Value], Error> {
    lift(.collect(isComplete))
  }

  /// Sends an array each time `isComplete` is true for it and the next value; see
  /// ``Operator/collect(_:)-(([Input],Input)->Bool)``.
  @inlinable
  public func collect(_ isComplete: @escaping (_ before: [Value], _ next: Value) -> Bool) -> Signal<[Value], Error> {
    lift(.collect(isComplete))
  }
}

extension SignalProducer {
  /// Sends all values as one array when the source completes; see ``Operator/collect()``.
  @inlinable
  public func collect() -> SignalProducer<[Value], Error> { lift(.collect()) }

  /// Sends arrays of `count` values; see ``Operator/collect(count:)``.
  @inlinable
  public func collect(count: Int) -> SignalProducer<[Value], Error> { lift(.collect(count: count)) }

  /// Sends an array each time `isComplete` is true for it; see ``Operator/collect(_:)-(([Input])->Bool)``.
  @inlinable
  public func collect(_ isComplete: @escaping (_ all: [Value]) -> Bool) -> SignalProducer<[Value], Error> {
    lift(.collect(isComplete))
  }

  /// Sends an array each time `isComplete` is true for it and the next value; see
  /// ``Operator/collect(_:)-(([Input],Input)->Bool)``.
  @inlinable
  public func collect(
    _ isComplete: @escaping (_ before: [Value], _ next: Value) -> Bool
  ) -> SignalProducer<[Value], Error> {
    lift(.collect(isComplete))
  }
}
