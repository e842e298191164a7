import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Questions about random programs.
struct RandomQuestionTests {
  private static let questions = [
    "why 1", "why |", "why @2", "why not 1", "why not 2 @3", "why not |", "why not #", "why not !",
  ]

  /// Every question has an answer of at most twelve lines, and says whether the event came.
  @Test(arguments: 0..<4)
  func everyQuestionHasAnAnswer(batch: Int) {
    for seed in batch * 60..<(batch + 1) * 60 {
      var programs = RandomPrograms(seed: UInt64(seed))
      let program = programs.program()
      let session = Session(SessionOptions(limits: Limits(ticks: 40, deliveries: 3_000)))
      var output: Timeline?
      var drawing: Diagram?
      session.evaluate(Source(name: "test", text: program)) { answer in
        guard case .drawing(let diagram) = answer else { return }
        drawing = diagram
        for case .lane(let lane) in diagram.rows where lane.name.hasPrefix("out") && output == nil {
          output = lane.timeline
        }
      }
      guard let output, let drawing else { continue }
      for question in Self.questions {
        ask(question, in: session, about: output, in: drawing, "seed \(seed)\n\(program)")
      }
    }
  }

  private static let windows = [
    "", " during ^--!", " during --^", " during ^--!, ---^", " during ^-!, -^", " during ---^, ^", " during ^, --^",
    " during ^-!, -^-!, ---^", " during ^--!, ^, --^",
  ]

  private static let checked =
    [
      .value(.integer(1)), .value(.integer(2)), .value(.integer(3)), .completed, .failed(.unnamed), .interrupted,
    ].flatMap { event in
      [
        EventQuestion(event: event), EventQuestion(isNegated: true, event: event),
        EventQuestion(isNegated: true, event: event, tick: 2), EventQuestion(isNegated: true, event: event, tick: 3),
      ]
    } + [EventQuestion(event: nil, tick: 2), EventQuestion(event: nil, tick: 3)]

  /// A sentence says only what a recording of the run contains.
  @Test(arguments: 0..<4)
  func everyClaimIsTrue(batch: Int) throws {
    let limits = Limits(ticks: 40, deliveries: 3_000)
    var count = 0
    for seed in batch * 60..<(batch + 1) * 60 {
      var programs = RandomPrograms(seed: UInt64(seed))
      let program = String(programs.program().split(separator: " during ")[0]) + Self.windows[seed % Self.windows.count]
      let session = Session(SessionOptions(limits: limits))
      session.evaluate(Source(name: "test", text: program)) { _ in }
      guard let claims = try AnswerClaims(about: session, limits: limits) else { continue }
      for question in Self.checked {
        let sentence = claims.sentence(answering: question)
        let (all, wrong) = claims.check(sentence, to: question)
        count += all.count
        #expect(wrong.isEmpty, "\(wrong)\n\(question.text): \(sentence)\nseed \(seed)\n\(program)")
      }
    }
    #expect(count > 500)
  }

  private func ask(
    _ question: String, in session: Session, about output: Timeline, in drawing: Diagram, _ comment: String
  ) {
    var explanation: Explanation?
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained(let answer) = answer { explanation = answer }
    }
    guard let explanation else {
      Issue.record("no answer to \(question): \(comment)")
      return
    }
    #expect(explanation.lines(width: 80).count <= 12, "\(question): \(comment)")
    // The drawing is that of the program, at least of its first observer, and the steps lead back in time to events that
    // it shows.
    let shown = outputs(of: explanation.diagram)
    #expect(shown == outputs(of: drawing) || shown == Array(outputs(of: drawing).prefix(1)), "\(question): \(comment)")
    let ticks = explanation.steps.map(\.tick)
    #expect(ticks == ticks.sorted(by: >), "\(explanation.sentence): \(comment)")
    for step in explanation.steps where step.operator == nil && step.text == "\(step.lane) sent it" {
      #expect(isShown(step, in: explanation.diagram), "\(step.text) \(step.tick): \(explanation.sentence): \(comment)")
    }
    let isFilled = explanation.sentence.firstMatch(of: /\{[a-zA-Z]+\}/) == nil
    #expect(isFilled, "\(explanation.sentence): \(comment)")
    let hasEnded = output.marbles.last?.event == .completed
    if question == "why not |" { #expect(explanation.came == hasEnded, "\(explanation.sentence): \(comment)") }
    let hasOne = output.marbles.contains { $0.event == .value(.integer(1)) }
    if question == "why not 1" { #expect(explanation.came == hasOne, "\(explanation.sentence): \(comment)") }
  }

  /// The outputs as text, in which two windows with the same name are equal.
  private func outputs(of drawing: Diagram) -> [String] {
    drawing.rows.compactMap { row in
      guard case .lane(let lane) = row, lane.name.hasPrefix("out") else { return nil }
      return TimelinePrinter.text(of: lane.timeline)
    }
  }

  /// Whether a drawing shows an event on a lane with the name of the source, or on one of its subscriptions.
  private func isShown(_ step: Explanation.Step, in drawing: Diagram) -> Bool {
    let lanes = drawing.rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
    // A source that nothing observed has no lane, and a window can have the name of an operator with one.
    guard let lane = lanes.first(where: { $0.name == step.lane }), lane.role == .input else { return true }
    let marbles = lane.timeline.marbles + lanes.flatMap(\.inner).flatMap { $0.marbles + $0.missed }
    return marbles.contains { $0.tick == step.tick && $0.event == step.event }
  }
}
