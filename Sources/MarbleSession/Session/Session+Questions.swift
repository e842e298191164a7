import Marbles

/// Questions about results.
extension Session {
  func answer(_ question: Question, about run: PlannedStatement.PlannedRun, in request: Request) throws(Fault) {
    // A test only finds errors, which the run of the result itself shows.
    guard options.drawsShown else { return }
    var plan = run.plan.resolved
    if let drawing = state.loadedDrawing, let stream = plan.namedStream, drawing.contains(stream) {
      request.answer(
        .explained(RecordedInquiry.explanation(of: question, about: drawing.lane(of: stream), in: drawing.diagram)))
      return
    }
    if !run.windows.isEmpty {
      plan = plan.observed(during: run.observed, as: String(run.text.dropFirst(run.plan.text.count)))
    }
    request.answer(
      .explained(
        try Inquiry.explanation(
          of: question, about: plan, as: plan.text, limits: options.limits, while: request.isWanted)))
  }
}

extension Comparison {
  /// The question about the first difference between values, or else about the first difference.
  var question: Question? {
    let values = differences.first { ($0.expected + $0.actual).allSatisfy { !$0.event.isTerminating } }
    return (values ?? differences.first)?.question
  }

  /// The question about the first expected event that did not come, or the one about the first difference.
  var missingQuestion: Question? {
    differences.first { !$0.expected.isEmpty }?.question ?? question
  }
}

extension Difference {
  /// The question about this difference, or `nil` if it cannot be asked in a few words.
  fileprivate var question: Question? {
    switch reason {
    case .missing, .wrongValue, .wrongTerminal, .late, .early: Self.question(expected.first, isNegated: true)
    case .extra: Self.question(actual.first, isNegated: false)
    case .wrongOrder: nil
    }
  }

  private static func question(_ marble: Timeline.Marble?, isNegated: Bool) -> Question? {
    guard let marble, marble.tick >= 0, TimelinePrinter.token(for: marble.event).utf8.count <= maxTokenLength else {
      return nil
    }
    return Question(isNegated: isNegated, event: marble.event, tick: marble.tick)
  }

  private static let maxTokenLength = 40
}
