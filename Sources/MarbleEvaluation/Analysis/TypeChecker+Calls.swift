import MarbleLanguage

/// The types of streams and operators.
extension TypeChecker {
  /// Returns the types of the values of an expression that must be a stream.
  package func contents(of expression: PlanExpression) -> TypeSet {
    if let operation = operation(of: expression) { return contents(of: operation) }
    let types = types(of: expression)
    if expression.isInvalid { return .unknown }
    expect(.stream, of: types, at: expression.span) { type in
      switch type {
      case .stream, .array, .string: true
      default: false
      }
    }
    return types.contents
  }

  /// Returns the operator that a method of a string means where a stream is expected, because the string is a timeline:
  /// `f(s) = s.contains("b")`, `f("-a-b|")`.
  private func operation(of expression: PlanExpression) -> PlanExpression? {
    guard let operation = expression.operationOnTimeline, types(of: operation.receiver).all == [.string] else {
      return nil
    }
    let faults = FaultCollector()
    let types = reporting(to: faults).types(of: expression)
    let isMethod = !faults.hasError && (types.isUnknown || !types.all.allSatisfy(\.isNeverStream))
    return isMethod ? nil : operation.call
  }

  // MARK: Operators

  /// Returns the types of the values that the result of an operator sends.
  func sent(by call: PlanCall) -> TypeSet {
    descending {
      var given = ArgumentTypes()
      for (parameter, argument) in zip(call.overload.parameters, call.arguments) {
        add(argument, for: parameter, to: &given)
      }
      for case .closure(let closure) in call.arguments
      where !isKey(closure, of: call, given) && !takesPosition(closure, of: call, given) {
        add(closure, to: &given)
        if closure.role.gives == .value { lintOperation(closure.body, in: call) }
      }
      if call.overload.isComparison, case .expression(let other)? = call.arguments.last {
        apply(.equal, nil, given.source, other, given.values.first ?? given.other, at: other.span)
      }
      return call.overload.sends(given)
    }
  }

  /// Returns the types of the values that a custom operator sends for the arguments of a call.
  func sent(by call: CustomCall) -> TypeSet {
    descending {
      let own = FaultCollector()
      let checker = inside(call.definition, given: call.arguments.map { types(of: $0) }, reportingTo: own)
      defer { for fault in own.faults { faults.add(call.locating(fault, in: context)) } }
      return checker.contents(of: call.definition.body)
    }
  }

  private func add(_ argument: PlanArgument, for parameter: ParameterDescription, to given: inout ArgumentTypes) {
    switch argument {
    case .none, .closure: break
    case .expression(let expression): add(expression, for: parameter, to: &given)
    case .expressions(let expressions): for expression in expressions { add(expression, for: parameter, to: &given) }
    case .array(let array): given.streams += streams(in: array)
    case .strategy(.fixed): break
    case .strategy(.concurrent(let limit)): expect(.wholeNumber, of: limit) { $0 == .integer }
    }
  }

  private func add(_ expression: PlanExpression, for parameter: ParameterDescription, to given: inout ArgumentTypes) {
    switch parameter.shape {
    case .stream, .streams, .streamValues: given.streams.append(contents(of: expression))
    case .value, .values: given.values.append(types(of: expression))
    case .array:
      let types = types(of: expression)
      expect(.array, of: types, at: expression.span) { if case .array = $0 { true } else { false } }
      given.values.append(types)
    case .count: expect(.wholeNumber, of: expression) { $0 == .integer }
    case .time: expect(.time, of: expression) { $0 == .integer }
    case .boolean: expectBoolean(expression)
    case .message: expect(.string, of: expression) { $0 == .string }
    case .optionalMessage:
      if expression.constant != .null { expect(.string, of: expression) { $0 == .string } }
    case .strategy, .anything, .closure: _ = types(of: expression)
    }
  }

  /// Returns the types of the values of each stream in an array, or of the array as one stream.
  private func streams(in array: PlanExpression) -> [TypeSet] {
    guard case .array(let items) = array.kind else { return [contents(of: array)] }
    let types = items.map { self.types(of: $0) }
    if !items.isEmpty, types.allSatisfy({ $0.streams == $0 }) { return types.map(\.contents) }
    return [.any(of: types)]
  }

  // MARK: Operators on values

  /// Reports an operator with the name of a property, on a value and not on a stream: `!$0.isEmpty()`.
  func isReportedProperty(_ expression: PlanExpression) -> Bool {
    guard case .call(let call) = expression.kind, BuiltinProperty(rawValue: call.entry.name) != nil,
      case .expression(let receiver)? = call.arguments.first, call.name.span.lowerBound > receiver.span.lowerBound,
      call.arguments.dropFirst().allSatisfy({ if case .none = $0 { true } else { false } }),
      case let types = types(of: receiver), !types.isNone, !types.areStreams
    else { return false }
    let written = call.name.span.lowerBound..<max(call.name.span.upperBound, call.written.upperBound)
    report(.foreignCall(context.source.text(of: written), write: call.entry.name), at: written, replacing: written)
    return true
  }

  /// Warns about a closure that makes a stream where a value is meant: `a.map { [3, $0].max() }`.
  private func lintOperation(_ body: PlanExpression, in call: PlanCall) {
    let (bytes, name) = (SourceBytes(context.source), call.name.span)
    let end = max(name.upperBound, call.written.upperBound)
    guard case .call(let operation) = body.kind, operation.isOnValues,
      !bytes.has(".flat", at: bytes.skipWhitespace(at: end))
    else { return }
    let text =
      call.name.text == call.entry.name && call.overload.behavior.derivation?.isTransform == true
      ? "flatMap\(bytes.text(name.lowerBound..<end).onOneLine.dropFirst(3))" : nil
    report(
      .streamAsValue(operation.name.text, write: text), at: operation.name.span,
      replacing: text.map { _ in name.lowerBound..<end })
  }

  // MARK: Closures

  private func add(_ closure: PlanClosure, to given: inout ArgumentTypes) {
    if closure.role.takes.contains(.state) { given.state = state(of: closure, given) }
    given.result = result(of: closure, given)
    given.resultIsStream = closure.role.gives == .stream
  }

  /// Returns the types of a state that a closure computes from the previous state.
  ///
  /// Repeats until the set stops growing.
  private func state(of closure: PlanClosure, _ given: ArgumentTypes) -> TypeSet {
    var lenient = self
    lenient.isLenient = true
    var given = given
    given.state = given.values.first ?? given.source
    for _ in 0..<4 {
      let result = lenient.result(of: closure, given)
      let state = given.state.or(closure.role.gives == .pair ? result.item(0) : result)
      if state == given.state { return state }
      given.state = state
    }
    return .unknown
  }

  /// Reports a closure that returns a key of one value, in place of one that compares two values:
  /// `a.skipRepeats { $0 % 2 }`.
  private func isKey(_ closure: PlanClosure, of call: PlanCall, _ given: ArgumentTypes) -> Bool {
    guard closure.role.gives == .boolean, closure.role.takes == [.value, .value], closure.arity < 2,
      let label = call.entry.labelOfKey
    else { return false }
    var lenient = inside(closure, given)
    lenient.isLenient = true
    let types = lenient.types(of: closure.body)
    guard !types.isUnknown, !types.isNone, !types.all.contains(.boolean) else { return false }
    reject(call, upTo: closure, write: "\(call.name.text)(\(label): \(context.source.text(of: closure.span)))")
    return true
  }

  /// Reports a closure that takes a value and its position: `a.map { x, i in x * i }`.
  private func takesPosition(_ closure: PlanClosure, of call: PlanCall, _ given: ArgumentTypes) -> Bool {
    guard closure.arity == 2, closure.hasNames, let form = Catalog.forms["\(call.entry.name)(position)"],
      let values = closure.taken.first.map(given.taken), !values.isUnknown, !values.isNone,
      !values.all.contains(where: { if case .tuple = $0 { true } else { false } })
    else { return false }
    let text = context.source.text(of: closure.span)
    guard let head = text.firstRange(of: " in "),
      ["i", "idx", "index"].contains(text[..<head.lowerBound].split { " {,()".contains($0) }.last)
    else { return false }
    reject(call, upTo: closure, write: form.text(on: nil, [text]))
    return true
  }

  /// Reports a call of which another form is meant.
  private func reject(_ call: PlanCall, upTo closure: PlanClosure, write text: String) {
    var error = Diagnostic(.foreignCall(call.name.text, write: text), at: call.name.span)
    let bytes = SourceBytes(context.source)
    let (start, end) = (closure.span.lowerBound, closure.span.upperBound)
    let isInParentheses = bytes[start - 1] == ASCII.openParenthesis && bytes[end] == ASCII.closeParenthesis
    error.replaced = call.name.span.lowerBound..<max(call.name.span.upperBound, isInParentheses ? end + 1 : end)
    faults.add(Fault(error, in: context.source))
  }

  /// Checks a closure outside a call, which takes values of some types.
  func check(_ closure: PlanClosure, takes values: TypeSet) {
    var inner = self
    inner.slots = closure.arity > 1 ? takenApart(values, by: closure) : [values]
    _ = inner.result(of: closure.body, as: closure.role.gives)
  }

  private func result(of closure: PlanClosure, _ given: ArgumentTypes) -> TypeSet {
    inside(closure, given).result(of: closure.body, as: closure.role.gives)
  }

  /// Returns the checker for the body of a closure.
  private func inside(_ closure: PlanClosure, _ given: ArgumentTypes) -> TypeChecker {
    var inner = self
    // If an enclosing closure receives fewer values than it has parameters, its remaining slots are never read here.
    inner.slots += (slots.count..<max(slots.count, closure.firstSlot)).map { _ in .unknown }
    inner.slots.removeLast(inner.slots.count - closure.firstSlot)
    let arguments = closure.taken.map(given.taken)
    inner.slots += closure.arity > 1 && arguments.count == 1 ? takenApart(arguments[0], by: closure) : arguments
    return inner
  }

  /// Returns the result types of a closure body, branch by branch.
  ///
  /// A branch that throws has none.
  private func result(of body: PlanExpression, as gives: ClosureRole.ResultKind) -> TypeSet {
    switch (body.kind, gives) {
    case (.conditional(let condition, let first, let second), _):
      expectBoolean(condition)
      return result(of: first, as: gives).or(result(of: second, as: gives))
    case (.failure, _), (_, .value): return types(of: body)
    case (_, .boolean):
      expectBoolean(body)
      return .boolean
    case (_, .stream): return contents(of: body)
    case (_, .pair):
      let types = types(of: body)
      expect(.pair, of: types, at: body.span) { if case .tuple(let items) = $0 { items.count == 2 } else { false } }
      return types
    }
  }

  /// Returns the types of the items of a tuple that a closure destructures.
  private func takenApart(_ value: TypeSet, by closure: PlanClosure) -> [TypeSet] {
    let nothing = Array(repeating: value.isUnknown ? TypeSet.unknown : .none, count: closure.arity)
    if value.isUnknown || value.isNone { return nothing }
    var rows = value.all.map { if case .tuple(let items) = $0 { items } else { [TypeSet($0)] } }
    if closure.hasNames {
      let fitting = rows.filter { $0.count == closure.arity }
      if fitting.isEmpty {
        report(.tooFewValues(expected: closure.arity, got: rows[0].count), at: closure.span)
        return nothing
      }
      rows = fitting
    }
    let count = rows.map(\.count).max() ?? 0
    return (0..<count).map { index in .any(of: rows.lazy.filter { $0.count > index }.map { $0[index] }) }
  }
}

extension ParameterDescription {
  /// Whether the argument is a closure that compares two values.
  var comparesValues: Bool {
    if case .closure(let role) = shape { role.gives == .boolean && role.takes == [.value, .value] } else { false }
  }
}

extension PlanCall {
  /// Whether the operator takes an array or a string as its source, or computes with the value of a `just`.
  fileprivate var isOnValues: Bool {
    guard entry.family != .make, case .expression(let source)? = arguments.first else { return false }
    return switch source.kind {
    case .array, .constant(.string), .constant(.array), .interpolation: true
    case .call(let made): made.overload.makesOneValue && entry.family == .aggregate
    default: false
    }
  }
}

extension Overload {
  /// Whether it makes a stream of its only argument.
  fileprivate var makesOneValue: Bool {
    guard parameters.count == 1, case .value = parameters[0].shape else { return false }
    return true
  }
}

extension CatalogEntry {
  /// The label of a closure that returns a key of each value, or `nil` if the operator takes none.
  var labelOfKey: String? {
    overloads.lazy.flatMap(\.parameters).first { parameter in
      guard case .closure(let role) = parameter.shape else { return false }
      return role.takes == [.value] && role.gives == .value
    }?.label
  }
}
