import Marbles

/// Questions about results.
extension Session {
  func answer(_ question: Question, about run: PlannedStatement.PlannedRun, in request: Request) throws(Fault) {
    // A test only finds errors, which the run of the result itself shows.
    guard options.drawsShown else { return }
    let plan = run.plan.resolved
    request.answer(
      .explained(
        try Inquiry.explanation(
          of: question, about: plan, as: plan.text, limits: options.limits, while: request.isWanted)))
  }
}
