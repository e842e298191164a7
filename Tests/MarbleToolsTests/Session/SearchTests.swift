import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Searches in scripts and at the prompt.
struct SearchTests {
  @Test func holesAreFilledIn() {
    let script = """
      a = --1-2---3------|
      a.debounce(?) == -------2---3---|
      a.? == ---1-2---3------|
      a.map { ? } == --2-4---6------|
      """
    let text = transcript(script)
    #expect(text.contains("a.debounce(3)\n"))
    #expect(text.contains("a.delay(1)\n"))
    #expect(text.contains("a.map { $0 * 2 }\n"))
  }

  @Test func customOperatorIsFoundFromExamples() {
    let text = transcript("f(a) = ?\nf(\"-1-2|\") == -2-4|\n\"3#\".f() == 6#")
    #expect(text.hasPrefix("✓ demo.marble:2  f(\"-1-2|\")\n  1  a.map { $0 * 2 }\n"))
    #expect(text.contains("\n✓ demo.marble:3  \"3#\".f()\n"))
    // Only the second example excludes this definition.
    #expect(text.components(separatedBy: "a.scan(1) { $0 + $1 }").count == 2)
  }

  @Test func chosenAnswerBecomesAnExample() {
    let session = Session()
    _ = session.transcript("f(a) = ?")
    let first = session.transcript("f(\"-1-2|\") == -2-4|")
    #expect(first.contains("they differ: which one do you mean?"))
    #expect(session.transcript(":choose 9").contains("is not a valid value for `choose`"))
    let second = session.transcript(":choose 2")
    #expect(second.contains("✓ <prompt>:1  f(\""))
    #expect(Session().transcript(":choose 1").contains("there are no answers to choose from"))
  }

  @Test(arguments: [
    ("a.debounce(?)", "`?` is only allowed in a search"),
    ("?(a)", "`?` is only allowed in a search"),
    ("x = a.?", "`?` is only allowed in a search"),
    ("a.?.?.? == -1|", "a search can fill in at most 2 `?`"),
    ("a.? ==", "a search needs the expected events"),
    ("a.? during ^-! == -1", "a search cannot have a window"),
    ("f(s) = ?\nf(a)", "`f` is not defined yet"),
    ("f(s) = ?\nf(a, a) == -1|", "`f` has too many arguments"),
  ])
  func invalidSearchIsAnError(text: String, message: String) {
    #expect(transcript("a = -1|\n" + text).contains(": error: \(message)"))
  }

  @Test func updateWritesTheAnswers() throws {
    let script =
      "a = -1-2|\n?(a) == ---1-2|  // late\na.map { ? } == -3-6|\nf(s) = ?\nf(\"1-2|\") == 4-8|\nf(\"3|\") == [12]|\n"
    let updated = try UpdateTests().updated(script)
    #expect(
      updated.text
        == "a = -1-2|\na.delay(2) == ---1-2|  // late\na.map { $0 * 3 } == -3-6|\nf(s) = s.map { $0 * 4 }\nf(\"1-2|\") == 4-8|\nf(\"3|\") == [12]|\n"
    )
    #expect(updated.update.count == 3)
  }

  @Test(arguments: [
    // A `?` is complete.
    ("a.?", []), ("a.debounce(?", []), ("?", []), ("f(s) = ?", []),
    ("a.?.deb", ["debounce"]), ("a.map { $0 > 1 ?f", ["false"]), ("zip(a, ?).deb", ["debounce"]),
    ("?(a).deb", ["debounce"]),
  ])
  func completionKnowsHoles(entry: String, expected: [String]) {
    let session = Session()
    _ = session.transcript("a = -1|")
    #expect(session.completions(of: entry, at: entry.utf8.count).candidates.map(\.text) == expected)
  }

  @Test func helpExplainsSearches() {
    let session = Session()
    #expect(session.transcript(":help search") == session.transcript(":help ?"))
    #expect(session.transcript(":help search").hasPrefix("A search finds expressions that send the given events."))
  }

  @Test func formatterKeepsHoles() throws {
    let script = "a = -1|\na.?                  == -1|\na.delay(?).map { ? } == -1|\nf(s) = ?\n?(a, \"-1|\") == -1|\n"
    let document = try Document(name: "demo.marble", bytes: Array(script.utf8))
    #expect(String(decoding: try document.formatted(), as: UTF8.self) == script)
  }
}
