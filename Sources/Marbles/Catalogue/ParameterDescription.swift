/// What is told of a parameter, and what it takes to find its argument.
struct ParameterDescription: Sendable {
  let label: String?
  let name: String
  let shape: Shape
  /// What is assumed where nothing is written; `nil` where something must be.
  let defaultText: String?
  /// Whether the label must be written, since without it something else would be meant.
  var requiresLabel = false
  /// The labels that other libraries have for it.
  var otherLabels: [String] = []

  /// What kind of expression fits, as far as can be seen by looking.
  enum Shape: Sendable {
    case stream, streams, values, value, count, time, boolean, message, strategy
    /// A value, a time or a strategy, as a script's own operator may want it.
    case anything
    case closure(ClosureRole)

    /// What a message calls what is expected.
    var kindName: String {
      switch self {
      case .stream, .streams: "a stream"
      case .values, .value, .anything: "a value"
      case .count: "a whole number"
      case .time: "a time"
      case .boolean: "a Boolean"
      case .message: "a text"
      case .strategy: "a strategy"
      case .closure: "a closure"
      }
    }
  }

  func isLabelled(_ text: String?) -> Bool {
    guard let text else { return false }
    return text == label || otherLabels.contains(text)
  }

  /// As it stands in a signature.
  var signature: String {
    let prefix = label.map { "\($0): " } ?? ""
    switch shape {
    case .closure: return prefix + "{ … }"
    case .streams, .values: return "\(prefix)\(name), …"
    case .strategy: return "\(prefix).\(name)"
    case .boolean: return prefix + (defaultText ?? name)
    default: return prefix + name + (defaultText.map { " = \($0)" } ?? "")
    }
  }

  var isClosure: Bool {
    if case .closure = shape { true } else { false }
  }

  var takesSeveral: Bool {
    switch shape {
    case .streams, .values: true
    default: false
    }
  }

  /// Whether an expression may be meant for this parameter.
  func fits(_ expression: Expression) -> Bool {
    switch (expression.kind, shape) {
    case (.closure, .closure): true
    case (.closure, _), (_, .closure): false
    case (_, .anything), (.implicitMember, .strategy): true
    case (.implicitMember, _), (_, .strategy): false
    case (.duration, .time): true
    case (.duration, _): false
    case (.integer, .stream), (.integer, .streams), (.number, .stream), (.number, .streams): false
    case (.text, .count), (.text, .time), (.array, .count), (.array, .time): false
    default: true
    }
  }
}
