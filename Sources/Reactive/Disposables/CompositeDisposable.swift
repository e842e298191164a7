/// A collection of disposables that are disposed together, in the order in which they were added.
public final class CompositeDisposable: Disposable {
  private let resources = _Resources()

  /// Creates a collection of disposables.
  public init(_ disposables: some Sequence<any Disposable> = []) {
    for disposable in disposables { resources._add(disposable) }
  }

  /// Creates a collection of the disposables that are not `nil`.
  public init(_ disposables: some Sequence<(any Disposable)?>) {
    for case let disposable? in disposables { resources._add(disposable) }
  }

  public var isDisposed: Bool { resources._areReleased }

  public func dispose() {
    resources._endResources()
  }

  /// Adds a disposable, or disposes it immediately if the collection was disposed.
  ///
  /// Disposing the result removes the disposable from the collection without disposing it. The result is `nil` if
  /// nothing was added: for `nil`, for a disposable that was disposed, and for a collection that was disposed.
  @discardableResult
  public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
    guard let disposable, !disposable.isDisposed, let key = resources._add(disposable) else { return nil }
    return AnyDisposable { [weak resources] in resources?._remove(key) }
  }

  /// Adds a closure that is called at the disposal, or calls it immediately if the collection was disposed.
  ///
  /// Disposing the result removes the closure. The result is `nil` if the collection was disposed.
  @discardableResult
  public func add(_ action: @escaping () -> Void) -> (any Disposable)? {
    add(AnyDisposable(action))
  }

  /// Adds a disposable; see ``add(_:)-((Disposable)?)``.
  @discardableResult
  public static func += (bag: CompositeDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
    bag.add(disposable)
  }

  /// Adds a closure that is called at the disposal; see ``add(_:)-(()->Void)``.
  @discardableResult
  public static func += (bag: CompositeDisposable, action: @escaping () -> Void) -> (any Disposable)? {
    bag.add(action)
  }
}
