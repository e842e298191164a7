import MarbleLanguage

/// A necessary relation between the source of an operator and its result, which is tested before the operator is run.
enum SearchRelation: Int {
  /// Each value of the result is a value of the source on the same tick.
  case keeps
  /// At most one value of the source, on the same tick.
  case keepsOne
  /// Each value of the result is a value of the source on the same tick or an earlier one, in order.
  case delays
  /// Each value of the result is a value of the source on the same tick or an earlier one.
  case samples
  /// All events of the source, by the same number of ticks later.
  case shifts
  /// At most one value of the source, later.
  case delaysOne
  /// A value for each value of the source, on the same tick.
  case maps
  /// A value for some of the values of the source, on the same tick.
  case mapsSome
  /// Pairs, on ticks of the source.
  case pairs
  /// No values.
  case silent
  /// At most one value.
  case single
  /// At most one truth value, or one whole number.
  case truth, number
  /// Arrays of values of the source.
  case arrays
  /// Events as values.
  case events
  /// Streams as values.
  case streams
  /// The values of the source, then others.
  case continues
  /// One other value, then those of the source.
  case follows
  /// The first values of the source, then those of the other stream.
  case replaces
  /// The values of both streams on their ticks.
  case merges
  /// The events of one of both streams.
  case races
  /// Pairs with one value of each stream.
  case joins
  /// Values of the other stream.
  case inner
  /// Values of the streams that the source sends.
  case flattens
  /// Truth values.
  case booleans
  /// The values of the source, then others after its failure.
  case handlesFailure
  /// Values of the other stream after the completion of the source.
  case handlesCompletion
  /// The values of the other stream, then those of the source.
  case precedes
  /// A value because the source has none.
  case replacesNothing
  /// No relation, so that the operator is only applied to inputs.
  case unknown
}

extension SearchRelation {
  /// Returns the relation of an operator, by the key of its form, and whether the result ends as the source does.
  static func relation(of key: String, arity: Int) -> (relation: SearchRelation, hasSameEnd: Bool) {
    switch key {
    case "filter", "skip first", "skip while", "skipRepeats", "skipRepeats on", "uniqueValues": (.keeps, true)
    case "take first", "take while", "take until", "take for", "skip until": (.keeps, false)
    case "element at", "element", "first where", "first orFail", "first": (.keepsOne, false)
    case "take last", "debounce", "throttle", "throttle while", "audit for",
      "debounce discardWhenCompleted", "throttle discardWhenCompleted", "throttle until", "audit until",
      "debounce until", "delay until":
      (.delays, false)
    case "sample on", "sample every": (.samples, false)
    case "skip last": (.delays, true)
    case "delay": (.shifts, false)
    case "last", "last where", "last orFail", "single", "single orFail", "single ifSeveral", "min", "max", "min by",
      "max by":
      (.delaysOne, false)
    case "map", "map value", "scan", "negate": (.maps, true)
    case "compactMap": (.mapsSome, true)
    case "index", "timestamp", "timeInterval", "combinePrevious": (.pairs, true)
    case "ignoreValues": (.silent, true)
    case "reduce", "sum": (.single, false)
    case "count", "count where": (.number, false)
    case "all where", "contains where", "contains", "isEmpty", "sequenceEqual", "sequenceEqual by": (.truth, false)
    case "collect", "collect count", "collect every", "collect while", "buffer", "buffer on", "buffer count",
      "buffer from":
      (.arrays, false)
    case "materialize", "materializeResults": (.events, false)
    case "groupBy", "window", "window on", "window count", "window from", "window every", "window for":
      (.streams, false)
    case "concat", "concat value", "concat error", "repeat": (.continues, false)
    case "prefix value": (.follows, false)
    case "timeout after", "timeout each", "timeout first": (arity == 1 ? .keeps : .replaces, false)
    case "take untilReplacement": (.replaces, false)
    case "merge": (.merges, false)
    case "race": (.races, false)
    case "zip", "combineLatest", "withLatest from", "sample with", "forkJoin": (.joins, false)
    case "and", "or": (.booleans, false)
    case "flatMap", "flatMap to": (arity == 1 ? .unknown : .inner, false)
    case "flatten", "zipAll", "combineLatestAll": (.flattens, false)
    case "mapError", "flatMapError", "retry", "retry upTo", "suppressError", "recover with", "onErrorResumeNext":
      (.handlesFailure, false)
    case "then": (.handlesCompletion, false)
    case "prefix": (.precedes, false)
    case "defaultIfEmpty": (.replacesNothing, false)
    default: (.unknown, false)
    }
  }
}
