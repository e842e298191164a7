// Operators that end a stream that takes too long.

/// The events from which the time is measured: the start, the start and each value, or the start until the first
/// value.
@usableFromInline
enum _TimeoutRule: Sendable {
  case whole, each, first
}

extension SignalProducer where Value: Sendable {
  /// Calls `expire` in the domain of the result when the source takes too long according to `rule`.
  @inlinable
  func _timed(
    _ rule: _TimeoutRule, _ interval: Duration, on scheduler: some TimeScheduler,
    expire: @escaping @Sendable (_ subscription: _ProducerSubscription, _ downstream: Observer) -> Void
  ) -> SignalProducer {
    ._joining { subscription, downstream in
      let timer = SerialDisposable()
      subscription._add(timer)
      // The number of values that reset the timer. A timer that was set for an older count does nothing.
      let count = _Locked(0)
      let arm = {
        let turn = count.withLock { $0 }
        timer.inner = scheduler.schedule(after: interval) {
          subscription._perform {
            if subscription._isLive, turn == count.withLock({ $0 }) { expire(subscription, downstream) }
          }
        }
      }
      let source = _JoinInput(
        self,
        _JoinHandlers(
          subscription,
          value: { value in
            if rule != .whole { count.withLock { $0 += 1 } }
            if rule == .first { timer.dispose() }
            downstream._value(value)
            // What the value starts downstream is scheduled before the timer, as in RxJS.
            if rule == .each, subscription._isLive { arm() }
          },
          ended: { end, _ in downstream._end(end) }))
      // An event of the source at the time of the timeout is too late if the timer is set before the source is
      // started, and in time if the timer is set after that.
      subscription._perform {
        subscription._attach(source)
        if rule == .whole { arm() }
      }
      source._startNow()
      if rule == .whole { return }
      subscription._perform {
        if subscription._isLive, count.withLock({ $0 }) == 0 { arm() }
      }
    }
  }

  /// Fails with `error` after a timeout according to `rule`.
  @inlinable
  func _timeout(
    _ rule: _TimeoutRule, _ interval: Duration, raising error: Error, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    _timed(rule, interval, on: scheduler) { _, downstream in downstream._end(.failed(error)) }
  }

  /// Disposes the source and starts `replacement` after a timeout according to `rule`.
  @inlinable
  func _timeout(
    _ rule: _TimeoutRule, _ interval: Duration, with replacement: SignalProducer, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    _timed(rule, interval, on: scheduler) { $0._continue(with: replacement, to: $1) }
  }
}

extension _ProducerSubscription {
  /// Disposes the inputs of a join and starts `replacement` in their place; called inside the domain.
  @inlinable
  final func _continue<Value, Error>(
    with replacement: SignalProducer<Value, Error>, to downstream: Observer<Value, Error>
  ) {
    _disposeInputs()
    _ = _JoinInput._beginLater(
      replacement, _JoinHandlers(self, value: downstream._value, ended: { end, _ in downstream._end(end) }))
  }
}

// MARK: timeout(after:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.timeout(after: 6, raising: "late") == --1--2#[late]
  /// ```
  ///
  /// Values do not extend the time. The events of the source are not moved to the scheduler, but the failure is sent
  /// there. An event that the source sends exactly at the time of the timeout is too late if the source was started
  /// by this operator. The semantics are those of ReactiveSwift's `timeout`.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - error: The error of the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(after interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.whole, interval, raising: error, on: scheduler) }
  }

  /// Starts `replacement` when `interval` has passed since the start, unless the source has ended.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// b = cold -x|
  /// a.timeout(after: 6, with: b) == --1--2-x|
  /// ```
  ///
  /// The source is disposed before that. Apart from that, it works as ``timeout(after:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - replacement: The stream that is started after the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(
    after interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.whole, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: timeout(each:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` when `interval` has passed without a value since the start or the last value.
  ///
  /// ```marble
  /// a = --1--2-----3--|
  /// a.timeout(each: 4, raising: "late") == --1--2---#[late]
  /// ```
  ///
  /// The events of the source are not moved to the scheduler, but the failure is sent there. The time begins when the
  /// source has been started, and again when a value has been sent. A value exactly at the time of the timeout is in
  /// time if it was scheduled before that. The semantics are those of RxJS's `timeout({ each })`, except that the source
  /// is disposed after the failure was sent, as by every operator that fails.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - error: The error of the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(each interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.each, interval, raising: error, on: scheduler) }
  }

  /// Starts `replacement` when `interval` has passed without a value since the start or the last value.
  ///
  /// The source is disposed before that. Apart from that, it works as ``timeout(each:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - replacement: The stream that is started after the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(
    each interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.each, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: timeout(first:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` when `interval` has passed since the start, unless the source has sent a value or ended.
  ///
  /// ```marble
  /// a = ----1----|
  /// a.timeout(first: 3, raising: "late") == ---#[late]
  /// a.timeout(first: 4, raising: "late") == ----1----|
  /// ```
  ///
  /// The events of the source are not moved to the scheduler, but the failure is sent there. The time begins when the
  /// source has been started. A value exactly at the time of the timeout is in time if it was scheduled before that. The
  /// semantics are those of RxJS's `timeout({ first })`.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - error: The error of the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(first interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.first, interval, raising: error, on: scheduler) }
  }

  /// Starts `replacement` when `interval` has passed since the start, unless the source has sent a value or ended.
  ///
  /// The source is disposed before that. Apart from that, it works as ``timeout(first:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: The time limit. A negative one counts as zero.
  ///   - replacement: The stream that is started after the timeout.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func timeout(
    first interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.first, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: Streams that cannot fail

extension SignalProducer where Value: Sendable, Error == Never {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended; see
  /// ``StreamProtocol/timeout(after:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(after interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(after: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when `interval` has passed without a value; see ``StreamProtocol/timeout(each:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(each interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(each: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when `interval` has passed without a first value; see
  /// ``StreamProtocol/timeout(first:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(first interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(first: interval, raising: error, on: scheduler)
  }
}

extension Signal where Value: Sendable, Error == Never {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended; see
  /// ``StreamProtocol/timeout(after:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(after interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(after: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when `interval` has passed without a value; see ``StreamProtocol/timeout(each:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(each interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(each: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when `interval` has passed without a first value; see
  /// ``StreamProtocol/timeout(first:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(first interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(first: interval, raising: error, on: scheduler)
  }
}
