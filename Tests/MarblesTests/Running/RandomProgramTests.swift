import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
@testable import Marbles
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
