import MarbleEvaluation
import MarbleLanguage

/// Copies a plan with some of its calls or sources replaced.
final class PlanRewriter {
  /// Returns what to put in place of a call, or `nil` to keep it.
  var replaceCall: (PlanCall) -> PlanExpression.Kind? = { _ in nil }
  /// Returns the stream to put in place of another, or `nil` to keep it.
  var replaceStream: (Binding) -> Binding? = { _ in nil }
  private var rewritten: [ObjectIdentifier: Binding] = [:]

  func plan(_ plan: Plan, with binding: Binding? = nil) -> Plan {
    plan.copy(root: expression(plan.root), bindings: binding.map { plan.bindings.with([$0]) })
  }

  private func expression(_ expression: PlanExpression) -> PlanExpression {
    PlanExpression(kind(expression.kind), expression.span)
  }

  private func expressions(_ expressions: [PlanExpression]) -> [PlanExpression] { expressions.map(expression) }

  private func kind(_ kind: PlanExpression.Kind) -> PlanExpression.Kind {
    switch kind {
    case .constant, .slot, .timeline, .invalid: kind
    case .stream(let binding): .stream(stream(binding))
    case .interpolation(let parts): .interpolation(expressions(parts))
    case .prefix(let symbol, let operand): .prefix(symbol, expression(operand))
    case .binary(let symbol, let left, let right): .binary(symbol, expression(left), expression(right))
    case .conditional(let condition, let first, let second):
      .conditional(expression(condition), then: expression(first), otherwise: expression(second))
    case .tuple(let items): .tuple(expressions(items))
    case .array(let items): .array(expressions(items))
    case .item(let receiver, let index, let name): .item(expression(receiver), index, name)
    case .property(let receiver, let property, let name): .property(expression(receiver), property, name)
    case .method(let receiver, let call): .method(expression(receiver), method(call))
    case .conversion(let conversion, let argument): .conversion(conversion, expression(argument))
    case .failure(let message): .failure(expression(message))
    case .call(let call):
      if let replacement = replaceCall(call) { self.kind(replacement) } else { .call(self.call(call)) }
    case .custom(let call):
      .custom(CustomCall(definition(call.definition), call.name, expressions(call.arguments)))
    }
  }

  private func call(_ call: PlanCall) -> PlanCall {
    PlanCall(call.entry, call.overload, call.name, call.arguments.map(argument), written: call.written)
  }

  private func method(_ call: MethodCall) -> MethodCall {
    MethodCall(
      call.method, call.name, call.argument.map(expression), asOperator: call.asOperator.map(expression),
      mismatch: call.mismatch)
  }

  private func definition(_ definition: CustomOperator) -> CustomOperator {
    CustomOperator(
      name: definition.name, parameters: definition.parameters, body: expression(definition.body), definition.context,
      text: definition.text)
  }

  private func argument(_ argument: PlanArgument) -> PlanArgument {
    switch argument {
    case .none, .strategy: argument
    case .expression(let written): .expression(expression(written))
    case .expressions(let written): .expressions(expressions(written))
    case .array(let array): .array(expression(array))
    case .closure(let closure):
      .closure(closure.with(body: expression(closure.body)))
    }
  }

  private func stream(_ binding: Binding) -> Binding {
    if let replacement = replaceStream(binding) { return replacement }
    guard let plan = binding.plan else { return binding }
    if let known = rewritten[ObjectIdentifier(binding)] { return known }
    let copy = Binding(name: binding.name, kind: .expression(self.plan(plan)))
    rewritten[ObjectIdentifier(binding)] = copy
    return copy
  }
}
