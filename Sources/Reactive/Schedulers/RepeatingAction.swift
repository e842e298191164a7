import Synchronization

extension TimeScheduler {
  /// Has `action` done when `delay` has passed and from then on after every `interval`, until the result is disposed.
  ///
  /// The times are those of one grid, so that lateness does not add up. When an action takes so long that others fall
  /// due meanwhile, those are left out.
  ///
  /// - Parameters:
  ///   - delay: a negative one counts as none.
  ///   - interval: more than nothing.
  ///   - action: what is to be done.
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

/// An action that is done again and again.
private final class RepeatingAction: Disposable {
  private let scheduler: any TimeScheduler
  private let interval: Duration
  private let state: Mutex<State>
  private let next = SerialDisposable()

  private struct State {
    var due: Duration
    /// `nil` from the disposal on.
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
    // Carried out of the lock, since what the closure holds may run anybody's code when it goes.
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
        // The next one on the grid that has not passed.
        let missed = ((now - state.due).attoseconds + interval.attoseconds - 1) / interval.attoseconds
        state.due += Duration(attoseconds: interval.attoseconds * missed)
      }
      return state.due
    }
    schedule(after: due - now)
  }
}
