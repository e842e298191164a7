// MARK: throttle(_:on:)

/// When a throttle sent last, and the value that waits for its time.
@usableFromInline
struct _ThrottleState<Value> {
  @usableFromInline var pending = _PendingValue<Value>()
  private var lastSent: Duration?

  @usableFromInline
  init() {}

  /// What to do with a value that has just come.
  @usableFromInline
  enum _Step {
    case send
    /// Have it wait; its turn tells its timer from an older one that is late.
    case wait(Duration, turn: Int)
    /// It waits instead of the one before, for which a timer is set.
    case replace
  }

  /// A value has come; the one before is handed out where it is not sent any more.
  @usableFromInline
  mutating func receive(_ value: Value, at now: Duration, _ interval: Duration) -> (step: _Step, before: Value?) {
    guard let lastSent, now < lastSent + interval else {
      lastSent = now
      _ = pending.beginTurn()
      return (.send, pending.value.take())
    }
    if let before = pending.replace(with: value) { return (.replace, before) }
    return (.wait(lastSent + interval - now, turn: pending.beginTurn()), nil)
  }

  /// What is due, unless something was sent meanwhile.
  @usableFromInline
  mutating func take(_ turn: Int, at now: Duration) -> (value: Value?, isLast: Bool) {
    let due = pending.take(turn)
    if due.value != nil { lastSent = now }
    return due
  }
}

extension StreamProtocol where Value: Sendable {
  /// Sends a value at once if `interval` has passed since it sent the last one, or else the newest when it has.
  ///
  /// ```marble
  /// a = -ab-c----d-e|
  /// a.throttle(4) == -a---c---d--|
  /// ```
  ///
  /// A failure or an interruption is sent at once, on the scheduler. As ReactiveSwift's `throttle`, except that what is
  /// sent at once is not lost where something else comes at the same time.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none, and then every value is sent.
  ///   - discardWhenCompleted: whether a completion is sent at once and the value that waits is dropped; if not,
  ///     the value is sent when it is due, and the completion right after it.
  ///   - scheduler: whose time counts.
  @inlinable
  public func throttle(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let timer = SerialDisposable()
        subscription._add(timer)
        // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
        let state = _Locked(_ThrottleState<Value>())
        let observer = Observer<Value, Error>(
          value: { value in
            let now = scheduler.now
            // The value before is carried out of the lock, since its `deinit` may be anybody's code.
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
            timer.inner = scheduler.schedule { subscription._perform { downstream._end(end) } }
          })
        return (source, observer)
      }
    }
  }
}

// MARK: throttle(while:on:)

extension StreamProtocol where Value: Sendable {
  /// Sends the source's values, and while `shouldThrottle` is true keeps the newest, which it sends when that turns
  /// false.
  ///
  /// ```marble
  /// a = -1---2-3---4-|
  /// p = --[true]------[false]
  /// a.throttle(while: p) == -1-------3-4-|
  /// ```
  ///
  /// Everything is sent on the scheduler. When the source completes, the value that is kept is dropped. Before
  /// `shouldThrottle` sends anything it counts as false; when it ends, its last value stays in force; when it fails, so
  /// does the result. It is started first. As ReactiveSwift's `throttle(while:on:)`, except that each value is sent,
  /// however quickly others follow.
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

  /// Sends the source's values, and keeps the newest while a stream that cannot fail says so.
  @inlinable
  @_disfavoredOverload
  public func throttle(
    while shouldThrottle: some SignalProducerConvertible<Bool, Never>, on scheduler: some Scheduler
  ) -> Self {
    throttle(while: shouldThrottle.producer.promoteError(Error.self), on: scheduler)
  }
}

extension SignalProducer where Value: Sendable, Error == Never {
  /// Sends the source's values, and keeps the newest while a stream that may fail says so.
  @inlinable
  @_disfavoredOverload
  public func throttle<Failure>(
    while shouldThrottle: some SignalProducerConvertible<Bool, Failure>, on scheduler: some Scheduler
  ) -> SignalProducer<Value, Failure> {
    promoteError(Failure.self).throttle(while: shouldThrottle, on: scheduler)
  }
}

extension Signal where Value: Sendable, Error == Never {
  /// Sends the source's values, and keeps the newest while a stream that may fail says so.
  @inlinable
  @_disfavoredOverload
  public func throttle<Failure>(
    while shouldThrottle: some SignalProducerConvertible<Bool, Failure>, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    lift { $0.throttle(while: shouldThrottle, on: scheduler) }
  }
}
