import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The tests that `rxrepl test` adds to an exercise.
@Suite struct ExerciseTestTests {
  private static let exercise = """
    // Exercise: Ten times
    //
    // Task: Send each value of `a` times ten. The ticks stay the same.
    // Used in: A shop shows its prices in another currency.
    //
    // Hint: `*` multiplies.

    a = --1--2|

    solution(a) = a.map { $0 * 10 }
    solution(a) == --[10]--[20]|

    """

  private func report(_ text: String) throws -> String {
    var said = ""
    try Document(name: "demo.marble", bytes: Array(text.utf8)).run(in: { Session() }) { answer in
      said += AnswerWriter().text(of: answer)?.text ?? ""
      return true
    }
    return said
  }

  /// The help of a definition with parentheses calls it with them.
  @Test(arguments: ["solution = --b|\nsolution", "solution() = cold(\"--b|\")\nsolution()"])
  func solutionWithoutInputs(solution: String) throws {
    let text = "// Exercise: A timeline\n//\n// Task: Type b and the end.\n// Used in: Tests.\n\n\(solution) == --b|\n"
    #expect(try !report(text).contains("error"))
  }

  @Test func blockCommentsAreParts() throws {
    let comment = Self.exercise.prefix { $0 != "\n" }.dropFirst(2)
    let text = "/*\(comment)\n\n Task: Send each value times ten.\n Used in: Shops.\n*/\n"
    let script = Self.exercise.components(separatedBy: "multiplies.\n\n")[1]
    #expect(try !report(text + "/* Hint: `*` multiplies. */\n" + script).contains("error"))
    #expect(ExerciseReader(Source(name: "demo.marble", text: text + script)).exercise?.title == "Ten times")
  }

  @Test func validExercisePasses() throws {
    let text = Self.exercise + "\n// Wrong: This adds.\na.map { $0 + 10 }\na.map { 10 + $0 }\n"
    #expect(
      try report(text) == """
        ✓ demo.marble:11  solution(a)
        ✓ demo.marble:14  a.map { $0 + 10 }
        ✓ demo.marble:15  a.map { 10 + $0 }
        ✓ demo.marble:6  hint 1

        """)
  }

  /// An empty line ends the answers, with any line ends.
  @Test func lineEndsDoNotMatter() throws {
    let text =
      Self.exercise + "\n// Wrong: This adds.\na\n  .map { $0 + 10 }\n\n// other\na = -3|\nsolution(a) == -[30]|\n"
    let said = try report(text)
    #expect(said.contains("✓ demo.marble:19  solution(a)") && !said.contains("error"), "\(said)")
    #expect(try report(text.replacing("\n", with: "\r\n")) == said)
  }

  @Test func choicesNeedAWrongAnswer() throws {
    let text = Self.exercise.replacing("// Hint:", with: "// Choices:\n// Hint:")
    #expect(
      try report(text).contains("demo.marble:6:4: error: `Choices:` needs a wrong answer to list"))
    #expect(!(try report(text + "\n// Wrong: x\na.map { $0 + 10 }\n").contains("error")))
  }

  @Test func rightAnswerIsNotWrong() throws {
    let said = try report(Self.exercise + "\n// Wrong: This is twice.\na.map { 10 * $0 }\n")
    #expect(
      said.contains(
        """
        ✗ demo.marble:14  a.map { 10 * $0 }
          this answer is listed as wrong, but it is right

        """))
  }

  /// A wrong answer that fails is not a failed assertion, and a search in an answer is not open.
  @Test(arguments: [
    ("n.map { $0 * 2 } == -2-4-|", "n.map { $0 * 3 } == -2-4-|"), ("n.? == -2-4-|", "n.? == -3-3-|"),
    ("n matches * 2 ... |", "n matches * 9 * |"),
    ("forall a: a.take(first: 1) == a.take(first: 1)", "forall a: a == n"),
    ("races merge(n, n)", "races n.buffer(count: 2)"), ("m = -1", "m = -2"),
    ("m = n.map { $0 * 2 }", "m = n.map { $0 == 1 ? 2 : 4 }"),
  ])
  func answersOfAStatementAreChecked(solution: String, wrong: String) throws {
    let text = """
      // Exercise: A statement
      //
      // Task: Write it.
      // Used in: Tests.

      n = -1-2-|

      // Solution:
      \(solution)

      // Right:
      \(solution.replacing(" ", with: "  "))

      // Wrong: No.
      \(wrong)

      """
    let said = try report(text)
    #expect(!said.contains("✗") && !said.contains("error") && !said.contains("warning"), "\(said)")
    #expect(said.contains("✓ demo.marble:12") && said.contains("✓ demo.marble:15"), "\(said)")
  }

  @Test(arguments: [
    ("why 1 in n", "answers cannot be compared"),
    ("check subscriptions", "answers cannot be compared"), ("subscriptions n == ^", "answers cannot be compared"),
    ("n matches * |\nn == n", "second `Solution:`"),
  ])
  func otherStatementIsNoSolution(solution: String, message: String) throws {
    let text = "// Exercise: A\n//\n// Task: B.\n// Used in: C.\n\nn = -1|\n\n// Solution:\n\(solution)\n"
    #expect(try report(text).contains(message))
  }

  @Test(arguments: [
    ("a == --1--2|", "delete everything but the answer, such as the `==` after it"),
    ("who holds a in merge(a, a)", "write an expression, such as `a.take(first: 2)`"),
  ])
  func otherStatementIsNoAnswer(statement: String, help: String) throws {
    let said = try report(Self.exercise + "\n// Wrong: No.\n\(statement)\n")
    #expect(said.contains("14:1: error: an answer must be an expression or a timeline\n"), "\(said)")
    #expect(said.contains("\n  help: \(help)\n"), "\(said)")
  }

  /// The answers are checked although a part is missing.
  @Test func missingPartDoesNotChangeTheOthers() throws {
    let text = """
      // Exercise: Race
      // Task: Use races.
      // Hint: races zip(a, b)
      a = -1|
      b = -2|
      // Solution:
      races zip(a, b)
      // Wrong: The order matters.
      races merge(a, b)

      """
    let said = try report(text)
    #expect(said.contains("error: this exercise has no `Used in:` or `Result:`"), "\(said)")
    #expect(said.contains("\n✓ demo.marble:9  races merge(a, b)\n"), "\(said)")
    #expect(said.contains("this hint contains the solution"), "\(said)")
  }

  /// An invalid solution is reported once, whatever the answers are.
  @Test func invalidSolutionIsTheOnlyError() throws {
    let head = "// Exercise: A\n//\n// Task: B.\n// Used in: C.\n\nr = -1|\n\n"
    let said = try report(
      head + "// Solution:\nwhy twice r in merge(r, r)\n\n// Wrong: No.\nwho holds r in merge(r, r)\n")
    #expect(said.split(separator: "\n").count { $0.contains("error") } == 1, "\(said)")
  }

  @Test func rightAnswersAreChecked() throws {
    let here = "a.map { $0 * $0 * 10 - 20 * ($0 - 1) }"
    let said = try report(
      Self.exercise + "\n// Right:\na.map { 10 * $0 }\n\n// Right: Only here.\n\(here)\n")
    #expect(
      said == """
        ✓ demo.marble:11  solution(a)
        ✓ demo.marble:14  a.map { 10 * $0 }
        ✗ demo.marble:17  a.map { $0 * $0 * 10 - 20 * ($0 - 1) }
          this answer is listed as right, but it is wrong
        ✓ demo.marble:6  hint 1

        """, "\(said)")
    #expect(try report(Self.exercise + "\n// Right:\n").contains("error: expected an answer below this note"))
  }

  @Test func answerWithAnErrorIsAnAnswer() throws {
    let said = try report(Self.exercise + "\n// Wrong: no\na.map(\n")
    #expect(said.contains("error: ") && !said.contains("expected an answer"), "\(said)")
  }

  @Test func equalWrongAnswersHaveOneNote() throws {
    let said = try report(
      Self.exercise + "\n// Wrong: This adds.\na.map { $0 + 10 }\n\n// Wrong: Nothing.\na.map { $0 + 5 + 5 }\n")
    // An answer that is listed word for word has its own note.
    #expect(!said.contains("✗"))
  }

  @Test func hintDoesNotContainTheSolution() throws {
    let text = Self.exercise.replacing("`*` multiplies.", with: "Type `a.map{ $0 * 10 }`.")
    #expect(
      try report(text).contains(
        """
        ✗ demo.marble:6  hint 1
          this hint contains the solution

        """))
  }

  @Test func failedSolutionIsReportedOnce() throws {
    let said = try report(Self.exercise.replacing("[20]|", with: "[30]|"))
    #expect(said.components(separatedBy: "✗").count == 2)
    #expect(said.contains("expected [30], got [20]"))
  }

  @Test func otherScriptIsNotAnExercise() throws {
    #expect(try report("// An exercise\na = --1|\n// Wrong: this\na == --1|\n") == "✓ demo.marble:4  a\n")
  }
}

extension String {
  fileprivate func components(separatedBy mark: Character) -> [Substring] {
    split(separator: mark, omittingEmptySubsequences: false)
  }
}
