extension StreamProtocol where Value: Sendable {
  /// Sends a value once `interval` has passed since it came and no other has come meanwhile.
  ///
  /// ```marble
  /// a = -a-bc-----d-|
  /// a.debounce(2) == ------c-----|
  /// ```
  ///
  /// A failure or an interruption is sent at once, on the scheduler. As ReactiveSwift's `debounce`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - discardWhenCompleted: whether a completion is sent at once and the value that waits is dropped; if not,
  ///     the value is sent when it is due, and the completion right after it.
  ///   - scheduler: whose time counts.
  @inlinable
  public func debounce(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let timer = SerialDisposable()
        subscription._add(timer)
        // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
        let pending = _Locked(_PendingValue<Value>())
        let observer = Observer<Value, Error>(
          value: { value in
            // The value before is carried out of the lock, since its `deinit` may be anybody's code.
            let (turn, before) = pending.withLock { ($0.beginTurn(), $0.replace(with: value)) }
            _ = before
            timer.inner = scheduler.schedule(after: interval) {
              subscription._deliver(pending.withLock { $0.take(turn) }, to: downstream)
            }
          },
          ended: { end in
            if case .completed = end, !discardWhenCompleted, pending.withLock({ $0.delayCompletion() }) { return }
            timer.inner = scheduler.schedule { subscription._perform { downstream._end(end) } }
          })
        return (source, observer)
      }
    }
  }
}
