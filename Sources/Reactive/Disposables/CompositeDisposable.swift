/// A collection of disposables that are disposed together, in the order in which they were added.
public final class CompositeDisposable: Disposable {
  private let resources = _Resources()

  /// Creates a collection of disposables.
  public init(_ disposables: some Sequence<any Disposable> = []) {
    for disposable in disposables { resources._add(disposable) }
  }

  public var isDisposed: Bool { resources._areReleased }

  public func dispose() {
    resources._endResources()
  }

  /// Adds a disposable, or disposes it immediately if the collection was disposed.
  public func add(_ disposable: any Disposable) {
    resources._add(disposable)
  }

  /// Adds a disposable, or disposes it immediately if the collection was disposed.
  public static func += (bag: CompositeDisposable, disposable: any Disposable) {
    bag.add(disposable)
  }
}
