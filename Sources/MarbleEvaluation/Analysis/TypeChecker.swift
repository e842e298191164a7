import MarbleLanguage

/// Computes the possible types of all parts of a plan, and reports operations that can never succeed.
///
/// The rules are in `TypeRules`. An operation is an error only if it fails for all possible types of its operands.
/// The error is the one that a run would report, at the same place.
package struct TypeChecker {
  let context: PlanContext
  let faults: FaultCollector
  /// The types of the arguments of the enclosing closures and custom operators.
  package var slots: [TypeSet] = []
  /// Whether to ignore errors, which is necessary while the types of a state are incomplete.
  var isLenient = false
  /// Whether the expression is the condition of a law, in which streams are arrays.
  package var isCondition = false
  /// Whether the expression is part of a custom operator, whose errors are reported at the arguments of its calls.
  private var isInCustomOperator = false
  private let budget: Budget

  /// The remaining work.
  ///
  /// Nested closures can need any number of rounds, so checking stops at a limit.
  private final class Budget {
    var steps = 5_000
    /// The current nesting of operators.
    var depth = 0
    var isUniform = true
  }

  /// Whether no value that was checked can have several types.
  var isUniform: Bool { budget.isUniform }

  /// The maximum nesting of operators, which fits on any stack.
  private static let maxDepth = 100

  package init(_ context: PlanContext, _ faults: FaultCollector) {
    self.context = context
    self.faults = faults
    budget = Budget()
  }

  /// Returns the checker for the body of a custom operator.
  package func inside(
    _ definition: CustomOperator, given slots: [TypeSet], reportingTo own: FaultCollector? = nil
  ) -> TypeChecker {
    var inner = TypeChecker(definition.context, own ?? faults, budget)
    inner.isLenient = isLenient
    inner.isInCustomOperator = true
    inner.slots = slots
    return inner
  }

  /// Returns the same checker with another collection of errors.
  func reporting(to faults: FaultCollector) -> TypeChecker {
    var checker = TypeChecker(context, faults, budget)
    checker.slots = slots
    return checker
  }

  private init(_ context: PlanContext, _ faults: FaultCollector, _ budget: Budget) {
    self.context = context
    self.faults = faults
    self.budget = budget
  }

  /// Checks a nested operator, unless the nesting could exhaust the stack.
  func descending(_ body: () -> TypeSet) -> TypeSet {
    guard budget.depth < Self.maxDepth else { return .unknown }
    budget.depth += 1
    defer { budget.depth -= 1 }
    return body()
  }

  /// Reports a problem and returns an unknown type.
  @discardableResult
  func report(_ problem: ProgramProblem, at span: Span, replacing replaced: Span? = nil) -> TypeSet {
    var error = Diagnostic(problem, at: span)
    error.replaced = replaced
    if !isLenient { faults.add(Fault(error, in: context.source)) }
    return isLenient ? .none : .unknown
  }

  // MARK: Values

  /// Returns the possible types of the value of an expression.
  func types(of expression: PlanExpression) -> TypeSet {
    let types = possibleTypes(of: expression)
    if !types.isUniform { budget.isUniform = false }
    return types
  }

  private func possibleTypes(of expression: PlanExpression) -> TypeSet {
    budget.steps -= 1
    guard budget.steps > 0 else { return .unknown }
    let span = expression.span
    switch expression.kind {
    case .constant(let value): return TypeSet(of: value)
    case .slot(let slot, let shorthand): return slotTypes(slot, shorthand, at: span)
    case .stream(let binding): return .stream(of: binding.contents)
    case .timeline(let quoted): return .stream(of: quoted.contents)
    case .interpolation(let parts):
      for part in parts { _ = types(of: part) }
      return .string
    case .prefix(let symbol, let operand):
      if isReportedProperty(operand) { return .unknown }
      return trying(types(of: operand), at: span) {
        TypeRules.apply(symbol, to: $0)
      } problem: {
        .noSuchPrefix(symbol, $0.kind)
      }
    case .binary(let symbol, let left, let right): return binary(symbol, left, right, at: span)
    case .conditional(let condition, let first, let second):
      expectBoolean(condition)
      return types(of: first).or(types(of: second))
    case .tuple(let items): return TypeSet(.tuple(items.map(types)))
    case .array(let items): return .array(of: .any(of: items.map(types)))
    case .item(let receiver, let index, let name): return item(index, name, of: types(of: receiver))
    case .property(let receiver, let property, let name):
      return trying(types(of: receiver), at: name.span) { type in
        property.flatMap { TypeRules.property($0, of: type) }
      } problem: {
        MemberProblem.missing(name.text, in: $0)
      }
    case .method(let receiver, let call): return method(call, on: receiver)
    case .conversion(let conversion, let argument):
      return trying(types(of: argument), at: argument.span) {
        TypeRules.convert(conversion, $0)
      } problem: {
        .wrongKind(expected: .numberOrString, found: $0.kind)
      }
    case .call(let call): return isCondition ? reject(call.name) : .stream(of: sent(by: call))
    case .custom(let call): return isCondition ? reject(call.name) : .stream(of: sent(by: call))
    case .failure(let message):
      expect(.string, of: message) { $0 == .string }
      return .none
    case .invalid: return .unknown
    }
  }

  private func reject(_ name: Name) -> TypeSet { report(.operatorInCondition(name.text), at: name.span) }

  private func slotTypes(_ slot: Int, _ shorthand: Int?, at span: Span) -> TypeSet {
    if slot < slots.count { return slots[slot] }
    guard let shorthand else { return .unknown }
    return report(.tooFewValues(expected: shorthand + 1, got: slots.count - (slot - shorthand)), at: span)
  }

  private func binary(
    _ symbol: BinaryOperator, _ left: PlanExpression, _ right: PlanExpression, at span: Span
  ) -> TypeSet {
    if symbol == .and || symbol == .or {
      expectBoolean(left)
      expectBoolean(right)
      return .boolean
    }
    let (leftTypes, rightTypes) = (types(of: left), types(of: right))
    if isReportedProperty(left) || isReportedProperty(right) { return .unknown }
    let isEquality = symbol == .equal || symbol == .unequal
    if isEquality, left.isNewStream || right.isNewStream, leftTypes.areStreams, rightTypes.areStreams {
      report(.neverEqual(.stream, .stream, meant: nil), at: span)
      return .boolean
    }
    let result = apply(symbol, left, leftTypes, right, rightTypes, at: span)
    return symbol.isComparison ? .boolean : result
  }

  /// Applies an operator, and reports an error if it can never succeed, or a warning if values are never equal.
  @discardableResult
  func apply(
    _ symbol: BinaryOperator, _ left: PlanExpression?, _ leftTypes: TypeSet, _ right: PlanExpression,
    _ rightTypes: TypeSet, at span: Span
  ) -> TypeSet {
    let isEquality = symbol == .equal || symbol == .unequal
    let isText = left.map(\.isText) ?? false
    let meant =
      leftTypes.literal(for: right, isEquality || isText, in: context)
      ?? left.flatMap { rightTypes.literal(for: $0, isEquality || right.isText, in: context) }
    let number =
      meant == nil && symbol == .add && !isInCustomOperator
      ? left.flatMap { self.number(of: ($0, leftTypes), (right, rightTypes)) } : nil
    let text = (meant ?? number)?.text
    return trying(leftTypes, rightTypes, at: span, replacing: number?.span) {
      isEquality && !TypeRules.canBeEqual($0, $1) ? nil : TypeRules.apply(symbol, $0, $1)
    } problem: {
      let (left, right) = (left?.quoted(in: context) ?? $0.kind, right.quoted(in: context) ?? $1.kind)
      return isEquality
        ? .neverEqual(left, right, meant: text) : .noSuchOperation(left, symbol, right, meant: text)
    } span: { _ in
      meant?.span
    }
  }

  /// Returns the number beside a string as a string: `"\($1)"` for `$1` in `$0 + $1`.
  private func number(
    of left: (PlanExpression, TypeSet), _ right: (PlanExpression, TypeSet)
  ) -> (text: String, span: Span)? {
    func isAll(_ kind: ArgumentKind, _ types: TypeSet) -> Bool {
      !types.isUnknown && !types.isNone && types.all.allSatisfy { $0.kind == kind }
    }
    let operand = isAll(.string, left.1) && isAll(.number, right.1) ? right.0 : left.0
    guard isAll(.string, left.1) != isAll(.string, right.1), isAll(.number, left.1) != isAll(.number, right.1) else {
      return nil
    }
    let text = context.source.text(of: operand.span)
    guard text.utf8.count <= 40, !text.contains(where: { "\"\\\n".contains($0) }) else { return nil }
    return (operand.constant == nil ? "\"\\(\(text))\"" : "\"\(text)\"", operand.span)
  }

  private func item(_ index: Int, _ name: Name, of receiver: TypeSet) -> TypeSet {
    trying(receiver, at: name.span) { type in
      if case .tuple(let items) = type, items.indices.contains(index) { items[index] } else { nil }
    } problem: { type in
      if case .tuple = type {
        BuiltinMembers.missing(name.text, in: type)
      } else {
        .wrongKind(expected: .tuple, found: type.kind)
      }
    }
  }

  private func method(_ call: MethodCall, on receiver: PlanExpression) -> TypeSet {
    let types = types(of: receiver)
    // A method of values and an operator can have the same name.
    let values = types.compactMap { if case .stream = $0 { nil } else { TypeSet($0) } }
    if types.isUnknown || (!values.isNone && values != types) { return .unknown }
    if values.isNone, !types.isNone {
      guard let asOperator = call.asOperator else {
        return report(.unknownOperator(name: call.name.text, suggestion: nil), at: call.name.span)
      }
      return self.types(of: asOperator)
    }
    if let mismatch = call.mismatch {
      if !isLenient { faults.add(mismatch) }
      return .unknown
    }
    let argument = call.argument.map { self.types(of: $0) } ?? TypeSet(.null)
    if call.method == .contains, let item = call.argument, case .array(let elements)? = types.all.first {
      apply(.equal, nil, elements, item, argument, at: item.span)
    }
    return trying(types, argument, at: call.name.span) {
      TypeRules.method(call.method, of: $0, $1)
    } problem: { type, argument in
      TypeRules.hasMethod(call.method, type)
        ? .wrongKind(expected: .string, found: argument.kind) : BuiltinMembers.missing(call.name.text, in: type)
    } span: { type in
      TypeRules.hasMethod(call.method, type) ? call.argument?.span : nil
    }
  }

  // MARK: Expectations

  package func expectBoolean(_ expression: PlanExpression) {
    if isReportedProperty(expression) { return }
    expect(.boolean, of: expression) { $0 == .boolean }
  }

  /// Reports an error if no possible type of an expression fits.
  func expect(_ kind: ArgumentKind, of expression: PlanExpression, fits: (ValueType) -> Bool) {
    expect(kind, of: types(of: expression), at: expression.span, fits: fits)
  }

  func expect(_ kind: ArgumentKind, of types: TypeSet, at span: Span, fits: (ValueType) -> Bool) {
    _ = trying(types, at: span) {
      fits($0) ? TypeSet($0) : nil
    } problem: { type in
      let isFraction = kind == .wholeNumber || kind == .time
      return .wrongKind(expected: kind, found: isFraction && type == .number ? .fraction : type.kind)
    }
  }

  // MARK: Rules

  /// Applies a rule to all possible types, and returns the union of the results.
  ///
  /// Reports a problem if there are none.
  private func trying(
    _ operand: TypeSet, at span: Span, rule: (ValueType) -> TypeSet?, problem: (ValueType) -> ProgramProblem
  ) -> TypeSet {
    trying(operand, TypeSet(.null), at: span) { type, _ in
      rule(type)
    } problem: { type, _ in
      problem(type)
    }
  }

  /// Applies a rule to all combinations of the types of two operands.
  private func trying(
    _ first: TypeSet, _ second: TypeSet, at span: Span, replacing replaced: Span? = nil,
    rule: (ValueType, ValueType) -> TypeSet?,
    problem: (ValueType, ValueType) -> ProgramProblem, span closer: (ValueType) -> Span? = { _ in nil }
  ) -> TypeSet {
    var result: TypeSet?
    var failing: (ValueType, ValueType)?
    for type in first.candidates {
      for other in second.candidates {
        if let types = rule(type, other) {
          result = (result ?? .none).or(types)
        } else if failing == nil {
          failing = (type, other)
        }
      }
    }
    // Nothing is known of a value whose stream has an error.
    if result == nil, first.isUnknown, faults.hasError { return .unknown }
    if result == nil, let (type, other) = failing {
      return report(problem(type, other), at: closer(type) ?? span, replacing: replaced)
    }
    let known = result ?? .none
    // The result of an unknown operand is known only if the result has no nested types.
    return first.isCertain && second.isCertain || known.isSimple ? known : .unknown
  }
}

extension PlanExpression {
  /// Whether the expression is a call of an operator, which makes another stream each time.
  fileprivate var isNewStream: Bool {
    switch kind {
    case .call, .custom: true
    case .method(_, let call): call.asOperator != nil
    default: false
    }
  }

  /// A string in quotes as a message names it.
  fileprivate func quoted(in context: PlanContext) -> ArgumentKind? {
    if case .string? = constant { .name(clipped(context.source.text(of: span))) } else { nil }
  }
}

extension PlanExpression {
  /// Whether the expression is converted to a string, so that it is meant as one.
  fileprivate var isText: Bool {
    switch kind {
    case .conversion(let conversion, _): conversion == .string
    case .interpolation: true
    default: false
    }
  }
}

extension TypeSet {
  var areStreams: Bool { !isUnknown && !isNone && streams == self }

  /// Returns what a literal of another type probably means where these types are: `1` for `"1"`.
  fileprivate func literal(
    for expression: PlanExpression, _ mayBeString: Bool, in context: PlanContext
  ) -> (text: String, span: Span)? {
    guard let kind = all.first?.kind, all.allSatisfy({ $0.kind == kind }) else { return nil }
    // A name in place of the string of this name.
    if mayBeString, kind == .string, case .stream = expression.kind {
      return ("\"\(context.source.text(of: expression.span))\"", expression.span)
    }
    guard let constant = expression.constant else { return nil }
    switch (constant, kind) {
    case (.string(let text), .number) where Int64(text)?.description == text: return (text, expression.span)
    case (.string("true"), .boolean), (.string("false"), .boolean): return (constant.plainText, expression.span)
    case (.integer, .string) where mayBeString, (.boolean, .string) where mayBeString:
      return ("\"\(constant.plainText)\"", expression.span)
    default: return nil
    }
  }
}

/// The problem of a missing member, which may be meant as an operator.
enum MemberProblem {
  static func missing(_ name: String, in type: ValueType, hasKey: Bool = false) -> ProgramProblem {
    if case .stream = type, let method = ForeignMethod(rawValue: name) { return .language(.foreignMethod(method)) }
    if case .stream = type, let entry = Catalog.standard[name] {
      // The receiver is not marked.
      let call = String(CallExample(entry, on: "", followedBy: "").text.drop { $0 == "." })
      return .language(.operatorWithoutParentheses(name: entry.name, call: call))
    }
    return BuiltinMembers.missing(name, in: type, hasKey: hasKey)
  }
}
