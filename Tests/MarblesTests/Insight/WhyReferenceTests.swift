import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Answers about random programs, compared with events and causes that were computed without the library.
struct WhyReferenceTests {
  @Test(arguments: 0..<4)
  func answersAgreeWithTheReference(batch: Int) throws {
    var checked = 0
    for seed in batch * 250..<(batch + 1) * 250 {
      let program = ReferencePipeline(seed: UInt64(seed))
      if program.isAmbiguous { continue }
      let session = Session()
      guard let output = run(program, in: session) else { continue }
      let comment = "seed \(seed)\n\(program.text)"
      #expect(output.marbles.map(\.tick) == program.events.map(\.tick), "\(comment)")
      #expect(output.marbles.map { token($0.event) } == program.events.map(\.token), "\(comment)")
      guard output.marbles.count == program.events.count else { continue }
      checked += 1
      for event in program.events where !event.steps.isEmpty && event.steps.count <= 6 {
        try expectSteps(of: event, in: session, comment)
      }
      for loss in program.uniqueLosses { try expect(loss, in: session, comment) }
    }
    #expect(checked > 120)
  }

  private func expectSteps(of event: ReferencePipeline.Event, in session: Session, _ comment: String) throws {
    let answer = try answer(to: "why \(event.token) @\(event.tick)", in: session)
    let steps = answer.steps.map {
      ReferencePipeline.Step(tick: $0.tick, token: $0.event.map(token) ?? "", text: $0.text)
    }
    #expect(steps == event.steps, "\(answer.sentence)\n\(comment)")
    #expect(answer.came && answer.sentence.hasPrefix("`\(event.token)` on tick \(event.tick): "), "\(comment)")
    // The sentence names the source and the ticks on which something happened.
    let sender = event.steps.last { $0.text.hasSuffix(" sent it") }
    if let sender { #expect(answer.sentence.contains("sent `\(sender.token)` on tick \(sender.tick)"), "\(comment)") }
  }

  private func expect(_ loss: ReferencePipeline.Loss, in session: Session, _ comment: String) throws {
    let answer = try answer(to: "why not \(loss.token)", in: session)
    #expect(answer.sentence == loss.sentence, "\(comment)")
    #expect(answer.operator == loss.operator && !answer.came, "\(comment)")
  }

  private func run(_ program: ReferencePipeline, in session: Session) -> Timeline? {
    var output: Timeline?
    session.evaluate(Source(name: "test", text: program.text)) { answer in
      switch answer {
      case .drawing(let diagram): output = diagram.lanes.last { $0.name.hasPrefix("out") }?.timeline
      case .error(let diagnostic, _): Issue.record("\(diagnostic.problem.message): \(program.text)")
      default: break
      }
    }
    return output
  }

  private func answer(to question: String, in session: Session) throws -> Explanation {
    var explanation: Explanation?
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained(let answer) = answer { explanation = answer }
    }
    return try #require(explanation, "\(question)")
  }

  private func token(_ event: Timeline.Event) -> String {
    TimelinePrinter.token(for: event)
  }
}
