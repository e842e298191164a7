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
    let source = Source(name: "", text: "f(\(SearchForm.parameters.joined(separator: ", "))) = \(body)")
    var parser = Parser(source, bindings: Parser.Bindings())
    guard case .success(let statement)? = parser.next(),
      case .define(let name, let parameters, let body) = statement.kind,
      case .plan(let definition, _) = Analysis.definition(
        of: name, parameters.map(\.text), body, PlanContext(source, .millisecond), Bindings())
    else { return nil }
    return definition
  }

  /// Whether a form can be applied to streams with these types of values.
  func accepts(_ form: SearchForm, _ types: [TypeSet]) -> Bool {
    guard let definition = form.definition else { return false }
    let key = CheckKey(definition: ObjectIdentifier(definition), types: types)
    if let known = checked[key] { return known }
    let faults = FaultCollector()
    let checker = TypeChecker(definition.context, faults).inside(definition, given: types.map { .stream(of: $0) })
    _ = checker.contents(of: definition.body)
    let accepts = !faults.faults.contains { $0.diagnostic.problem.severity == .error }
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

  /// The complexity of a closure: the number of its characters, where `$0` counts as one.
  static func cost(of text: String) -> Int { text.utf8.count { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "$") } }
}
