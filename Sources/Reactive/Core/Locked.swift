/// State that several threads access, guarded by a lock.
@usableFromInline
final class _Locked<State>: @unchecked Sendable {
  private let mutex = Mutex<Void>(())
  private var state: State

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }

  /// Accesses the state.
  ///
  /// The body must not call user code.
  @usableFromInline
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { _ in body(&state) }
  }
}
