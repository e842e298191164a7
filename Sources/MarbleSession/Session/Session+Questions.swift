import MarbleLanguage
import Marbles

/// Questions about results.
extension Session {
  func answer(_ question: Question, about run: PlannedStatement.PlannedRun, in request: Request) throws(Fault) {
    guard options.answersQuestions else { return }
    var plan = run.plan.resolved
    if let drawing = state.loadedDrawing, let stream = plan.namedStream, drawing.contains(stream) {
      guard case .event(let question) = question else {
        return request.answer(
          .text("A recording has no operators. `:leaks` lists the subscriptions that have not ended.\n"))
      }
      let lines = drawing.lines(of: stream)
      let recorded = RecordedInquiry.explanation(of: question, about: lines, in: drawing.diagram)
      guard recorded.steps.count < 2, let assumption = drawing.assumption,
        lines == nil ? !recorded.came : stream === assumption.stream
      else { return request.answer(.explained(recorded)) }
      let explanation = try Inquiry.explanation(
        of: question, about: assumption.run.plan.resolved, as: assumption.run.text, limits: options.limits,
        while: request.isWanted)
      return request.answer(
        .explained(explanation.beginning(with: "If `\(assumption.stream.name)` is `\(assumption.run.text)`: ")))
    }
    if !run.windows.isEmpty {
      plan = plan.observed(during: run.observed, as: String(run.text.dropFirst(run.plan.text.count)))
    }
    let limits = options.limits
    let explanation =
      switch question {
      case .event(let question):
        try Inquiry.explanation(of: question, about: plan, as: plan.text, limits: limits, while: request.isWanted)
      case .subscriptions(let question):
        try SubscriptionInquiry.explanation(
          of: question, isAboutResult: state.bindings[question.stream.text]?.plan?.resolved.isSame(as: plan) ?? false,
          about: plan, as: plan.text, limits: limits, while: request.isWanted)
      }
    request.answer(.explained(explanation))
  }
}

extension Session {
  /// Returns the windows of a run with that of an observer first, which a question is about, or `nil` if the observer
  /// receives something else then.
  func observation(
    by observer: Int, receiving output: Timeline, of planned: PlannedStatement.PlannedRun, in request: Request
  ) -> String? {
    if observer == 0 { return String(planned.observation) }
    let windows = planned.windows
    let alone = [windows[observer]]
    let order = [alone, alone + windows[..<observer] + windows[(observer + 1)...]].first { order in
      let outcome = try? Outcome(
        running: planned.plan, during: order.map(\.window), limits: options.limits, while: request.isWanted)
      return outcome?.outputs.first == output
    }
    return order.map { order in
      " during " + order.map { request.source.text(of: $0.span).onOneLine }.joined(separator: ", ")
    }
  }
}

extension Session.Request {
  /// Whether a statement is the last one of an entry at the prompt or, in a script, of its line, so that the next line
  /// can ask about its result.
  func isLast(_ statement: Statement) -> Bool {
    let rest = source.bytes[statement.span.upperBound...]
    guard let next = rest.first(where: { !$0.separatesWords && (mode != .prompt || $0 != ASCII.newline) }) else {
      return true
    }
    return next == ASCII.newline || next == ASCII.slash
  }
}

extension Comparison {
  /// The question about the first difference between values, or else about the first difference, that has an answer.
  var question: EventQuestion? {
    let answerable = answerable
    for kind in [\Difference.question, \.actualQuestion] {
      for isAboutValues in [true, false] {
        for difference in differences where difference.isAboutValues || !isAboutValues {
          if let question = difference[keyPath: kind].flatMap(answerable) { return question }
        }
      }
    }
    return nil
  }

  /// A function that returns a question, one about all events of its tick if several equal ones came on it, or `nil` if
  /// an event did come whose absence is asked about, or any event was expected.
  private var answerable: (EventQuestion) -> EventQuestion? {
    // Each of many questions is about another event.
    let counts = Dictionary(actual.marbles.lazy.map { ($0, 1) }, uniquingKeysWith: +)
    return { question in
      var count = 0
      if let event = question.event, let tick = question.tick {
        count = counts[Timeline.Marble(tick: tick, event: event)] ?? 0
      }
      guard question.isNegated else { return count > 1 ? EventQuestion(event: nil, tick: question.tick) : question }
      let isOpen = question.event.flatMap { reading?.open.contains($0) } ?? false
      return count > 0 || isOpen ? nil : question
    }
  }

  /// Returns the event that came on another tick than one whose absence is asked about, and is closest to it.
  func closest(to question: EventQuestion) -> Timeline.Marble? {
    guard question.isNegated, let tick = question.tick else { return nil }
    return actual.marbles.filter { $0.event == question.event && $0.tick != tick }
      .min { abs($0.tick - tick) < abs($1.tick - tick) }
  }

  /// The questions about all differences, those about expected events first.
  var questions: [EventQuestion] {
    let missing = differences.filter { !$0.expected.isEmpty }.compactMap(\.missingQuestion)
    let extra = differences.filter(\.expected.isEmpty).compactMap(\.question)
    return (missing + extra).compactMap(answerable)
  }

  /// The question about the first expected event that did not come, or the one about the first difference.
  var missingQuestion: EventQuestion? {
    differences.first { !$0.expected.isEmpty }?.missingQuestion.flatMap(answerable) ?? question
  }
}

extension Difference {
  /// Whether all of its events are values.
  fileprivate var isAboutValues: Bool { (expected + actual).allSatisfy { !$0.event.isTerminating } }

  /// The question about this difference, or `nil` if it cannot be asked in a few words.
  fileprivate var question: EventQuestion? {
    switch reason {
    // The end did come, and the question is why it came then.
    case .late where actual.first?.event.isTerminating == true,
      .early where actual.first?.event.isTerminating == true:
      Self.question(actual.first, isNegated: false)
    default: missingQuestion
    }
  }

  /// The question about the expected event, if there is one.
  fileprivate var missingQuestion: EventQuestion? {
    switch reason {
    // `why not #` asks about any failure, and there was one.
    case .wrongTerminal where expected.first?.event == .failed(.unnamed) && actual.first?.event.error != nil:
      Self.question(actual.first, isNegated: false)
    case .missing, .wrongValue, .wrongTerminal, .late, .early: Self.question(expected.first, isNegated: true)
    case .extra: Self.question(actual.first, isNegated: false)
    case .wrongOrder: actual.first.map { EventQuestion(event: nil, tick: $0.tick) }
    }
  }

  /// The question about the event that came, if there is one.
  fileprivate var actualQuestion: EventQuestion? { Self.question(actual.first, isNegated: false) }

  private static func question(_ marble: Timeline.Marble?, isNegated: Bool) -> EventQuestion? {
    guard let marble, marble.tick >= 0, TimelinePrinter.token(for: marble.event).utf8.count <= maxTokenLength else {
      return nil
    }
    return EventQuestion(isNegated: isNegated, event: marble.event, tick: marble.tick)
  }

  private static let maxTokenLength = 40
}
