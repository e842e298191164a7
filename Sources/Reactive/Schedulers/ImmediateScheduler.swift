/// A scheduler that runs every action immediately on the calling thread.
///
/// An action that schedules another action waits until that one has run. For repeated work use
/// ``Scheduler/schedule(recursively:)``, which does not grow the stack.
public final class ImmediateScheduler: Scheduler {
  public init() {}

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable.disposed
  }
}

extension AnyDisposable {
  /// A disposable for an action that has already run and can no longer be canceled.
  static let disposed = {
    let disposable = AnyDisposable {}
    disposable.dispose()
    return disposable
  }()
}
