/// A scheduler that does every action at once, on the thread that schedules it.
///
/// An action that schedules another one has it done before it goes on; for work that goes on and on use
/// ``Scheduler/schedule(recursively:)``, which needs no stack.
public final class ImmediateScheduler: Scheduler {
  public init() {}

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable.disposed
  }
}

extension AnyDisposable {
  /// What has been disposed already: nobody can take back what is done.
  static let disposed = {
    let disposable = AnyDisposable {}
    disposable.dispose()
    return disposable
  }()
}
