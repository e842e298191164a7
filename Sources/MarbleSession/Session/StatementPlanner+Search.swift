import Marbles

/// Searches: expressions with `?`, and examples of custom operators whose definition is `?`.
extension StatementPlanner {
  /// Returns the search of an assertion, or its errors, or `nil` for an assertion about a known expression.
  func search(
    _ subject: Subject, during windows: [WindowLiteral], _ expectation: Expectation
  ) -> Result<PlannedStatement.PlannedSearch, SearchQuestionFaults>? {
    guard case .definition(.expression(let expression)) = subject else { return nil }
    let unknown = expression.call.flatMap { bindings[operator: $0.name.text] as? UnknownOperator }
    guard unknown != nil || !expression.holes.isEmpty else { return nil }
    return Result { () throws(SearchQuestionFaults) in
      let expected = try events(expectation, during: windows, of: expression)
      let text = source.text(of: expression.span).onOneLine
      guard let unknown else {
        let question = try SearchQuestion(expression, context, bindings)
        return PlannedStatement.PlannedSearch(
          problem: question.problem(expected), text: text, name: nil, replaced: expression.span)
      }
      let found = try unknown.adding(expression, context, bindings, expected)
      bind(Binding(name: unknown.name, kind: .operator(found)))
      let isHere = unknown.source.name == source.name && unknown.source.embedding == source.embedding
      return PlannedStatement.PlannedSearch(
        problem: found.problem, text: text, name: unknown.name, replaced: isHere ? unknown.hole : nil)
    }
  }

  /// Returns the expected events of a search.
  private func events(
    _ expectation: Expectation, during windows: [WindowLiteral], of expression: Expression
  ) throws(SearchQuestionFaults) -> Timeline {
    if let window = windows.first { throw SearchQuestionFaults(.searchWithWindow, at: window.span, in: source) }
    guard case .timelines(let literals) = expectation, let literal = literals.first else {
      throw SearchQuestionFaults(.searchWithoutEvents, at: expression.span, in: source)
    }
    guard literal.timeline.marbles.count <= SearchProblem.maxEvents else {
      throw SearchQuestionFaults(.searchTooLong(limit: SearchProblem.maxEvents), at: literal.span, in: source)
    }
    return literal.timeline
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
