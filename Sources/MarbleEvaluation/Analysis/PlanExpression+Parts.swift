import MarbleLanguage

extension PlanExpression {
  /// Calls a closure with each named slot of the expression, but not with those in custom operators.
  package func visitSlots(_ body: (_ slot: Int, Span) -> Void) {
    visit { if case .slot(let slot, shorthand: nil) = $0.kind { body(slot, $0.span) } }
  }

  /// Whether the expression depends on the arguments of a closure or of a law.
  var hasSlot: Bool {
    var hasSlot = false
    visit { if case .slot = $0.kind { hasSlot = true } }
    return hasSlot
  }

  /// Calls a closure with the expression and all of its parts, but not with those of custom operators.
  package func visit(_ body: (PlanExpression) -> Void) {
    body(self)
    switch kind {
    case .slot, .constant, .stream, .timeline, .invalid: break
    case .interpolation(let parts), .tuple(let parts), .array(let parts): for part in parts { part.visit(body) }
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .conversion(_, let operand),
      .failure(let operand):
      operand.visit(body)
    case .binary(_, let left, let right):
      left.visit(body)
      right.visit(body)
    case .conditional(let condition, let first, let second):
      for part in [condition, first, second] { part.visit(body) }
    case .method(let receiver, let call):
      receiver.visit(body)
      call.argument?.visit(body)
      call.asOperator?.visit(body)
    case .call(let call): for argument in call.arguments { argument.visit(body) }
    case .custom(let call): for argument in call.arguments { argument.visit(body) }
    }
  }

  /// The parts of the expression apart from its constants: streams, operators with the labels of their arguments,
  /// strategies and signs.
  var ingredients: Set<String> {
    var found: Set<String> = []
    visit { part in
      switch part.kind {
      case .stream(let binding):
        if let plan = binding.plan { found.formUnion(plan.root.ingredients) } else { found.insert(binding.name) }
      case .prefix(let symbol, _): found.insert("\(symbol)")
      case .binary(let symbol, _, _): found.insert("\(symbol)")
      case .conditional: found.insert("?")
      case .property(_, _, let name): found.insert(".\(name.text)")
      case .method(_, let call): found.insert(".\(call.name.text)")
      case .failure: found.insert("throw")
      case .call(let call): found.formUnion(call.ingredients)
      case .custom(let call): found.formUnion(call.definition.body.ingredients)
      case .slot, .constant, .timeline, .invalid, .interpolation, .tuple, .array, .item, .conversion: break
      }
    }
    return found
  }
}

extension PlanCall {
  /// The operator with the labels of its arguments, and its strategy.
  fileprivate var ingredients: Set<String> {
    var labels: [String] = []
    var found: Set<String> = []
    for (parameter, argument) in zip(overload.parameters, arguments) {
      switch argument {
      case .none: break
      case .strategy(.fixed(let strategy)): found.insert("\(strategy)")
      case .strategy(.concurrent): found.insert("concurrent")
      case .expression, .expressions, .array, .closure: labels.append(parameter.label ?? "_")
      }
    }
    found.insert("\(entry.name)(\(labels.joined(separator: ":")))")
    return found
  }
}

extension PlanArgument {
  fileprivate func visit(_ body: (PlanExpression) -> Void) {
    switch self {
    case .none, .strategy(.fixed): break
    case .expression(let expression), .array(let expression), .strategy(.concurrent(let expression)):
      expression.visit(body)
    case .expressions(let expressions): for expression in expressions { expression.visit(body) }
    case .closure(let closure): closure.body.visit(body)
    }
  }
}

extension Plan {
  /// Whether another plan has the same streams, operators and signs, with any constants.
  package func hasIngredients(of other: Plan) -> Bool { root.ingredients == other.root.ingredients }
}
