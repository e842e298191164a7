extension StreamProtocol where Value: Sendable {
  /// Sends the newest value after each `interval`, if there is one since the last time.
  ///
  /// ```marble
  /// a = -1-2--3--4|
  /// a.sample(every: 4) == ----2---3-|
  /// ```
  ///
  /// Any terminal event is sent immediately, on the scheduler, and drops the pending value. The semantics are those
  /// of RxJS's `sampleTime`.
  ///
  /// - Parameters:
  ///   - interval: The time between two samples, greater than zero.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  @inlinable
  public func sample(every interval: Duration, on scheduler: some TimeScheduler) -> Self {
    precondition(interval > .zero, "sample(every:) needs an interval longer than zero")
    return _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        // The input's domain writes and the scheduler reads, possibly on two threads.
        let pending = _Locked(_PendingValue<Value>())
        subscription._add(
          scheduler.schedule(after: interval, interval: interval) {
            if let value = pending.withLock({ $0.value.take() }) { subscription._deliver(value, to: downstream) }
          })
        let observer = Observer<Value, Error>(
          value: { value in
            // The previous value is released outside the lock, because its `deinit` may run user code.
            _ = pending.withLock { $0.replace(with: value) }
          },
          ended: { end in
            // The timer may fire once more before the terminal event is sent.
            _ = pending.withLock { $0.value.take() }
            scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        return (source, observer, nil)
      }
    }
  }
}
