import MarbleLanguage

/// A translation of an expression to Swift code with the operators of `Reactive`.
package struct SwiftTranslation {
  /// The code, or `nil` if a part of the expression has no translation.
  package private(set) var text: String?
  /// The smallest part without a translation as source text, if there is one.
  package private(set) var untranslated: String?
  /// The streams that the code observes, in the order of their first uses.
  package private(set) var inputs: [Binding] = []
  /// Whether the code uses the scheduler `clock`.
  package private(set) var usesClock = false
  /// Whether a number of the code has a fraction.
  package private(set) var hasFractions = false
  /// The names of the parameters that are numbers in the marble language.
  private var names: [Int: String] = [:]

  private static let members: Set = [
    "contains", "count", "hasPrefix", "hasSuffix", "isEmpty", "lowercased", "uppercased",
  ]

  package init(_ plan: Plan) {
    if case .call = plan.root.kind { text = code(plan) }
  }

  /// Returns the code of a plan, or `nil` if a value in it can have several types.
  private mutating func code(_ plan: Plan) -> String? {
    let faults = FaultCollector()
    let checker = TypeChecker(plan.context, faults)
    _ = checker.contents(of: plan.root)
    return checker.isUniform && faults.faults.isEmpty ? code(plan.root, plan.context) : nil
  }

  private mutating func code(_ expression: PlanExpression, _ context: PlanContext) -> String? {
    let code = translation(of: expression, context)
    if code == nil { untranslated = untranslated ?? context.source.text(of: expression.span) }
    return code
  }

  private mutating func translation(of expression: PlanExpression, _ context: PlanContext) -> String? {
    switch expression.kind {
    case .stream(let binding):
      if let plan = binding.plan { return code(plan) }
      guard case .pipe = binding.kind else { return nil }
      if !inputs.contains(where: { $0 === binding }) { inputs.append(binding) }
      return binding.name.swiftIdentifier
    case .call(let call): return code(call, context)
    case .constant(.integer(let number)): return number < 0 ? "(\(number))" : "\(number)"
    case .constant(.number(let number)) where number.isFinite:
      hasFractions = true
      return number < 0 ? "(\(number))" : "\(number)"
    case .constant(.boolean(let value)): return "\(value)"
    case .constant(.marble(let text)), .constant(.string(let text)): return text.debugDescription
    case .slot(_, let shorthand):
      return shorthand.flatMap { names[$0] } ?? context.source.text(of: expression.span).swiftIdentifier
    case .prefix(let sign, let operand): return operands([operand], context).map { sign.rawValue + $0[0] }
    // A division by zero ends a program.
    case .binary(.divide, _, _), .binary(.remainder, _, _): return nil
    case .binary(let sign, let left, let right):
      return operands([left, right], context).map { "\($0[0]) \(sign.rawValue) \($0[1])" }
    case .conditional(let condition, let first, let second):
      return operands([condition, first, second], context).map { "\($0[0]) ? \($0[1]) : \($0[2])" }
    case .item(let tuple, let index, _): return operands([tuple], context).map { "\($0[0]).\(index)" }
    case .property(let value, _, let name) where Self.members.contains(name.text):
      return operands([value], context).map { "\($0[0]).\(name.text)" }
    case .method(let value, let call) where Self.members.contains(call.name.text):
      return operands([value] + (call.argument.map { [$0] } ?? []), context).map { texts in
        "\(texts[0]).\(call.name.text)(\(texts.dropFirst().joined()))"
      }
    default: return nil
    }
  }

  /// Returns the code of parts of an expression, in parentheses if they have operators.
  private mutating func operands(_ parts: [PlanExpression], _ context: PlanContext) -> [String]? {
    let texts = parts.compactMap { part -> String? in
      switch part.kind {
      case .binary, .conditional, .prefix: code(part, context).map { "(\($0))" }
      default: code(part, context)
      }
    }
    return texts.count == parts.count ? texts : nil
  }

  // MARK: Calls

  private mutating func code(_ call: PlanCall, _ context: PlanContext) -> String? {
    guard call.entry.isSameInSwift else { return nil }
    var arguments: [String] = []
    var (receiver, trailing) = ("", "")
    for (index, (parameter, argument)) in zip(call.overload.parameters, call.arguments).enumerated() {
      if case .none = argument { continue }
      guard let text = code(argument, for: parameter, context) else { return nil }
      if index == 0, call.entry.isMethod, case .stream = parameter.shape {
        receiver = text + "."
      } else if parameter.isClosure, parameter.label == nil {
        trailing = " " + text
      } else {
        arguments.append((parameter.label.map { "\($0): " } ?? "") + text)
      }
    }
    let isShort = arguments.isEmpty && !trailing.isEmpty
    return receiver + call.entry.name + (isShort ? "" : "(\(arguments.joined(separator: ", ")))") + trailing
  }

  private mutating func code(
    _ argument: PlanArgument, for parameter: ParameterDescription, _ context: PlanContext
  ) -> String? {
    switch (argument, parameter.shape) {
    case (.closure(let closure), .closure(let role)): return code(closure, role)
    case (.expression(let expression), .time):
      guard case .integer(let ticks)? = expression.constant else { return nil }
      let (time, overflow) = ticks.multipliedReportingOverflow(by: context.tickLength.duration.wholeNanoseconds)
      usesClock = true
      return overflow ? nil : Self.duration(time) + ", on: clock"
    case (.expression, .boolean) where parameter.label != "discardWhenCompleted": return nil
    case (.expression(let expression), .stream), (.expression(let expression), .value),
      (.expression(let expression), .count), (.expression(let expression), .boolean):
      return code(expression, context)
    case (.expressions(let items), .streams), (.expressions(let items), .streamValues):
      return operands(items, context)?.joined(separator: ", ")
    case (.expressions(let items), .values) where items.count == 1: return code(items[0], context)
    default: return nil
    }
  }

  private mutating func code(_ closure: PlanClosure, _ role: ClosureRole) -> String? {
    guard let body = code(closure.body, closure.context) else { return nil }
    if closure.hasNames {
      let written = closure.context.source.text(of: closure.span)
      return written.firstRange(of: " in ").map { "{\(written[..<$0.upperBound].dropFirst())\(body) }" }
    }
    let count = [.together, .combination].contains(role.takes.first) ? 2 : role.takes.count
    let isUsed = (0..<count).map { body.contains("$\($0)") }
    // In Swift, a closure uses the last of its parameters or names them.
    if isUsed.last != false { return "{ \(body) }" }
    let parameters = zip(isUsed, ["first", "second", "third"]).map { $0 ? $1 : "_" }
    names = Dictionary(uniqueKeysWithValues: zip(0..., parameters))
    defer { names = [:] }
    return code(closure.body, closure.context).map { "{ \(parameters.joined(separator: ", ")) in \($0) }" }
  }

  /// Returns a number of nanoseconds in the largest unit.
  package static func duration(_ nanoseconds: Int64) -> String {
    let units: [(Int64, String)] = [(1_000_000_000, "seconds"), (1_000_000, "milliseconds"), (1_000, "microseconds")]
    let (length, name) = units.first { nanoseconds.isMultiple(of: $0.0) } ?? (1, "nanoseconds")
    return ".\(name)(\(nanoseconds / length))"
  }
}

extension String {
  /// The name in Swift code, in which keywords need backticks.
  package var swiftIdentifier: String { Self.swiftKeywords.contains(self[...]) ? "`\(self)`" : self }

  private static let swiftKeywords = Set(
    """
    as break case catch class continue default defer deinit do else enum extension false for func guard if import in \
    init inout internal is let nil operator private protocol public repeat return self static struct subscript super \
    switch throw throws true try typealias var where while
    """.split(separator: " "))
}
