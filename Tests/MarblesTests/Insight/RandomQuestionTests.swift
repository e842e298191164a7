import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Questions about random programs.
struct RandomQuestionTests {
  private static let questions = ["why 1", "why |", "why @2", "why not 1", "why not 2 @3", "why not |", "why not #"]

  /// Every question has an answer of at most eight lines, and says whether the event came.
  @Test(arguments: 0..<4)
  func everyQuestionHasAnAnswer(batch: Int) {
    for seed in batch * 60..<(batch + 1) * 60 {
      var programs = RandomPrograms(seed: UInt64(seed))
      let program = programs.program()
      let session = Session(SessionOptions(limits: Limits(ticks: 40, deliveries: 3_000)))
      var output: Timeline?
      session.evaluate(Source(name: "test", text: program)) { answer in
        guard case .drawing(let diagram) = answer else { return }
        for case .lane(let lane) in diagram.rows where lane.name.hasPrefix("out") && output == nil {
          output = lane.timeline
        }
      }
      guard let output else { continue }
      for question in Self.questions { ask(question, in: session, about: output, "seed \(seed)\n\(program)") }
    }
  }

  private func ask(_ question: String, in session: Session, about output: Timeline, _ comment: String) {
    var explanation: Explanation?
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained(let answer) = answer { explanation = answer }
    }
    guard let explanation else {
      Issue.record("no answer to \(question): \(comment)")
      return
    }
    #expect(explanation.lines(width: 80).count <= 8, "\(question): \(comment)")
    let isFilled = explanation.sentence.firstMatch(of: /\{[a-zA-Z]+\}/) == nil
    #expect(isFilled, "\(explanation.sentence): \(comment)")
    let hasEnded = output.marbles.last?.event == .completed
    if question == "why not |" { #expect(explanation.came == hasEnded, "\(explanation.sentence): \(comment)") }
    let hasOne = output.marbles.contains { $0.event == .value(.integer(1)) }
    if question == "why not 1" { #expect(explanation.came == hasOne, "\(explanation.sentence): \(comment)") }
  }
}
