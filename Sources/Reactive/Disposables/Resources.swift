import Synchronization

/// Disposables that are disposed at the end of an object, by default in the order in which they were added.
@usableFromInline
class _Resources: _LifecycleState, @unchecked Sendable {
  /// The only lock of this object and its subclasses.
  ///
  /// No user code runs under it.
  @usableFromInline let _lock = Mutex<Void>(())
  /// The tag of the thread that runs the waiting work of a domain, or 0 if it is not known.
  ///
  /// Only domains use it. It is here because there is space between the lock and the next field.
  final let _server = Atomic<UInt16>(0)
  /// The disposables and the name, or `nil` before the first one is added, which is the most frequent case.
  ///
  /// An object of its own, so that an object without disposables stays small.
  @exclusivity(unchecked) private var bag: Bag?

  private final class Bag {
    var nextKey = 1
    // Most objects have one disposable. The dictionary is for the others.
    var first: (key: Int, item: any Disposable)?
    var others: [Int: any Disposable]?
    var name: String?
    /// Whether a disposable was added by a ``Lifetime``.
    var hasLifetimeItem = false

    /// Returns an unused key.
    ///
    /// The disposables are disposed in the order of their keys.
    func makeKey(_ position: _Position) -> Int {
      defer { nextKey += 1 }
      return switch position {
      case .beforeOthers: -nextKey
      case .inOrder, .inLifetime: nextKey
      case .afterOthers: nextKey + Int.max / 2
      }
    }

    /// Removes all disposables and returns them in the order of disposal.
    ///
    /// The key of `first` can be greater than that of others.
    func removeAll() -> [any Disposable] {
      defer { (first, others) = (nil, nil) }
      guard var all = others, !all.isEmpty else { return first.map { [$0.item] } ?? [] }
      if let first { all[first.key] = first.item }
      return all.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The position of a disposable in the order of disposal.
  @usableFromInline
  enum _Position {
    /// Before all others that were added before it.
    case beforeOthers
    case inOrder
    /// As `inOrder`, for a disposable that user code adds to the lifetime.
    case inLifetime
    /// After all others that are `inOrder`.
    case afterOthers
  }

  @inlinable
  override init() {}

  @usableFromInline
  final var _areReleased: Bool {
    _phase.load(ordering: .acquiring) & _LifecycleState._released != 0
  }

  /// Adds a disposable and returns a key to remove it, or disposes it immediately and returns `nil` if the end was
  /// reached.
  @discardableResult
  @usableFromInline
  final func _add(_ item: any Disposable, _ position: _Position = .inOrder) -> Int? {
    let key: Int? = _lock.withLock { _ in
      // Marked under the lock. A thread that releases the resources either sees the mark and waits for the lock, or
      // has marked the release before.
      if _mark(_LifecycleState._hasResources) & _LifecycleState._released != 0 { return nil }
      let bag = self.bag ?? Bag()
      self.bag = bag
      let key = bag.makeKey(position)
      if position == .inLifetime { bag.hasLifetimeItem = true }
      if bag.first == nil { bag.first = (key, item) } else { bag.others = bag.others ?? [:]; bag.others?[key] = item }
      return key
    }
    if key == nil { item.dispose() }
    return key
  }

  /// Removes a disposable without disposing it.
  @usableFromInline
  final func _remove(_ key: Int) {
    // Released outside the lock, because the `deinit` of the item may run user code.
    let item: (any Disposable)? = _lock.withLock { _ in
      guard let first = bag?.first, first.key == key else { return bag?.others?.removeValue(forKey: key) }
      bag?.first = nil
      return first.item
    }
    _ = item
  }

  /// Whether user code has added disposables to the lifetime, and not all disposables have been disposed.
  @usableFromInline
  final var _lifetimeHoldsWork: Bool {
    let items: [any Disposable] = _lock.withLock { _ in
      guard let bag, bag.hasLifetimeItem else { return [] }
      return (bag.first.map { [$0.item] } ?? []) + (bag.others.map { Array($0.values) } ?? [])
    }
    return items.contains { !$0.isDisposed }
  }

  /// Disposes everything.
  ///
  /// Disposables that are added later are disposed immediately.
  @inlinable
  final func _endResources() {
    let before = _mark(_LifecycleState._released)
    if before & _LifecycleState._hasResources != 0, before & _LifecycleState._released == 0 { disposeAll() }
  }

  @usableFromInline
  final func disposeAll() {
    let items = _lock.withLock { _ in bag?.removeAll() }
    for item in items ?? [] { item.dispose() }
  }

  /// The name that the user gave the object.
  @usableFromInline
  final var _name: String? {
    get { _lock.withLock { _ in bag?.name } }
    set {
      _lock.withLock { _ in
        let bag = self.bag ?? Bag()
        bag.name = newValue
        self.bag = bag
      }
    }
  }
}
