import MarbleEvaluation
import MarbleLanguage

/// Analyzes the forms and closures of a search, each of them once.
final class SearchCompiler {
  private var definitions: [String: CustomOperator?] = [:]
  private var checked: [CheckKey: Bool] = [:]
  private var closures: [String: SearchClosure?] = [:]
  private let runContext = RunContext(Bindings())

  private struct CheckKey: Hashable {
    let definition: ObjectIdentifier
    let types: [TypeSet]
  }

  /// Returns a call as a custom operator, or `nil` if it has an error.
  func definition(_ body: String) -> CustomOperator? {
    if let known = definitions[body] { return known }
    let definition = analyzed(body)
    definitions[body] = .some(definition)
    return definition
  }

  private func analyzed(_ body: String) -> CustomOperator? {
    .searched(body, SearchForm.parameters, Bindings())
  }

  /// Whether a form can be applied to streams with these types of values.
  func accepts(_ form: SearchForm, _ types: [TypeSet]) -> Bool {
    guard let definition = form.definition else { return false }
    let key = CheckKey(definition: ObjectIdentifier(definition), types: types)
    if let known = checked[key] { return known }
    let faults = FaultCollector()
    let checker = TypeChecker(definition.context, faults).inside(definition, given: types.map { .stream(of: $0) })
    _ = checker.contents(of: definition.body)
    let accepts = !faults.hasError
    checked[key] = accepts
    return accepts
  }

  // MARK: Closures

  /// Returns a closure with this body, or `nil` if it has an error.
  func closure(_ text: String) -> SearchClosure? {
    if let known = closures[text] { return known }
    var closure: SearchClosure?
    if let definition = analyzed("it.map { \(text) }"), case .call(let call) = definition.body.kind,
      case .closure(let plan)? = call.arguments.last
    {
      closure = SearchClosure(text: text, plan: plan)
    }
    closures[text] = .some(closure)
    return closure
  }

  /// Returns the result of a closure, or `nil` if it fails.
  func value(_ closure: SearchClosure, _ arguments: [Value]) -> Value? {
    var values = arguments
    if closure.plan.arity > 1, values.count == 1, case .tuple(let items) = values[0] { values = items }
    guard closure.plan.arity <= values.count else { return nil }
    let outer = Array(repeating: Value.null, count: closure.plan.firstSlot)
    let evaluation = Evaluation(runContext, closure.plan.context, slots: outer + values, isInClosure: true)
    return try? evaluation.value(of: closure.plan.body)
  }

  /// Returns whether a predicate is true, or `nil` if it fails.
  func boolean(_ closure: SearchClosure, _ arguments: [Value]) -> Bool? {
    if case .boolean(let isTrue)? = value(closure, arguments) { isTrue } else { nil }
  }
}

/// A closure that an expression may contain, without its braces.
final class SearchClosure {
  let text: String
  let plan: PlanClosure
  var cost: Int { Self.cost(of: text) }

  init(text: String, plan: PlanClosure) {
    self.text = text
    self.plan = plan
  }

  /// The complexity of a closure: the number of its characters, where `$0` and `\(` count as one, and `.count` and
  /// `just` as two and none.
  ///
  /// A comparison with a string is more complex, because it rarely holds for other examples.
  static func cost(of text: String) -> Int {
    let count = text.utf8.count { ![UInt8(ascii: " "), UInt8(ascii: "$"), UInt8(ascii: "\\")].contains($0) }
    let isComparison = ["= \"", "< \"", "> \""].contains { text.contains($0) }
    return count + (isComparison ? 3 : 0) - (text.contains(".count") || text.contains("just(") ? 4 : 0)
  }
}

extension CustomOperator {
  /// Returns the custom operator with this definition, or `nil` if it has an error.
  static func searched(_ body: String, _ parameters: [String], _ bindings: Bindings) -> CustomOperator? {
    let source = Source(name: "", text: "f(\(parameters.joined(separator: ", "))) = \(body)")
    var parser = Parser(source, bindings: Parser.Bindings())
    guard case .success(let statement)? = parser.next(), case .define(let name, _, let body) = statement.kind,
      case .plan(let definition, _) = Analysis.definition(
        of: name, parameters, body, PlanContext(source, .millisecond), bindings)
    else { return nil }
    return definition
  }

  /// Returns a call of the operator, or `nil` if it has an error.
  func call(_ arguments: [Binding]) -> PlanExpression? {
    let faults = FaultCollector()
    let call = PlanExpression(
      .custom(CustomCall(self, Name(text: name, span: 0..<0), arguments.map(\.argument))), 0..<0)
    _ = TypeChecker(context, faults).contents(of: call)
    return faults.hasError ? nil : call
  }
}

extension Binding {
  /// The stream as it is written as an argument.
  fileprivate var argument: PlanExpression {
    guard case .timeline(let quoted)? = plan?.root.kind else { return PlanExpression(.stream(self), 0..<0) }
    return PlanExpression(.constant(.string(TimelinePrinter.text(of: quoted.timeline))), 0..<0)
  }
}
