import Foundation
import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// The session in `Documentation/Exercises.md`, compared with the output of the program.
///
/// `RECORD=1 Scripts/test ExercisesDocumentationTests` updates the session. Check it before you commit it.
@Suite struct ExercisesDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Exercises.md")

  /// The lines that a new user types.
  private static let typed = [
    ":exercise", "--xy", "--x", ":exercise 9", "numbers.filter { $0 >= 2 }", "numbers.skip(first: 2)",
    "numbers.filter { $0 > 2 }", ":exercise 17", ":hint", "lengths.filter { $0 > 0 }.debounce(3)",
    "lengths.debounce(3).filter { $0 > 0 }", ":exercise stop",
  ]

  private func session() -> String {
    let session = Session()
    session.options.style.format = .unicode
    session.options.style.width = 80
    return Self.typed.map { "rx> \($0)\n" + session.transcript($0) }.joined()
  }

  @Test func sessionIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let fence = try #require(fences(in: text).first { $0.info == "text" })
    let said = session().trimmingCharacters(in: .newlines)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let end = lines[fence.line...].firstIndex(of: "```") ?? fence.line
      lines.replaceSubrange(fence.line..<end, with: [said])
      return try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
    }
    #expect(said == fence.text)
    #expect(said.contains("This is right for these inputs, but not for all."))
  }

  @Test func numberOfExercisesIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(Session().transcript(":exercise").contains("1/51 "))
    #expect(text.contains("There are fifty-one of them"))
  }
}
