// Operators that go on after a failure.

// MARK: flatMapError

extension SignalProducer {
  /// Sends what the source sends, and after a failure what the producer sends that `handler` makes of the error.
  ///
  /// ```marble
  /// a = --1--#
  /// b = cold -x-y|
  /// a.flatMapError { b } == --1---x-y|
  /// ```
  ///
  /// That one's events all pass, its end too. A completion or an interruption of the source passes. With a handler whose
  /// producers cannot fail, neither can the result. As ReactiveSwift's `flatMapError`.
  @inlinable
  public func flatMapError<Successor: SignalProducerConvertible>(
    _ handler: @escaping (Error) -> Successor
  ) -> SignalProducer<Value, Successor.Error> where Successor.Value == Value {
    ._joining { subscription, downstream in
      let handlers = _JoinHandlers<Value, Successor.Error>(
        subscription, value: downstream._value, ended: { end, _ in downstream._end(end) })
      self._begin(
        in: subscription, value: downstream._value,
        ended: { end in
          switch end {
          // Started when the domain is idle, so that what it sends at once finds it free.
          case .failed(let error): _ = _JoinInput._beginLater(handler(error).producer, handlers)
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Signal {
  /// Sends what this signal sends, and after a failure what `handler` makes of the error; see
  /// ``SignalProducer/flatMapError(_:)``.
  @inlinable
  public func flatMapError<Successor: SignalProducerConvertible>(
    _ handler: @escaping (Error) -> Successor
  ) -> Signal<Value, Successor.Error> where Successor.Value == Value {
    lift { $0.flatMapError(handler) }
  }
}

// MARK: retry

extension SignalProducer {
  /// Starts the producer again each time it fails, for ever.
  ///
  /// ```marble
  /// a = cold -1-#, -2|
  /// a.retry() == -1--2|
  /// ```
  ///
  /// A completion and an interruption pass. Restarting needs no stack, however often it happens.
  @inlinable
  public func retry() -> SignalProducer {
    _restarting { end, _ in
      if case .failed = end { true } else { false }
    }
  }

  /// Starts the producer again when it fails, at most `count` times.
  ///
  /// ```marble
  /// a = cold -1-#
  /// a.retry(upTo: 2) == -1--1--1-#
  /// ```
  ///
  /// The failure after that passes; a completion and an interruption always do. Restarting needs no stack, however
  /// often it happens. As ReactiveSwift's `retry(upTo:)`.
  ///
  /// - Parameter count: not negative.
  @inlinable
  public func retry(upTo count: Int) -> SignalProducer {
    precondition(count >= 0, "retry(upTo:) needs a count of at least 0")
    return _restarting { end, starts in
      if case .failed = end { starts <= count } else { false }
    }
  }
}

extension SignalProducer where Value: Sendable {
  /// Starts the producer again when it fails, at most `count` times, each time after `interval`.
  ///
  /// ```marble
  /// a = cold -1-#
  /// a.retry(upTo: 2, interval: 2) == -1----1----1-#
  /// ```
  ///
  /// The producer is restarted on the scheduler. The failure after the last restart passes at once. As ReactiveSwift's
  /// `retry(upTo:interval:on:)`.
  ///
  /// - Parameters:
  ///   - count: not negative.
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  @inlinable
  public func retry(upTo count: Int, interval: Duration, on scheduler: some TimeScheduler) -> SignalProducer {
    precondition(count >= 0, "retry(upTo:interval:on:) needs a count of at least 0")
    return .deferred {
      // One start's; the starts of the source follow one another.
      let failures = _Cell(0)
      return self.flatMapError { error in
        failures.value += 1
        return failures.value > count
          ? SignalProducer(error: error) : ._failing(error, after: interval, on: scheduler)
      }
      .retry(upTo: count)
    }
  }

  /// A producer that fails when some time has passed.
  @inlinable
  static func _failing(_ error: Error, after interval: Duration, on scheduler: some TimeScheduler) -> SignalProducer {
    ._joining { subscription, downstream in
      subscription._add(
        scheduler.schedule(after: interval) {
          subscription._perform { if subscription._isLive { downstream._end(.failed(error)) } }
        })
    }
  }
}
