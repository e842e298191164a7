import Synchronization

extension Scheduler {
  /// Has `action` done, and again each time it asks for that, until the result is disposed.
  ///
  /// However often it asks, the stack does not grow, on a scheduler that does everything at once either.
  ///
  /// - Parameter action: may call `again` any number of times, also later and on any thread; each call has it done once
  ///   more, as an action of its own.
  @discardableResult
  public func schedule(
    recursively action: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> any Disposable {
    let recursion = RecursiveAction(on: self, action)
    recursion.ask()
    return recursion
  }
}

/// An action that has itself scheduled again.
private final class RecursiveAction: Disposable {
  private typealias Action = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let scheduler: any Scheduler
  private let state: Mutex<State>

  private struct State {
    /// `nil` from the disposal on.
    var action: Action?
    /// How many rounds were asked for and have not been scheduled.
    var asked = 0
    var isScheduling = false
  }

  init(on scheduler: some Scheduler, _ action: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.scheduler = scheduler
    state = Mutex(State(action: action))
  }

  var isDisposed: Bool { state.withLock { $0.action == nil } }

  func dispose() {
    // Carried out of the lock, since what the closure holds may run anybody's code when it goes.
    let action = state.withLock { $0.action.take() }
    _ = action
  }

  /// Has one more round scheduled: here, unless that is going on already, further up this stack or elsewhere.
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
