/// A disposable that calls a closure, or disposes another disposable, once.
public final class AnyDisposable: Disposable {
  private let work: Mutex<Work?>

  private enum Work: @unchecked Sendable {
    case action(() -> Void)
    case disposable(any Disposable)
  }

  private init(_ work: Work) {
    self.work = Mutex(work)
  }

  /// Creates a disposable that calls `action` when it is disposed, on the thread that disposes it.
  public convenience init(_ action: @escaping () -> Void) {
    self.init(Work.action(action))
  }

  /// Creates a disposable that only records whether it was disposed.
  public convenience init() {
    self.init(Work.action {})
  }

  /// Creates a disposable that disposes `disposable`.
  public convenience init(_ disposable: any Disposable) {
    self.init(Work.disposable(disposable))
  }

  public var isDisposed: Bool {
    switch work.withLock({ $0 }) {
    case .action: false
    case .disposable(let disposable): disposable.isDisposed
    case nil: true
    }
  }

  public func dispose() {
    switch work.withLock({ $0.take() }) {
    case .action(let action): action()
    case .disposable(let disposable): disposable.dispose()
    case nil: break
    }
  }
}
