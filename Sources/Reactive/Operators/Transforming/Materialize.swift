// Operators that convert events to values, and values to events.

// MARK: materialize

extension Operator where Output == Event<Input, InputError>, OutputError == Never {
  /// Sends every event as a value, also the terminal event.
  ///
  /// ```marble
  /// a = --1--#
  /// a.materialize() == --[.value(1)]--([.failed(error)]|)
  /// ```
  ///
  /// After the terminal event it completes, or is interrupted if that event was an interruption. The semantics are
  /// those of ReactiveSwift's `materialize`.
  @inlinable
  public static func materialize() -> Operator {
    Operator { downstream, _ in
      Observer(
        value: { downstream._value(.value($0)) },
        ended: { end in
          downstream._value(Event(end))
          if case .interrupted = end { downstream._end(.interrupted) } else { downstream._end(.completed) }
        })
    }
  }
}

extension Operator where Output == Result<Input, InputError>, OutputError == Never {
  /// Sends every value and the error of a failure as a result.
  ///
  /// ```marble
  /// a = --1--#
  /// a.materializeResults() == --[.value(1)]--([.failed(error)]|)
  /// ```
  ///
  /// Completes after a failure. Any other terminal event is forwarded. The semantics are those of ReactiveSwift's
  /// `materializeResults`.
  @inlinable
  public static func materializeResults() -> Operator {
    Operator { downstream, _ in
      Observer(
        value: { downstream._value(.success($0)) },
        ended: { end in
          switch end {
          case .failed(let error):
            downstream._value(.failure(error))
            downstream._end(.completed)
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Signal {
  /// Sends every event as a value, also the terminal event; see ``Operator/materialize()``.
  @inlinable
  public func materialize() -> Signal<Event, Never> { lift(.materialize()) }

  /// Sends every value and the error of a failure as a result; see ``Operator/materializeResults()``.
  @inlinable
  public func materializeResults() -> Signal<Result<Value, Error>, Never> { lift(.materializeResults()) }
}

extension SignalProducer {
  /// Sends every event as a value, also the terminal event; see ``Operator/materialize()``.
  @inlinable
  public func materialize() -> SignalProducer<Event<Value, Error>, Never> { lift(.materialize()) }

  /// Sends every value and the error of a failure as a result; see ``Operator/materializeResults()``.
  @inlinable
  public func materializeResults() -> SignalProducer<Result<Value, Error>, Never> { lift(.materializeResults()) }
}

// MARK: dematerialize

extension Operator where Input == Event<Output, OutputError>, InputError == Never {
  /// Sends the events that are the values of the source.
  ///
  /// ```marble
  /// a = --[.value(1)]--[.failed(error)]--|
  /// a.dematerialize() == --1--#
  /// ```
  ///
  /// Ends at the first value that is a terminal event, or when the source ends. The semantics are those of
  /// ReactiveSwift's `dematerialize`.
  @inlinable
  public static func dematerialize() -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { event in
          if isOver.value { return }
          isOver.value = event.isTerminating
          downstream.send(event)
        },
        ended: { end in
          if isOver.value { return }
          switch end {
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Operator where Input == Result<Output, OutputError>, InputError == Never {
  /// Sends the values of the results that are the values of the source, and fails at the first failure.
  ///
  /// Ends when the source ends if there is no failure. The semantics are those of ReactiveSwift's
  /// `dematerializeResults`.
  @inlinable
  public static func dematerializeResults() -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { result in
          if isOver.value { return }
          switch result {
          case .success(let value):
            downstream._value(value)
          case .failure(let error):
            isOver.value = true
            downstream._end(.failed(error))
          }
        },
        ended: { end in
          if isOver.value { return }
          switch end {
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Signal where Error == Never {
  /// Sends the events that are the values of this signal; see ``Operator/dematerialize()``.
  @inlinable
  public func dematerialize<T, Failure>() -> Signal<T, Failure> where Value == Signal<T, Failure>.Event {
    lift(.dematerialize())
  }

  /// Sends the values of results, and fails at the first failure; see ``Operator/dematerializeResults()``.
  @inlinable
  public func dematerializeResults<T, Failure>() -> Signal<T, Failure> where Value == Result<T, Failure> {
    lift(.dematerializeResults())
  }
}

extension SignalProducer where Error == Never {
  /// Sends the events that are the values of this producer; see ``Operator/dematerialize()``.
  @inlinable
  public func dematerialize<T, Failure>() -> SignalProducer<T, Failure> where Value == Event<T, Failure> {
    lift(.dematerialize())
  }

  /// Sends the values of results, and fails at the first failure; see ``Operator/dematerializeResults()``.
  @inlinable
  public func dematerializeResults<T, Failure>() -> SignalProducer<T, Failure> where Value == Result<T, Failure> {
    lift(.dematerializeResults())
  }
}
