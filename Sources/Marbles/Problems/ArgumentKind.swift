import MarbleLanguage

/// A kind of thing that is expected or found where another would fit.
package enum ArgumentKind: Sendable, Hashable {
  case stream, value, number, wholeNumber, fraction, numberOrString, time, boolean, string, null, tuple, pair, array,
    event
  case strategy, closure
  /// A name, as it is written.
  case name(String)
  /// A call of this name.
  case call(String)

  /// The kind with its article, as diagnostics name it.
  var phrase: String {
    switch self {
    case .stream: "a stream"
    case .value: "a value"
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .fraction: "a number with a fraction"
    case .numberOrString: "a number or a string"
    case .time: "a time"
    case .boolean: "a Boolean"
    case .string: "a string"
    case .null: "nil"
    case .tuple: "a tuple"
    case .pair: "a pair"
    case .array: "an array"
    case .event: "an event"
    case .strategy: "a strategy"
    case .closure: "a closure"
    case .name(let name): "`\(name)`"
    case .call(let name): "`\(name)(…)`"
    }
  }
}
