// Operators that keep a state from one value to the next.

// MARK: scan

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

  /// Sends the state after each value, which `next` changes in place; the initial state is not sent.
  ///
  /// Otherwise as ``scan(_:_:)``. As ReactiveSwift's `scan(into:_:)`.
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

  /// Sends the first value, and then what `next` makes of what was sent before and a value.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scan { $0 + $1 } == --1--3--6--|
  /// ```
  ///
  /// Ends with the source.
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

  /// Sends what `next` makes of a state and a value, and keeps the state that it makes besides.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.scanMap(0) { ($0 + $1, $0 * 10 + $1) } == --1--[12]--[33]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `scanMap`.
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

  /// Sends what `next` makes of a state, which it changes in place, and a value.
  ///
  /// Otherwise as ``scanMap(_:_:)``. As ReactiveSwift's `scanMap(into:_:)`.
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
  /// Sends the first value, and then what `next` makes of what was sent before and a value; see ``Operator/scan(_:)``.
  @inlinable
  public func scan(_ next: @escaping (Value, Value) -> Value) -> Self { _lift(.scan(next)) }
}

extension Signal {
  /// Sends each state that `next` makes of the one before and a value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the state after each value, which `next` changes in place; see ``Operator/scan(into:_:)``.
  @inlinable
  public func scan<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> Signal<T, Error> {
    lift(.scan(into: initial, next))
  }

  /// Sends what `next` makes of a state and a value, and keeps the new state; see ``Operator/scanMap(_:_:)``.
  @inlinable
  public func scanMap<State, T>(
    _ initial: State, _ next: @escaping (State, Value) -> (State, T)
  ) -> Signal<T, Error> {
    lift(.scanMap(initial, next))
  }

  /// Sends what `next` makes of a state, which it changes in place, and a value; see ``Operator/scanMap(into:_:)``.
  @inlinable
  public func scanMap<State, T>(
    into initial: State, _ next: @escaping (inout State, Value) -> T
  ) -> Signal<T, Error> {
    lift(.scanMap(into: initial, next))
  }
}

extension SignalProducer {
  /// Sends each state that `next` makes of the one before and a value; see ``Operator/scan(_:_:)``.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.scan(initial, next))
  }

  /// Sends the state after each value, which `next` changes in place; see ``Operator/scan(into:_:)``.
  @inlinable
  public func scan<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> SignalProducer<T, Error> {
    lift(.scan(into: initial, next))
  }

  /// Sends what `next` makes of a state and a value, and keeps the new state; see ``Operator/scanMap(_:_:)``.
  @inlinable
  public func scanMap<State, T>(
    _ initial: State, _ next: @escaping (State, Value) -> (State, T)
  ) -> SignalProducer<T, Error> {
    lift(.scanMap(initial, next))
  }

  /// Sends what `next` makes of a state, which it changes in place, and a value; see ``Operator/scanMap(into:_:)``.
  @inlinable
  public func scanMap<State, T>(
    into initial: State, _ next: @escaping (inout State, Value) -> T
  ) -> SignalProducer<T, Error> {
    lift(.scanMap(into: initial, next))
  }
}

// MARK: reduce

extension Operator where InputError == OutputError {
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

  /// Sends the state that `next` changed in place with each value, when the source completes.
  ///
  /// Otherwise as ``reduce(_:_:)``. As ReactiveSwift's `reduce(into:_:)`.
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

  /// Sends what `next` made of the values, from the first two on, when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.reduce { $0 + $1 } == -----------(6|)
  /// ```
  ///
  /// A single value is sent as it is. Without values, and when the source fails or is interrupted, nothing is sent.
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
  /// Sends what `next` made of all values, when the source completes; see ``Operator/reduce(_:)``.
  @inlinable
  public func reduce(_ next: @escaping (Value, Value) -> Value) -> Self { _lift(.reduce(next)) }
}

extension Signal {
  /// Sends the last state when the source completes; see ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Signal<T, Error> {
    lift(.reduce(initial, next))
  }

  /// Sends the state that `next` changed in place, when the source completes; see ``Operator/reduce(into:_:)``.
  @inlinable
  public func reduce<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> Signal<T, Error> {
    lift(.reduce(into: initial, next))
  }
}

extension SignalProducer {
  /// Sends the last state when the source completes; see ``Operator/reduce(_:_:)``.
  @inlinable
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> SignalProducer<T, Error> {
    lift(.reduce(initial, next))
  }

  /// Sends the state that `next` changed in place, when the source completes; see ``Operator/reduce(into:_:)``.
  @inlinable
  public func reduce<T>(into initial: T, _ next: @escaping (inout T, Value) -> Void) -> SignalProducer<T, Error> {
    lift(.reduce(into: initial, next))
  }
}
