@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// Exercises at the prompt.
@Suite struct ExerciseSessionTests {
  /// Files in which progress is saved.
  private final class Saved {
    var bytes: [UInt8]?
  }

  private static func exercise(_ title: String, _ body: String) -> String {
    "// Exercise: \(title)\n// Task: Do it.\n// Used in: Everything.\n// Hint: First.\n// Hint: Second.\n\n\(body)\n"
  }

  private static let course = Course(
    named: "test",
    [
      Course.File(
        path: "1-one/2-ten-times.marble",
        bytes: Array(
          exercise(
            "Ten times",
            """
            a = --1--2|

            solution(a) = a.map { $0 * 10 }
            solution(a) == --[10]--[20]|

            // Wrong: Multiply.
            a.map { $0 + 10 }
            """
          ).utf8)),
      Course.File(
        path: "1-one/10-large.marble",
        bytes: Array(
          exercise(
            "Large",
            """
            b = -1-2-3|

            solution(b) = b.filter { $0 > 2 }
            solution(b) == -----3|

            // other inputs
            b = -3-1|
            solution(b) == -3--|

            // Wrong: Compare.
            b.skip(first: 2)
            """
          ).utf8)),
      Course.File(
        path: "2-two/1-later.marble",
        bytes: Array(
          exercise(
            "Later",
            """
            c = cold -1-2|

            solution(c) = c.delay(1).delay(1)
            solution(c) == ---1-2|
            """
          ).utf8)),
      Course.File(path: "readme.marble", bytes: Array("a = --1|\n".utf8)),
    ])

  private func session(_ saved: Saved? = nil) -> Session {
    let session = Session()
    session.teacher.course = Self.course
    if let saved {
      session.environment.savedProgress = { saved.bytes }
      session.environment.saveProgress = { saved.bytes = $0 }
    }
    return session
  }

  @Test func exercisesAreOrderedByNumber() {
    #expect(Self.course.entries.map(\.id) == ["one/ten-times", "one/large", "two/later"])
    #expect(Self.course.entries.map(\.chapter) == ["One", "One", "Two"])
  }

  @Test func exerciseDrawsItsInputsAndTheExpectedEvents() {
    #expect(
      session().transcript(":exercise") == """
        Type your answer and press Enter. `:hint` helps, `:solution` shows a solution,
        `:skip` goes to the next exercise, and `:exercise stop` leaves the exercises.

        1/3  One: Ten times

                  0       5
        a         --1...--2...|
        expected  --[10]--[20]|

        → Do it.

        """)
  }

  @Test func wrongAnswerIsExplained() {
    let session = session()
    _ = session.transcript(":exercise")
    #expect(
      session.transcript("a.map { $0 + 10 }") == """
             0       5
        a    --1...--2...|
             = a.map { $0 + 10 } =
        out  --[11]--[12]|
        ✗ a.map { $0 + 10 }      2 differences
                   0       5
        expected   --[10]--[20]|
        actual     --[11]--[12]|
                     ^^^^  ^^^^
          tick 2  expected [10], got [11]
          tick 5  expected [20], got [12]
        Multiply.
        `why not [10] @2`
          `[10]` did not come: nothing sends it. `map { $0 + 10 }` sends only `[11]`,
          `[12]`.

        """)
    // Another expression with the same events gets the same note.
    #expect(session.transcript("a.map { 10 + $0 }").contains("\nMultiply.\n"))
    #expect(session.transcript("a.map { $0 * 10 }").contains("\n✓ Right. Everything.\n\n2/3  One: Large\n"))
  }

  /// The question is the first one whose answer does not only name the tick of another expected event, and is about an
  /// observer whose events do not depend on the others.
  @Test(arguments: [
    ("two-at-a-time", "pictures.mergeMap { download }", "`why a @4`\n  `a` on tick 4: `pictures` sent `p` on tick 2"),
    ("two-at-a-time", "pictures.flatMap(.concat) { download }", "`why not | @11`\n  `|` came on tick 20, not on"),
    ("again-and-again", "blink.repeat(2).concat(light)", "`why not 7 @13`\n  `7` came on tick 9, not on tick 13. The"),
    ("ask-only-once", "request.scan(0) { $0 + $1 }", "`why not 3 @3 in _ during --^-`\n  `3` came on tick 5, not on"),
    ("ask-only-once", "request.share()", "`why not 3 @3 in _ during ^-`\n  `3` came on tick 5, not on tick 3. On"),
    ("ask-only-once", "request.scan(0) { $0 + $1 }.share(replay: 1)", nil),
  ])
  func wrongAnswerIsExplainedByItsCause(exercise: String, answer: String, reason: String?) {
    let session = Session()
    _ = session.transcript(":exercise \(exercise)")
    let said = session.transcript(answer)
    #expect(said.contains("✗"), "\(said)")
    #expect(reason.map(said.contains) ?? !said.contains("`why"), "\(said)")
    // The question with its windows can be typed.
    if let reason, reason.contains(" in _ "), let question = reason.split(separator: "`").first {
      let answered = session.transcript(String(question))
      #expect(answered.hasPrefix(reason.split(separator: "\n  ")[1]), "\(answered)")
    }
  }

  /// A line is not broken between its expression and its number of differences.
  @Test func headlineStaysOnOneLine() {
    let session = session()
    _ = session.transcript(":exercise")
    let answer = "a.map { $0 + 1000000 }.map { $0 - 1000000 }.map { $0 * 10 }.map { $0 + 10 }"
    #expect(session.transcript(answer).contains("\n✗ \(answer)      2 differences\n"))
  }

  @Test func answerThatIsRightByChanceGetsTheSmallestCounterexample() {
    let session = session()
    _ = session.transcript(":exercise 2")
    let said = session.transcript("b.skip(first: 2)")
    #expect(
      said.hasSuffix(
        """
        This is right for these inputs, but not for all. Try it with these:
        ✗ b.skip(first: 2)      1 difference
                   0
        b          3-
        expected   3-
        actual     -
                   ^
          tick 0  expected 3, which did not come
        Compare.

        """), "\(said)")
    #expect(!session.transcript("b.filter { $0 == 3 }").contains("✓"))
    #expect(session.transcript("b.filter { 2 < $0 }").contains("✓ Right."))
  }

  @Test func timelineIsNotAnAnswer() {
    let session = session()
    _ = session.transcript(":exercise")
    #expect(session.transcript("--[10]--[20]|").hasSuffix("Now write an expression that makes them from `a`.\n"))
    #expect(session.transcript("--1|").hasSuffix("This is a timeline. The answer is an expression with `a`.\n"))
    #expect(!session.transcript("just(1)").contains("timeline"))
  }

  /// The definition that a task asks for is tried with other inputs, too.
  @Test func definitionIsTriedWithOtherInputs() {
    let session = Session()
    let text = Self.exercise("A name", "a = --1--2|\n\n// Solution:\nb = a.map { $0 * 10 }")
    session.teacher.course = Course(
      named: "names", [Course.File(path: "1-one/1-a-name.marble", bytes: Array(text.utf8))])
    _ = session.transcript(":exercise")
    #expect(
      session.transcript("b = a.map { $0 == 1 ? 10 : 20 }") == """
           0       5
        b  --[10]--[20]|
        This is right for these inputs, but not for all. Try it with these:
        ✗ a.map { $0 == 1 ? 10 : 20 }      1 difference
                   0
        a          3-
        expected   [30]-
        actual     [20]-
                   ^^^^
          tick 0  expected [30], got [20]

        """)
    #expect(session.transcript("b = --[10]--[20]|").hasSuffix("Now write an expression that sends them.\n"))
    #expect(session.transcript("c = a.map { 10 * $0 }").hasSuffix("but the name is `c`. Use the name `b`.\n"))
    #expect(!session.transcript("five = a.map { $0 * 5 }").contains("✓"))
    #expect(session.transcript("b = five.map { $0 * 2 }").contains("✓ Right."))
  }

  /// A statement is asked for: what else is typed gets an answer.
  @Test(arguments: [
    ("zip(a, b)", "The events are right. Write the statement that the task asks for, with `races`."),
    ("-[1,3]--[2,4]|", "The events are right. Write the statement that the task asks for, with `races`."),
    ("z = zip(a, b); z", "The events are right. Write the statement that the task asks for, with `races`."),
    (
      "zip(a, b).concat(never())",
      "The values are right, but the stream does not end. Write the statement that the\ntask asks for, with `races`."
    ),
    (
      "merge(a, b)",
      "The events are not those of the task. Write the statement that the task asks\nfor, with `races`."
    ),
    ("forall x: x.map { $0 } == x", "This holds. Write the statement that the task asks for, with `races`."),
    ("races zip(b, a)", "This holds. The events are not those of the task."),
    ("races zip(a, b).delay(1)", "This holds. All events are 1 tick late."),
    ("races a", "This holds, but the task asks for `b` too."),
    ("races zip(a, b) within 1", "This holds, but the task asks for `races …`."),
    ("races zip(a, b) during ^--!", "This holds, but the task asks for `races …`."),
    ("races zip(a, b) matches *", "This holds, but the task asks for `races …`."),
    ("races merge(zip(a, b), never())", "This holds. The values are right, but the stream does not end."),
    ("races zip(a, b) == -1|", nil), ("z = zip(a, b); races z", "✓ Right. Everything."),
    ("races zip(a, b) == -[1,3]--[2,4]|", "✓ Right. Everything."),
  ])
  func answersInPlaceOfAStatement(entry: String, note: String?) {
    let said = transcript(of: entry, for: "races zip(a, b)")
    #expect(note.map(said.contains) ?? !said.contains("task"), "\(said)")
  }

  /// Returns the answer to an entry, where a statement is the solution.
  private func transcript(of entry: String, for solution: String, inputs: String = "a = -1--2|\nb = -3--4|") -> String {
    let session = Session()
    let text = Self.exercise("Statement", "\(inputs)\n\n// Solution:\n\(solution)")
    session.teacher.course = Course(
      named: "statement", [Course.File(path: "1-one/1-it.marble", bytes: Array(text.utf8))])
    _ = session.transcript(":exercise")
    return session.transcript(entry)
  }

  @Test(arguments: [
    ("a.map { $0 * 2 } == -2--4|", "a.map { $0 * 2 }", "== -2--4|"), ("a matches -1 * |", "a", "matches -1 * |"),
    ("a during ^--! == -1-!", "a", "during ^--! == -1-!"),
  ])
  func statementCanContinueTheLastResult(solution: String, first: String, then: String) {
    let said = transcript(of: "\(first)\n\(then)", for: solution)
    #expect(said.contains("✓ Right."), "\(said)")
  }

  /// A law and `races` also have the parameters, the condition, the windows and the pattern of the solution.
  @Test(arguments: [
    ("forall n in 1...2: just(n).map { $0 } == just(n)", "forall  n in 1...2 : just(n) == just(n).map { $0 }", nil),
    (
      "forall n in 1...2: just(n).map { $0 } == just(n)", "forall n in 1...3: just(n).map { $0 } == just(n)",
      "asks for `forall n in 1...2: … == …`."
    ),
    (
      "forall n in 1...2: just(n).map { $0 } == just(n)", "forall n in 1...2 when n > 1: just(n).map { $0 } == just(n)",
      "for `forall n in 1...2: … == …`."
    ),
    (
      "forall n in 1...2 when n > 1: just(n).map { $0 } == just(n)",
      "forall n in 1...2 when n > 0: just(n).map { $0 } == just(n)",
      "asks for `forall n in 1...2 when n > 1: … == …`."
    ),
    (
      "forall n in 1...2: just(n).map { $0 } during ^--! == just(n)",
      "forall n in 1...2: just(n).map { $0 } == just(n)",
      "asks for `forall n in 1...2: … during ^--! == …`."
    ),
    (
      "forall n in 1...2: just(n).map { $0 } during ^--! == just(n)",
      "forall n in 1...2: just(n).map { $0 } during ^---! == just(n)",
      "asks for `forall n in 1...2: … during ^--! == …`."
    ),
    ("races zip(a, b) within 1", "races zip(a, b)", "asks for `races … within 1`."),
    ("races zip(a, b) matches * [2,4] * |", "races zip(a, b)", "asks for `races … matches …`."),
    ("races zip(a, b) matches * [2,4] * |", "races zip(a, b) matches *", "your pattern, but not that of the task."),
    ("races zip(a, b) matches * [2,4] * |", "races zip(a, b) matches  ... [1,3] ... [2,4] * |", "that of the task."),
    ("races zip(a, b) matches * [2,4] * |", "races zip(a, b) matches  * [2,4]  * |", nil),
    ("races zip(a, b) == zip(a, b)", "races zip(a, b)", "asks for `races … == …`."),
    (
      "forall a: a.delay(1).map { $0 } == a.map { $0 }.delay(1)",
      "forall s: s.map { x in x }.delay(1) == s.delay(1).map { $0 }", nil
    ),
    (
      "forall a, b: merge(a, b).count() == merge(b, a).count()",
      "forall x, y: merge(y, x).count() == merge(x, y).count()", nil
    ),
    (
      "forall a: a.delay(1).map { $0 } == a.map { $0 }.delay(1)",
      "forall s: s.delay(2).map { $0 } == s.map { $0 }.delay(2)", "asks for another left side."
    ),
    (
      "forall a, b: merge(a, b) == merge(b, a).map { $0 }", "forall a: merge(a, b) == merge(b, a).map { $0 }",
      "asks for"
    ),
    (
      "forall x: x.skip(first: 1).map { $0 } == x.map { $0 }.skip(first: 1)",
      "forall x: x.map { $0 }.skip(first: 1) == x.map { $0 }.skip(first: 1)",
      "This holds, because both sides are the same."
    ),
    ("a matches * x * where x: { $0 > 1 }", "a matches * 2 *", "that of the task."),
  ])
  func otherPartOfAStatement(solution: String, entry: String, note: String?) {
    let said = transcript(of: entry, for: solution)
    #expect(note.map(said.replacing("\n", with: " ").contains) ?? said.contains("✓ Right."), "\(said)")
    #expect(note == nil || !said.contains("✓ Right."))
  }

  /// Another assertion about the same stream is right if it says the same.
  @Test(arguments: [
    ("login matches ... u * |", "login matches  ...  u * |", nil),
    (
      "login matches ... u * |", "login matches --u * |",
      "`------u--|` does not match your pattern, but it matches that of the task."
    ),
    ("login matches ... u * |", "login matches * u * |", "matches your pattern, but not that of the task."),
    (
      "login matches ... u *", "login matches ... u * |",
      "does not match your pattern, but it matches that of the task."
    ),
    ("login matches --_ * |", "login matches --x * | where x: { $0 == \"u\" }", "does not match your pattern"),
    ("login matches --u * |", "login matches --x * | where x: { $0 == \"u\" }", nil),
    ("login matches --u---u--|", "login == --u---u--|", "Write the statement that the task asks for, with `matches`."),
    ("login matches ... u * |", "forall s: s.map { $0 } == s", "asks for, with `matches`."),
    (
      "login matches ... u * |", "login.map { $0 } matches ... u * |",
      "This holds, but the task asks for another expression."
    ),
    ("login.map { $0 } == login", "login == login.map { x in x }", nil),
    ("login.map { $0 } == login", "login == login", "This holds, because both sides are the same."),
    ("login.delay(1) == ---u---u--|", "---u---u--| == login.delay(1)", nil),
    ("login.delay(1) == ---u---u--|", "login.delay(1).map { $0 } == ---u---u--|", "asks for another left side."),
    ("login.count() == ---------(2|)", "login.map { 1 }.sum() == ---------(2|)", "asks for another left side."),
    (
      "login.map { \"\\($0)!\" } == --[u!]---[u!]--|", "login.map { _ in \"u!\" } == --[u!]---[u!]--|",
      "another left side."
    ),
    ("login during ^---! matches --u *", "login matches --u *", "asks for `… during ^---! matches …`."),
    ("login.map { $0 } == --u---u--|", "login.map { $0 } == 2t u...---u--|", nil),
    ("races login", "login matches * u *", "This holds. Write the statement that the task asks for, with `races`."),
  ])
  func otherAssertion(solution: String, entry: String, note: String?) {
    let said = transcript(of: entry, for: solution, inputs: "login = --u---u--|")
    let text = said.replacing("\n", with: " ")
    #expect(note.map(text.contains) ?? said.contains("✓ Right."), "\(said)")
    #expect(note == nil || !said.contains("✓ Right."))
  }

  /// The timeline in the note about a pattern matches only one of the two patterns.
  @Test(arguments: 0..<60 as Range<UInt64>) func timelineOfTheNoteTellsPatternsApart(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func pattern() -> String {
      let first = ["...", "--", "*", "1...4t"].randomElement(using: &random) ?? ""
      let middle = ["u", "_", "* u", "_ ... _"].randomElement(using: &random) ?? ""
      let rest = ["* |", "... _ * |", "---v *", "*", "... v ... |"].randomElement(using: &random) ?? ""
      return "\(first) \(middle) \(rest)"
    }
    let (own, known) = (pattern(), pattern())
    func matches(_ timeline: String, _ pattern: String) -> Bool {
      Session().transcript("x = \(timeline)\nx matches \(pattern)").contains("✓")
    }
    guard matches("--u---v--|", own), matches("--u---v--|", known) else { return }
    let said = transcript(of: "login matches \(own)", for: "login matches \(known)", inputs: "login = --u---v--|")
      .replacing("\n", with: " ")
    guard said.contains("that of the task") else { return #expect(said.contains("✓ Right."), "\(said)") }
    let timeline = try #require(said.split(separator: "`").dropFirst().first.map(String.init))
    let isOwn = said.contains("matches your pattern, but not")
    #expect(matches(timeline, own) == isOwn, "\(timeline): \(own)")
    #expect(matches(timeline, known) != isOwn, "\(timeline): \(known)")
  }

  @Test func searchOfAnExerciseHasNothingToChoose() {
    let said = transcript(of: "?(a) == --1---|", for: "?(a) == --1---|", inputs: "a = --1--2|")
    #expect(said.contains("they differ: which result do you want?\n"), "\(said)")
    #expect(said.contains("✓ Right."))
  }

  @Test func namesCanBeBoundInPreparation() {
    let session = session()
    _ = session.transcript(":exercise")
    #expect(!session.transcript("five = a.map { $0 * 5 }").contains("✗"))
    #expect(!session.transcript("twice(s) = s.map { $0 * 2 }").contains("✗"))
    let said = session.transcript("five.twice()")
    #expect(
      said.contains("✓ Right. Everything.\nA solution with fewer operators is `a.map { $0 * 10 }`.\n"), "\(said)")
    // They are tried with other inputs, too.
    _ = session.transcript("first = b.skip(first: 1)")
    #expect(session.transcript("first.skip(first: 1)").contains("not for all"))
    #expect(session.transcript("large = b.filter { $0 > 2 }").contains("✓ Right."))
  }

  @Test func definitionsSeeTheInputsThatAreTried() {
    let session = session()
    _ = session.transcript(":exercise 2")
    _ = session.transcript("both(s) = merge(s, b)")
    _ = session.transcript("silent = b.ignoreValues()")
    let right = session.transcript("silent.both().filter { $0 > 2 }")
    #expect(right.contains("✓ Right."), "\(right)")
    _ = session.transcript(":exercise 2")
    _ = session.transcript("late(s) = merge(s, b.skip(first: 2))")
    let wrong = session.transcript("b.ignoreValues().late()")
    #expect(wrong.contains("  tick 0  expected 3, which did not come"), "\(wrong)")
  }

  @Test func closureParameterMayHaveTheNameOfAStream() {
    let session = session()
    _ = session.transcript(":exercise 2")
    #expect(
      session.transcript("n = b").hasSuffix("Now you can use `n` in your answer. To check it alone, type `n`.\n"))
    #expect(session.transcript("n.filter { n in n > 2 }").contains("✓ Right."))
  }

  @Test func interruptionsAreNotTried() {
    let session = session()
    _ = session.transcript(":exercise 3")
    #expect(session.transcript("concat(c.delay(2))").contains("✓ Right."))
  }

  /// An exercise about the latest value of another stream.
  private func latest(_ x: String, _ y: String, expected: String, inputs: String = "") -> Session {
    let body = "x = \(x)\ny = \(y)\nsolution(x, y) = y.sample(on: x)\nsolution(x, y) == \(expected)\n\(inputs)"
    let session = Session()
    session.teacher.course = Course(
      named: "latest", [Course.File(path: "1.marble", bytes: Array(Self.exercise("Latest", body).utf8))])
    _ = session.transcript(":exercise")
    return session
  }

  @Test func endsThatAreInNoExampleAreNotTried() {
    let answer = "x.withLatest(from: y) { $1 }"
    #expect(latest("---p--", "-a----", expected: "---a--").transcript(answer).contains("✓ Right."))
    let said = latest("---p--|", "-a----", expected: "---a---").transcript(answer)
    #expect(said.contains("The values are right, but the stream should not end."), "\(said)")
    let other = latest("---p--", "-a----", expected: "---a--", inputs: "x = |\ny = -\nsolution(x, y) == -")
    let refused = other.transcript(answer)
    #expect(refused.contains("not for all"), "\(refused)")
    // The example without values says nothing about them.
    #expect(refused.contains("\nThe stream should not end."), "\(refused)")
  }

  @Test func eventsAreOnOneTickOnlyIfAnExampleHasThem() {
    func session(_ far: String, _ expected: String) -> Session {
      let body = "near = cold --a|\nfar = cold \(far)\nsolution(near, far) = race(near, far)\n"
      let session = Session()
      session.teacher.course = Course(
        named: "race",
        [
          Course.File(
            path: "1.marble", bytes: Array(Self.exercise("Race", body + "solution(near, far) == \(expected)").utf8))
        ])
      _ = session.transcript(":exercise")
      return session
    }
    #expect(session("-----b|", "--a|").transcript("race(far, near)").contains("✓ Right."))
    let said = session("---b|", "--a|").transcript("race(far, near)")
    #expect(said.contains("not for all"), "\(said)")
  }

  @Test func bothObserversAreDrawnAfterARightAnswer() {
    let session = Session()
    _ = session.transcript(":exercise 41")
    let said = session.transcript("request.scan(0) { $0 + $1 }.share()")
    #expect(said.contains("✓ Right.") && said.contains("out 1 ") && said.contains("out 2 "), "\(said)")
  }

  @Test func equalEventOnItsOwnTickIsNoReason() {
    let session = Session()
    _ = session.transcript(":exercise 45")
    let said = session.transcript("plus.scan(0) { $0 + 1 }")
    #expect(said.contains("tick 6      expected 1, which did not come"), "\(said)")
    #expect(!said.contains("not on tick 6"), "\(said)")
  }

  @Test func timelineIsNotAnAnswerWithoutInputs() {
    let session = Session()
    _ = session.transcript(":exercise 20")
    let said = session.transcript("---0--1--(2|)")
    #expect(said.hasSuffix("Now write an expression that sends them.\n"), "\(said)")
  }

  @Test func helpAndWantedAreExplained() {
    let session = session()
    #expect(session.transcript("expected").contains("error"))
    #expect(!session.transcript("help").contains("exercise. `:hint`"))
    _ = session.transcript(":exercise")
    #expect(session.transcript("help").hasPrefix("You are in the exercises. `:hint` helps"))
    #expect(session.transcript("expected").hasPrefix("`expected` shows the events that your answer must send."))
    #expect(session.transcript(":help map").hasPrefix("a.map") || !session.transcript(":help map").contains(":hint"))
  }

  @Test func lastResultCanBeContinued() {
    let session = session()
    _ = session.transcript(":exercise")
    _ = session.transcript("a.map { $0 * 5 }")
    #expect(session.transcript(".map { $0 * 2 }").contains("✓ Right."))
    _ = session.transcript("b")
    #expect(session.transcript("_.filter { $0 > 2 }").contains("✓ Right."))
  }

  @Test func shorterAnswerIsNoticed() {
    let session = session()
    _ = session.transcript(":exercise 3")
    let said = session.transcript("c.delay(2)")
    #expect(
      said.contains("Your answer has fewer operators than the solution of this exercise:\n`c.delay(1).delay(1)`."))
  }

  @Test func endlessAnswerIsStopped() {
    let session = Session(SessionOptions(limits: Limits(ticks: 1000, deliveries: 10_000)))
    session.teacher.course = Self.course
    _ = session.transcript(":exercise 3")
    let said = session.transcript("c.repeat()")
    #expect(said.contains("  The expected stream ends. This one had not ended when it was stopped."), "\(said)")
    #expect(said.contains("\n  and 3 more\n"), "\(said)")
  }

  @Test func errorIsNotAnAttempt() {
    let saved = Saved()
    let session = session(saved)
    _ = session.transcript(":exercise")
    #expect(session.transcript("a.mapp { $0 }").contains("did you mean `map`?"))
    #expect(session.transcript("a.map { $0 / 0 }").contains("error"))
    _ = session.transcript("why not 1")
    #expect(ProgressText(saved.bytes ?? [])["test"].records["one/ten-times"] == nil)
  }

  @Test func errorWithOtherInputsIsShown() {
    let session = session()
    _ = session.transcript(":exercise 2")
    let said = session.transcript("b.filter { 6 / (4 - $0) > 5 && 1 / ($0 - 1 - 1 + $0 - 1) >= 0 }")
    #expect(!said.contains("✓ Right."), "\(said)")
  }

  @Test func exerciseKeepsItsStreams() {
    let session = session()
    _ = session.transcript("other = --7|")
    _ = session.transcript(":exercise")
    #expect(session.transcript("a = --[10]--[20]|").contains("This exercise keeps its own `a`.\n"))
    #expect(session.transcript("a.map { $0 * 10 }").contains("✓ Right."))
    #expect(session.transcript("other").contains("error"))
    #expect(session.transcript(":exercise stop") == "`:exercise` returns to exercise 2.\n")
    #expect(session.transcript("other").contains("--7|"))
    #expect(session.transcript(":exercise").contains("2/3  One: Large"))
  }

  @Test func hintsFollowEachOther() {
    let session = session()
    #expect(session.transcript(":hint").contains("error: neither the tutorial nor an exercise is running"))
    _ = session.transcript(":exercise")
    #expect(session.transcript(":hint") == "First.\n")
    #expect(session.transcript(":hint") == "Second.\n")
    #expect(session.transcript(":hint") == "There are no more hints. `:solution` shows a solution.\n")
    #expect(session.transcript(":solution") == "The solution is `a.map { $0 * 10 }`. Type it to see what it does.\n")
    #expect(session.transcript(":skip").contains("\n2/3  One: Large\n"))
    let text = Self.exercise("One", "a = -1|\n\nsolution(a) = a\nsolution(a) == -1|")
    let other = self.session()
    let file = Course.File(path: "1.marble", bytes: Array(text.replacing("// Hint:", with: "//").utf8))
    other.teacher.course = Course(named: "x", [file])
    _ = other.transcript(":exercise")
    #expect(other.transcript(":hint") == "This exercise has no hints. `:solution` shows a solution.\n")
  }

  @Test func skippedExerciseComesAgainAtTheEnd() {
    let session = session()
    _ = session.transcript(":exercise")
    _ = session.transcript(":skip")
    _ = session.transcript("b.filter { $0 > 2 }")
    #expect(
      session.transcript("c.delay(1).delay(1)").contains(
        "This is the last exercise. The first exercise that you have not solved follows.\n\n1/3  One: Ten times\n"))
    #expect(
      session.transcript(":skip") == """
        You have solved all other exercises. `:solution` shows a solution of this one,
        and `:exercise stop` leaves the exercises.

        """)
    #expect(session.transcript("a.map { $0 * 10 }").contains("You have solved all exercises."))
    #expect(session.transcript(":hint").contains("error"))
  }

  @Test func tutorialAndExercisesDoNotMix() {
    let session = session()
    _ = session.transcript(":tutorial 3")
    _ = session.transcript(":exercise 2")
    #expect(session.transcript(":hint") == "First.\n")
    #expect(session.transcript(":tutorial").contains("3/"))
    #expect(session.transcript(":hint") != "First.\n")
    #expect(session.transcript(":exercise").contains("2/3"))
  }

  @Test func listMarksSolvedExercises() {
    let session = session()
    _ = session.transcript(":exercise")
    _ = session.transcript("a.map { $0 * 10 }")
    #expect(
      session.transcript(":exercise list") == """
        One
           1 ✓ Ten times
           2   Large

        Two
           3   Later

        Solved: 1 of 3.

        """)
  }

  @Test func exercisesHaveNames() {
    let session = session()
    #expect(session.transcript(":exercise later").contains("\n3/3  Two: Later\n"))
    #expect(session.transcript(":exercise larg").contains("error"))
    func completed(_ entry: String) -> [String] {
      session.completions(of: entry, at: entry.utf8.count).candidates.map(\.text)
    }
    #expect(completed(":exercise ") == ["large", "later", "list", "reset", "stop", "ten-times"])
    #expect(completed(":exercise la") == ["large", "later"])
    #expect(completed(":exercise re") == ["reset"])
    #expect(completed(":exercise list ") == [])
    #expect(completed(":ex").contains("exercise"))
  }

  @Test(arguments: ["list", "stop", "reset", "12"])
  func helpExplainsTheArguments(argument: String) {
    #expect(session().transcript(":help :exercise").contains("`:exercise \(argument)`"))
  }

  @Test func unknownExerciseIsReported() {
    let said = session().transcript(":exercise 4")
    #expect(said.contains("help: write a number from `1` to `3`, a name, or `list`, `stop` or `reset`"), "\(said)")
    let near = session().transcript(":exercise large1")
    #expect(
      near.contains("help: write a number from `1` to `3`, the name `large`, or `list`, `stop` or `reset`"), "\(near)")
  }

  // MARK: Progress

  @Test func laterSessionContinues() {
    let saved = Saved()
    let first = session(saved)
    _ = first.transcript(":exercise")
    _ = first.transcript("a.map { $0 + 1 }")
    _ = first.transcript(":hint")
    _ = first.transcript("a.map { $0 * 10 }")
    #expect(first.teacher.parting == "In the next session, `rxrepl exercises test` continues with exercise 2.")
    let said = session(saved).transcript(":exercise")
    #expect(said.hasPrefix("This is where you stopped. You have solved 1 of 3 exercises.\n"), "\(said)")
    #expect(said.contains("\n2/3  One: Large\n"))
    let record = ProgressText(saved.bytes ?? [])["test"].records["one/ten-times"]
    #expect(record == .init(attempts: 2, hints: 1, answer: "a.map { $0 * 10 }"))
  }

  @Test func progressSurvivesNewNumbersAndOtherSessions() {
    let saved = Saved()
    let first = session(saved)
    _ = first.transcript(":exercise")
    let second = session(saved)
    _ = second.transcript(":exercise 3")
    _ = second.transcript("c.delay(2)")
    _ = first.transcript("a.map { $0 * 10 }")
    let progress = ProgressText(saved.bytes ?? [])["test"]
    #expect(progress.isSolved("one/ten-times") && progress.isSolved("two/later"))
    let files = Self.course.entries.map { Course.File(path: "3-\($0.id).marble", bytes: $0.exercise.source.bytes) }
    let other = session(saved)
    other.teacher.course = Course(named: "test", files)
    #expect(other.transcript(":exercise list").contains("Solved: 2 of 3."))
  }

  @Test func resetRemovesTheProgressOfOneCourse() {
    let saved = Saved()
    var text = ProgressText([])
    text["other"].current = "x"
    saved.bytes = text.bytes
    let session = session(saved)
    _ = session.transcript(":exercise")
    _ = session.transcript("a.map { $0 * 10 }")
    #expect(session.transcript(":exercise reset").contains("The progress is removed."))
    #expect(session.transcript(":exercise").contains("1/3  One: Ten times"))
    #expect(ProgressText(saved.bytes ?? [])["other"].current == "x")
  }

  @Test func damagedProgressIsIgnored() {
    let saved = Saved()
    saved.bytes =
      [0xFF, 0x0A] + Array("at\tx\nexercise\ncourse\ttest\nexercise\tone/large\tx\t1\t0\t0\t\nnew\t1\n".utf8)
    #expect(session(saved).transcript(":exercise").contains("1/3  One: Ten times"))
  }

  @Test func reportContainsEveryExercise() {
    let session = session()
    _ = session.transcript(":exercise")
    _ = session.transcript("a")
    _ = session.transcript("a.map { $0 * 10 }")
    _ = session.transcript(":skip")
    #expect(
      session.teacher.report().contains(
        #"{"name":"one/ten-times","chapter":"One","title":"Ten times","state":"solved","attempts":2,"hints":0,"#
          + #""solutionShown":false,"answer":"a.map { $0 * 10 }"}"#), "\(session.teacher.report())")
    #expect(session.teacher.report().contains(#""name":"one/large","chapter":"One","title":"Large","state":"skipped""#))
    #expect(session.teacher.report().hasSuffix(#""solved":1,"total":3}"#))
  }

  // MARK: Prediction and choice

  private static func quiz(_ label: String) -> Course {
    let body = """
      a = --1--2|

      solution(a) = a.map { $0 * 10 }
      solution(a) == --[10]--[20]|

      // Wrong: Multiply.
      a.map { $0 + 10 }
      a.count()
      """
    let text = exercise("Ten times", body).replacing("// Hint: First.", with: "// \(label)")
    return Course(named: "quiz", [Course.File(path: "1-quiz.marble", bytes: Array(text.utf8))])
  }

  @Test func expectedEventsAreHidden() {
    let session = session()
    session.teacher.course = Self.quiz("Hide: expected")
    let task = session.transcript(":exercise")
    #expect(task.contains("a  --1--2|\n?  -------"), "\(task)")
    #expect(!task.contains("expected") && !task.contains("10"))
    #expect(session.transcript("a.map { $0 * 10 }").contains("✓ Right."))
  }

  /// Without inputs, there is nothing to draw.
  @Test func taskWithoutInputsHasNoDrawing() {
    let body = "solution = --1--|\nsolution == --1--|"
    let text = Self.exercise("One", body).replacing("// Hint: First.", with: "// Hide: expected")
    let session = session()
    session.teacher.course = Course(named: "x", [Course.File(path: "1.marble", bytes: Array(text.utf8))])
    let task = session.transcript(":exercise")
    #expect(task.contains("1/1  One\n\n→ Do it.\n") && !task.contains("?"), "\(task)")
    #expect(session.teacher.course?.handout == "## 1. One\n\n**Do it.**\n\nAnswer:\n")
  }

  /// A comment line without text is part of a note.
  @Test func noteHasParagraphs() {
    let text = Self.exercise(
      "One", "a = -1|\n\nsolution(a) = a\nsolution(a) == -1|\n\n// Wrong: First.\n//\n// Second.\na.count()\n\n// Mine."
    )
    let session = session()
    session.teacher.course = Course(named: "x", [Course.File(path: "1.marble", bytes: Array(text.utf8))])
    _ = session.transcript(":exercise")
    let answer = session.transcript("a.count()")
    #expect(answer.contains("First.\n\nSecond.\n") && !answer.contains("Mine"), "\(answer)")
  }

  @Test func choicesAreAnswers() {
    let session = session()
    session.teacher.course = Self.quiz("Choices:")
    let task = session.transcript(":exercise")
    #expect(task.contains("\n  1  a.count()\n  2  a.map { $0 * 10 }\n  3  a.map { $0 + 10 }\n"), "\(task)")
    #expect(session.transcript(":choose 4").contains("there is no answer `4`"))
    #expect(session.transcript(":choose").contains("write `:choose` and a number from 1 to 3, such as `:choose 3`"))
    #expect(session.transcript(":choose 3").contains("Multiply."))
    #expect(session.teacher.report(of: "Ada").contains(#""course":"quiz","learner":"Ada","#))
    #expect(session.teacher.report().contains(#""state":"tried","attempts":1"#))
    #expect(session.transcript(":choose 2").contains("✓ Right."))
    #expect(session.teacher.report().contains(#""answer":"a.map { $0 * 10 }""#))
  }

  /// The answers that were listed last are those of the search.
  @Test func searchInAnExerciseHasItsOwnChoices() {
    let session = session()
    session.teacher.course = Self.quiz("Choices:")
    _ = session.transcript(":exercise")
    let search = session.transcript("?(\"--1--2|\") == --2--3|")
    #expect(search.contains("`:choose 1`") && !search.contains("Write the answer"), "\(search)")
    #expect(session.transcript(":choose 2").contains("  \"--1--2|\".scan(1) { $0 + 1 }\n"))
    #expect(session.teacher.report().contains(#""state":"new","attempts":0"#))
    // Without another choice, and after the task was shown again, they are those of the exercise.
    #expect(session.transcript(":choose 2").contains("✓ Right."))
    _ = session.transcript(":exercise 1")
    _ = session.transcript("?(\"--1--2|\") == --2--3|")
    _ = session.transcript(":exercise")
    #expect(session.transcript(":choose 3").contains("Multiply."))
  }

  /// Both would have one progress.
  @Test func namesOfExercisesAreDifferent() {
    let body = "a = -1|\n\nsolution(a) = a\nsolution(a) == -1|"
    let files = ["1-a/1-x.marble", "1-a/2-x.marble", "2-b/1-x.marble"].map {
      Course.File(path: $0, bytes: Array(Self.exercise($0, body).utf8))
    }
    var errors: [String] = []
    let course = Course(named: "x", files, in: "c/") { errors.append(AnswerWriter().text(of: $0)?.text ?? "") }
    #expect(
      errors == [
        """
        c/1-a/2-x.marble:1:4: error: `c/1-a/1-x.marble` is also an exercise with the name `a/x`
          // Exercise: 1-a/2-x.marble
             ^^^^^^^^^^^^^^^^^^^^^^^^
          help: rename one of the files: a number before a name is not part of it

        """
      ])
    let session = session()
    session.teacher.course = course
    #expect(session.transcript(":exercise b/x").contains("2/2  B: 2-b/1-x.marble"))
  }

  @Test func exerciseWithoutChoicesHasNone() {
    let session = session()
    _ = session.transcript(":exercise")
    let said = session.transcript(":choose 1")
    #expect(said.contains("this exercise lists no answers to choose from"), "\(said)")
    #expect(said.contains("help: type your answer, or `:hint` for help"), "\(said)")
    _ = session.transcript(":tutorial")
    #expect(session.transcript(":choose 1").contains("this step lists no answers to choose from"))
  }

  @Test func otherPartCannotBeHidden() {
    var errors: [String] = []
    let text = Self.exercise("One", "a = -1|\n\nsolution(a) = a\nsolution(a) == -1|").replacing(
      "Hint: First.", with: "Hide: a")
    _ = Course(named: "x", [Course.File(path: "1.marble", bytes: Array(text.utf8))]) {
      errors.append(AnswerWriter().text(of: $0)?.text ?? "")
    }
    #expect(errors.count == 1 && errors.first?.contains("write `// Hide: expected`") == true, "\(errors)")
  }

  @Test func handoutHasTheTasksOnly() {
    let handout = Self.course.handout + Self.quiz("Choices:").handout
    #expect(
      handout.hasPrefix(
        """
        # One

        ## 1. Ten times

        ```text
                  0       5
        a         --1...--2...|
        expected  --[10]--[20]|
        ```

        **Do it.**

        Answer:

        ## 2. Large


        """), "\(handout)")
    #expect(handout.contains("\n# Two\n\n## 3. Later\n"))
    #expect(handout.hasSuffix("**Do it.**\n\n1. `a.count()`\n2. `a.map { $0 * 10 }`\n3. `a.map { $0 + 10 }`\n"))
    #expect(!handout.contains("filter") && !handout.contains("First."))
  }

  /// The text of an exercise is not Markdown, except for code in backticks.
  @Test func handoutIsEscaped() {
    let text = Self.exercise(
      "A `map` of <Int>",
      "a = -1|\n\nsolution(a) = a.map { \"`\" }\nsolution(a) == -[`]|\n\n// Wrong: x\na.map { \"``x\" }\na.map { $0 }"
    ).replacing(
      "// Task: Do it.",
      with: "//\n// 1. Send_it -- $x$ `a*`*`\n//\n//   <a>  *b*\n//\n// Task: # [x](y) & ~z~\n// Choices:")
    let course = Course(named: "x", [Course.File(path: "1-<b>/1.marble", bytes: Array(text.utf8))])
    #expect(
      course.handout == """
        # \\<b\\>

        ## 1. A `map` of \\<Int\\>

        1\\. Send\\_it \\-\\- \\$x\\$ `a*`\\*\\`


              <a>  *b*

        ```text
                  0
        a         -1|
        expected  -`|
        ```

        **\\# \\[x\\](y) \\& \\~z\\~**

        1. ``a.map { "`" }``
        2. ```a.map { "``x" }```
        3. `a.map { $0 }`

        """, "\(course.handout)")
  }
}
