// Operators that store a state from one value to the next.

// MARK: scan

extension Operator where InputError == OutputError {
  /// Sends the result of `next` for the previous state and each value.
  ///
  /// The result is the new state.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scan(0) { $0 + $1 } == --1--3--6--|
  /// ```
  ///
  /// The initial state is not sent. Ends when the source ends. The semantics are those of ReactiveSwift's `scan`.
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

  /// Sends the state after each value, which `next` changes in place.
  ///
  /// Apart from that, it works as ``scan(_:_:)``. The semantics are those of ReactiveSwift's `scan(into:_:)`.
  @inlinable
  public static func scan(into initial: Output, _ next: @escaping (inout Output, Input) -> Void) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return downstream.handling { value in
        next(&state.value, value)
        downstream._value(state.value)
      }
    }
  }

  /// Sends the first value, and then the result of `next` for the previous result and each value.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scan { $0 + $1 } == --1--3--6--|
  /// ```
  ///
  /// Ends when the source ends.
  @inlinable
  public static func scan(_ next: @escaping (Output, Input) -> Output) -> Operator where Input == Output {
    Operator { downstream, _ in
      let state = _Cell<Output?>(nil)
      return downstream.handling { value in
        let output = if let before = state.value { next(before, value) } else { value }
        state.value = .some(output)
        downstream._value(output)
      }
    }
  }

  /// Sends the second result of `next` for the state and each value.
  ///
  /// The first result is the new state.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scanMap(0) { ($0 + $1, $0 * 10 + $1) } == --1--[12]--[33]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `scanMap`.
  @inlinable
  public static func scanMap<State>(
    _ initial: State, _ next: @escaping (State, Input) -> (State, Output)
  ) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return downstream.handling { value in
        let (newState, output) = next(state.value, value)
        state.value = newState
        downstream._value(output)
      }
    }
  }

  /// Sends the result of `next`, which changes the state in place, for each value.
  ///
  /// Apart from that, it works as ``scanMap(_:_:)``. The semantics are those of ReactiveSwift's `scanMap(into:_:)`.
  @inlinable
  public static func scanMap<State>(
    into initial: State, _ next: @escaping (inout State, Input) -> Output
  ) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return downstream.handling { downstream._value(next(&state.value, $0)) }
    }
  }
}

extension StreamProtocol {
  /// Sends the first value, and then the result of `next` for the previous result and each value; see
  /// ``Operator/scan(_:)``.
  @inlinable
  public func scan(_ next: @escaping (Value, Value) -> Value) -> Self { _lift(.scan(next)) }
}

extension Signal {
  /// Sends the result of `next` for the previous state and each value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the state after each value, which `next` changes in place; see ``Operator/scan(into:_:)``.
  @inlinable
  public func scan<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> Signal<T, Error> {
    lift(.scan(into: initial, next))
  }

  /// Sends the second result of `next` for the state and each value; see ``Operator/scanMap(_:_:)``.
  @inlinable
  public func scanMap<State, T>(
    _ initial: State, _ next: @escaping (State, Value) -> (State, T)
  ) -> Signal<T, Error> {
    lift(.scanMap(initial, next))
  }

  /// Sends the result of `next`, which changes the state in place, for each value; see ``Operator/scanMap(into:_:)``.
  @inlinable
  public func scanMap<State, T>(
    into initial: State, _ next: @escaping (inout State, Value) -> T
  ) -> Signal<T, Error> {
    lift(.scanMap(into: initial, next))
  }
}

extension SignalProducer {
  /// Sends the result of `next` for the previous state and each value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the state after each value, which `next` changes in place; see ``Operator/scan(into:_:)``.
  @inlinable
  public func scan<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> SignalProducer<T, Error> {
    lift(.scan(into: initial, next))
  }

  /// Sends the second result of `next` for the state and each value; see ``Operator/scanMap(_:_:)``.
  @inlinable
  public func scanMap<State, T>(
    _ initial: State, _ next: @escaping (State, Value) -> (State, T)
  ) -> SignalProducer<T, Error> {
    lift(.scanMap(initial, next))
  }

  /// Sends the result of `next`, which changes the state in place, for each value; see ``Operator/scanMap(into:_:)``.
  @inlinable
  public func scanMap<State, T>(
    into initial: State, _ next: @escaping (inout State, Value) -> T
  ) -> SignalProducer<T, Error> {
    lift(.scanMap(into: initial, next))
  }
}

// MARK: reduce

extension Operator where InputError == OutputError {
  /// Combines each value with the state, and sends the last state when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.reduce(0) { $0 + $1 } == -----------(6|)
  /// ```
  ///
  /// Without values, the initial state is sent. Failures and interruptions are forwarded without a value. The
  /// semantics are those of ReactiveSwift's `reduce`.
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

  /// Changes the state in place with each value, and sends it when the source completes.
  ///
  /// Apart from that, it works as ``reduce(_:_:)``. The semantics are those of ReactiveSwift's `reduce(into:_:)`.
  @inlinable
  public static func reduce(into initial: Output, _ next: @escaping (inout Output, Input) -> Void) -> Operator {
    Operator { downstream, _ in
      let state = _Cell(initial)
      return Observer(
        value: { next(&state.value, $0) },
        ended: { end in
          if case .completed = end { downstream._value(state.value) }
          downstream._end(end)
        })
    }
  }

  /// Combines the first two values, then the result and each following value, and sends the last result when the
  /// source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.reduce { $0 + $1 } == -----------(6|)
  /// ```
  ///
  /// A single value is sent unchanged. Without values, only the completion is sent. Failures and interruptions are
  /// forwarded without a value.
  @inlinable
  public static func reduce(_ next: @escaping (Output, Input) -> Output) -> Operator where Input == Output {
    Operator { downstream, _ in
      let state = _Cell<Output?>(nil)
      return Observer(
        value: { value in
          state.value = if let before = state.value { next(before, value) } else { value }
        },
        ended: { end in
          if case .completed = end, let last = state.value { downstream._value(last) }
          downstream._end(end)
        })
    }
  }
}

extension StreamProtocol {
  /// Combines all values, and sends the result when the source completes; see ``Operator/reduce(_:)``.
  @inlinable
  public func reduce(_ next: @escaping (Value, Value) -> Value) -> Self { _lift(.reduce(next)) }
}

extension Signal {
  /// Combines each value with the state, and sends the last state when the source completes; see
  /// ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.reduce(initial, next))
  }

  /// Changes the state in place with each value, and sends it when the source completes; see
  /// ``Operator/reduce(into:_:)``.
  @inlinable
  public func reduce<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> Signal<T, Error> {
    lift(.reduce(into: initial, next))
  }
}

extension SignalProducer {
  /// Combines each value with the state, and sends the last state when the source completes; see
  /// ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.reduce(initial, next))
  }

  /// Changes the state in place with each value, and sends it when the source completes; see
  /// ``Operator/reduce(into:_:)``.
  @inlinable
  public func reduce<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> SignalProducer<T, Error> {
    lift(.reduce(into: initial, next))
  }
}
