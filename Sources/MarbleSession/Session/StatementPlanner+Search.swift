import Marbles

/// Searches: expressions with `?`, and examples of custom operators whose definition is `?`.
extension StatementPlanner {
  /// Returns the search of an assertion, or its errors, or `nil` for an assertion about a known expression.
  func search(
    _ subject: Subject, during windows: [WindowLiteral], _ expectation: Expectation
  ) -> Result<PlannedStatement.PlannedSearch, SearchQuestionFaults>? {
    guard case .definition(.expression(let expression)) = subject else { return nil }
    let unknown = expression.call.flatMap { bindings.unknownOperator($0.name.text) }
    guard unknown != nil || !expression.holes.isEmpty else { return nil }
    return Result { () throws(SearchQuestionFaults) in
      let (expected, stream) = try events(expectation, during: windows, of: expression)
      let text = source.text(of: expression.span).onOneLine
      guard let unknown else {
        let question = try SearchQuestion(expression, context, bindings)
        return PlannedStatement.PlannedSearch(
          problem: question.problem(expected, of: stream), text: text, name: nil, replaced: expression.span)
      }
      let found = try unknown.adding(expression, context, bindings, expected)
      bind(Binding(name: unknown.name, kind: .unknownOperator(found)))
      let isHere = unknown.source.name == source.name && unknown.source.embedding == source.embedding
      return PlannedStatement.PlannedSearch(
        problem: found.problem, text: text, name: unknown.name, replaced: isHere ? unknown.hole : nil)
    }
  }

  /// Returns the expected events of a search, and the stream that sends them, if that is known.
  private func events(
    _ expectation: Expectation, during windows: [WindowLiteral], of expression: Expression
  ) throws(SearchQuestionFaults) -> (Timeline, Binding?) {
    if let window = windows.first { throw SearchQuestionFaults(.searchWithWindow, at: window.span, in: source) }
    switch expectation {
    case .timelines(let literals):
      guard let literal = literals.first else { break }
      guard literal.timeline.marbles.count <= SearchProblem.maxEvents else {
        throw SearchQuestionFaults(.searchTooLong(limit: SearchProblem.maxEvents), at: literal.span, in: source)
      }
      return (literal.timeline, nil)
    case .expression(let expected):
      guard case .plan(let plan, _) = Analysis.plan(expected, context, bindings), let stream = plan.namedStream,
        stream.timelines.count == 1
      else { break }
      return (stream.timelines[0], stream)
    case .patterns, .missing: break
    }
    throw SearchQuestionFaults(.searchWithoutEvents, at: expression.span, in: source)
  }
}

extension Expression {
  /// The call, if the expression is one.
  fileprivate var call: Call? {
    switch kind {
    case .call(let call), .method(_, let call): call
    default: nil
    }
  }
}
