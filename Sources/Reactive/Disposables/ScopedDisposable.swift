/// A disposable that disposes another one when it is deallocated.
public final class ScopedDisposable: Disposable {
  private let inner: any Disposable

  /// Creates a disposable that disposes `inner` when it is disposed or deallocated.
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
