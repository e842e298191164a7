/// The values that were sent since the last tick.
@usableFromInline
struct _PeriodicCollectState<Value> {
  @usableFromInline var values: [Value] = []
  /// Whether the source has completed, so that the next tick is the last.
  @usableFromInline var isLast = false

  @usableFromInline
  init() {}

  @usableFromInline
  mutating func take() -> (values: [Value], isLast: Bool) {
    defer { values = [] }
    return (values, isLast)
  }
}

extension SignalProducer where Value: Sendable {
  /// Sends the values since the last time as one array, after each `interval`.
  ///
  /// ```marble
  /// a = -1-2---3--------4|
  /// a.collect(every: 5) == -----[[1,2]]----[[3]]----[[]]-|
  /// ```
  ///
  /// A terminal event is sent immediately, on the scheduler, and drops the collected values, even at the end of an
  /// interval. `discardWhenCompleted` changes that for a completion. The semantics are those of ReactiveSwift's
  /// `collect(every:)`.
  ///
  /// - Parameters:
  ///   - interval: The time between two arrays, greater than zero.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  ///   - skipEmpty: Whether empty arrays are not sent.
  ///   - discardWhenCompleted: Whether a completion is sent immediately and drops the collected values. If not, the
  ///     values and the completion are sent at the end of the interval.
  @inlinable
  public func collect(
    every interval: Duration, on scheduler: some TimeScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> SignalProducer<[Value], Error> {
    precondition(interval > .zero, "collect(every:) needs an interval longer than zero")
    return ._observingOnScheduler(on: scheduler) { subscription, downstream in
      // The input's domain writes and the scheduler reads, possibly on two threads.
      let collected = _Locked(_PeriodicCollectState<Value>())
      let timer = scheduler.schedule(after: interval, interval: interval) {
        let (values, isLast) = collected.withLock { $0.take() }
        subscription._deliver((values.isEmpty && skipEmpty ? nil : values, isLast), to: downstream)
      }
      subscription._add(timer)
      let observer = Reactive.Observer<Value, Error>(
        value: { value in collected.withLock { $0.values.append(value) } },
        ended: { end in
          if case .completed = end, !discardWhenCompleted {
            collected.withLock { $0.isLast = true }
          } else {
            timer.dispose()
            scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          }
        })
      return (self, observer, nil)
    }
  }
}

extension Signal where Value: Sendable {
  /// Sends the values since the last time as one array, after each `interval`; see
  /// ``SignalProducer/collect(every:on:skipEmpty:discardWhenCompleted:)``.
  @inlinable
  public func collect(
    every interval: Duration, on scheduler: some TimeScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> Signal<[Value], Error> {
    lift {
      $0.collect(every: interval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted)
    }
  }
}
