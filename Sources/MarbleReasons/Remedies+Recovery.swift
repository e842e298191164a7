import MarbleEvaluation
import MarbleLanguage

extension Remedies {
  /// Returns changes that replace the failures of inner streams with completions.
  func recoveries(in calls: [PlanCall]) -> [Change] {
    calls.compactMap { call in
      guard hasFailedInside(call),
        let index = call.arguments.firstIndex(where: { if case .closure = $0 { true } else { false } }),
        case .closure(let closure) = call.arguments[index], let body = closure.body.handlingFailures(in: closure),
        let context = context(of: call),
        let (original, replacement) = text(
          of: call, in: context, replacing: closure.body.written(in: context.source),
          by: closure.body.text(handlingFailuresIn: context.source))
      else { return nil }
      var arguments = call.arguments
      arguments[index] = .closure(closure.with(body: body))
      return change(
        call, to: arguments, from: original, to: replacement, key: "\(call.name.span.lowerBound) recovery")
    }
  }

  /// Whether an inner stream of the operator failed, which ended its result.
  private func hasFailedInside(_ call: PlanCall) -> Bool {
    guard call.entry.family == .flatten else { return false }
    return run.log.stages.contains { stage in
      stage.use?.call === call
        && stage.inputs.contains { input in
          input.parameter == nil && input.starts.contains { $0.terminal.map { EventKind($0.event) } == .failed }
        }
    }
  }
}

extension PlanExpression {
  /// The expression with `.flatMapError { empty() }`, in a closure.
  fileprivate func handlingFailures(in closure: PlanClosure) -> PlanExpression? {
    guard let handle = Catalog.standard[Catalog.failureHandler], let empty = Catalog.standard[Catalog.noEvents],
      let overload = handle.overloads.first, let nothing = empty.overloads.first,
      case .closure(let role)? = overload.parameters.last?.shape
    else { return nil }
    let name = Name(text: handle.name, span: span)
    let none = PlanExpression(.call(PlanCall(empty, nothing, name, [], written: span)), span)
    let handler = PlanClosure(
      role, arity: 0, hasNames: false, firstSlot: closure.firstSlot + closure.arity, body: none, mentioned: [],
      span: span, context: closure.context)
    return PlanExpression(
      .call(PlanCall(handle, overload, name, [.expression(self), .closure(handler)], written: span)), span)
  }

  /// The span of the expression, with the quotes of a string.
  fileprivate func written(in source: Source) -> Span {
    let whole = max(0, span.lowerBound - 1)..<(span.upperBound + 1)
    let text = source.text(of: whole)
    return text.hasPrefix("\"") && text.hasSuffix("\"") ? whole : span
  }

  /// Returns the expression with `.flatMapError { empty() }` as it would be written.
  fileprivate func text(handlingFailuresIn source: Source) -> String {
    let text = source.text(of: written(in: source))
    let isOneTerm =
      switch kind {
      case .conditional, .prefix, .binary: false
      default: true
      }
    return (isOneTerm ? text : "(\(text))") + ".\(Catalog.failureHandler) { \(Catalog.noEvents)() }"
  }
}

extension PlanClosure {
  /// Returns the closure with another body.
  func with(body: PlanExpression) -> PlanClosure {
    PlanClosure(
      role, arity: arity, hasNames: hasNames, firstSlot: firstSlot, body: body, mentioned: mentioned, span: span,
      context: context)
  }
}
