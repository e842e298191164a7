import MarbleLanguage

extension PlanExpression {
  /// Calls a closure with each named slot of the expression, but not with those in custom operators.
  func visitSlots(_ body: (_ slot: Int, Span) -> Void) {
    switch kind {
    case .slot(let slot, nil): body(slot, span)
    case .constant, .slot, .stream, .timeline, .invalid: break
    case .interpolation(let parts), .tuple(let parts), .array(let parts): for part in parts { part.visitSlots(body) }
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .conversion(_, let operand),
      .failure(let operand):
      operand.visitSlots(body)
    case .binary(_, let left, let right):
      left.visitSlots(body)
      right.visitSlots(body)
    case .conditional(let condition, let first, let second):
      for part in [condition, first, second] { part.visitSlots(body) }
    case .method(let receiver, let call):
      receiver.visitSlots(body)
      call.argument?.visitSlots(body)
      call.asOperator?.visitSlots(body)
    case .call(let call): for argument in call.arguments { argument.visitSlots(body) }
    case .custom(let call): for argument in call.arguments { argument.visitSlots(body) }
    }
  }
}

extension PlanArgument {
  fileprivate func visitSlots(_ body: (_ slot: Int, Span) -> Void) {
    switch self {
    case .none, .strategy(.fixed): break
    case .expression(let expression), .array(let expression), .strategy(.concurrent(let expression)):
      expression.visitSlots(body)
    case .expressions(let expressions): for expression in expressions { expression.visitSlots(body) }
    case .closure(let closure): closure.body.visitSlots(body)
    }
  }
}
