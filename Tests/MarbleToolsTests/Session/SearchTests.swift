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

  /// An argument can be any stream in scope, and not only one of those in the expression.
  @Test(arguments: [
    ("merge(n, ?) == -1-5-2-|", "merge(n, m)"), ("n.merge(?) == -1-5-2-|", "n.merge(m)"),
    ("zip(n, ?) == ---[1,5]|", "zip(n, m)"), ("combineLatest(n, ?) == ---[1,5]-[2,5]-|", "combineLatest(n, m)"),
    ("merge(n, ?) == -1--(5)2-|", "merge(n, late)"),
  ])
  func argumentIsAStreamInScope(search: String, answer: String) {
    let text = transcript("n = -1---2-|\nm = ---5|\nlate = m.delay(1)\n\(search)")
    #expect(text.contains("\n  \(answer)\n"), "\(text)")
  }

  /// An operator before `flatten`, and an input that differs in values that are names of streams.
  @Test func operatorBeforeFlattenIsFound() {
    let script = "x = cold --1-5|\ny = cold --2|\ns = -x-y----x------|\n?(s) == -------2----1-5|"
    let text = transcript(script)
    #expect(
      text.contains(
        """
          1  s.debounce(2).flatten(.merge)
          2  s.debounce(2).flatten(.concat)
          3  s.debounce(2).flatten(.latest)
          4  s.debounce(2).flatten(.throttle)
          5  s.sample(every: 5).flatten(.merge)
          for `x--x` they differ: which result do you want?
            1  ----1-51-5
            2  ----1-5--1-5
            3  ----1--1-5
            4  ----1-5
            5  an error, or no end

        """), "\(text)")
    let last = "x = cold --1|\ny = cold -7-8|\ns = -x-y--|\n?(s) == -------7-8|"
    #expect(transcript(last).contains("s.last().flatten(.merge)\n"))
  }

  /// Even if it does not use all inputs.
  @Test func simplestAnswerComesFirst() {
    #expect(transcript("a = -1-2|\nb = ---x|\n?(a, b) == --1-2|").contains("\n  1  a.delay(1)\n"))
  }

  /// Also if its name is the one of the expected events.
  @Test func writtenStreamIsAnAnswer() {
    #expect(transcript("a = -1-2|\n?(a) == a").contains("\n  a\n  tried expressions of at most 0 operators in 1 run"))
    #expect(transcript("a = -1-2|\na.delay(?) == a").contains("\n  a.delay(0)\n"))
  }

  /// A part of the expression may be an endless stream, or a custom operator.
  @Test func knownPartsCanBeAnyStreams() {
    #expect(transcript("a = {-1}*\na.take(first: ?) == -1-(1|)").contains("\n  a.take(first: 2)\n"))
    let script = "double(s) = s.map { $0 * 2 }\na = -1-2|\na.double().delay(?) == ---2-4|"
    #expect(transcript(script).contains("\n  a.double().delay(2)\n"))
  }

  @Test(arguments: [
    ("f(\"-1-2-3|\") == ---([true]|)\nf(\"-1-3|\") == ----([false]|)\n", "s.contains(2)"),
    ("f(\"-a-b-c|\") == ---([true]|)\nf(\"-a-c|\") == ----([false]|)\n", "s.contains(\"b\")"),
  ])
  func methodOfStringsIsAlsoAnOperator(examples: String, answer: String) throws {
    let updated = try UpdateTests().updated("f(s) = ?\n" + examples)
    #expect(updated.text == "f(s) = \(answer)\n" + examples)
    let text = transcript(updated.text)
    #expect(text.components(separatedBy: "✓").count == 3, "\(text)")
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
    #expect(first.contains("they differ: which result do you want?"))
    #expect(session.transcript(":choose 9").contains("there is no answer `9`"))
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
    ("?(a, 4) == -1|", "a search takes streams, found a number"),
    ("f(s, n) = ?\nf(a, true) == -1|", "a search takes streams, found a Boolean"),
    ("?() == -1|", "`?()` has no streams to search with"),
    ("?(a).map { $0 } == -1|", "`?(…)` must be the whole expression"),
    ("merge(?(a), a) == -1|", "`?(…)` must be the whole expression"),
    ("e = {-1}*\n?(e) == -1|", "`e` does not end within 200 ticks, so a search cannot run with it"),
    ("e = {-1}*\ne.? == -1|", "`e` does not end within 200 ticks"),
    ("?(a, \"-1|\".repeat()) == -1|", "`\"-1|\".repeat()` does not end within 200 ticks"),
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
