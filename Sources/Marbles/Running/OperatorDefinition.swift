/// An operator of the script's own: `double(s) = s.map { $0 * 2 }`.
struct OperatorDefinition: Sendable {
  let name: String
  let parameters: [String]
  /// What it stands for, with its names as they were bound where it was defined.
  let body: Code

  /// As it is called: `double(s)`.
  var call: String { "\(name)(\(parameters.joined(separator: ", ")))" }

  /// Looks for mistakes that no call could make good: names that nothing has, and what can never work.
  func check(definedAt name: Name) throws(Fault) {
    let evaluator = Evaluator(Stage(body.bindings), body)
    do {
      _ = try evaluator.stream(
        of: self, arguments: parameters.map { .stream(Stream(producer: .never, name: $0)) }, calledAs: name)
    } catch {
      switch error.diagnostic.problem {
      case .unknownOperator(self.name, _):
        throw Fault(.ownOperatorInItself(self.name), at: error.diagnostic.span, in: error.source)
      // They may be anywhere in what this is made of.
      case .tooManyOperators: throw evaluator.fault(.tooManyOperators, at: body.expression.span)
      case .unknownOperator, .unknownName, .unknownStream, .operatorWithoutParentheses: throw error
      default: break
      }
    }
    var typer = Typer(Evaluator(Stage(body.bindings), body))
    typer.locals = parameters.map { ($0, .unknown) }
    try typer.check(body.expression)
  }
}

extension Evaluator {
  /// What the script's own operator makes of its arguments.
  func stream(of definition: OperatorDefinition, arguments: [Value], calledAs name: Name) throws(Fault) -> Stream {
    try assemble(named: name) { () throws(Fault) in
      var inner = Evaluator(stage, definition.body)
      inner.locals = Array(zip(definition.parameters, arguments))
      inner.isInClosure = isInClosure
      return try inner.producer(of: definition.body.expression)
    }
  }

  /// A call of the script's own operator.
  func apply(_ definition: OperatorDefinition, _ call: Call, receiver: Expression?) throws(Fault) -> Stream {
    var arguments: [Value] = []
    for argument in try self.arguments(of: definition, call, receiver: receiver) {
      arguments.append(try value(ofArgument: argument))
    }
    return try stream(of: definition, arguments: arguments, calledAs: call.name)
  }

  /// What a call of the script's own operator gives for each of its parameters.
  func arguments(
    of definition: OperatorDefinition, _ call: Call, receiver: Expression?
  ) throws(Fault) -> [Expression] {
    try self.arguments(
      of: call, receiver: receiver, for: definition.parameters.map { .anything($0, label: $0) },
      signature: definition.call)
  }

  /// A time may be meant, which is as many ticks.
  private func value(ofArgument expression: Expression) throws(Fault) -> Value {
    if case .duration = expression.kind { return .integer(try ticks(writtenAt: expression.span)) }
    return try value(of: expression)
  }
}
