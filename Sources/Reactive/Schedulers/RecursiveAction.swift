extension Scheduler {
  /// Runs `action`, and runs it again each time it requests that, until the result is disposed.
  ///
  /// The number of repetitions does not grow the stack, even on a scheduler that runs actions immediately.
  ///
  /// - Parameter action: May call `again` any number of times, also later and on any thread. Each call schedules
  ///   `action` once more.
  @discardableResult
  public func schedule(
    recursively action: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> any Disposable {
    let recursion = RecursiveAction(on: self, action)
    recursion.ask()
    return recursion
  }
}

/// An action that schedules itself again.
private final class RecursiveAction: Disposable {
  private typealias Action = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let scheduler: any Scheduler
  private let state: Mutex<State>

  private struct State {
    /// The action, or `nil` after the disposal.
    var action: Action?
    /// The number of rounds that were requested but not scheduled yet.
    var asked = 0
    var isScheduling = false
  }

  init(on scheduler: some Scheduler, _ action: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.scheduler = scheduler
    state = Mutex(State(action: action))
  }

  var isDisposed: Bool { state.withLock { $0.action == nil } }

  func dispose() {
    // Released outside the lock, because releasing the closure may run user code.
    let action = state.withLock { $0.action.take() }
    _ = action
  }

  /// Requests one more round, and schedules the requested rounds unless another call is already doing that.
  func ask() {
    let isFirst = state.withLock { state in
      state.asked += 1
      if state.isScheduling { return false }
      state.isScheduling = true
      return true
    }
    guard isFirst else { return }
    while takeRound() {
      scheduler.schedule { self.run() }
    }
  }

  private func takeRound() -> Bool {
    state.withLock { state in
      if state.asked > 0, state.action != nil {
        state.asked -= 1
        return true
      }
      state.isScheduling = false
      return false
    }
  }

  private func run() {
    let action = state.withLock { $0.action }
    action? { self.ask() }
  }
}
