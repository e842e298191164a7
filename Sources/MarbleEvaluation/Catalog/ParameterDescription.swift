import MarbleLanguage

/// The description of a parameter, for signatures and for matching arguments.
package final class ParameterDescription: Sendable {
  package let label: String?
  package let name: String
  package let shape: Shape
  /// The default value as source text, or `nil` if the argument is required.
  package let defaultText: String?
  /// Whether the label is required, because the argument would mean something else without it.
  let requiresLabel: Bool
  /// Additional labels, which other libraries use.
  let otherLabels: [String]
  /// The label of the parameter that an argument without a label has in RxJS, if it is another one.
  let labelInRxJS: String?
  /// Whether the operator starts the stream as an inner stream, for each value.
  let isInner: Bool

  init(
    label: String?, name: String, shape: Shape, defaultText: String? = nil, requiresLabel: Bool = false,
    otherLabels: [String] = [], labelInRxJS: String? = nil, isInner: Bool = false
  ) {
    self.label = label
    self.name = name
    self.shape = shape
    self.defaultText = defaultText
    self.requiresLabel = requiresLabel
    self.otherLabels = otherLabels
    self.labelInRxJS = labelInRxJS
    self.isInner = isInner
  }

  /// The kind of expression that the parameter accepts, as far as the syntax shows it.
  package enum Shape: Sendable {
    case stream, streams, streamValues, values, value, array, boolean, message, strategy
    case count(atLeast: Int64)
    case time(atLeast: Int64)
    /// A message, or `nil`.
    case optionalMessage
    /// A value, a time or a strategy, for a parameter of a custom operator.
    case anything
    case closure(ClosureRole)

    package var kind: ArgumentKind {
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

    /// Whether the argument is a value of any type.
    var isOneValue: Bool { if case .value = self { true } else { false } }
  }

  package func isLabeled(_ text: String?) -> Bool {
    guard let text else { return false }
    return text == label || otherLabels.contains(text)
  }

  /// The parameter as written in a signature.
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

  package var isClosure: Bool {
    if case .closure = shape { true } else { false }
  }

  /// Whether the argument is the last number of a range.
  var endsRange: Bool { name == "last" }

  /// Whether the argument is a stream of Booleans, as a condition.
  var takesBooleans: Bool { ["condition", "isEnabled"].contains(name) && shape.kind == .stream }

  /// Whether the argument decides if the source is unsubscribed with the last observer.
  package var releasesSource: Bool { label == "resetWhenUnobserved" }

  var takesSeveral: Bool {
    switch shape {
    case .streams, .streamValues, .values: true
    default: false
    }
  }

  /// Whether an expression can be an argument for this parameter, judging by its syntax.
  func fits(_ expression: Expression) -> Bool {
    switch (expression.kind, shape) {
    case (.closure, .closure): true
    case (.closure, _), (_, .closure): false
    case (_, .anything), (.implicitMember, .strategy): true
    case (.implicitMember, _), (_, .strategy): false
    case (.duration, .time): true
    case (.duration, _): false
    case (.integer, _) where shape.kind == .stream, (.number, _) where shape.kind == .stream: false
    // Without its label, a message is a value: `a.concat(4)`.
    case (.integer, .message), (.number, .message), (.boolean, .message): label == nil
    // `timeout(3, empty())`
    case (.call(let call), .message): Catalog.standard[call.name.text]?.family != .make
    case (.string, .count), (.string, .time), (.array, .count), (.array, .time): false
    default: true
    }
  }

  /// Returns the problem with a number that is too small for this parameter, or `nil` if it is valid.
  package func problem(with number: Int64) -> ProgramProblem? {
    switch shape {
    case .time where number < 0: .tooSmall(parameter: "time", minimum: 0)
    case .count(let minimum), .time(let minimum):
      number < minimum ? .tooSmall(parameter: label ?? name, minimum: minimum) : nil
    default: nil
    }
  }

  /// Returns a parameter that accepts any expression except a closure.
  package static func anything(_ name: String, label: String? = nil) -> ParameterDescription {
    ParameterDescription(label: label, name: name, shape: .anything)
  }
}
