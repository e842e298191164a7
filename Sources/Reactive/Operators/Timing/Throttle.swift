// MARK: throttle(_:on:)

/// The time of the last sent value, and the pending value.
@usableFromInline
struct _ThrottleState<Value> {
  @usableFromInline var pending = _PendingValue<Value>()
  private var lastSent: Duration?

  @usableFromInline
  init() {}

  /// The action for a new value.
  @usableFromInline
  enum _Step {
    case send
    /// Set a timer for the value.
    ///
    /// The turn distinguishes it from an older timer that fires late.
    case wait(Duration, turn: Int)
    /// The value replaces the pending value, for which a timer is set.
    case replace
  }

  /// Processes a new value.
  ///
  /// Returns the pending value that it replaces, if there is one.
  @usableFromInline
  mutating func receive(_ value: Value, at now: Duration, _ interval: Duration) -> (step: _Step, before: Value?) {
    // A clock that was moved back does not hold values back.
    guard let lastSent, lastSent <= now, now < lastSent + interval else {
      lastSent = now
      _ = pending.beginTurn()
      return (.send, pending.value.take())
    }
    if let before = pending.replace(with: value) { return (.replace, before) }
    return (.wait(lastSent + interval - now, turn: pending.beginTurn()), nil)
  }

  /// Removes and returns the value that is due, unless a value was sent since the timer was set.
  @usableFromInline
  mutating func take(_ turn: Int, at now: Duration) -> (value: Value?, isLast: Bool) {
    let due = pending.take(turn)
    if due.value != nil { lastSent = now }
    return due
  }
}

extension StreamProtocol where Value: Sendable {
  /// Sends at most one value in each `interval`.
  ///
  /// A value is sent immediately if `interval` has passed since the last sent value. Otherwise it becomes the pending
  /// value, which replaces the previous one and is sent when `interval` has passed.
  ///
  /// ```marble
  /// a = -ab-c----d-e|
  /// a.throttle(4) == -a---c---d--|
  /// ```
  ///
  /// A failure or interruption is sent immediately, on the scheduler, and drops the pending value. The semantics are
  /// those of ReactiveSwift's `throttle`, except that a value that is sent immediately is not dropped if another
  /// event occurs simultaneously.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two sent values. A negative one counts as zero, which sends every value.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  ///   - discardWhenCompleted: Whether a completion is sent immediately and drops the pending value. If not, the
  ///     value is sent when it is due, and the completion right after it.
  @inlinable
  public func throttle(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let timer = SerialDisposable()
        subscription._add(timer)
        // The input's domain writes this state and the scheduler reads it, possibly on another thread.
        let state = _Locked(_ThrottleState<Value>())
        let observer = Observer<Value, Error>(
          value: { value in
            let now = scheduler.now
            // The previous value is released outside the lock, because its `deinit` may run user code.
            let (step, before) = state.withLock { $0.receive(value, at: now, interval) }
            _ = before
            switch step {
            case .replace:
              return
            case .send:
              scheduler.schedule { subscription._deliver(value, to: downstream) }
            case .wait(let delay, let turn):
              timer.inner = scheduler.schedule(after: delay) {
                let now = scheduler.now
                subscription._deliver(state.withLock { $0.take(turn, at: now) }, to: downstream)
              }
            }
          },
          ended: { end in
            if case .completed = end, !discardWhenCompleted, state.withLock({ $0.pending.delayCompletion() }) { return }
            timer.inner = scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        return (source, observer, nil)
      }
    }
  }
}

// MARK: throttle(while:on:)

extension StreamProtocol where Value: Sendable {
  /// Sends the values of the source, but only stores the newest one while `shouldThrottle` is true.
  ///
  /// That value is sent when `shouldThrottle` becomes false.
  ///
  /// ```marble
  /// a = -1---2-3---4-|
  /// p = --[true]------[false]
  /// a.throttle(while: p) == -1-------3-4-|
  /// ```
  ///
  /// Every event is sent on the scheduler. Ends when the source ends, and drops the stored value. `shouldThrottle`
  /// counts as false until it sends a value. If it completes or is interrupted, its last value stays valid. If it
  /// fails, the result fails. It is started before the source. The semantics are those of ReactiveSwift's
  /// `throttle(while:on:)`, except that a value is not dropped if other values follow it quickly.
  @inlinable
  public func throttle(
    while shouldThrottle: some SignalProducerConvertible<Bool, Error>, on scheduler: some Scheduler
  ) -> Self {
    let condition = shouldThrottle.producer
    return _lift { source in
      SignalProducer._joining { subscription, downstream in
        let isThrottling = _Cell(false)
        let newest = _Cell<Value?>(nil)
        condition._begin(
          in: subscription,
          value: { shouldThrottle in
            isThrottling.value = shouldThrottle
            if !shouldThrottle, let value = newest.value.take() { downstream._value(value) }
          },
          ended: { end in
            if case .failed = end { downstream._end(end) }
          })
        guard subscription._isLive else { return }
        source._begin(
          in: subscription,
          value: { value in
            if isThrottling.value { newest.value = .some(value) } else { downstream._value(value) }
          },
          ended: downstream._end)
      }
      .observe(on: scheduler)
    }
  }

  /// Sends the values of the source, but only stores the newest one while `shouldThrottle`, which cannot fail, is true.
  @inlinable
  @_disfavoredOverload
  public func throttle(
    while shouldThrottle: some SignalProducerConvertible<Bool, Never>, on scheduler: some Scheduler
  ) -> Self {
    throttle(while: shouldThrottle.producer.promoteError(Error.self), on: scheduler)
  }
}

extension SignalProducer where Value: Sendable, Error == Never {
  /// Sends the values of the source, but only stores the newest one while `shouldThrottle`, which may fail, is true.
  @inlinable
  @_disfavoredOverload
  public func throttle<Failure>(
    while shouldThrottle: some SignalProducerConvertible<Bool, Failure>, on scheduler: some Scheduler
  ) -> SignalProducer<Value, Failure> {
    promoteError(Failure.self).throttle(while: shouldThrottle, on: scheduler)
  }
}

extension Signal where Value: Sendable, Error == Never {
  /// Sends the values of the source, but only stores the newest one while `shouldThrottle`, which may fail, is true.
  @inlinable
  @_disfavoredOverload
  public func throttle<Failure>(
    while shouldThrottle: some SignalProducerConvertible<Bool, Failure>, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    lift { $0.throttle(while: shouldThrottle, on: scheduler) }
  }
}
