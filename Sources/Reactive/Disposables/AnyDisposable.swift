import Synchronization

/// A disposable that calls a closure once.
public final class AnyDisposable: Disposable {
  private let action: Mutex<Action?>

  private struct Action: @unchecked Sendable {
    let run: () -> Void
  }

  /// Creates a disposable that calls `action` when it is disposed, on the thread that disposes it.
  public init(_ action: @escaping () -> Void) {
    self.action = Mutex(Action(run: action))
  }

  public var isDisposed: Bool {
    action.withLock { $0 == nil }
  }

  public func dispose() {
    let action = action.withLock { $0.take() }
    action?.run()
  }
}
