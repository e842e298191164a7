import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Runs of random programs.
///
/// No operator violates the event grammar, no line of a drawing has a second end, and every lane of the JSON is a
/// timeline that can be read.
struct RandomProgramTests {
  private static let programsPerBatch = 150

  @Test(arguments: 0..<8)
  func everyLineOfADrawingFollowsTheGrammar(batch: Int) throws {
    var drawn = 0
    for seed in batch * Self.programsPerBatch..<(batch + 1) * Self.programsPerBatch {
      var programs = RandomPrograms(seed: UInt64(seed))
      let program = programs.program()
      Session(SessionOptions(limits: Limits(ticks: 40, deliveries: 3_000)))
        .evaluate(Source(name: "test", text: program)) { answer in
          guard case .drawing(let diagram) = answer else { return }
          drawn += 1
          check(diagram, "seed \(seed)\n\(program)")
        }
    }
    #expect(drawn > Self.programsPerBatch / 2, "too many programs have errors")
  }

  /// Programs of all statements, whose streams can be endless, shared or never end.
  ///
  /// The session asks regularly whether to continue, and this bounds the work, not the time.
  @Test(arguments: 0..<8)
  func everyStatementEndsWithinItsLimits(batch: Int) {
    for seed in batch * Self.scriptsPerBatch..<(batch + 1) * Self.scriptsPerBatch {
      var programs = RandomPrograms(seed: UInt64(seed))
      let script = programs.script()
      var asked = 0
      var answers = 0
      Session(SessionOptions(limits: Limits(ticks: 40, deliveries: 500))).evaluate(
        Source(name: "test", text: script),
        while: {
          asked += 1
          return asked < Self.maxAsked
        },
        answer: { _ in
          answers += 1
          asked = 0
        })
      #expect(asked < Self.maxAsked, "seed \(seed)\n\(script)")
      #expect(answers > 0, "seed \(seed)\n\(script)")
    }
  }

  private static let scriptsPerBatch = 20
  /// More than the runs of any search or law, and than the thousands of steps of any run.
  private static let maxAsked = 25_000

  private func check(_ diagram: Diagram, _ comment: String) {
    #expect(!diagram.notes.contains { $0.contains("observers do not receive it") }, "\(comment)\n\(diagram.notes)")
    for case .lane(let lane) in diagram.rows {
      expectOneEnd(lane.timeline.marbles, lane.name, comment)
      for inner in lane.inner { expectOneEnd(inner.marbles, inner.name, comment) }
    }
    do {
      let json = try JSONSerialization.jsonObject(with: Data(JSON().draw(diagram).utf8))
      for text in timelines(in: json) {
        #expect(throws: Never.self, "\(comment)\n\(text)") { try Timeline(reading: text) }
      }
    } catch {
      Issue.record("\(error)\n\(comment)")
    }
  }

  private func expectOneEnd(_ marbles: [Timeline.Marble], _ name: String, _ comment: String) {
    let violation = EventGrammar.firstViolation(in: marbles.map { EventKind($0.event) })
    #expect(violation == nil, "\(comment)\nin \(name): \(TimelinePrinter.text(of: Timeline(marbles)))")
  }

  /// Returns all timelines in a JSON value.
  private func timelines(in json: Any) -> [String] {
    switch json {
    case let object as [String: Any]:
      object.flatMap { key, value in (key == "timeline" ? (value as? String).map { [$0] } : nil) ?? timelines(in: value)
      }
    case let array as [Any]: array.flatMap(timelines)
    default: []
    }
  }
}
