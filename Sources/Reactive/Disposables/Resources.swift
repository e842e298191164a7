import Synchronization

/// What is let go when something ends, in the order in which it was added.
@usableFromInline
class _Resources: _LifecycleState, @unchecked Sendable {
  /// The one lock of whatever hangs on this object; no code but the core's runs under it.
  @usableFromInline let _lock = Mutex<Void>(())
  /// Made when the first thing is added, since to most nothing ever is.
  @exclusivity(unchecked) private var bag: Bag?

  private struct Bag {
    var nextKey = 1
    // Most hold one thing; the dictionary is for those that hold more.
    var first: (key: Int, item: any Disposable)?
    var others: [Int: any Disposable]?

    /// Everything, in the order of adding: the key of `first` may be a later one than some of the others have.
    var all: [any Disposable] {
      guard var all = others, !all.isEmpty else { return first.map { [$0.item] } ?? [] }
      if let first { all[first.key] = first.item }
      return all.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  @inlinable
  override init() {}

  @usableFromInline
  final var _areReleased: Bool {
    _phase.load(ordering: .acquiring) & _LifecycleState._released != 0
  }

  /// Adds something to let go, or lets it go at once if the end has come; the key removes it again.
  @discardableResult
  @usableFromInline
  final func _add(_ item: any Disposable) -> Int? {
    let key: Int? = _lock.withLock { _ in
      // Marked under the lock: whoever releases either sees the mark, and waits for the lock, or was here before.
      if _mark(_LifecycleState._hasResources) & _LifecycleState._released != 0 { return nil }
      var bag = self.bag.take() ?? Bag()
      defer { self.bag = bag }
      let key = bag.nextKey
      bag.nextKey += 1
      if bag.first == nil { bag.first = (key, item) } else { bag.others = bag.others ?? [:]; bag.others?[key] = item }
      return key
    }
    if key == nil { item.dispose() }
    return key
  }

  /// Forgets something without letting it go.
  @usableFromInline
  final func _remove(_ key: Int) {
    // The item is carried out of the lock, since its `deinit` may be anybody's code.
    let item: (any Disposable)? = _lock.withLock { _ in
      guard let first = bag?.first, first.key == key else { return bag?.others?.removeValue(forKey: key) }
      bag?.first = nil
      return first.item
    }
    _ = item
  }

  /// Lets everything go; whatever is added later is let go at once.
  @inlinable
  final func _endResources() {
    let before = _mark(_LifecycleState._released)
    if before & _LifecycleState._hasResources != 0, before & _LifecycleState._released == 0 { disposeAll() }
  }

  @usableFromInline
  final func disposeAll() {
    let bag = _lock.withLock { _ in self.bag.take() }
    for item in bag?.all ?? [] { item.dispose() }
  }
}
