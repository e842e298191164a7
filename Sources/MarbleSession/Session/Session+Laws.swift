import Marbles

/// Trying laws.
extension Session {
  /// Tries a law with many inputs, and answers with a passed or failed assertion.
  func check(_ law: LawPlan, of statement: Statement, in request: Request) throws(Fault) -> StatementResult {
    var assertion = assertion(request.source.text(of: statement.span).onOneLine, of: statement, in: request)
    let trial = LawTrial(
      of: law, effort: options.lawEffort, seed: options.seed, limits: options.limits, while: request.isWanted)
    let text = options.knownLaws?.text(statement.span) ?? ""
    let known = options.knownLaws?.reports[text]
    let result: LawTrial.Result = if let known { .holds(known) } else { try trial.run() }
    switch result {
    case .holds(let report):
      options.knownLaws?.reports[text] = report
      assertion.report = report
      request.answer(.passed(assertion))
      var result = StatementResult(outputs: [], holds: true)
      if case .law(let law) = statement.kind, case .expression(let right) = law.right {
        result.sides = [law.left, right].map { request.source.text(of: $0.span) }
        let gaps = [
          statement.span.lowerBound..<law.left.span.lowerBound, law.left.span.upperBound..<right.span.lowerBound,
        ]
        result.frame = gaps.map { request.source.text(of: $0) + "…" }.joined().onOneLine
      }
      return result
    case .cancelled(let inputs):
      request.answer(.failed(assertion, .unfinished(inputs: inputs)))
    case .fails(let refutation, let plan, let text):
      let drawing = drawing(of: plan, as: text)
      state.lastDrawing = drawing
      state.lastRun = PlannedStatement.PlannedRun(plan: plan, text: text, windows: [])
      if options.drawsAssertions || options.style.drawsAssertions {
        assertion.diagram = try drawing(request.isWanted).showing(refutation.comparison, to: refutation.observer)
      }
      request.answer(.failed(assertion, .refuted(refutation)))
      return StatementResult(outputs: refutation.timelines, holds: false)
    }
    return StatementResult(outputs: [], holds: false)
  }

  /// Returns a function that draws the left side of a law with the input for which it fails.
  private func drawing(
    of plan: Plan, as text: String
  ) -> (_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram {
    { [options] isWanted throws(Fault) in
      let outcome = try Outcome(
        running: plan, during: plan.windows, recording: .drawing(stages: options.showsStages), limits: options.limits,
        while: isWanted)
      return outcome.diagram(of: plan, as: text)
    }
  }
}
