import Marbles

/// Running an expression with all orders of simultaneous events.
extension Session {
  /// Compares the results of all orders, and first that of the definitions with an expectation.
  func findRaces(
    in planned: PlannedStatement.PlannedRun, within movement: Int,
    _ expectation: PlannedStatement.PlannedExpectation?, of statement: Statement, as number: Int, in request: Request
  ) throws(Fault) -> StatementResult {
    var assertion = assertion(request.source.text(of: statement.span).onOneLine, of: statement, in: request)
    if let expectation {
      var answer: Answer?
      let shown = try assert(planned, expectation, of: statement, as: number, in: request.answering { answer = $0 })
      switch answer {
      case .passed(let passed): assertion.diagram = passed.diagram
      case .failed(var failed, let reason):
        failed.expression = assertion.expression
        request.answer(.failed(failed, reason))
        return shown
      default: return shown
      }
    } else {
      state.lastDrawing = drawing(of: planned)
      if options.drawsAssertions || options.style.drawsAssertions {
        assertion.diagram = try drawing(of: planned)(request.isWanted)
      }
    }
    var patterns: [TimelinePattern] = []
    if case .patterns(let expected)? = expectation { patterns = expected }
    let report = try RaceTrial(
      of: planned.plan, during: planned.observed, moving: movement, matching: patterns, limits: options.limits,
      while: request.isWanted
    ).run()
    if let race = report.race {
      if assertion.diagram != nil { assertion.diagram = race.diagram }
      request.answer(.failed(assertion, .race(race, orders: report.orders)))
    } else {
      assertion.races = report
      request.answer(.passed(assertion))
    }
    var result = StatementResult(outputs: [], holds: report.race == nil)
    result.sides = [planned.plan.text]
    let sign = expectation == nil ? "" : patterns.isEmpty ? " == …" : " matches …"
    result.frame = "races …\(movement == 0 ? "" : " within \(movement)")\(planned.observation)\(sign)"
    return result
  }

  /// Returns the note below a drawing that its result depends on the order of two events, or `nil` if a brief trial
  /// finds no such events.
  func raceNote(on outcome: Outcome, of planned: PlannedStatement.PlannedRun, in request: Request) -> String? {
    guard options.notesRaces, outcome.subscriptions.hotSourceCount > 1 else { return nil }
    let trial = RaceTrial(
      of: planned.plan, during: planned.observed, effort: .brief, limits: options.limits, while: request.isWanted)
    guard let race = (try? trial.run())?.race else { return nil }
    // The next line of a program in another language is not in the marble language.
    if isRunningTranslation, request.mode == .script { return race.text }
    return "\(race.text); to compare, write `races _\(planned.observation)` on the next line"
  }
}

extension Session.Request {
  /// Returns the request with another receiver of its answers.
  fileprivate func answering(_ answer: @escaping (Answer) -> Void) -> Session.Request {
    Session.Request(source: source, mode: mode, isWanted: isWanted, answer: answer)
  }
}
