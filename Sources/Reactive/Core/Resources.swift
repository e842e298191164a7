import Synchronization

/// What is let go when something ends, in the order in which it was added.
@usableFromInline
class _Resources: @unchecked Sendable {
  private let bag = Mutex(Bag())

  private struct Bag: @unchecked Sendable {
    var hasEnded = false
    var nextKey = 0
    // Most hold one thing only; the dictionary is for those that hold more.
    var first: (key: Int, item: any Disposable)?
    var others: [Int: any Disposable] = [:]

    mutating func takeAll() -> [any Disposable] {
      var items: [any Disposable] = []
      if let first { items.append(first.item) }
      if !others.isEmpty { items += others.sorted { $0.key < $1.key }.map(\.value) }
      first = nil
      others = [:]
      return items
    }
  }

  @usableFromInline
  init() {}

  @usableFromInline
  final var _areReleased: Bool {
    bag.withLock { $0.hasEnded }
  }

  /// Adds something to let go, or lets it go at once if the end has come; the key removes it again.
  @discardableResult
  @usableFromInline
  final func _add(_ item: any Disposable) -> Int? {
    let key: Int? = bag.withLock { bag in
      if bag.hasEnded { return nil }
      let key = bag.nextKey
      bag.nextKey += 1
      if bag.first == nil { bag.first = (key, item) } else { bag.others[key] = item }
      return key
    }
    if key == nil { item.dispose() }
    return key
  }

  /// Forgets something without letting it go.
  @usableFromInline
  final func _remove(_ key: Int) {
    // The item is carried out of the lock, since its `deinit` may be anybody's code.
    let item: (any Disposable)? = bag.withLock { bag in
      guard let first = bag.first, first.key == key else { return bag.others.removeValue(forKey: key) }
      bag.first = nil
      return first.item
    }
    _ = item
  }

  /// Lets everything go; whatever is added later is let go at once.
  @usableFromInline
  final func _endResources() {
    let items: [any Disposable] = bag.withLock { bag in
      if bag.hasEnded { return [] }
      bag.hasEnded = true
      return bag.takeAll()
    }
    for item in items { item.dispose() }
  }
}
