import MarbleTerminal

/// State that several threads share.
///
/// A thread can wait for changes of it.
final class Monitor<State>: @unchecked Sendable {
  private let condition = Condition()
  private var state: State

  init(_ state: sending State) {
    self.state = state
  }

  /// Changes the state, and wakes the waiting threads.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&state)
  }

  /// Waits until `body` returns a value, and returns it.
  ///
  /// Returns `nil` after `patience`.
  func wait<Result>(within patience: Duration? = nil, _ body: (inout State) -> Result?) -> Result? {
    let deadline = patience.map { ContinuousClock.now + $0 }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&state) {
        condition.broadcast()
        return result
      }
      if let deadline, deadline <= .now { return nil }
      condition.wait(until: deadline)
    }
  }
}
