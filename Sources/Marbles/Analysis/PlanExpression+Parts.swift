import MarbleLanguage

extension PlanExpression {
  /// Calls a closure with each named slot of the expression, but not with those in custom operators.
  func visitSlots(_ body: (_ slot: Int, Span) -> Void) {
    visitAllSlots { slot, isNamed, span in if isNamed { body(slot, span) } }
  }

  /// Whether the expression depends on the arguments of a closure or of a law.
  var hasSlot: Bool {
    var hasSlot = false
    visitAllSlots { _, _, _ in hasSlot = true }
    return hasSlot
  }

  fileprivate func visitAllSlots(_ body: (_ slot: Int, _ isNamed: Bool, Span) -> Void) {
    switch kind {
    case .slot(let slot, let shorthand): body(slot, shorthand == nil, span)
    case .constant, .stream, .timeline, .invalid: break
    case .interpolation(let parts), .tuple(let parts), .array(let parts): for part in parts { part.visitAllSlots(body) }
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .conversion(_, let operand),
      .failure(let operand):
      operand.visitAllSlots(body)
    case .binary(_, let left, let right):
      left.visitAllSlots(body)
      right.visitAllSlots(body)
    case .conditional(let condition, let first, let second):
      for part in [condition, first, second] { part.visitAllSlots(body) }
    case .method(let receiver, let call):
      receiver.visitAllSlots(body)
      call.argument?.visitAllSlots(body)
      call.asOperator?.visitAllSlots(body)
    case .call(let call): for argument in call.arguments { argument.visitAllSlots(body) }
    case .custom(let call): for argument in call.arguments { argument.visitAllSlots(body) }
    }
  }
}

extension PlanArgument {
  fileprivate func visitAllSlots(_ body: (_ slot: Int, _ isNamed: Bool, Span) -> Void) {
    switch self {
    case .none, .strategy(.fixed): break
    case .expression(let expression), .array(let expression), .strategy(.concurrent(let expression)):
      expression.visitAllSlots(body)
    case .expressions(let expressions): for expression in expressions { expression.visitAllSlots(body) }
    case .closure(let closure): closure.body.visitAllSlots(body)
    }
  }
}
