extension CatalogEntry {
  /// Whether a search never uses the operator, for example because it sends all events unchanged.
  var isIgnoredBySearch: Bool {
    switch name {
    case "log", "on", "observe", "start", "promoteError", "share", "replayLazily", "multicast", "streams": true
    // Without `throw`, these send the same events as another operator.
    case "attempt", "attemptMap", "scanMap": true
    // No example determines their closures, or they send two streams. Only one form of `expand` is derived.
    case "expand", "flatScan", "partition": true
    // They only convert between values and states.
    case "toLoadingProducer", "dematerializeLoadingState": true
    default: family == .make
    }
  }

  /// Whether a closure of the operator as the last one is derived from the expected events.
  var hasDerivedClosure: Bool {
    switch name {
    case "map", "filter", "take", "skip", "first", "last", "count", "all", "contains", "scan", "reduce",
      "compactMap", "zip", "combineLatest", "withLatest", "forkJoin":
      true
    default: false
    }
  }

  /// Whether the arguments of the operator are compared with the values of its source.
  var comparesValues: Bool { name == "contains" }

  /// The complexity of the operator in the order of answers.
  var searchCost: Int {
    switch name {
    case "map", "filter", "take", "skip", "merge": 4
    case "zip", "combineLatest", "concat", "scan", "delay", "debounce", "throttle", "skipRepeats", "prefix",
      "withLatest", "count", "sum", "min", "max", "collect", "reduce", "first", "last", "uniqueValues", "index":
      5
    case "sample", "flatMap", "flatten", "compactMap", "race", "buffer", "retry", "timeout", "materialize",
      "combinePrevious", "ignoreValues", "repeat", "then", "flatMapError":
      6
    case "onErrorResumeNext": 10
    default: 8
    }
  }

  /// The additional complexity of an overload, by the name of the operator and its first label.
  static func searchCost(ofOverload key: String) -> Int {
    switch key {
    // A value that does not depend on the source is rarely meant, and `concat` is easier to read than `prefix`.
    case "map value": 4
    case "prefix": 2
    case "take untilReplacement": 4
    default: 0
    }
  }
}
