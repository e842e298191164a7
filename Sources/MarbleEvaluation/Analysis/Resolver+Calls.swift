import MarbleLanguage

/// Calls of operators.
extension Resolver {
  func call(_ call: Call, receiver: Expression?, at span: Span) -> PlanExpression {
    guard let inner = descending() else { return report(.tooManyOperators, at: call.name.span) }
    if call.isHole { return report(.misplacedHole, at: call.name.span) }
    if bindings.unknownOperator(call.name.text) != nil {
      return report(.unknownDefinition(call.name.text), at: call.name.span)
    }
    if let definition = bindings.customOperator(call.name.text) {
      return inner.custom(call, definition, receiver: receiver, at: span)
    }
    if case .name(let name)? = receiver?.kind, bindings[name]?.isAction == true, call.arguments.isEmpty,
      call.trailing == nil, BuiltinProperty(rawValue: call.name.text)?.isStreamOfAction == true
    {
      return reportForeign(
        "\(name).\(call.name.text)", at: call.name.span.lowerBound..<span.upperBound, replacing: span)
    }
    let text = ForeignCall.replacement(
      of: call, at: span, on: receiver, isUnknown: isUnknown(receiver), isInClosure: isInClosure, in: context.source,
      isForeign: { isUnknown($0) || foreignMember($0) != nil })
    if let text {
      // The function of a closure is marked with its arguments, and a method by its name.
      let isFunction = isInClosure && (receiver == nil || isUnknown(receiver))
      let start = isUnknown(receiver) ? span.lowerBound : call.name.span.lowerBound
      let marked = start..<(isFunction ? span : call.name.span).upperBound
      return reportForeign(text, at: marked, replacing: span)
    }
    for case let (argument, time?) in call.arguments.map({ ($0.value, ForeignCall.time($0.value, in: context.source)) })
    {
      return reportForeign(time, at: argument.span, replacing: argument.span)
    }
    guard let (entry, alias) = Catalog.standard.lookUp(call.name.text) else {
      let problem = unknownOperator(call.name.text, on: receiver)
      guard case .language(.foreignMethod(let method)) = problem, method.isSuperfluous, let receiver else {
        return report(problem, at: call.name.span)
      }
      let before = context.source.bytes[..<(receiver.firstConversion ?? call.name).span.lowerBound]
      let dot = before.lastIndex(of: ASCII.dot) ?? before.endIndex
      var diagnostic = Diagnostic(problem, at: dot..<span.upperBound)
      // A line with only the call is removed.
      let end = before[..<dot].lastIndex { !$0.separatesWords && $0 != ASCII.newline } ?? dot - 1
      diagnostic.replaced = end + 1..<span.upperBound
      report(Fault(diagnostic, in: context.source))
      return PlanExpression(.invalid, span)
    }
    // The source of an operator is not a string.
    if isInClosure, isUnknown(receiver), let receiver, case .name(let name) = receiver.kind,
      !CallExample.isForeign(receiver), ForeignCall.values[name] == nil
    {
      let suggestion = closest(to: name, among: localNames + bindings.names)
      return report(.language(.unknownStream(name: name, suggestion: suggestion)), at: receiver.span)
    }
    do throws(OverloadResolution.NoMatchingOverload) {
      let resolution = OverloadResolution(call, entry, alias, receiver)
      let (overload, written) = try resolution.match()
      for case (let parameter, .expression(let argument)) in zip(overload.parameters, written) {
        guard parameter.shape.kind == .string, case .name(let name) = argument.kind, bindings[name] != nil,
          !localNames.contains(name)
        else { continue }
        throw resolution.explained(
          ArgumentMismatch(.wrongKind(expected: .string, found: .stream), at: argument.span))
      }
      for case .closure(let closure) in written where closure.arity == 1 && closure.parameters != nil {
        guard overload.parameters.contains(where: \.comparesValues), let label = entry.labelOfKey else { break }
        let text = "\(call.name.text)(\(label): \(context.source.text(of: closure.span)))"
        return reportForeign(
          text, at: call.name.span, replacing: call.name.span.lowerBound..<span.upperBound)
      }
      let arguments = inner.arguments(written, for: overload.parameters)
      lint(call, overload, written, arguments)
      lintNumbers(of: call) { try? OverloadResolution($0, entry, alias, receiver).match() }
      return PlanExpression(
        .call(PlanCall(entry, overload, call.name, arguments, written: self.written(span, on: receiver))), span)
    } catch {
      if isUnknown(receiver), let receiver {
        _ = inner.stream(receiver)
        return PlanExpression(.invalid, span)
      }
      // An observer that is not written, with the name of an operator: `a.observe { … }`.
      if let receiver, ForeignMethod(rawValue: call.name.text)?.isSuperfluous == true,
        call.arguments.allSatisfy({ if case .closure = $0.value.kind { true } else { false } })
      {
        return reportForeign(context.source.text(of: receiver.span), at: call.name.span, replacing: span)
      }
      // In a closure, the stream before the dot is not known.
      let isLink = isInClosure && receiver == nil && entry.isMethod
      let value = isLink ? "just(\(localNames.last ?? "$0"))" : nil
      let example = error.example(
        entry, on: receiver.map { context.source.text(of: $0.span) } ?? value, in: context.source)
      var calls = example.calls(of: error.overloads, for: error.problem)
      if isLink { calls.loss = .more([]) }
      var diagnostic = Diagnostic(
        .argument(error.problem, operator: call.name.text, calls: calls.texts, loss: calls.loss), at: error.span)
      if diagnostic.problem.replacements.isEmpty, example.usesReceiver, calls.loss.isWhole {
        diagnostic.replaced = span
      }
      report(Fault(diagnostic, in: context.source))
      return PlanExpression(.invalid, span)
    }
  }

  /// Reports code of another language, with the same in this one.
  func reportForeign(_ text: String, at span: Span, replacing replaced: Span) -> PlanExpression {
    var error = Diagnostic(.foreignCall(context.source.text(of: span), write: text), at: span)
    error.replaced = replaced
    report(Fault(error, in: context.source))
    return PlanExpression(.invalid, replaced)
  }

  /// Returns the span of a call, without the call that is its receiver.
  private func written(_ span: Span, on receiver: Expression?) -> Span {
    var start = span.lowerBound
    switch receiver?.kind {
    case .call, .method: start = receiver?.span.upperBound ?? start
    default: break
    }
    return start..<max(start, span.upperBound)
  }

  private func custom(
    _ call: Call, _ definition: CustomOperator, receiver: Expression?, at span: Span
  ) -> PlanExpression {
    let parameters = definition.parameters.map { ParameterDescription.anything($0, label: $0) }
    // The call with the arguments that it needs, or the signature if some are missing.
    let texts = call.arguments.prefix(max(0, parameters.count - (receiver == nil ? 0 : 1))).map {
      context.source.text(of: $0.value.span)
    }
    let isWhole = texts.count + (receiver == nil ? 0 : 1) == parameters.count
    let on = receiver.map { context.source.text(of: $0.span) + "." } ?? ""
    let example = isWhole ? "\(on)\(call.name.text)(\(texts.joined(separator: ", ")))" : definition.call
    guard
      let arguments = arguments(of: call.written(on: receiver), for: parameters, calling: call.name, example: example)
    else { return PlanExpression(.invalid, span) }
    return PlanExpression(
      .custom(CustomCall(definition, call.name, arguments.map { valueOrTime($0, as: .stream) })), span)
  }

  /// Matches the arguments of a custom operator, or of a method or conversion of values.
  ///
  /// - Returns: The arguments, or `nil` if they do not match, which is reported.
  func arguments(
    of written: [Argument], for parameters: [ParameterDescription], calling name: Name, example: String
  ) -> [Expression]? {
    do throws(ArgumentMismatch) {
      return try ArgumentMatching.match(written, with: parameters, at: name.span).expressions
    } catch {
      _ = report(.argument(error.problem, operator: name.text, calls: [example]), at: error.span)
      return nil
    }
  }

  // MARK: Arguments

  private func arguments(_ written: [WrittenArgument], for parameters: [ParameterDescription]) -> [PlanArgument] {
    zip(parameters, written).map { parameter, argument in
      switch argument {
      case .nothing: .none
      case .expression(let expression): self.argument(expression, for: parameter)
      case .expressions(let expressions): self.arguments(expressions, for: parameter)
      case .closure(let closure): self.argument(closure, for: parameter)
      }
    }
  }

  private func argument(_ expression: Expression, for parameter: ParameterDescription) -> PlanArgument {
    switch parameter.shape {
    case .stream: return .expression(stream(expression))
    case .strategy: return .strategy(strategy(expression))
    case .time: return .expression(checked(valueOrTime(expression, as: .time), for: parameter))
    case .message, .optionalMessage:
      // The scheduler or the error of another library.
      guard let name = foreignMember(expression) else { return .expression(value(expression, as: .string)) }
      return .expression(reportForeign("\"\(name)\"", at: expression.span, replacing: expression.span))
    case .count: return .expression(checked(value(expression, as: .wholeNumber), for: parameter))
    default: return .expression(value(expression, as: parameter.shape.kind))
    }
  }

  private func arguments(_ expressions: [Expression], for parameter: ParameterDescription) -> PlanArgument {
    switch parameter.shape {
    case .streams:
      if expressions.count == 1, case .array = expressions[0].kind { return .array(value(expressions[0])) }
      return .expressions(expressions.map(stream))
    case .streamValues: return .expressions(expressions.map(stream))
    default: return .expressions(expressions.map { value($0, as: .value) })
    }
  }

  private func argument(_ closure: Closure, for parameter: ParameterDescription) -> PlanArgument {
    guard case .closure(let role) = parameter.shape else { return .none }
    let count = role.taken(byClosureOf: closure.arity).count
    // A closure with a single argument can destructure a tuple, which only a run can check.
    if count != 1, closure.arity > count || (closure.parameters != nil && closure.arity != count) {
      _ = report(.tooFewValues(expected: closure.arity, got: count), at: closure.span)
      return .none
    }
    lintStrings(in: closure, count: max(count, closure.arity))
    return .closure(self.closure(closure, as: role))
  }

  /// Resolves a value, or a duration as a number of ticks.
  private func valueOrTime(_ expression: Expression, as expected: ArgumentKind) -> PlanExpression {
    guard case .duration = expression.kind else { return value(expression, as: expected) }
    let (span, bytes) = (expression.span, context.source.bytes)
    guard let written = TickLength.read(bytes, from: span.lowerBound, to: span.upperBound) else {
      return report(.wrongKind(expected: .time, found: .name(context.source.text(of: span))), at: span)
    }
    do {
      let ticks = try context.tickLength.ticks(of: written, at: span, in: bytes)
      return PlanExpression(.constant(.integer(ticks)), span)
    } catch {
      report(Fault(error, in: context.source))
      return PlanExpression(.invalid, span)
    }
  }

  /// Checks the minimum of a constant number.
  private func checked(_ expression: PlanExpression, for parameter: ParameterDescription) -> PlanExpression {
    guard case .integer(let number)? = expression.constant, let problem = parameter.problem(with: number) else {
      return expression
    }
    return report(problem, at: expression.span)
  }

  private func strategy(_ expression: Expression) -> PlanStrategy {
    guard case .implicitMember(let call) = expression.kind else { return .fixed(.merge) }
    let name = call.name.text
    if call.arguments.isEmpty, let simple = Strategy.simple.first(where: { $0.name == name }) {
      return .fixed(simple.strategy)
    }
    switch (name, call.arguments.count) {
    case ("concurrent", 1) where call.arguments[0].label?.text == "limit":
      let limit = value(call.arguments[0].value)
      if case .integer(..<1) = limit.constant {
        return .concurrent(limit: report(.tooSmall(parameter: "limit", minimum: 1), at: limit.span))
      }
      return .concurrent(limit: limit)
    case _ where Strategy.limit(of: expression) != nil:
      let strategy = Strategy.concurrent(Strategy.limit(of: expression) ?? 1)
      _ = reportForeign("." + strategy, at: expression.span, replacing: expression.span)
    case ("concurrent", _):
      _ = report(.strategyNeedsLimit, at: call.name.span)
    default:
      let needsLimit = call.arguments.isEmpty
      let suggestion = (Strategy.foreign[name] ?? closest(to: name, among: Strategy.names)).map {
        $0 == "concurrent" && needsLimit ? Strategy.concurrent() : $0
      }
      _ = report(.unknownStrategy(name: name, suggestion: suggestion), at: call.name.span)
    }
    return .fixed(.merge)
  }
}

extension Expression {
  /// The name of the first of `.producer` and the like at the end, which a call after them would leave.
  fileprivate var firstConversion: Name? {
    guard case .member(let receiver, let name) = kind, ForeignMethod(rawValue: name.text)?.isConversion == true else {
      return nil
    }
    return receiver.firstConversion ?? name
  }
}
