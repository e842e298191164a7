import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Recordings that a session loads, plays and explains.
struct LoadedDrawingTests {
  private let session = Session()

  init() {
    session.environment.readFile = { path throws(SystemFailure) in
      guard path == "search.json",
        let data = try? Data(contentsOf: packageRoot.appendingPathComponent("examples/search.json"))
      else { return Array(#"{"schema":"rxrepl/diagram","ticks":"#.utf8) }
      return Array(data)
    }
  }

  private func answer(to text: String) -> String {
    var report = Report()
    var said = ""
    session.evaluate(Source(name: "<input>", text: text), mode: .prompt) { answer in
      said += report.text(of: answer, style: session.options.style)?.text ?? ""
    }
    return said
  }

  /// Returns the text of an answer above the drawing.
  private func explanation(of question: String) -> [String] {
    _ = answer(to: ":load search.json")
    return Array(answer(to: question).split(separator: "\n").prefix { !$0.hasPrefix("    ") }.map(String.init))
  }

  @Test func valueIsExplainedThroughItsInnerStream() {
    #expect(
      explanation(of: "why [Jill]") == [
        "`[Jill]` on tick 15: `typed` sent `[ji]` on tick 11, `search` was started for",
        "it, `search` sent `[Jill]` on tick 15, `results` sent `[Jill]` on tick 15.",
        "  1  tick 15  [Jill]  results sent it", "  2  tick 15  [Jill]  search sent it",
        "  3  tick 11  [ji]    search was started for it",
      ])
  }

  @Test func laneCanBeAskedAbout() {
    #expect(explanation(of: "why @2 in typed").first == "`j` on tick 2: `typed` sent `j` on tick 2.")
    #expect(
      explanation(of: "why @3 in typed").first == "Nothing came on tick 3; the closest event is `j`, on tick 2.")
  }

  @Test func reasonOfAMissingValueIsNotKnown() {
    #expect(
      explanation(of: "why not 7").joined(separator: " ").hasPrefix(
        "`7` did not come. A recording contains no operators, so the reason is not known."))
  }

  @Test func lanesAreStreamsWithTheTickOfTheRecording() {
    _ = answer(to: ":load search.json")
    #expect(session.names == ["typed", "search", "results"])
    #expect(answer(to: "typed.debounce(30ms) == -----j--------[ji]-----[jo]--|").hasPrefix("✓"))
    #expect(answer(to: ":tick") == ":set tick 10ms\n")
  }

  @Test func recordingCanBePlayed() {
    final class Played: @unchecked Sendable {
      var lanes = 0
    }
    let played = Played()
    session.environment.play = { diagram, playback, _ throws(SystemFailure) in
      played.lanes = diagram.lanes.count
      return playback
    }
    _ = answer(to: ":load search.json")
    #expect(answer(to: ":play") == "")
    #expect(played.lanes == 2)
  }

  /// A script cannot load the drawing from another place, so it contains the lanes.
  @Test func lanesAreSaved() {
    var written = ""
    session.environment.writeFile = { _, bytes in written = String(decoding: bytes, as: UTF8.self) }
    _ = answer(to: ":load search.json")
    _ = answer(to: "typed.count()")
    #expect(answer(to: ":save search.marble") == "search.marble: 4 statements\n")
    #expect(written.hasPrefix(":tick 10ms\ntyped = --j--------"), "\(written)")
    #expect(written.hasSuffix("\ntyped.count() == -----------------------(3|)\n"), "\(written)")
    #expect(!Session().transcript(written).contains("error"))
  }

  @Test func otherNamesInScriptsAreNoted() throws {
    let line = #"{"time": 0, "stream": "my a", "kind": "value"}"#
    let json = JSON().draw(try #require(TraceFile(Array(line.utf8)).diagram))
    session.environment.readFile = { _ in Array(json.utf8) }
    #expect(answer(to: ":load a.json").contains("in scripts, `my a` is `my_a`"))
  }

  @Test func otherJSONIsAnError() {
    #expect(
      answer(to: ":load other.json") == """
        other.json:1:36: error: this file is not a drawing as JSON
          {"schema":"rxrepl/diagram","ticks":
                                             ^ expected a JSON value
          help: write a drawing with `rxrepl --format json` or the `json` of a recorder's diagram

        """)
  }
}
