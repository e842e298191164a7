import Foundation
import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// The session in `Documentation/Tutorial.md`, compared with the output of the program.
///
/// `RECORD=1 Scripts/test TutorialDocumentationTests` updates the session. Check it before you commit it.
@Suite struct TutorialDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Tutorial.md")

  /// The lines that a new user types.
  private static let typed = [
    ":tutorial", "-1--2", "--1--2", "--1--2|", "--1--2--|", "--1--2|", "--1--(2|)", "--1--2--|", "a = --1--2--|",
    "a.map { $0 + 10 }", "a.map { $0 * 10 }", "n.map { $0 * 10 }.filter { $0 > 2 }",
    "n.filter { $0 > 2 }.map { $0 * 10 }", "merge a, b", "merge(a, b)", "c = -x-y|", "c = cold -x-y|", "merge(a, c)",
    "concat(a, c)", "s.flatten(merge)", "s.flatten(.merge)", "--1--2--a--b|", ":hint", "s.flatten(.concat)",
    "--1--2a-3b|", "--1--2a--b|", "why not b in a.debounce(3)", "a.debounce(1)", "n.? == --1-3-6--|",
    "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a, b)",
    "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a.filter { $0 > 2 }, b.filter { $0 > 2 })",
  ]

  private func session() -> String {
    let session = Session()
    session.options.style.format = .unicode
    session.options.style.width = 80
    var text = ""
    for line in Self.typed { text += "rx> \(line)\n" + session.transcript(line) }
    return text
  }

  @Test func sessionIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let fence = try #require(fences(in: text).first { $0.info == "text" })
    let said = session().trimmingCharacters(in: .newlines)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let count = fence.text.split(separator: "\n", omittingEmptySubsequences: false).count
      let new = lines[..<fence.line] + [said] + lines[(fence.line + count)...]
      return try Data(new.joined(separator: "\n").utf8).write(to: Self.page)
    }
    #expect(said == fence.text)
    #expect(said.contains("You have completed the tutorial."))
  }
}
