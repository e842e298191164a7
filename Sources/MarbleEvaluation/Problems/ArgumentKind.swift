import MarbleLanguage

/// A kind of argument or value in a message about what is expected or found.
package enum ArgumentKind: Sendable, Hashable {
  case stream, value, number, wholeNumber, fraction, numberOrString, time, boolean, string, null, tuple, pair, array,
    event, loadingState, condition
  case strategy, closure
  /// A name or a literal in the source.
  case name(String)
  /// The name of a function of a value, such as `just`, and a closure that calls it.
  case function(String, closure: String)
  /// A call with this name.
  case call(String)

  /// The kind with its article, for diagnostics.
  var phrase: String {
    switch self {
    case .stream: "a stream"
    case .value: "a value"
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .fraction: "a number with a fraction or an exponent"
    case .numberOrString: "a number or a string"
    case .time: "a time"
    case .boolean, .condition: "a Boolean"
    case .string: "a string"
    case .null: "nil"
    case .tuple: "a tuple"
    case .pair: "a pair"
    case .array: "an array"
    case .event: "an event"
    case .loadingState: "a loading state"
    case .strategy: "a strategy"
    case .closure: "a closure"
    case .name(let name), .function(let name, _): "`\(name)`"
    case .call(let name): "`\(name)(…)`"
    }
  }
}
