extension CatalogEntry {
  /// Whether the operator has the same name and arguments in Swift, besides a scheduler.
  var isSameInSwift: Bool { Self.sameInSwift.contains(name) }

  private static let sameInSwift: Set = [
    "audit", "combineLatest", "combinePrevious", "concat", "debounce", "delay", "filter", "map", "merge", "prefix",
    "sample", "scan", "skip", "skipRepeats", "take", "throttle", "uniqueValues", "withLatest", "zip",
  ]
}
