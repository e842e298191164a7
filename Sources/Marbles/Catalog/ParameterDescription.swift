import MarbleLanguage

/// What is told of a parameter, and what it takes to find its argument.
package final class ParameterDescription: Sendable {
  package let label: String?
  package let name: String
  package let shape: Shape
  /// The default where nothing is written; `nil` where something must be.
  let defaultText: String?
  /// Whether the label must be written, since without it something else would be meant.
  let requiresLabel: Bool
  /// The labels that other libraries have for it.
  let otherLabels: [String]

  init(
    label: String?, name: String, shape: Shape, defaultText: String? = nil, requiresLabel: Bool = false,
    otherLabels: [String] = []
  ) {
    self.label = label
    self.name = name
    self.shape = shape
    self.defaultText = defaultText
    self.requiresLabel = requiresLabel
    self.otherLabels = otherLabels
  }

  /// The kind of expression that fits, as far as its syntax tells.
  package enum Shape: Sendable {
    case stream, streams, streamValues, values, value, array, boolean, message, strategy
    case count(atLeast: Int)
    case time(atLeast: Int)
    /// A message, or `nil`.
    case optionalMessage
    /// A value, a time or a strategy, as a custom operator may take it.
    case anything
    case closure(ClosureRole)

    var kind: ArgumentKind {
      switch self {
      case .stream, .streams, .streamValues: .stream
      case .values, .value, .array, .anything: .value
      case .count: .wholeNumber
      case .time: .time
      case .boolean: .boolean
      case .message, .optionalMessage: .string
      case .strategy: .strategy
      case .closure: .closure
      }
    }
  }

  package func isLabeled(_ text: String?) -> Bool {
    guard let text else { return false }
    return text == label || otherLabels.contains(text)
  }

  /// As it stands in a signature.
  var signature: String {
    let prefix = label.map { "\($0): " } ?? ""
    switch shape {
    case .closure: return prefix + "{ … }"
    case .streams, .streamValues, .values: return "\(prefix)\(name), …"
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
    case .streams, .streamValues, .values: true
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
    case (.integer, _) where shape.kind == .stream, (.number, _) where shape.kind == .stream: false
    case (.string, .count), (.string, .time), (.array, .count), (.array, .time): false
    default: true
    }
  }

  /// The problem of a number that is too small for this parameter.
  func problem(with number: Int) -> ProgramProblem? {
    switch shape {
    case .time where number < 0: .tooSmall(parameter: "time", minimum: 0)
    case .count(let minimum), .time(let minimum):
      number < minimum ? .tooSmall(parameter: label ?? name, minimum: minimum) : nil
    default: nil
    }
  }

  /// A parameter that takes what is written, as long as it is not a closure.
  package static func anything(_ name: String, label: String? = nil) -> ParameterDescription {
    ParameterDescription(label: label, name: name, shape: .anything)
  }
}
