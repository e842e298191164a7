// Operators that gather values into arrays.

/// What has been collected since an array was sent.
@usableFromInline
struct _CollectState<Value> {
  @usableFromInline var values: [Value] = []
  @usableFromInline var hasSent = false

  @inlinable
  init() {}

  /// The array to send now, after which a new one begins.
  @inlinable
  mutating func take() -> [Value] {
    hasSent = true
    let values = values
    self.values = []
    return values
  }

  /// What is sent on completion: the rest, or an empty array where nothing ever was.
  @inlinable
  var rest: [Value]? { values.isEmpty && hasSent ? nil : values }
}

extension Operator where InputError == OutputError, Output == [Input] {
  /// Sends all values as one array when the source completes, an empty one if none came.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.collect() == --------([[1,2]]|)
  /// ```
  ///
  /// Nothing is sent when the source fails or is interrupted. As ReactiveSwift's `collect`.
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

  /// Sends values in arrays of `count`, and on completion what is left.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.collect(count: 2) == -----[[1,2]]-----([[3]]|)
  /// ```
  ///
  /// An empty array is sent only when the source completes without a value; what is left is dropped when it fails
  /// or is interrupted. As ReactiveSwift's `collect(count:)`.
  ///
  /// - Parameter count: at least 1.
  @inlinable
  public static func collect(count: Int) -> Operator {
    precondition(count > 0, "collect(count:) needs a count of at least 1")
    return collect { $0.count == count }
  }

  /// Sends the values since the last array, the latest included, whenever `isComplete` says so of them.
  ///
  /// ```marble
  /// a = --1--4--2--|
  /// a.collect { all in all.contains(4) } == -----[[1,4]]-----([[2]]|)
  /// ```
  ///
  /// What is left is sent on completion, as ``collect(count:)`` does. As ReactiveSwift's `collect(_:)`.
  @inlinable
  public static func collect(_ isComplete: @escaping (_ all: [Input]) -> Bool) -> Operator {
    collecting { state, value in
      state.values.append(value)
      return isComplete(state.values) ? state.take() : nil
    }
  }

  /// Sends the values since the last array, whenever `isComplete` says so of them and of the next value, with which a
  /// new array begins.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.collect { before, next in next == 3 } == --------[[1,2]]-----([[3,4]]|)
  /// ```
  ///
  /// What is left is sent on completion, as ``collect(count:)`` does. As ReactiveSwift's `collect(_:)`.
  @inlinable
  public static func collect(_ isComplete: @escaping (_ before: [Input], _ next: Input) -> Bool) -> Operator {
    collecting { state, value in
      let complete = isComplete(state.values, value) ? state.take() : nil
      state.values.append(value)
      return complete
    }
  }

  /// Sends what `receive` hands out at each value, and the rest on completion.
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

  /// Sends values in arrays of `count`; see ``Operator/collect(count:)``.
  @inlinable
  public func collect(count: Int) -> Signal<[Value], Error> { lift(.collect(count: count)) }

  /// Sends an array whenever `isComplete` says so of it; see ``Operator/collect(_:)-(([Input])->Bool)``.
  @inlinable
  public func collect(_ isComplete: @escaping (_ all: [Value]) -> Bool) -> Signal<[Value], Error> {
    lift(.collect(isComplete))
  }

  /// Sends an array whenever `isComplete` says so of it and of the next value; see
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

  /// Sends values in arrays of `count`; see ``Operator/collect(count:)``.
  @inlinable
  public func collect(count: Int) -> SignalProducer<[Value], Error> { lift(.collect(count: count)) }

  /// Sends an array whenever `isComplete` says so of it; see ``Operator/collect(_:)-(([Input])->Bool)``.
  @inlinable
  public func collect(_ isComplete: @escaping (_ all: [Value]) -> Bool) -> SignalProducer<[Value], Error> {
    lift(.collect(isComplete))
  }

  /// Sends an array whenever `isComplete` says so of it and of the next value; see
  /// ``Operator/collect(_:)-(([Input],Input)->Bool)``.
  @inlinable
  public func collect(
    _ isComplete: @escaping (_ before: [Value], _ next: Value) -> Bool
  ) -> SignalProducer<[Value], Error> {
    lift(.collect(isComplete))
  }
}
