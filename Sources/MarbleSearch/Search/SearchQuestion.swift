import MarbleEvaluation
import MarbleLanguage

/// A search as it is written: an expression with `?`, and what is known about its parts.
package struct SearchQuestion {
  private let inputs: [String]
  private let streams: [Binding]
  /// The names of streams that the author did not write in the expression, but that an answer may use.
  private let others: [String]
  private let bindings: Bindings
  private let space: SearchProblem.Space

  /// The maximum number of holes.
  static let maxHoles = 2
  /// The maximum number of other streams that an operator in place of a hole may use.
  private static let maxOthers = 2

  /// Creates the question of an expression with holes.
  ///
  /// Throws the errors of the parts without holes.
  package init(
    _ expression: Expression, _ context: PlanContext, _ bindings: Bindings
  ) throws(SearchQuestionFaults) {
    self.bindings = bindings
    let holes = expression.holes
    guard holes.count <= Self.maxHoles else {
      throw SearchQuestionFaults([
        Fault(.tooManyHoles(limit: Self.maxHoles), at: holes[Self.maxHoles], in: context.source)
      ])
    }
    if let hole = Self.callWithoutStreams(expression) {
      throw SearchQuestionFaults([Fault(.searchWithoutStreams, at: hole, in: context.source)])
    }
    if let hole = expression.parts.lazy.compactMap(Self.calledHole(in:)).first {
      throw SearchQuestionFaults([Fault(.misplacedSearchCall, at: hole, in: context.source)])
    }
    if case .call(let call) = expression.kind, call.isHole, holes.count == 1 {
      (inputs, streams) = try Self.inputs(call.arguments.map(\.value), context, bindings)
      others = []
      space = .expressions
      return
    }
    var receiver = expression
    var count = 0
    while case .method(let inner, let call) = receiver.kind, call.isHole { (receiver, count) = (inner, count + 1) }
    if count > 0, count == holes.count {
      let (texts, sources) = try Self.inputs([receiver], context, bindings)
      (inputs, streams) = (texts, sources)
      others = Self.otherStreams(texts, bindings).filter { bindings[$0]?.timelines.isEmpty == false }
        .prefix(Self.maxOthers).map(\.self)
      space = .chain(operators: count)
      return
    }
    if case .faults(let faults) = Analysis.plan(expression, context, bindings) {
      // The type of a hole is not known, but its place is.
      let wrong = faults.filter { fault in
        switch fault.diagnostic.problem {
        // The argument before a closure can be a strategy.
        case ProgramProblem.argument(.superfluous, _, _, _):
          !Self.hasClosure(after: fault.diagnostic.span, in: expression)
        case ProgramProblem.argument(.unknownLabel, _, _, _),
          ProgramProblem.unknownOperator, ProgramProblem.unknownName, LanguageProblem.unknownStream:
          true
        default: false
        }
      }
      if !wrong.isEmpty { throw SearchQuestionFaults(wrong) }
    }
    inputs = expression.names.filter { bindings[$0] != nil }.sorted()
    streams = inputs.compactMap { bindings[$0] }
    others = Self.otherStreams(inputs, bindings)
    space = .sketch(SearchSketch(expression, in: context.source))
  }

  /// Returns the names of the streams in scope that an expression does not use, the last one first.
  private static func otherStreams(_ used: [String], _ bindings: Bindings) -> [String] {
    bindings.names.reversed().filter { !$0.hasPrefix("_") && !used.contains($0) }
  }

  /// Whether a closure follows a `?` that is the only argument of a call.
  private static func hasClosure(after hole: Span, in expression: Expression) -> Bool {
    if case .method(_, let call) = expression.kind, call.trailing != nil, call.arguments.count == 1,
      case .hole = call.arguments[0].value.kind, call.arguments[0].value.span == hole
    {
      return true
    }
    return expression.parts.contains { hasClosure(after: hole, in: $0) }
  }

  /// Returns the span of `?()`, if the expression is one.
  private static func callWithoutStreams(_ expression: Expression) -> Span? {
    guard case .call(let call) = expression.kind, call.isHole, call.arguments.isEmpty else { return nil }
    return expression.span
  }

  /// Returns the span of a `?(…)` in an expression.
  private static func calledHole(in expression: Expression) -> Span? {
    if case .call(let call) = expression.kind, call.isHole { return expression.span }
    return expression.parts.lazy.compactMap(calledHole(in:)).first
  }

  /// Returns expressions as they are written, and their streams.
  private static func inputs(
    _ expressions: [Expression], _ context: PlanContext, _ bindings: Bindings
  ) throws(SearchQuestionFaults) -> ([String], [Binding]) {
    var texts: [String] = []
    var streams: [Binding] = []
    for expression in expressions {
      let text = context.source.text(of: expression.span).onOneLine
      texts.append(text)
      streams.append(try stream(expression, named: text, for: nil, context, bindings))
    }
    return (texts, streams)
  }

  /// Returns the stream of an expression.
  ///
  /// - Parameter parameter: The parameter of an unknown definition that it is for.
  fileprivate static func stream(
    _ expression: Expression, named name: String, for parameter: String?, _ context: PlanContext, _ bindings: Bindings
  ) throws(SearchQuestionFaults) -> Binding {
    switch Analysis.plan(expression, context, bindings) {
    case .plan(let plan, _): return plan.namedStream ?? Binding(name: name, kind: .expression(plan))
    case .faults(let faults):
      if let first = faults.first?.diagnostic, first.span == expression.span,
        case ProgramProblem.wrongKind(expected: .stream, let kind) = first.problem
      {
        throw SearchQuestionFaults(.valueInSearch(kind, parameter: parameter), at: expression.span, in: context.source)
      }
      throw SearchQuestionFaults(faults)
    }
  }

  /// Returns the problem of finding expressions that give these events.
  ///
  /// - Parameter stream: The stream that sends them, if it has a name. An answer may use it only if the author wrote it.
  package func problem(_ expected: Timeline, of stream: Binding? = nil) -> SearchProblem {
    let others = others.filter { bindings[$0] !== stream }
    if case .sketch(var sketch) = space {
      // The other streams are not inputs, because the answers are compared on different ones of those.
      sketch.streams = inputs + others
      let example = SearchProblem.Example(inputs: streams, bindings: bindings, expected: expected)
      return SearchProblem(inputs: inputs, examples: [example], .sketch(sketch))
    }
    let streams = streams + others.compactMap { bindings[$0] }
    return SearchProblem(
      inputs: inputs + others, examples: [.init(inputs: streams, bindings: bindings, expected: expected)], space)
  }
}

/// The errors of a search.
package struct SearchQuestionFaults: Error {
  package let faults: [Fault]

  init(_ faults: [Fault]) { self.faults = faults }

  package init(_ problem: ProgramProblem, at span: Span, in source: Source) {
    faults = [Fault(problem, at: span, in: source)]
  }
}

extension UnknownOperator {
  /// Returns the operator with one more example, which is a call of it.
  package func adding(
    _ call: Expression, _ context: PlanContext, _ bindings: Bindings, _ expected: Timeline
  ) throws(SearchQuestionFaults) -> UnknownOperator {
    let arguments = try Analysis.arguments(of: call, parameters, context, bindings)
    let example = Example(arguments: arguments, bindings: bindings, expected: expected)
    return UnknownOperator(name: name, parameters: parameters, hole: hole, in: source, examples: examples + [example])
  }

  /// The problem of finding the definition.
  package var problem: SearchProblem {
    SearchProblem(
      inputs: parameters,
      examples: examples.map { .init(inputs: $0.arguments, bindings: $0.bindings, expected: $0.expected) })
  }
}

extension Analysis {
  /// Returns the arguments of a call of a custom operator, one stream for each parameter.
  fileprivate static func arguments(
    of expression: Expression, _ parameters: [String], _ context: PlanContext, _ bindings: Bindings
  ) throws(SearchQuestionFaults) -> [Binding] {
    let call: Call
    let receiver: Expression?
    switch expression.kind {
    case .call(let direct): (call, receiver) = (direct, nil)
    case .method(let source, let method): (call, receiver) = (method, source)
    default: return []
    }
    let signature = "\(call.name.text)(\(parameters.joined(separator: ", ")))"
    let written: [WrittenArgument]
    do {
      written = try ArgumentMatching.match(
        call.written(on: receiver), with: parameters.map { .anything($0, label: $0) }, at: call.name.span)
    } catch {
      let problem = ProgramProblem.argument(error.problem, operator: call.name.text, calls: [signature])
      throw SearchQuestionFaults(problem, at: error.span, in: context.source)
    }
    var streams: [Binding] = []
    for (parameter, argument) in zip(parameters, written.expressions) {
      streams.append(try SearchQuestion.stream(argument, named: parameter, for: parameter, context, bindings))
    }
    return streams
  }
}
