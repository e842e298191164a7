extension TimeScheduler {
  /// Runs `action` after `delay` and then after every `interval`, until the result is disposed.
  ///
  /// The due times are multiples of `interval` after the first one, so delays do not accumulate. If an action takes
  /// longer than the interval, the due times that it misses are skipped.
  ///
  /// - Parameters:
  ///   - delay: The time before the first run. A negative one counts as zero.
  ///   - interval: The time between two runs, greater than zero.
  ///   - action: The action to run.
  @discardableResult
  public func schedule(
    after delay: Duration, interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    precondition(interval > .zero, "schedule(after:interval:) needs an interval longer than zero")
    let repetition = RepeatingAction(on: self, due: now + max(delay, .zero), interval: interval, action)
    repetition.schedule(after: delay)
    return repetition
  }
}

/// An action that runs periodically.
private final class RepeatingAction: Disposable {
  private let scheduler: any TimeScheduler
  private let interval: Duration
  private let state: Mutex<State>
  private let next = SerialDisposable()

  private struct State {
    var due: Duration
    /// The action, or `nil` after the disposal.
    var action: (@Sendable () -> Void)?
  }

  init(
    on scheduler: some TimeScheduler, due: Duration, interval: Duration, _ action: @escaping @Sendable () -> Void
  ) {
    self.scheduler = scheduler
    self.interval = interval
    state = Mutex(State(due: due, action: action))
  }

  var isDisposed: Bool { next.isDisposed }

  func dispose() {
    next.dispose()
    // Released outside the lock, because releasing the closure may run user code.
    let action = state.withLock { $0.action.take() }
    _ = action
  }

  func schedule(after delay: Duration) {
    next.inner = scheduler.schedule(after: delay) { self.run() }
  }

  private func run() {
    let action = state.withLock { $0.action }
    guard let action else { return }
    action()
    guard !isDisposed else { return }
    let now = scheduler.now
    let due = state.withLock { state in
      state.due += interval
      if state.due < now {
        // The next due time that has not passed.
        let missed = ((now - state.due).attoseconds + interval.attoseconds - 1) / interval.attoseconds
        state.due += Duration(attoseconds: interval.attoseconds * missed)
      }
      return state.due
    }
    schedule(after: due - now)
  }
}
