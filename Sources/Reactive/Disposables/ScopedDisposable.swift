/// A disposable that disposes another one when it is let go.
public final class ScopedDisposable: Disposable {
  private let inner: any Disposable

  /// A disposable that lives as long as its variable, and `inner` with it.
  public init(_ inner: any Disposable) {
    self.inner = inner
  }

  deinit {
    inner.dispose()
  }

  public var isDisposed: Bool { inner.isDisposed }

  public func dispose() {
    inner.dispose()
  }
}
