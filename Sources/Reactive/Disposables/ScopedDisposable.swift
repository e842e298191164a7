/// A disposable that disposes another one when it is deallocated.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
  /// The contained disposable.
  public let inner: Inner

  /// Creates a disposable that disposes `inner` when it is disposed or deallocated.
  public init(_ inner: Inner) {
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

extension ScopedDisposable where Inner == AnyDisposable {
  /// Creates a disposable that disposes `disposable`, which can be of any type, when it is disposed or deallocated.
  public convenience init(_ disposable: any Disposable) {
    self.init(disposable as? AnyDisposable ?? AnyDisposable(disposable))
  }
}

extension ScopedDisposable where Inner == CompositeDisposable {
  /// Adds a disposable to the contained collection; see ``CompositeDisposable/add(_:)-((Disposable)?)``.
  @discardableResult
  public static func += (scope: ScopedDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
    scope.inner.add(disposable)
  }

  /// Adds a closure to the contained collection; see ``CompositeDisposable/add(_:)-(()->Void)``.
  @discardableResult
  public static func += (scope: ScopedDisposable, action: @escaping () -> Void) -> (any Disposable)? {
    scope.inner.add(action)
  }
}
