import MarbleLanguage

/// Resolves the names, calls and durations of an expression, and evaluates constants.
///
/// An error is reported and makes its expression invalid. The rest of the expression is still resolved.
package struct Resolver {
  let context: PlanContext
  let bindings: Bindings
  private let faults: FaultCollector
  /// The custom operator that is being defined.
  private let defined: String?
  /// The named arguments of the enclosing closures and custom operators, the innermost last.
  private var locals: [(name: String, slot: Int)] = []
  var localNames: [String] { locals.map(\.name) }
  /// The slot of `$0` in the current closure.
  private var shorthand = 0
  private var slotCount = 0
  private(set) var isInClosure = false
  /// The number of operators around the expression.
  private var depth = 0

  package init(
    _ context: PlanContext, _ bindings: Bindings, _ faults: FaultCollector, defining name: String? = nil,
    _ parameters: [String] = []
  ) {
    self.context = context
    self.bindings = bindings
    self.faults = faults
    defined = name
    locals = parameters.enumerated().map { ($1, $0) }
    slotCount = parameters.count
  }

  /// Reports a problem and returns an invalid expression.
  func report(_ problem: ProgramProblem, at span: Span) -> PlanExpression {
    faults.add(Fault(problem, at: span, in: context.source))
    return PlanExpression(.invalid, span)
  }

  func report(_ fault: Fault) { faults.add(fault) }

  // MARK: Streams

  /// Resolves an expression that must be a stream.
  ///
  /// Here a string in quotes is a timeline.
  func stream(_ expression: Expression) -> PlanExpression {
    guard case .string(let literal) = expression.kind else { return value(expression, as: .stream) }
    if !literal.hasEscapes, !literal.hasInterpolation {
      do {
        let timeline = try parseTimeline(quotedAt: literal.content, in: context.source, tick: context.tickLength)
        lintTimeline(context.source.text(of: literal.content), at: expression.span)
        return PlanExpression(.timeline(QuotedTimeline(timeline, isInput: true)), expression.span)
      } catch {
        let fault = faults.warningAboutParameter(in: literal.content)
        if case .parameterInString(let name, let parameter)? = fault?.diagnostic.problem as? ProgramProblem,
          let span = fault?.diagnostic.span
        {
          // `"--${x}|"` is not a timeline because of its parameter.
          return report(.foreignCall(name, write: "\\(\(parameter))"), at: span)
        }
        report(Fault(error, in: context.source))
        return PlanExpression(.invalid, literal.content)
      }
    }
    let text = text(literal, at: literal.content)
    guard case .string(let spelled)? = text.constant else { return text }
    let source = Source(name: "", text: spelled)
    do {
      let timeline = try parseTimeline(quotedAt: 0..<source.bytes.count, in: source, tick: context.tickLength)
      return PlanExpression(.timeline(QuotedTimeline(timeline, isInput: false)), literal.content)
    } catch {
      return report(
        .stringNotTimeline(spelled, reason: error.problem.message, help: error.problem.help), at: literal.content)
    }
  }

  // MARK: Values

  /// Resolves a value.
  ///
  /// - Parameter expected: The kind of the argument that the expression is, for the problem with an unknown name.
  package func value(_ expression: Expression, as expected: ArgumentKind? = nil) -> PlanExpression {
    let span = expression.span
    switch expression.kind {
    case .integer(let value): return PlanExpression(.constant(.integer(value)), span)
    case .number(let value): return PlanExpression(.constant(.number(value)), span)
    case .boolean(let value): return PlanExpression(.constant(.boolean(value)), span)
    case .null: return PlanExpression(.constant(.null), span)
    case .string(let literal): return text(literal, at: span)
    case .duration: return report(.unexpectedDuration, at: span)
    case .name(let name): return named(name, as: expected, at: span)
    case .parameter(let index):
      return PlanExpression(.slot(shorthand + index, shorthand: index), span)
    case .prefix(let symbol, let operand):
      let operand = value(operand)
      guard let constant = operand.constant else { return PlanExpression(.prefix(symbol, operand), span) }
      return fold(.prefix(symbol, operand), at: span) { () throws(ProgramProblem) in
        try ValueOperations.apply(symbol, to: constant)
      }
    case .binary(let symbol, let left, let right): return binary(symbol, value(left), value(right), at: span)
    case .conditional(let condition, let first, let second):
      return PlanExpression(.conditional(value(condition), then: value(first), otherwise: value(second)), span)
    case .tuple(let items): return collection(items, at: span, { .tuple($0) }, { .tuple($0) })
    case .array(let items): return collection(items, at: span, { .array($0) }, { .array($0) })
    case .member(let receiver, let name):
      if isUnknown(receiver), let text = ForeignCall.call(of: name, in: context.source) {
        return reportForeign(text, at: span, replacing: span)
      }
      if let text = ForeignCall.stream(of: receiver, convertedBy: name.text, in: context.source) {
        return reportForeign(text, at: name.span, replacing: span)
      }
      // The error of another library: `MyError.bad`.
      if isInClosure, let name = foreignMember(expression), CallExample.isForeign(receiver) {
        return reportForeign("\"\(name)\"", at: span, replacing: span)
      }
      return member(name, of: value(receiver), at: span)
    case .method(let receiver, let call): return method(call, on: receiver, at: span)
    case .call(let call):
      if let conversion = BuiltinConversion(rawValue: call.name.text) { return convert(conversion, call, at: span) }
      return self.call(call, receiver: nil, at: span)
    case .implicitMember(let call):
      guard call.trailing == nil, let text = ForeignCall.call(of: call.name, call.arguments, in: context.source) else {
        if Strategy.names.contains(call.name.text) { return report(.unexpectedStrategy(call.name.text), at: span) }
        // An optional or another type of Swift with a value in it: `.some($0)`.
        guard call.arguments.count == 1, let value = call.arguments.first?.value else {
          return report(.language(.expectedExpression(found: ".\(call.name.text)")), at: span)
        }
        return reportForeign(context.source.text(of: value.span), at: span, replacing: span)
      }
      return reportForeign(text, at: span, replacing: span)
    case .closure(let closure): return report(.misplacedClosure, at: closure.span)
    case .failure: return report(.language(.unexpectedThrow), at: span)
    case .hole: return report(.misplacedHole, at: span)
    }
  }

  /// Evaluates an operation on constants.
  ///
  /// An error in a closure is not reported, because the closure may never be called. The type checker reports wrong
  /// types.
  private func fold(
    _ kind: PlanExpression.Kind, at span: Span, _ compute: () throws(ProgramProblem) -> Value
  ) -> PlanExpression {
    do {
      return PlanExpression(.constant(try compute()), span)
    } catch .noSuchOperation {
      return PlanExpression(kind, span)
    } catch {
      return isInClosure ? PlanExpression(kind, span) : report(error, at: span)
    }
  }

  private func binary(
    _ symbol: BinaryOperator, _ left: PlanExpression, _ right: PlanExpression, at span: Span
  ) -> PlanExpression {
    guard symbol != .and, symbol != .or, let a = left.constant, let b = right.constant else {
      return PlanExpression(.binary(symbol, left, right), span)
    }
    return fold(.binary(symbol, left, right), at: span) { () throws(ProgramProblem) in
      try ValueOperations.apply(symbol, a, b)
    }
  }

  private func collection(
    _ items: [Expression], at span: Span, _ value: ([Value]) -> Value,
    _ kind: ([PlanExpression]) -> PlanExpression.Kind
  ) -> PlanExpression {
    let items = items.map { self.value($0) }
    let constants = items.compactMap(\.constant)
    return PlanExpression(constants.count == items.count ? .constant(value(constants)) : kind(items), span)
  }

  private func text(_ literal: StringLiteral, at span: Span) -> PlanExpression {
    if let constant = literal.constant { return PlanExpression(.constant(.string(constant)), span) }
    let parts = literal.parts.map { part in
      switch part {
      case .literal(let text, let span): PlanExpression(.constant(.string(text)), span)
      case .interpolation(let expression): value(expression)
      }
    }
    let constants = parts.compactMap(\.constant)
    guard constants.count == parts.count else { return PlanExpression(.interpolation(parts), span) }
    return PlanExpression(.constant(.string(constants.map(\.plainText).joined())), span)
  }

  private func named(_ name: String, as expected: ArgumentKind?, at span: Span) -> PlanExpression {
    if let local = locals.last(where: { $0.name == name }) {
      return PlanExpression(.slot(local.slot, shorthand: nil), span)
    }
    if let binding = bindings[name] { return PlanExpression(.stream(binding), span) }
    if let text = ForeignCall.values[name], isInClosure || !text.hasPrefix("$") {
      return reportForeign(text, at: span, replacing: span)
    }
    if let entry = Catalog.standard[name], bindings[name + "1"] == nil {
      let call = CallExample(entry, on: nil, followedBy: "").text
      return report(.language(.operatorWithoutParentheses(name: entry.name, call: call)), at: span)
    }
    return report(unknown(name, as: expected), at: span)
  }

  private func unknown(_ name: String, as expected: ArgumentKind?) -> ProgramProblem {
    // A stream is not one of the values of a closure.
    let streams = isInClosure && expected != .stream ? [] : bindings.names
    let suggestion = closest(to: name, among: locals.map(\.name) + streams)
    if isInClosure { return .unknownName(name: name, suggestion: suggestion) }
    switch expected {
    case nil, .stream: return .language(.unknownStream(name: name, suggestion: suggestion))
    case .value where suggestion == nil: return .unknownValue(name: name)
    case .value: return .language(.unknownStream(name: name, suggestion: suggestion))
    case let kind?: return .wrongKind(expected: kind, found: .name(name))
    }
  }

  // MARK: Members

  private func member(_ name: Name, of receiver: PlanExpression, at span: Span) -> PlanExpression {
    if receiver.isInvalid { return receiver }
    if let index = Int64(name.text) { return PlanExpression(.item(receiver, Int(clamping: index), name), span) }
    return PlanExpression(.property(receiver, BuiltinProperty(rawValue: name.text), name), span)
  }

  private func convert(_ conversion: BuiltinConversion, _ call: Call, at span: Span) -> PlanExpression {
    guard
      let arguments = arguments(
        of: call.written(on: nil), for: [.anything("value")], calling: call.name,
        example: "\(call.name.text)($0)")
    else { return PlanExpression(.invalid, span) }
    return PlanExpression(.conversion(conversion, value(arguments[0])), span)
  }

  private func method(_ call: Call, on receiver: Expression, at span: Span) -> PlanExpression {
    // The call is one of a method, unless the receiver must be a stream.
    guard let method = BuiltinMethod(rawValue: call.name.text), !isStream(receiver, of: call) else {
      return self.call(call, receiver: receiver, at: span)
    }
    var asOperator: PlanExpression?
    if isOperator(call.name.text) {
      // The call may be one of an operator or of a method. So the errors of the operator are not reported.
      let reading = Resolver(self, reportingTo: FaultCollector()).call(call, receiver: receiver, at: span)
      asOperator = reading.isInvalid ? nil : reading
    }
    let parameters: [ParameterDescription] = method.takesArgument ? [.anything("value")] : []
    let text = context.source.text(of: receiver.span)
    let example = "\(text).\(method.rawValue)(\(method.takesArgument ? "\"x\"" : ""))"
    let mismatches = FaultCollector()
    let matched = Resolver(self, reportingTo: mismatches).arguments(
      of: call.written(on: nil), for: parameters, calling: call.name, example: example)
    guard asOperator != nil || matched != nil else {
      mismatches.faults.forEach(report)
      return PlanExpression(.invalid, span)
    }
    return PlanExpression(
      .method(
        value(receiver),
        MethodCall(
          method, call.name, matched?.first.map { value($0) }, asOperator: asOperator, mismatch: mismatches.faults.first
        )),
      span)
  }

  /// Whether the syntax of a method's receiver shows that the receiver must be a stream.
  private func isStream(_ receiver: Expression, of method: Call) -> Bool {
    switch receiver.kind {
    case .name(let name): !locals.contains { $0.name == name } && bindings[name] != nil
    // Outside closures, a string is a timeline if there is an operator with the name of the method.
    case .string: !isInClosure && isOperator(method.name.text)
    case .call(let call): BuiltinConversion(rawValue: call.name.text) == nil
    case .method(let receiver, let call):
      BuiltinMethod(rawValue: call.name.text) == nil || isStream(receiver, of: call)
    default: false
    }
  }

  private func isOperator(_ name: String) -> Bool {
    bindings.operatorBinding(name) != nil || Catalog.standard[name] != nil
  }

  private init(_ other: Resolver, reportingTo faults: FaultCollector) {
    context = other.context
    bindings = other.bindings
    self.faults = faults
    defined = other.defined
    locals = other.locals
    shorthand = other.shorthand
    slotCount = other.slotCount
    isInClosure = other.isInClosure
    depth = other.depth
  }

  // MARK: Scopes

  /// Returns the resolver for the arguments of an operator, or `nil` if the nesting could exhaust the stack.
  func descending() -> Resolver? {
    guard depth < Assembly.maxDepth else { return nil }
    var inner = self
    inner.depth += 1
    return inner
  }

  /// Resolves a closure whose role determines the kind of its result.
  func closure(_ closure: Closure, as role: ClosureRole) -> PlanClosure {
    var inner = self
    inner.isInClosure = true
    inner.shorthand = slotCount
    for (index, name) in (closure.parameters ?? []).enumerated() where name.text != "_" {
      inner.locals.append((name.text, slotCount + index))
    }
    inner.slotCount += closure.arity
    inner.depth = 0
    return PlanClosure(
      role, arity: closure.arity, hasNames: closure.parameters != nil, firstSlot: slotCount,
      body: inner.body(closure.body, gives: role.gives), mentioned: inner.mentioned(in: closure), span: closure.span,
      context: context)
  }

  private func body(_ expression: Expression, gives: ClosureRole.ResultKind) -> PlanExpression {
    switch expression.kind {
    case .conditional(let condition, let first, let second):
      PlanExpression(
        .conditional(value(condition), then: body(first, gives: gives), otherwise: body(second, gives: gives)),
        expression.span)
    case .failure(let message): PlanExpression(.failure(value(message)), expression.span)
    default: gives == .stream ? stream(expression) : value(expression, as: .stream)
    }
  }

  /// Returns the arguments that a closure mentions: first the named ones, the outermost first, then `$0` and so on.
  private func mentioned(in closure: Closure) -> [(name: String, slot: Int)] {
    let names = closure.body.names
    var mentioned: [(name: String, slot: Int)] = []
    for local in locals where names.contains(local.name) {
      mentioned.removeAll { $0.name == local.name }
      mentioned.append(local)
    }
    if closure.parameters != nil { return mentioned }
    return mentioned
      + (0..<closure.arity).filter { names.contains("$\($0)") }.map { ("$\($0)", shorthand + $0) }
  }

  /// Whether an expression is a name that is not bound.
  func isUnknown(_ expression: Expression?) -> Bool {
    guard case .name(let name)? = expression?.kind else { return false }
    return !locals.contains { $0.name == name } && bindings[name] == nil
  }

  /// Returns the name of a member of an unknown name, such as a scheduler: `DispatchQueue.main`.
  func foreignMember(_ expression: Expression) -> String? {
    switch expression.kind {
    case .member(let type, let name) where isUnknown(type):
      // `MainScheduler.instance` is the main scheduler.
      if case .name(let type) = type.kind, type.hasSuffix("Scheduler"), type != "Scheduler" {
        String(type.dropLast(9)).lowercased()
      } else {
        name.text
      }
    case .method(let type, let call) where isUnknown(type): call.name.text
    case .call(let call) where call.name.text.hasSuffix("Scheduler"): call.name.text
    default: nil
    }
  }

  /// Returns the problem of a call of an unknown operator.
  func unknownOperator(_ name: String, on receiver: Expression?) -> ProgramProblem {
    if name == defined { return .recursiveOperator(name) }
    if let method = ForeignMethod(rawValue: name) { return .language(.foreignMethod(method)) }
    // Operators that make a stream have no receiver, and only values have methods.
    let operators = Catalog.standard.allNames.filter { receiver == nil || Catalog.standard[$0]?.family != .make }
    let others = receiver == nil ? BuiltinMembers.conversionNames : isInClosure ? BuiltinMembers.methodNames : []
    let known = bindings.operatorNames + operators + others
    // A function of a table, which means the same in small letters or nothing here.
    if receiver == nil, name.count > 1, name == name.uppercased() {
      let operatorName = isInClosure ? nil : known.first { $0 == name.lowercased() }
      return .unknownOperator(name: name, suggestion: operatorName)
    }
    // The opposite of a name, and a method of values of which the name of an operator is longer.
    let isMethod = if isInClosure, case .parameter? = receiver?.kind { true } else { false }
    let suggestion = closest(to: name, among: known).flatMap { other in
      let isOpposite = name.lowercased().contains("not") != other.lowercased().contains("not")
      let isOther = isMethod && !others.contains(other) && other.count > name.count + 1
      return isOpposite || isOther ? nil : other
    }
    return .unknownOperator(name: name, suggestion: suggestion)
  }
}
