import Synchronization

/// State that several threads touch, behind a lock.
@usableFromInline
final class _Locked<State>: @unchecked Sendable {
  private let mutex = Mutex<Void>(())
  private var state: State

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }

  /// Works on the state; the body must not call anybody's code.
  @usableFromInline
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { _ in body(&state) }
  }
}
