extension StreamProtocol where Value: Sendable {
  /// Sends after each `interval` the newest value, if one has come since the last time.
  ///
  /// ```marble
  /// a = -1-2--3--4|
  /// a.sample(every: 4) == ----2---3-|
  /// ```
  ///
  /// A completion is sent immediately, on the scheduler, and the value that waits is dropped; so is a failure or an
  /// interruption. As RxJS's `sampleTime`.
  ///
  /// - Parameters:
  ///   - interval: more than nothing.
  ///   - scheduler: whose time counts.
  @inlinable
  public func sample(every interval: Duration, on scheduler: some TimeScheduler) -> Self {
    precondition(interval > .zero, "sample(every:) needs an interval longer than zero")
    return _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
        let pending = _Locked(_PendingValue<Value>())
        subscription._add(
          scheduler.schedule(after: interval, interval: interval) {
            if let value = pending.withLock({ $0.value.take() }) { subscription._deliver(value, to: downstream) }
          })
        let observer = Observer<Value, Error>(
          value: { value in
            // The value before is carried out of the lock, since its `deinit` may be anybody's code.
            _ = pending.withLock { $0.replace(with: value) }
          },
          ended: { end in
            // Before the end is sent, the clock may be due once more.
            _ = pending.withLock { $0.value.take() }
            scheduler.schedule { subscription._perform { downstream._end(end) } }
          })
        return (source, observer)
      }
    }
  }
}
