// Operators that make other values of values.

// MARK: map

extension Operator where InputError == OutputError {
  /// Sends what `transform` makes of each value.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.map { $0 * 10 } == --[10]--[20]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `map`.
  @inlinable
  public static func map(_ transform: @escaping (Input) -> Output) -> Operator {
    Operator { downstream, _ in
      downstream.handling { downstream._value(transform($0)) }
    }
  }

  /// Sends what `transform` makes of each value, where that is not `nil`.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.compactMap { $0 == 2 ? nil : $0 * 10 } == --[10]-----[30]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `compactMap`.
  @inlinable
  public static func compactMap(_ transform: @escaping (Input) -> Output?) -> Operator {
    Operator { downstream, _ in
      downstream.handling { if let output = transform($0) { downstream._value(output) } }
    }
  }
}

extension Signal {
  /// Sends what `transform` makes of each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> Signal<T, Error> { lift(.map(transform)) }

  /// Sends what `transform` makes of each value, where that is not `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> { lift(.compactMap(transform)) }
}

extension SignalProducer {
  /// Sends what `transform` makes of each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> SignalProducer<T, Error> { lift(.map(transform)) }

  /// Sends what `transform` makes of each value, where that is not `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> {
    lift(.compactMap(transform))
  }
}

// MARK: scan, reduce

extension Operator where InputError == OutputError {
  /// Sends each state that `next` makes of the one before and a value; the initial state is not sent.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scan(0) { $0 + $1 } == --1--3--6--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `scan`.
  @inlinable
  public static func scan(_ initial: Output, _ next: @escaping (Output, Input) -> Output) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return downstream.handling { value in
        let output = next(state.value, value)
        state.value = output
        downstream._value(output)
      }
    }
  }

  /// Sends the last state that `next` made, when the source completes; the initial one if no value came.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.reduce(0) { $0 + $1 } == -----------(6|)
  /// ```
  ///
  /// Nothing is sent when the source fails or is interrupted. As ReactiveSwift's `reduce`.
  @inlinable
  public static func reduce(_ initial: Output, _ next: @escaping (Output, Input) -> Output) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return Observer(
        value: { state.value = next(state.value, $0) },
        ended: { end in
          if case .completed = end { downstream._value(state.value) }
          downstream._end(end)
        })
    }
  }
}

extension Signal {
  /// Sends each state that `next` makes of the one before and a value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the last state when the source completes; see ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.reduce(initial, next))
  }
}

extension SignalProducer {
  /// Sends each state that `next` makes of the one before and a value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the last state when the source completes; see ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.reduce(initial, next))
  }
}

// MARK: collect

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
    return Operator { downstream, _ in
      let state = _Cell<(values: [Input], hasSent: Bool)>(([], false))
      return Observer(
        value: { value in
          state.value.values.append(value)
          if state.value.values.count == count {
            let values = state.value.values
            state.value = ([], true)
            downstream._value(values)
          }
        },
        ended: { end in
          if case .completed = end, !(state.value.values.isEmpty && state.value.hasSent) {
            downstream._value(state.value.values)
          }
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
}

extension SignalProducer {
  /// Sends all values as one array when the source completes; see ``Operator/collect()``.
  @inlinable
  public func collect() -> SignalProducer<[Value], Error> { lift(.collect()) }

  /// Sends values in arrays of `count`; see ``Operator/collect(count:)``.
  @inlinable
  public func collect(count: Int) -> SignalProducer<[Value], Error> { lift(.collect(count: count)) }
}
