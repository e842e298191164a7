// Operators that continue after a failure.

// MARK: flatMapError

extension SignalProducer {
  /// Starts the stream that `handler` returns for the error if the source fails.
  ///
  /// ```marble
  /// a = --1--#
  /// b = cold -x-y|
  /// a.flatMapError { b } == --1---x-y|
  /// ```
  ///
  /// All events of that stream are forwarded, also its terminal event. A completion or interruption of the source is
  /// forwarded. If the handler returns streams that cannot fail, the result cannot fail. The semantics are those of
  /// ReactiveSwift's `flatMapError`.
  @inlinable
  public func flatMapError<Successor: SignalProducerConvertible>(
    _ handler: @escaping (Error) -> Successor
  ) -> SignalProducer<Value, Successor.Error> where Successor.Value == Value {
    flatMapError { handler($0).producer }
  }

  /// Starts the producer that `handler` returns for the error if the source fails, such as `.empty` or `.init(value:)`.
  @inlinable
  public func flatMapError<Failure>(
    _ handler: @escaping (Error) -> SignalProducer<Value, Failure>
  ) -> SignalProducer<Value, Failure> {
    SignalProducer<Value, Failure>._joining { subscription, downstream in
      let handlers = _JoinHandlers<Value, Failure>(
        subscription, value: downstream._value, ended: { end, _ in downstream._end(end) })
      self._begin(
        in: subscription, value: downstream._value,
        ended: { end in
          switch end {
          // It is started when the domain is idle, so that the events that it sends immediately can enter the domain.
          case .failed(let error): _ = _JoinInput._beginLater(handler(error), handlers)
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }._named(after: self, by: "flatMapError")
  }
}

extension Signal {
  /// Starts the producer that `handler` returns for the error if this signal fails, such as `.empty` or
  /// `.init(value:)`.
  @inlinable
  public func flatMapError<Failure>(
    _ handler: @escaping (Error) -> SignalProducer<Value, Failure>
  ) -> Signal<Value, Failure> {
    lift { $0.flatMapError(handler) }
  }

  /// Starts the stream that `handler` returns for the error if this signal fails; see
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
  /// Starts the producer again each time it fails, without a limit.
  ///
  /// ```marble
  /// a = cold -1-#, -2|
  /// a.retry() == -1--2|
  /// ```
  ///
  /// A completion or interruption is forwarded. The number of restarts does not grow the stack.
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
  /// The failure after the last restart is forwarded, as is any completion or interruption. The number of restarts
  /// does not grow the stack. The semantics are those of ReactiveSwift's `retry(upTo:)`.
  ///
  /// - Parameter count: The maximum number of restarts, not negative.
  @inlinable
  public func retry(upTo count: Int) -> SignalProducer {
    precondition(count >= 0, "retry(upTo:) needs a count of at least 0")
    return _restarting { end, starts in
      if case .failed = end { starts <= count } else { false }
    }
  }

  /// Starts the producer again after a failure, at each value of the stream that `trigger` returns.
  ///
  /// ```marble
  /// a = cold -1-#, -2-#, -3|
  /// a.retry(when: { $0.delay(2) }) == -1----2----3|
  /// ```
  ///
  /// The closure is called at the first failure. It receives a producer of the errors, which sends that failure's
  /// error first. A value of the trigger while this producer is active is ignored. If the trigger completes or is
  /// interrupted, the result completes. If the trigger fails, the result fails. A completion or interruption of this
  /// producer is forwarded. The semantics are those of RxJS's `retryWhen`.
  @inlinable
  public func retry<Trigger: SignalProducerConvertible>(
    when trigger: @escaping (_ errors: SignalProducer<Error, Never>) -> Trigger
  ) -> SignalProducer where Trigger.Error == Error {
    _restarting(
      for: { end, _ in
        if case .failed(let error) = end { error } else { nil }
      }, finishesStart: false, when: trigger)
  }

  /// Starts the producer again after a failure, at each value of a stream that cannot fail.
  @inlinable
  @_disfavoredOverload
  public func retry<Trigger: SignalProducerConvertible>(
    when trigger: @escaping (_ errors: SignalProducer<Error, Never>) -> Trigger
  ) -> SignalProducer where Trigger.Error == Never {
    retry(when: { trigger($0).producer.promoteError(Error.self) })
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
  /// The producer is restarted on the scheduler. The failure after the last restart is forwarded immediately, as is
  /// any completion or interruption. The semantics are those of ReactiveSwift's `retry(upTo:interval:on:)`.
  ///
  /// - Parameters:
  ///   - count: The maximum number of restarts, not negative.
  ///   - interval: The time before a restart. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func retry(upTo count: Int, interval: Duration, on scheduler: some TimeScheduler) -> SignalProducer {
    precondition(count >= 0, "retry(upTo:interval:on:) needs a count of at least 0")
    return .deferred {
      // Counts the failures of one start. No lock is needed because the starts of the source never overlap.
      let failures = _Cell(0)
      return self.flatMapError { error in
        failures.value += 1
        return failures.value > count
          ? SignalProducer(error: error) : ._failing(error, after: interval, on: scheduler)
      }
      .retry(upTo: count)
    }
  }

  /// Returns a producer that fails after `interval`.
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
