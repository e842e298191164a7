@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The tutorial, a course whose answers can also be definitions, searches, laws and other assertions.
@Suite struct TutorialTests {
  private static let count = Course.tutorial.entries.count

  private func exercise(at step: Int) -> Exercise { Course.tutorial.entries[step - 1].exercise }

  /// Returns a session at a step of the tutorial, counted from 1.
  private func session(at step: Int) -> Session {
    let session = Session()
    _ = session.transcript(":tutorial \(step)")
    return session
  }

  /// Returns a session without line breaks.
  private func unwrapped(_ text: String) -> String { text.replacing(/\s+/, with: " ") }

  @Test func tutorialHasShortSteps() {
    for entry in Course.tutorial.entries {
      #expect(wrapped(entry.exercise.explanation, to: 80).split(separator: "\n").count <= 4, "\(entry.id)")
      #expect(entry.exercise.task.count <= 100, "\(entry.id)")
      #expect(entry.chapter.isEmpty, "\(entry.id)")
    }
  }

  @Test func solutionLeadsToTheNextStep() {
    let session = session(at: 1)
    for step in 1...Self.count {
      let exercise = exercise(at: step)
      let said = session.transcript(exercise.solution.text)
      #expect(unwrapped(said).contains("✓ Right. " + unwrapped(exercise.conclusion)), "\(said)")
      #expect(
        said.contains(step == Self.count ? "You have completed the tutorial." : "\n\(step + 1)/\(Self.count)  "),
        "\(said)")
    }
  }

  @Test func knownWrongAnswerIsExplained() {
    for step in 1...Self.count {
      for wrong in exercise(at: step).wrongAnswers {
        let session = session(at: step)
        let said = session.transcript(wrong.answer.text)
        #expect(unwrapped(said).contains(unwrapped(wrong.note)), "\(wrong.answer.text): \(said)")
        #expect(!said.contains("✓"))
        // The step can still be solved.
        let right = session.transcript(exercise(at: step).solution.text)
        #expect(right.contains("✓ Right."), "\(wrong.answer.text): \(right)")
      }
    }
  }

  @Test(arguments: [
    (2, "---1--2--|", "All events are 1 tick late."), (2, "1--2--|", "All events are 2 ticks early."),
    (2, "--1--2", "The values are right, but the stream does not end."),
    (2, "--1--2-|", "The values are right, but the end is wrong."),
    (2, "--1-2--|", "All events are there, but not on the right ticks."), (2, "----", "Nothing was sent."),
    (1, "--1--2----|", "The values are right, but the stream should not end."),
    (2, "--1--3--|", "tick 5 expected 2, got 3"),
    (4, "--1--2--|", "The events are right. Start the line with `a =` to name the stream."),
    (4, "z = --1--2--|", "The events are right, but the name is `z`. Use the name `a`."),
    (4, "a = --1--2-|", "The values are right, but the end is wrong."),
    (4, "a = --1--3--|", "The events are not those of the task."),
    (8, "c = -x-y|", "Start the line with `c = cold`, and write the timeline itself"),
    (10, "--1--2a-3b|", "These are the expected events. Now write an expression that makes them from `s`."),
  ])
  func wrongAnswerShowsTheDifference(step: Int, answer: String, said: String) {
    let session = session(at: step)
    let transcript = session.transcript(answer)
    #expect(unwrapped(transcript).contains(said), "\(transcript)")
    #expect(session.transcript(":tutorial").contains("\n\(step)/\(Self.count)"))
  }

  @Test(arguments: [
    ("merge(a, b).filter { $0 > 2 }", "merge(a.filter { $0 > 2 }, b.filter { $0 > 2 })", true),
    ("merge(a.filter { x in 2 < x }, b.filter { $0 > 2 })", "merge(a, b).filter { 2 < $0 }", true),
    ("merge(a, b)", "merge(b, a)", false), ("merge(a, b).filter { $0 > 2 }", "merge(b, a).filter { $0 > 2 }", false),
    ("merge(a, b).map { $0 + 2 }", "merge(a.map { $0 + 2 }, b.map { $0 + 2 })", false),
  ])
  func lawOfTheTaskIsAccepted(left: String, right: String, isRight: Bool) {
    let said = session(at: 15).transcript("forall a, b: \(left) == \(right)")
    #expect(said.contains("\n16/\(Self.count)") == isRight, "\(said)")
    #expect(said.contains("This holds, but ") != isRight, "\(said)")
    #expect(!said.contains("✗"))
  }

  @Test(arguments: [
    (14, "?(n) == --1-3-6--|", true), (14, "n.? == --1-2-3--|", false), (16, "races zip(a, b)", false),
    (16, "races combineLatest(a, b)", false), (17, "n matches ...1..._...3...|", false), (17, "n matches * |", false),
    (16, "races combineLatest(b, a).debounce(1)", false), (16, "races combineLatest(a, b).debounce(1) within 1", false),
    (16, "races combineLatest(a, b).debounce(1) == --[1,3]--[2,4]-|", true),
  ])
  func otherAssertion(step: Int, entry: String, isRight: Bool) {
    let said = session(at: step).transcript(entry)
    #expect(said.contains("✓ Right.") == isRight, "\(said)")
  }

  @Test func preparationIsNotChecked() {
    let session = session(at: 7)
    #expect(session.transcript("helper = a.map { $0 }").hasSuffix("type `helper`.\n"))
    #expect(!session.transcript("nonsense(").contains("tick"))
    #expect(!session.transcript(":bindings").contains("✗"))
    #expect(session.transcript("merge(helper, b)").contains("✓ Right."))
  }

  @Test func tutorialHasItsOwnNames() {
    let session = Session()
    _ = session.transcript("a = --9|\n--7|")
    _ = session.transcript(":tutorial 5")
    #expect(session.transcript(":bindings").contains("--1--2--|"))
    #expect(session.transcript(":tutorial stop") == "`:tutorial` returns to step 5.\n")
    #expect(session.transcript("a == --9|").hasPrefix("✓"))
    #expect(session.transcript("_1 == --7|").hasPrefix("✓"))
    #expect(session.transcript(":tutorial").contains("5/\(Self.count)"))
    #expect(session.transcript("a.map { $0 * 10 }").contains("6/\(Self.count)"))
    // The steps that were left out follow after the last one.
    _ = session.transcript(":tutorial \(Self.count)")
    #expect(session.transcript(exercise(at: Self.count).solution.text).contains("\n1/\(Self.count)"))
  }

  @Test func hintComesBeforeTheSolution() {
    let session = session(at: 5)
    #expect(session.transcript(":hint") == "`*` multiplies.\n")
    #expect(session.transcript(":hint") == "There are no more hints. `:solution` shows a solution.\n")
    #expect(session.transcript(":solution").contains("`a.map { $0 * 10 }`"))
    #expect(session.transcript(":skip").contains("6/\(Self.count)"))
    #expect(session.transcript(":hint").contains("Start with `filter`"))
  }

  @Test func stepKeepsItsNames() {
    let session = session(at: 7)
    #expect(session.transcript("a = --9|").hasSuffix("This step keeps its own `a`.\n"))
    #expect(session.transcript(":reset") == "This step keeps its own `a` and `b`.\n")
    #expect(session.transcript("merge(a, b)").contains("8/\(Self.count)"))
  }

  @Test func undoTakesBackOnlyTheEntriesOfTheStep() {
    let session = session(at: 4)
    #expect(session.transcript("a = --1--2--|").contains("5/\(Self.count)"))
    #expect(session.transcript(":undo").contains("there is nothing to undo"))
    _ = session.transcript("b = --3|\na.map { $0 + 1 }")
    #expect(session.transcript(":undo") == "undone: a.map { $0 + 1 }\n")
    #expect(session.transcript(":undo") == "undone: b = --3|\n")
    #expect(session.transcript("a.map { $0 * 10 }").contains("6/\(Self.count)"))
  }

  @Test func laterSessionContinues() {
    var saved: [UInt8]?
    func session() -> Session {
      let session = Session()
      session.environment.savedProgress = { saved }
      session.environment.saveProgress = { saved = $0 }
      return session
    }
    let first = session()
    #expect(
      unwrapped(first.transcript(":tutorial")).contains("and `:tutorial stop` leaves the tutorial. 1/\(Self.count)"))
    _ = first.transcript("--1--2")
    #expect(first.teacher.parting == "In the next session, `:tutorial` continues with step 2.")
    #expect(first.transcript(":tutorial stop") == "`:tutorial` returns to step 2, also in a later session.\n")
    #expect(first.teacher.parting == nil)
    let said = session().transcript(":tutorial")
    #expect(said.hasPrefix("This is where you stopped. You have solved 1 of \(Self.count) steps.\n"))
    #expect(said.contains("\n2/\(Self.count)"))
  }

  @Test(arguments: [
    (":tutorial 99", "write a number from `1` to `\(count)`, a name, or `list`, `stop` or `reset`"),
    (":tutorial x", "write a number"), (":tutorial stop", "neither the tutorial nor an exercise is running"),
    (":hint", "neither the tutorial nor an exercise is running"),
    (":skip", "neither the tutorial nor an exercise is running"),
  ])
  func invalidTutorialCommandIsReported(command: String, message: String) {
    #expect(transcript(command, mode: .prompt).contains(message))
  }
}
