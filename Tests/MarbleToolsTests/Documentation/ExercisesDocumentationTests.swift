import Foundation
import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// A session with wrong answers, compared with `Sessions/exercises.txt`, of which `Documentation/Exercises.md` shows a part.
///
/// `RECORD=1 Scripts/test ExercisesDocumentationTests` updates the file. Check it before you commit it.
@Suite struct ExercisesDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Exercises.md")
  private static let file = packageRoot.appendingPathComponent(
    "Tests/MarbleToolsTests/Documentation/Sessions/exercises.txt")

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
    let said = session()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { return try Data(said.utf8).write(to: Self.file) }
    #expect(try said == String(contentsOf: Self.file, encoding: .utf8))
    #expect(said.contains("This is right for these inputs, but not for all."))
  }

  @Test func pageShowsAPartOfTheSession() throws {
    let fence = try #require(
      fences(in: String(contentsOf: Self.page, encoding: .utf8)).first { $0.info == "text" })
    #expect(fence.text.contains("\nrx> "))
    #expect(session().contains("\n" + fence.text + "\n"))
  }

  @Test func numberOfExercisesIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(Session().transcript(":exercise").contains("1/51 "))
    #expect(text.contains("There are fifty-one of them"))
  }
}
