import Foundation
import MarbleSession
import TestSupport
import Testing

/// A session of the tutorial with typical errors, compared with `Sessions/tutorial.txt`.
///
/// `RECORD=1 Scripts/test TutorialDocumentationTests` updates the file. Check it before you commit it.
@Suite struct TutorialDocumentationTests {
  private static let file = packageRoot.appendingPathComponent(
    "Tests/MarbleToolsTests/Documentation/Sessions/tutorial.txt")

  /// The lines that a new user types.
  private static let typed = [
    ":tutorial", "-1--2", "--1--2", "--1--2|", "--1--2--|", "--1--2|", "--1--(2|)", "--1--2--|", "a = --1--2--|",
    "a.map { $0 + 10 }", "a.map { $0 * 10 }", "n.map { $0 * 10 }.filter { $0 > 2 }",
    "n.filter { $0 > 2 }.map { $0 * 10 }", "merge a, b", "merge(a, b)", "c = -x-y|", "c = cold -x-y|", "merge(a, c)",
    "concat(a, c)", "s.flatten(merge)", "s.flatten(.merge)", "--1--2--a--b|", ":hint", "s.flatten(.concat)",
    "s.flatten(.merge)", "s.flatten(.latest)", "why not b in a.debounce(3)", "a.debounce(1)", "n.? == --1-3-6--|",
    "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a, b)",
    "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a.filter { $0 > 2 }, b.filter { $0 > 2 })",
    "races combineLatest(a, b)", "races combineLatest(a, b).debounce(1)", "n matches ... 1 ... _ ... 3 ... |",
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
    let said = session()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { return try Data(said.utf8).write(to: Self.file) }
    #expect(try said == String(contentsOf: Self.file, encoding: .utf8))
    #expect(said.contains("You have completed the tutorial."))
  }
}
