import Synchronization

/// What is let go when something ends, in the order in which it was added.
@usableFromInline
class _Resources: @unchecked Sendable {
  private let bag = Mutex(Bag())

  private struct Bag: @unchecked Sendable {
    var hasEnded = false
    var nextKey = 0
    // Most hold one thing at most; the dictionary is for those that hold more.
    var first: (key: Int, item: any Disposable)?
    var others: [Int: any Disposable]?

    /// Everything, in the order of adding: the key of `first` may be a later one than some of the others have.
    mutating func takeAll() -> (only: (any Disposable)?, all: [any Disposable]?) {
      guard var all = others.take(), !all.isEmpty else { return (first.take()?.item, nil) }
      if let first = first.take() { all[first.key] = first.item }
      return (nil, all.sorted { $0.key < $1.key }.map(\.value))
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
      if bag.first == nil {
        bag.first = (key, item)
      } else {
        if bag.others == nil { bag.others = [:] }
        bag.others?[key] = item
      }
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
      guard let first = bag.first, first.key == key else { return bag.others?.removeValue(forKey: key) }
      bag.first = nil
      return first.item
    }
    _ = item
  }

  /// Lets everything go; whatever is added later is let go at once.
  @usableFromInline
  final func _endResources() {
    let (only, all) = bag.withLock { bag -> ((any Disposable)?, [any Disposable]?) in
      if bag.hasEnded { return (nil, nil) }
      bag.hasEnded = true
      return bag.takeAll()
    }
    only?.dispose()
    if let all { for item in all { item.dispose() } }
  }
}
