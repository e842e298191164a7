import Reactive

/// Evaluates expressions: streams are built on a stage, values are computed.
struct Evaluator {
  let stage: Stage
  let source: Source
  let bindings: Bindings
  let tickLength: TickLength
  /// What the closures around the expression call their parameters, the innermost one's last.
  var locals: [(name: String, value: Value)] = []
  /// What `$0` and so on stand for.
  var parameters: [Value] = []
  var isInClosure = false
  /// How many operators stand around the expression.
  private let depth: Int

  init(_ stage: Stage, _ code: Code) {
    self.stage = stage
    source = code.source
    bindings = code.bindings
    tickLength = code.tickLength
    depth = stage.depth
  }

  func fault(_ problem: Problem, at span: Span) -> Fault {
    Fault(problem, at: span, in: source)
  }

  /// What an expression stands for.
  func value(of expression: Expression) throws(Fault) -> Value {
    switch expression.kind {
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .boolean(let value): return .boolean(value)
    case .null: return .null
    case .text(let literal): return .text(try text(of: literal))
    case .duration: throw fault(.durationNotHere, at: expression.span)
    case .name(let name): return try value(named: name, at: expression.span)
    case .parameter(let index):
      guard index < parameters.count else {
        throw fault(.tooFewValues(expected: index + 1, got: parameters.count), at: expression.span)
      }
      stage.rise(on: parameters[index])
      return parameters[index]
    case .prefix(let symbol, let operand):
      return try apply(symbol, to: try value(of: operand), at: expression.span)
    case .binary(let symbol, let left, let right):
      return try binary(symbol, left, right, at: expression.span)
    case .conditional(let condition, let first, let second):
      return try value(of: try boolean(of: condition) ? first : second)
    case .tuple(let items): return .tuple(try values(of: items))
    case .array(let items): return .array(try values(of: items))
    case .member(let receiver, let name):
      return try Member.value(named: name, of: try value(of: receiver), evaluator: self)
    case .method(let receiver, let call): return try method(call, on: receiver, at: expression.span)
    case .call(let call): return try self.call(call, at: expression.span)
    case .implicitMember(let call): throw fault(.strategyNotHere(call.name.text), at: expression.span)
    case .closure(let closure): throw fault(.closureNotHere, at: closure.span)
    case .failure: throw fault(.throwNotHere, at: expression.span)
    }
  }

  private func values(of expressions: [Expression]) throws(Fault) -> [Value] {
    var values: [Value] = []
    for expression in expressions { values.append(try value(of: expression)) }
    // Values in values are shared, and yet are written out one by one.
    if isInClosure { stage.spend(elements: Value.array(values).size(upTo: Budget.mostElements)) }
    return values
  }

  private func value(named name: String, at span: Span) throws(Fault) -> Value {
    if let local = locals.last(where: { $0.name == name }) {
      stage.rise(on: local.value)
      return local.value
    }
    if let binding = bindings[name] {
      let producer = try stage.producer(for: binding)
      return .stream(Stream(producer: producer, name: name, height: stage.height(of: binding)))
    }
    throw unknown(name, at: span, among: locals.map(\.name))
  }

  /// A name that stands for nothing.
  func unknown(_ name: String, at span: Span, among locals: [String]) -> Fault {
    if let entry = Catalogue.standard[name] {
      return fault(.operatorWithoutParentheses(name: name, signature: entry.signatures[0]), at: span)
    }
    let suggestion = closest(to: name, among: bindings.names + locals)
    return fault(
      isInClosure
        ? .unknownName(name: name, suggestion: suggestion) : .unknownStream(name: name, suggestion: suggestion),
      at: span)
  }

  /// The text of a literal, with what is interpolated.
  func text(of literal: TextLiteral) throws(Fault) -> String {
    var text = ""
    for part in literal.parts {
      switch part {
      case .literal(let piece, _): text += piece
      case .interpolation(let expression): text += try value(of: expression).plainText
      }
    }
    if isInClosure { stage.spend(letters: text.utf8.count) }
    return text
  }

  /// How many ticks a duration is, such as `9ms`.
  func ticks(writtenAt span: Span) throws(Fault) -> Int {
    guard let written = TickLength.read(source.bytes, from: span.lowerBound, to: span.upperBound) else {
      throw fault(.wrongKind(expected: "a time", found: source.text(of: span)), at: span)
    }
    do {
      return try tickLength.ticks(of: written, at: span, in: source.bytes)
    } catch {
      throw Fault(error, in: source)
    }
  }

  /// The text that an expression must be.
  func text(of expression: Expression) throws(Fault) -> String {
    let value = try value(of: expression)
    guard let text = value.text else {
      throw fault(.wrongKind(expected: "a text", found: value.kindName), at: expression.span)
    }
    return text
  }

  func boolean(of expression: Expression) throws(Fault) -> Bool {
    let value = try value(of: expression)
    guard case .boolean(let isTrue) = value else {
      throw fault(.wrongKind(expected: "a Boolean", found: value.kindName), at: expression.span)
    }
    return isTrue
  }

  private func binary(
    _ symbol: BinaryOperator, _ left: Expression, _ right: Expression, at span: Span
  ) throws(Fault) -> Value {
    switch symbol {
    case .and: return .boolean(try boolean(of: left) ? try boolean(of: right) : false)
    case .or: return .boolean(try boolean(of: left) ? true : try boolean(of: right))
    default: return try apply(symbol, try value(of: left), try value(of: right), at: span)
    }
  }

  // MARK: Streams

  /// The stream that an expression stands for.
  func producer(of expression: Expression) throws(Fault) -> Producer {
    if case .text(let literal) = expression.kind { return try producer(spelledBy: literal) }
    return try producer(from: try value(of: expression), at: expression.span)
  }

  /// The stream that a value is, names or spells.
  func producer(from value: Value, at span: Span) throws(Fault) -> Producer {
    if case .text(let text) = value { return try producer(spelledBy: text, at: span) }
    if let producer = stage.stream(from: value) { return producer }
    if case .marble(let name) = value {
      throw fault(.marbleIsNoStream(name: name), at: span)
    }
    throw fault(.wrongKind(expected: "a stream", found: value.kindName), at: span)
  }

  /// A timeline in quotes, with its mistakes at their places.
  private func producer(spelledBy literal: TextLiteral) throws(Fault) -> Producer {
    guard !literal.hasEscapes, !literal.hasInterpolation else {
      return try producer(spelledBy: try text(of: literal), at: literal.content)
    }
    let timeline = try timeline(spelledBy: literal)
    // Inside a closure it may be started any number of times, and is nobody's input.
    return isInClosure ? stage.cold([timeline]) : stage.quoted(timeline)
  }

  /// The timeline of a text that is written as it stands.
  func timeline(spelledBy literal: TextLiteral) throws(Fault) -> Timeline {
    do {
      return try parseTimeline(quotedAt: literal.content, in: source, tick: tickLength)
    } catch {
      throw Fault(error, in: source)
    }
  }

  /// A timeline that a closure has put together.
  private func producer(spelledBy text: String, at span: Span) throws(Fault) -> Producer {
    let timeline: Timeline
    do {
      let spelling = Source(name: source.name, text: text)
      timeline = try parseTimeline(quotedAt: 0..<spelling.bytes.count, in: spelling, tick: tickLength)
    } catch {
      throw fault(.textIsNoTimeline(text, reason: error.problem.message), at: span)
    }
    return stage.cold([timeline])
  }

  // MARK: Calls

  private func call(_ call: Call, at span: Span) throws(Fault) -> Value {
    if let conversion = Member.conversion(call.name.text) {
      let argument = try argument(ofConversion: call)
      return try conversion(try value(of: argument), argument.span, self)
    }
    return .stream(try apply(call, receiver: nil, at: span))
  }

  /// What `Int` and `String` are given.
  func argument(ofConversion call: Call) throws(Fault) -> Expression {
    try arguments(of: call, for: [.anything("value")], signature: "\(call.name.text)(value)")[0]
  }

  private func method(_ call: Call, on receiver: Expression, at span: Span) throws(Fault) -> Value {
    // A value's method, unless the receiver can only be a stream.
    if let method = Member.method(call.name.text), !isStream(receiver, of: call) {
      let value = try value(of: receiver)
      if case .stream = value {
      } else {
        let argument = try Member.argument(of: call, evaluator: self)
        return try method(
          value, try argument.map { (argument) throws(Fault) in try self.value(of: argument) } ?? .null, call, self)
      }
    }
    return .stream(try apply(call, receiver: receiver, at: span))
  }

  /// Whether what a method is called on can only be a stream, as far as can be seen without building it.
  private func isStream(_ receiver: Expression, of method: Call) -> Bool {
    switch receiver.kind {
    case .name(let name): !locals.contains { $0.name == name } && bindings[name] != nil
    // Outside closures it is a timeline wherever an operator has the name.
    case .text: !isInClosure && isOperator(method.name.text)
    case .call(let call): Member.conversion(call.name.text) == nil
    case .method(let receiver, let call): Member.method(call.name.text) == nil || isStream(receiver, of: call)
    default: false
    }
  }

  func isOperator(_ name: String) -> Bool {
    bindings[operator: name] != nil || Catalogue.standard[name] != nil
  }

  private func unknownOperator(_ name: Name) -> Fault {
    let known =
      bindings.operatorNames + Catalogue.standard.allNames + Member.methodNames + Member.conversionNames
    return fault(.unknownOperator(name: name.text, suggestion: closest(to: name.text, among: known)), at: name.span)
  }

  /// The operator that a call means, with what is written for it.
  func application(of call: Call, receiver: Expression?) throws(Fault) -> Application {
    guard let (entry, alias) = Catalogue.standard.lookUp(call.name.text) else {
      throw unknownOperator(call.name)
    }
    return Application(evaluator: self, entry: entry, call: call, alias: alias, receiver: receiver)
  }

  private func apply(_ call: Call, receiver: Expression?, at span: Span) throws(Fault) -> Stream {
    if let own = bindings[operator: call.name.text] { return try apply(own, call, receiver: receiver) }
    let application = try application(of: call, receiver: receiver)
    return try assemble(named: call.name) { () throws(Fault) in
      let producer = stage.judged(
        try application.apply(), as: call.name.text, mistake: fault(.tooManyOperators, at: call.name.span))
      // What a closure puts together has no lane: it may do so any number of times.
      guard !isInClosure, stage.showsStages else { return producer }
      return stage.withLane(producer, call.name.text, text: text(ofCallAt: span, on: receiver))
    }
  }

  /// A call as it was written; behind another one, without that.
  private func text(ofCallAt span: Span, on receiver: Expression?) -> String {
    var start = span.lowerBound
    switch receiver?.kind {
    case .call, .method: start = receiver?.span.upperBound ?? start
    default: break
    }
    return source.text(of: start..<max(start, span.upperBound)).onOneLine
  }

  /// Puts an operator together, as long as that has an end.
  func assemble(named name: Name, _ body: () throws(Fault) -> Producer) throws(Fault) -> Stream {
    guard let (producer, height) = try stage.assemble(within: depth, body) else {
      throw fault(.tooManyOperators, at: name.span)
    }
    return Stream(producer: producer, name: name.text, height: height)
  }
}
