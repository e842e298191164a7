/// What has come since the last tick.
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
  /// Sends after each `interval` the values that have come since the last time, as one array.
  ///
  /// ```marble
  /// a = -1-2---3--------4|
  /// a.collect(every: 5) == -----[[1,2]]----[[3]]----[[]]-|
  /// ```
  ///
  /// A failure or an interruption is sent at once, on the scheduler, and what was collected is dropped. As
  /// ReactiveSwift's `collect(every:)`.
  ///
  /// - Parameters:
  ///   - interval: more than nothing.
  ///   - skipEmpty: whether nothing is sent where nothing has come.
  ///   - discardWhenCompleted: whether a completion is sent at once and what was collected is dropped; if not, both are
  ///     sent after the interval.
  ///   - scheduler: whose time counts.
  @inlinable
  public func collect(
    every interval: Duration, on scheduler: some TimeScheduler, skipEmpty: Bool = false,
    discardWhenCompleted: Bool = true
  ) -> SignalProducer<[Value], Error> {
    precondition(interval > .zero, "collect(every:) needs an interval longer than zero")
    return ._observingOnScheduler(on: scheduler) { subscription, downstream in
      // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
      let collected = _Locked(_PeriodicCollectState<Value>())
      subscription._add(
        scheduler.schedule(after: interval, interval: interval) {
          let (values, isLast) = collected.withLock { $0.take() }
          subscription._deliver((values.isEmpty && skipEmpty ? nil : values, isLast), to: downstream)
        })
      let observer = Reactive.Observer<Value, Error>(
        value: { value in collected.withLock { $0.values.append(value) } },
        ended: { end in
          if case .completed = end, !discardWhenCompleted {
            collected.withLock { $0.isLast = true }
          } else {
            scheduler.schedule { subscription._perform { downstream._end(end) } }
          }
        })
      return (self, observer)
    }
  }
}

extension Signal where Value: Sendable {
  /// Sends after each `interval` the values that have come; see
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
