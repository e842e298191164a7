import MarbleLanguage
import Reactive

/// Evaluates the expressions of a plan: assembles streams in a run context and computes values.
package struct Evaluation {
  let runContext: RunContext
  let context: PlanContext
  /// The arguments of the enclosing closures and custom operators.
  let slots: [Value]
  let isInClosure: Bool
  /// The number of operators around the expression.
  private let depth: Int

  package init(_ runContext: RunContext, _ context: PlanContext, slots: [Value] = [], isInClosure: Bool = false) {
    self.runContext = runContext
    self.context = context
    self.slots = slots
    self.isInClosure = isInClosure
    depth = runContext.assembly.depth
  }

  /// Returns an evaluation for a closure body, with the depth of the operator that the closure belongs to.
  func inside(_ slots: [Value]) -> Evaluation {
    Evaluation(runContext, context, slots: slots, isInClosure: true, depth: depth)
  }

  private init(_ runContext: RunContext, _ context: PlanContext, slots: [Value], isInClosure: Bool, depth: Int) {
    self.runContext = runContext
    self.context = context
    self.slots = slots
    self.isInClosure = isInClosure
    self.depth = depth
  }

  /// The evaluation for a recording, without substreams that can be started.
  var recorded: Evaluation {
    Evaluation(runContext, context, slots: slots.map(\.recorded), isInClosure: isInClosure, depth: depth)
  }

  /// Returns the evaluation for another run.
  func moved(to runContext: RunContext) -> Evaluation {
    Evaluation(runContext, context, slots: slots, isInClosure: isInClosure, depth: depth)
  }

  func fault(_ problem: ProgramProblem, at span: Span) -> Fault { Fault(problem, at: span, in: context.source) }

  /// Converts the problem of an operation to a fault at a span.
  private func at<T>(_ span: Span, _ operation: () throws(ProgramProblem) -> T) throws(Fault) -> T {
    do {
      return try operation()
    } catch {
      throw fault(error, at: span)
    }
  }

  // MARK: Values

  package func value(of expression: PlanExpression) throws(Fault) -> Value {
    switch expression.kind {
    case .constant(let value): return value
    case .slot(let slot, let shorthand):
      guard slot < slots.count else {
        let index = shorthand ?? 0
        throw fault(.tooFewValues(expected: index + 1, got: slots.count - (slot - index)), at: expression.span)
      }
      runContext.raiseHeight(forStreamsIn: slots[slot])
      return slots[slot]
    case .stream(let binding):
      let producer = try runContext.producer(for: binding)
      return stream(producer, named: binding.name, height: runContext.height(of: binding))
    case .timeline(let quoted): return stream(producer(of: quoted), named: "", height: 0)
    case .interpolation(let parts):
      var text = ""
      for part in parts { text += try value(of: part).plainText }
      if isInClosure { runContext.spend(letters: text.utf8.count) }
      return .string(text)
    case .prefix(let symbol, let operand):
      let operand = try value(of: operand)
      return try at(expression.span) { () throws(ProgramProblem) in try ValueOperations.apply(symbol, to: operand) }
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right, at: expression.span)
    case .conditional(let condition, let first, let second):
      return try value(of: try self.condition(condition) ? first : second)
    case .tuple(let items): return .tuple(try values(of: items))
    case .array(let items): return .array(try values(of: items))
    case .item(let receiver, let index, let name): return try item(index, name, of: try value(of: receiver))
    case .property(let receiver, let property?, let name) where property.isStreamOfAction:
      let action = try producer(of: receiver)
      return stream(member(name, of: action), named: name.text, height: runContext.assembly.height)
    case .property(let receiver, let property, let name):
      let receiver = try value(of: receiver)
      if let value = property?.value(of: receiver) { return value }
      throw fault(receiver.missingMember(name.text), at: name.span)
    case .method(let receiver, let call): return try method(call, on: receiver)
    case .conversion(let conversion, let argument):
      let value = try value(of: argument)
      return try at(argument.span) { () throws(ProgramProblem) in try conversion.result(of: value) }
    case .call(let call):
      let (producer, height) = try producer(of: call)
      return stream(producer, named: call.name.text, height: height)
    case .custom(let call):
      let (producer, height) = try producer(of: call)
      return stream(producer, named: call.name.text, height: height)
    // The analysis rejects `throw` and invalid expressions in these positions.
    case .failure, .invalid: throw fault(.language(.unexpectedThrow), at: expression.span)
    }
  }

  private func stream(_ producer: Producer, named name: String, height: Int) -> Value {
    let stream = Stream(producer: producer, name: name, height: height)
    runContext.records.stageLog?.record(stream)
    return .stream(stream)
  }

  private func values(of expressions: [PlanExpression]) throws(Fault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(expressions.count)
    for expression in expressions { values.append(try value(of: expression)) }
    // Nested values share their storage, but each of them is printed. So their full size counts.
    if isInClosure { runContext.spend(elements: Value.array(values).size(upTo: Budget.maxElements)) }
    return values
  }

  private func binary(
    _ symbol: BinaryOperator, _ left: PlanExpression, _ right: PlanExpression, at span: Span
  ) throws(Fault) -> Value {
    switch symbol {
    case .and: return .boolean(try boolean(of: left) ? try boolean(of: right) : false)
    case .or: return .boolean(try boolean(of: left) ? true : try boolean(of: right))
    default:
      let (left, right) = (try value(of: left), try value(of: right))
      return try at(span) { () throws(ProgramProblem) in try runContext.apply(symbol, left, right) }
    }
  }

  private func item(_ index: Int, _ name: Name, of value: Value) throws(Fault) -> Value {
    guard case .tuple(let items) = value else {
      throw fault(.wrongKind(expected: .tuple, found: value.kind), at: name.span)
    }
    guard items.indices.contains(index) else { throw fault(value.missingMember(name.text), at: name.span) }
    return items[index]
  }

  private func method(_ call: MethodCall, on receiver: PlanExpression) throws(Fault) -> Value {
    let value = try value(of: receiver)
    if case .stream = value, let asOperator = call.asOperator { return try self.value(of: asOperator) }
    if let mismatch = call.mismatch { throw mismatch }
    var argument = Value.null
    if let written = call.argument { argument = try self.value(of: written) }
    if let result = call.method.result(on: value, argument) { return result }
    if let written = call.argument, TypeRules.hasMethod(call.method, ValueType(sortOf: value)) {
      throw fault(.wrongKind(expected: .string, found: argument.kind), at: written.span)
    }
    throw fault(value.missingMember(call.name.text), at: call.name.span)
  }

  package func boolean(of expression: PlanExpression) throws(Fault) -> Bool {
    let value = try value(of: expression)
    guard case .boolean(let isTrue) = value else {
      throw fault(.wrongKind(expected: .boolean, found: value.kind), at: expression.span)
    }
    return isTrue
  }

  /// Returns the value of the condition before `?`.
  func condition(_ expression: PlanExpression) throws(Fault) -> Bool {
    let isTrue = try boolean(of: expression)
    record(expression, isTrue)
    return isTrue
  }

  /// Records a result of a condition, if the run records them.
  @inline(__always)
  func record(_ expression: PlanExpression, _ isTrue: Bool) {
    // A condition without a value, such as `true`, has one result on purpose.
    if let conditions = runContext.records.conditions, expression.hasSlot {
      conditions.record(expression.span, in: context.source, isTrue)
    }
  }

  func text(of expression: PlanExpression) throws(Fault) -> String {
    let value = try value(of: expression)
    guard let text = value.text else {
      throw fault(.wrongKind(expected: .string, found: value.kind), at: expression.span)
    }
    return text
  }

  // MARK: Streams

  /// Returns the stream of an expression.
  package func producer(of expression: PlanExpression) throws(Fault) -> Producer {
    switch expression.kind {
    case .timeline(let quoted): return producer(of: quoted)
    case .stream(let binding): return try runContext.producer(for: binding)
    case .call(let call):
      let (producer, height) = try producer(of: call)
      runContext.raiseHeight(to: height)
      return producer
    default:
      // A string can be a timeline: `f(s) = s.contains("b")`, `f("-a-b|")`.
      if let operation = expression.operationOnTimeline, case .string = try value(of: operation.receiver),
        (try? value(of: expression)).map({ ValueType(sortOf: $0).isNeverStream }) ?? true
      {
        return try producer(of: operation.call)
      }
      return try producer(from: try value(of: expression), at: expression.span)
    }
  }

  /// Returns the stream with a name among those that an action sends.
  private func member(_ name: Name, of action: Producer) -> Producer {
    let missing = fault(BuiltinMembers.missing(name.text, in: .stream(.none)), at: name.span)
    return .deferred { [weak runContext] in
      var isFound = false
      return action.compactMap { value -> Producer? in
        guard case .stream(let stream) = value, stream.key == .string(name.text) else { return nil }
        isFound = true
        return stream.producer
      }
      .on(completed: { if !isFound { runContext?.fail(missing) } }).flatten(.merge)
    }
  }

  private func producer(from value: Value, at span: Span) throws(Fault) -> Producer {
    if case .stream(let stream) = value { return runContext.producer(of: stream) }
    return try at(span) { () throws(ProgramProblem) in try runContext.producer(from: value, context.tickLength) }
  }

  /// Returns the stream of a timeline in quotes.
  ///
  /// In a closure it can start any number of times, so it is not an input.
  private func producer(of quoted: QuotedTimeline) -> Producer {
    if quoted.isInput, !isInClosure { return runContext.quoted(quoted.timeline) }
    runContext.records.stageLog?.record(.timeline(quoted.timeline))
    return runContext.cold([quoted.timeline])
  }

  private func producer(of call: PlanCall) throws(Fault) -> (Producer, height: Int) {
    try assemble(call.name) { () throws(Fault) in
      try runContext.withStage(OperatorUse(call, context)) { (stage) throws(Fault) in
        let application = OperatorApplication(
          runContext: runContext, entry: call.entry, name: call.name, source: context.source,
          tickLength: context.tickLength, stage: stage)
        var arguments: [OperatorArgument] = []
        arguments.reserveCapacity(call.arguments.count)
        for (parameter, argument) in zip(call.overload.parameters, call.arguments) {
          arguments.append(try self.argument(argument, for: parameter))
        }
        return assembled(call, arguments, application)
      }
    }
  }

  /// Applies an operator to its arguments.
  private func assembled(
    _ call: PlanCall, _ arguments: [OperatorArgument], _ application: OperatorApplication
  ) -> Producer {
    if case .operation(let use as OperatorUse)? = application.stage?.origin {
      use.arguments = arguments.map(\.recorded)
    }
    let apply = call.overload.apply
    let applied =
      call.mayThrow && !call.entry.beginsWithRun
      ? runContext.withFailureSink { apply(arguments, application, $0) }
      : apply(arguments, application, FailureSink())
    let producer = runContext.checked(applied, as: call.name.text, overflow: { application.fault(.tooManyOperators) })
    // An operator in a closure has no lane, because the closure can run any number of times.
    guard !isInClosure, runContext.assembly.showsStages else { return producer }
    return runContext.withLane(producer, call.name.text, as: .operator(context.source.text(of: call.written).onOneLine))
  }

  private func producer(of call: CustomCall) throws(Fault) -> (Producer, height: Int) {
    var arguments: [Value] = []
    for argument in call.arguments { arguments.append(try value(of: argument)) }
    return try assemble(call.name) { () throws(Fault) in
      let evaluation = Evaluation(runContext, call.definition.context, slots: arguments, isInClosure: isInClosure)
      do throws(Fault) { return try evaluation.producer(of: call.definition.body) } catch {
        throw call.locating(error, in: context)
      }
    }
  }

  /// Assembles an operator, or throws if there are too many.
  private func assemble(_ name: Name, _ body: () throws(Fault) -> Producer) throws(Fault) -> (Producer, height: Int) {
    guard let assembled = try runContext.assemble(within: depth, body) else {
      throw fault(.tooManyOperators, at: name.span)
    }
    return assembled
  }

  // MARK: Arguments

  private func argument(
    _ argument: PlanArgument, for parameter: ParameterDescription
  ) throws(Fault) -> OperatorArgument {
    switch argument {
    case .none: return .none
    case .expression(let expression): return try self.argument(expression, for: parameter)
    case .expressions(let expressions): return try arguments(expressions, for: parameter)
    case .array(let array):
      return .streams(try streams(in: array, as: parameter.name))
    case .strategy(.fixed(let strategy)): return .strategy(strategy)
    case .strategy(.concurrent(let limit)):
      let value = try value(of: limit)
      guard case .integer(let number) = value else {
        throw fault(.wrongKind(expected: .wholeNumber, found: value.preciseKind), at: limit.span)
      }
      guard number > 0 else { throw fault(.tooSmall(parameter: "limit", minimum: 1), at: limit.span) }
      return .strategy(.concurrent(limit: Int(clamping: number)))
    case .closure(let closure):
      for binding in closure.streamsOfRun { _ = try runContext.producer(for: binding) }
      return .closure(PlanClosureBody(closure, self))
    }
  }

  private func argument(
    _ expression: PlanExpression, for parameter: ParameterDescription
  ) throws(Fault) -> OperatorArgument {
    switch parameter.shape {
    case .stream where parameter.isInner:
      return .innerStream(runContext.inner(try producer(of: expression), as: parameter.name))
    case .stream: return .stream(runContext.tapped(try producer(of: expression), as: parameter.name))
    case .count, .time:
      let value = try value(of: expression)
      guard case .integer(let number) = value else {
        throw fault(.wrongKind(expected: parameter.shape.kind, found: value.preciseKind), at: expression.span)
      }
      if let problem = parameter.problem(with: number) { throw fault(problem, at: expression.span) }
      return .integer(number)
    case .boolean: return .boolean(try boolean(of: expression))
    case .message: return .string(try text(of: expression))
    case .optionalMessage:
      return expression.constant == .null ? .value(.null) : .string(try text(of: expression))
    case .array:
      let value = try value(of: expression)
      guard case .array(let items) = value else {
        throw fault(.wrongKind(expected: .array, found: value.kind), at: expression.span)
      }
      return .values(items)
    case .streams, .streamValues, .values, .value, .strategy, .anything, .closure:
      return .value(try value(of: expression))
    }
  }

  private func arguments(
    _ expressions: [PlanExpression], for parameter: ParameterDescription
  ) throws(Fault) -> OperatorArgument {
    switch parameter.shape {
    case .streams:
      var producers: [Producer] = []
      for expression in expressions {
        producers.append(runContext.tapped(try producer(of: expression), as: parameter.name))
      }
      return .streams(producers)
    case .streamValues:
      var streams: [Stream] = []
      for expression in expressions {
        let name = context.source.text(of: expression.span)
        streams.append(Stream(producer: try producer(of: expression), name: name))
      }
      return .streamValues(streams)
    default:
      return .values(try values(listed: expressions))
    }
  }

  private func values(listed expressions: [PlanExpression]) throws(Fault) -> [Value] {
    var values: [Value] = []
    for expression in expressions { values.append(try value(of: expression)) }
    return values
  }

  /// Returns the streams in an array, or a single stream that is made from the array if its elements are values.
  private func streams(in array: PlanExpression, as parameter: String) throws(Fault) -> [Producer] {
    let value = try value(of: array)
    if case .array(let items) = value, !items.isEmpty {
      var streams: [Producer] = []
      for case .stream(let stream) in items {
        streams.append(runContext.tapped(runContext.producer(of: stream), as: parameter))
      }
      if streams.count == items.count { return streams }
    }
    return [runContext.tapped(try producer(from: value, at: array.span), as: parameter)]
  }
}

extension Value {
  /// Returns the problem that the value does not have a member.
  fileprivate func missingMember(_ name: String) -> ProgramProblem {
    var hasKey = false
    if case .stream(let group) = self { hasKey = group.key != nil }
    return MemberProblem.missing(name, in: ValueType(sortOf: self), hasKey: hasKey)
  }
}

extension Plan {
  /// The source text of the operators that are applied, or `nil` if there are none with a result to draw.
  package var operation: String? {
    switch root.kind {
    // An action sends its streams, each of which has its own name.
    case .call(let call) where !call.sendsNamedStreams: text
    case .custom: text
    default: nil
    }
  }

  /// Assembles the stream in a run context.
  package func producer(on runContext: RunContext) throws(Fault) -> Producer {
    var slots: [Value] = []
    for argument in arguments { slots.append(try runContext.value(of: argument)) }
    return try Evaluation(runContext, context, slots: slots).producer(of: root)
  }
}

extension RunContext {
  /// Returns the value of an argument of a plan.
  fileprivate func value(of argument: Plan.Argument) throws(Fault) -> Value {
    switch argument {
    case .value(let value): value
    case .stream(let binding): .stream(Stream(producer: try producer(for: binding), name: binding.name))
    }
  }
}
