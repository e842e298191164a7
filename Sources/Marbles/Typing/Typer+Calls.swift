/// Streams, and the operators that make them.
extension Typer {
  /// What the stream sends that an expression stands for.
  func contents(of expression: Expression) throws(Fault) -> Kinds {
    switch expression.kind {
    case .text(let literal) where !literal.hasEscapes && !literal.hasInterpolation:
      return Kinds(sentBy: try evaluator.timeline(spelledBy: literal))
    default:
      let kinds = try kinds(of: expression)
      try expect("a stream", of: kinds, at: expression.span) { value in
        switch value {
        case .stream, .array, .text, .marble: true
        default: false
        }
      }
      return kinds.contents
    }
  }

  /// What the stream sends that a name stands for; its own mistakes were told when it was bound.
  func contents(of binding: Binding) -> Kinds {
    if let known = binding.contents { return known }
    let kinds: Kinds
    switch binding.kind {
    case .pipe(let timeline): kinds = Kinds(sentBy: timeline)
    case .cold(let timelines): kinds = .any(of: timelines.lazy.map { Kinds(sentBy: $0) })
    case .expression(let code):
      kinds = (try? Typer(Evaluator(evaluator.stage, code)).contents(of: code.expression)) ?? .unknown
    case .operator: kinds = .unknown
    }
    binding.contents = kinds
    return kinds
  }

  // MARK: Calls

  func call(_ call: Call) throws(Fault) -> Kinds {
    guard let conversion = Member.conversion(call.name.text) else {
      return .stream(of: try sent(by: call, receiver: nil))
    }
    let argument = try evaluator.argument(ofConversion: call)
    return try trying(try kinds(of: argument)) { (value) throws(Fault) in
      try conversion(value, argument.span, evaluator)
    }
  }

  func method(_ call: Call, on receiver: Expression) throws(Fault) -> Kinds {
    guard let method = Member.method(call.name.text), !isTimeline(receiver, for: call) else {
      return .stream(of: try sent(by: call, receiver: receiver))
    }
    let kinds = try kinds(of: receiver)
    // A value's method and an operator may have the same name.
    let values = kinds.compactMap { if case .stream = $0 { nil } else { Kinds($0) } }
    if kinds.isUnknown || (!values.isNone && values != kinds) { return .unknown }
    if values.isNone, !kinds.isNone { return .stream(of: try sent(by: call, receiver: receiver)) }
    let argument = try Member.argument(of: call, evaluator: evaluator)
    return try trying(
      kinds, try argument.map { (argument) throws(Fault) in try self.kinds(of: argument) } ?? Kinds(.null)
    ) {
      (value, argument) throws(Fault) in
      try method(value, argument, call, evaluator)
    }
  }

  /// Whether a text stands for a timeline, as outside closures it does wherever an operator has the name.
  private func isTimeline(_ receiver: Expression, for method: Call) -> Bool {
    guard case .text = receiver.kind else { return false }
    return !evaluator.isInClosure && evaluator.isOperator(method.name.text)
  }

  // MARK: Operators

  /// What an operator's result sends.
  private func sent(by call: Call, receiver: Expression?) throws(Fault) -> Kinds {
    try descending { () throws(Fault) in
      if let own = evaluator.bindings[operator: call.name.text] { return try sent(by: own, call, receiver: receiver) }
      return try sent(byKnown: call, receiver: receiver)
    }
  }

  /// What the result of an operator of the language sends.
  private func sent(byKnown call: Call, receiver: Expression?) throws(Fault) -> Kinds {
    let application = try evaluator.application(of: call, receiver: receiver)
    let (index, written) = try application.fittingForm()
    let form = application.entry.forms[index]
    var given = GivenKinds()
    for (parameter, argument) in zip(form.parameters, written) {
      try add(argument, for: parameter, to: &given)
    }
    for case (let parameter, .closure(let closure)) in zip(form.parameters, written) {
      guard case .closure(let role) = parameter.shape else { continue }
      try application.check(closure, arity: role.taken(by: closure).count)
      try add(closure, as: role, to: &given)
    }
    return form.sends(given)
  }

  /// What an operator of the script's own sends, given what a call gives it.
  private func sent(by own: OperatorDefinition, _ call: Call, receiver: Expression?) throws(Fault) -> Kinds {
    var inner = self
    inner.evaluator = Evaluator(evaluator.stage, own.body)
    inner.evaluator.isInClosure = evaluator.isInClosure
    inner.locals = []
    for (name, argument) in zip(own.parameters, try evaluator.arguments(of: own, call, receiver: receiver)) {
      let isTime = if case .duration = argument.kind { true } else { false }
      inner.locals.append((name, isTime ? .integer : try kinds(of: argument)))
    }
    return try inner.contents(of: own.body.expression)
  }

  private func add(
    _ argument: WrittenArgument, for parameter: ParameterDescription, to given: inout GivenKinds
  ) throws(Fault) {
    let expressions: [Expression]
    switch argument {
    case .nothing, .closure: return
    case .expression(let expression): expressions = [expression]
    case .expressions(let several): expressions = several
    }
    if case .streams = parameter.shape, expressions.count == 1, let streams = try streams(in: expressions[0]) {
      given.streams += streams
      return
    }
    for expression in expressions {
      switch (parameter.shape, expression.kind) {
      case (.stream, _), (.streams, _): given.streams.append(try contents(of: expression))
      case (_, .duration), (_, .implicitMember): break
      case (.value, _), (.values, _): given.values.append(try kinds(of: expression))
      default: _ = try kinds(of: expression)
      }
    }
  }

  /// What the streams send that stand in an array, if that is what is written.
  private func streams(in expression: Expression) throws(Fault) -> [Kinds]? {
    guard case .array(let items) = expression.kind, !items.isEmpty else { return nil }
    var streams: [Kinds] = []
    for item in items {
      let kinds = try kinds(of: item)
      if kinds.streams != kinds { return nil }
      streams.append(kinds.contents)
    }
    return streams
  }

  private func add(_ closure: Closure, as role: ClosureRole, to given: inout GivenKinds) throws(Fault) {
    if role.takes.contains(.state) { given.state = state(of: closure, as: role, given) }
    given.result = try result(of: closure, as: role, given)
    given.resultIsStream = role.gives == .stream
  }

  /// What a state may be that a closure makes of the one before: looked at until it grows no more.
  private func state(of closure: Closure, as role: ClosureRole, _ given: GivenKinds) -> Kinds {
    var lenient = self
    lenient.isLenient = true
    var given = given
    given.state = given.values.first ?? given.source
    for _ in 0..<4 {
      guard let result = try? lenient.result(of: closure, as: role, given) else { return given.state }
      let state = given.state.or(role.gives == .pair ? result.item(0) : result)
      if state == given.state { return state }
      given.state = state
    }
    return .unknown
  }

  // MARK: Closures

  private func result(of closure: Closure, as role: ClosureRole, _ given: GivenKinds) throws(Fault) -> Kinds {
    let inner = try inner(closure, role.taken(by: closure).map(given.taken))
    return try inner.result(of: closure.body, as: role.gives)
  }

  /// What a closure's body gives, branch by branch; what throws gives nothing.
  private func result(of body: Expression, as gives: ClosureRole.Given) throws(Fault) -> Kinds {
    if case .conditional(let condition, let first, let second) = body.kind {
      _ = try boolean(of: condition)
      return try result(of: first, as: gives).or(try result(of: second, as: gives))
    }
    if case .failure = body.kind { return try kinds(of: body) }
    switch gives {
    case .value: return try kinds(of: body)
    case .boolean: return try boolean(of: body)
    case .stream: return try contents(of: body)
    case .pair:
      let kinds = try kinds(of: body)
      try expect("a pair", of: kinds, at: body.span) { $0.pair != nil }
      return kinds
    }
  }

  /// The inside of a closure that is called with some values; a tuple is taken apart if the closure takes several.
  private func inner(_ closure: Closure, _ arguments: [Kinds]) throws(Fault) -> Typer {
    var inner = self
    inner.evaluator.isInClosure = true
    inner.parameters = arguments
    if closure.arity > 1, arguments.count == 1 { inner.parameters = try takenApart(arguments[0], by: closure) }
    for (name, kinds) in zip(closure.parameters ?? [], inner.parameters) where name.text != "_" {
      inner.locals.append((name.text, kinds))
    }
    return inner
  }

  private func takenApart(_ value: Kinds, by closure: Closure) throws(Fault) -> [Kinds] {
    let nothing = Array(repeating: value.isUnknown ? Kinds.unknown : .none, count: closure.arity)
    if value.isUnknown || value.isNone { return nothing }
    var rows = value.all.map { if case .tuple(let items) = $0 { items } else { [Kinds($0)] } }
    if let names = closure.parameters {
      let fitting = rows.filter { $0.count == names.count }
      if fitting.isEmpty {
        if isLenient { return nothing }
        throw evaluator.fault(.tooFewValues(expected: names.count, got: rows[0].count), at: closure.span)
      }
      rows = fitting
    }
    let count = rows.map(\.count).max() ?? 0
    return (0..<count).map { index in .any(of: rows.lazy.filter { $0.count > index }.map { $0[index] }) }
  }
}
