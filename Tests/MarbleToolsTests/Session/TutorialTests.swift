@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

@Suite struct TutorialTests {
  private static let count = Lesson.all.count

  /// Returns a session at a step of the tutorial, counted from 1.
  private func session(at step: Int) -> Session {
    let session = Session()
    _ = session.transcript(":tutorial \(step)")
    return session
  }

  @Test func tutorialHasShortSteps() {
    for lesson in Lesson.all {
      #expect(wrapped(lesson.text, to: 80).split(separator: "\n").count <= 4, "\(lesson.title)")
      #expect(lesson.task.count <= 90, "\(lesson.title)")
    }
  }

  @Test(arguments: 1...count)
  func correctAnswerLeadsToTheNextStep(step: Int) {
    let session = session(at: step)
    let lesson = Lesson.all[step - 1]
    let said = session.transcript(lesson.answer)
    #expect(said.contains("✓ " + wrapped("✓ " + lesson.explanation, to: 80).dropFirst(2)), "\(said)")
    #expect(
      said.contains(step == Self.count ? "You have completed the tutorial." : "\n\(step + 1)/\(Self.count)  "),
      "\(said)")
  }

  @Test(arguments: 1...count)
  func timelineWithTheSameEventsIsAccepted(step: Int) throws {
    let lesson = Lesson.all[step - 1]
    let session = session(at: step)
    _ = session.transcript(lesson.answer)
    let shown = Session()
    _ = shown.shown(by: lesson.given, mode: .prompt)
    // A law that holds has no events.
    guard !lesson.answer.hasPrefix("forall") else { return }
    let output = shown.shown(by: lesson.answer, mode: .prompt)?.outputs.first
    let timeline = TimelinePrinter.text(of: try #require(output), asStatement: true)
    let other = self.session(at: step)
    let name = lesson.name.map { "\($0) = \(lesson.isCold ? "cold " : "")" } ?? ""
    #expect(other.transcript(name + timeline).contains("\n✓ "), "\(timeline)")
  }

  @Test func knownWrongAnswerIsExplained() {
    for (index, lesson) in Lesson.all.enumerated() {
      for wrongAnswer in lesson.wrongAnswers {
        let session = session(at: index + 1)
        let said = session.transcript(wrongAnswer.answer)
        #expect(said.contains(wrapped(wrongAnswer.meaning, to: 80)), "\(lesson.title): \(wrongAnswer.answer): \(said)")
        #expect(said.contains("  tick "), "\(wrongAnswer.answer): \(said)")
        #expect(!said.contains("✓"))
        // The step can still be solved.
        #expect(session.transcript(lesson.answer).contains("✓"), "\(lesson.title): \(wrongAnswer.answer)")
      }
      #expect(Set(lesson.wrongAnswers.map(\.answer)).count == lesson.wrongAnswers.count)
    }
  }

  @Test(arguments: [
    (2, "---1--2--|", "All events are 1 tick late. The first character is tick 0.\n"),
    (2, "1--2--|", "All events are 2 ticks early. The first character is tick 0.\n"),
    (2, "--1--2", "The values are right, but the stream does not end.\n"),
    (2, "--1--2-|", "The values are right, but the end is wrong.\n"),
    (2, "--1-2--|", "All events are there, but not on the right ticks.\n  tick 5→4  2 came 1 tick early\n"),
    (2, "--1--3--|", "Not yet.\n  tick 5  expected 2, got 3\n"), (2, "----", "Nothing was sent.\n"),
    (1, "--1--2----|", "The values are right, but the stream should not end.\n  tick 10  unexpected completed\n"),
    (4, "--1--2--|", "The events are right. Start the line with `a =` to name the stream.\n"),
    (4, "z = --1--2--|", "The events are right, but the name is `z`. Use the name `a`.\n"),
    (8, "c = -x-y|", "Write the timeline itself, with `cold` and a space before it.\n"),
    (10, "a--b--c--d--e|", "and 6 more\n"),
  ])
  func wrongAnswerShowsTheDifference(step: Int, answer: String, said: String) {
    let session = session(at: step)
    let unwrapped = session.transcript(answer).replacing("\n", with: " ").replacing("  ", with: " ")
    #expect(unwrapped.contains(said.replacing("\n", with: " ").replacing("  ", with: " ")), "\(unwrapped)")
    #expect(session.tutorial?.step == step - 1)
  }

  @Test(arguments: [
    ("merge(a, b).filter { $0 > 2 }", "merge(a.filter { $0 > 2 }, b.filter { $0 > 2 })", true),
    ("merge(a.filter { x in 2 < x }, b.filter { $0 > 2 })", "merge(a, b).filter { 2 < $0 }", true),
    ("merge(a, b)", "merge(b, a)", false), ("merge(a, b).filter { $0 > 2 }", "merge(b, a).filter { $0 > 2 }", false),
    ("merge(a, b).map { $0 + 2 }", "merge(a.map { $0 + 2 }, b.map { $0 + 2 })", false),
  ])
  func lawOfTheTaskIsAccepted(left: String, right: String, isRight: Bool) {
    let said = session(at: Self.count).transcript("forall a, b: \(left) == \(right)")
    #expect(said.contains("You have completed the tutorial.") == isRight, "\(said)")
    #expect(said.contains("This law holds, but it is not the one of the task.") != isRight, "\(said)")
    #expect(!said.contains("✗"))
  }

  @Test func otherInputIsNotChecked() {
    let session = session(at: 7)
    #expect(!session.transcript("helper = a.map { $0 }").contains("Not yet"))
    #expect(!session.transcript("nonsense(").contains("tick"))
    #expect(!session.transcript(":bindings").contains("Not yet"))
    #expect(session.transcript("merge(helper, b)").contains("✓"))
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
    #expect(session.transcript(":tutorial \(Self.count)").contains("\(Self.count)/\(Self.count)"))
    #expect(session.transcript(Lesson.all[Self.count - 1].answer).contains("You have completed the tutorial."))
    #expect(session.transcript("a == --9|").hasPrefix("✓"))
    #expect(session.transcript(":tutorial").contains("1/\(Self.count)"))
  }

  @Test func hintComesBeforeTheAnswer() {
    let session = session(at: 5)
    #expect(session.transcript(":hint") == "`*` multiplies.\n")
    #expect(session.transcript(":hint") == "One solution is `a.map { $0 * 10 }`.\n")
    #expect(session.transcript(":skip").contains("6/\(Self.count)"))
    #expect(session.transcript(":hint").contains("Start with `filter`"))
  }

  @Test func everyStepCanBeSkipped() {
    let session = session(at: 1)
    for step in 2...Self.count { #expect(session.transcript(":skip").contains("\(step)/\(Self.count)"), "\(step)") }
    #expect(session.transcript(":skip").contains("You have completed the tutorial."))
    #expect(session.transcript(":skip").contains("neither the tutorial nor an exercise is running"))
  }

  @Test func stepKeepsItsNames() {
    let session = session(at: 7)
    #expect(session.transcript("a = --9|") == "   0\na  --9|\nThis step keeps its own `a`.\n")
    #expect(session.transcript("a = cold --1--2--|").hasSuffix("This step keeps its own `a`.\n"))
    #expect(session.transcript(":reset") == "This step keeps its own `a` and `b`.\n")
    #expect(session.transcript("merge(a, b)").contains("8/\(Self.count)"))
  }

  @Test func stepSurvivesRebindingOfInnerStreams() {
    let session = session(at: 10)
    #expect(session.transcript("y = cold -9|").hasSuffix("This step keeps its own `y`.\n"))
    #expect(session.transcript("s.flatten(.merge)").contains("11/\(Self.count)"))
  }

  @Test func undoTakesBackOnlyTheEntriesOfTheStep() {
    let session = session(at: 4)
    #expect(session.transcript("a = --1--2--|").contains("5/\(Self.count)"))
    #expect(session.transcript(":undo").contains("there is nothing to undo"))
    _ = session.transcript("b = --3|\na.map { $0 + 1 }")
    #expect(session.transcript(":undo") == "undone: a.map { $0 + 1 }\n")
    #expect(session.transcript(":undo") == "undone: b = --3|\n")
    #expect(session.transcript(":undo").contains("there is nothing to undo"))
    #expect(session.transcript("a.map { $0 * 10 }").contains("6/\(Self.count)"))
  }

  // MARK: Other sessions

  /// A session that saves its step like an earlier one.
  private func session(saving step: @escaping (Int?) -> Void, saved: Int?) -> Session {
    let session = Session()
    session.environment.savedTutorialStep = { saved }
    session.environment.saveTutorialStep = step
    return session
  }

  @Test func laterSessionContinues() {
    var saved: [Int?] = []
    let first = session(saving: { saved.append($0) }, saved: nil)
    let began = first.transcript(":tutorial")
    #expect(
      began.contains(
        "`:hint` helps, `:skip` shows a solution, `:tutorial stop` leaves the tutorial.\n\n1/\(Self.count)"))
    _ = first.transcript("--1--2")
    #expect(saved == [1, 2])
    #expect(first.parting == "In the next session, `:tutorial` continues with step 2.")
    #expect(
      first.transcript(":tutorial stop") == "`:tutorial` returns to step 2, also in a later session.\n")
    #expect(first.parting == nil)

    let second = session(saving: { saved.append($0) }, saved: 2)
    let said = second.transcript(":tutorial")
    #expect(said.hasPrefix("This is where you stopped. `:tutorial 1` starts from the beginning.\n"))
    #expect(said.contains("\n2/\(Self.count)"))
    #expect(second.transcript(":tutorial \(Self.count)").contains("\(Self.count)/\(Self.count)"))
    _ = second.transcript(":skip")
    #expect(saved == [1, 2, 2, Self.count, nil])
  }

  @Test(arguments: [nil, 0, 1, count + 1, -1, Int.max])
  func invalidSavedStepIsTheFirst(saved: Int?) {
    let said = session(saving: { _ in }, saved: saved).transcript(":tutorial")
    #expect(said.hasPrefix("`:hint` helps"))
    #expect(said.contains("\n1/\(Self.count)"))
  }

  @Test func chosenStepTakesPrecedence() {
    let said = session(saving: { _ in }, saved: 5).transcript(":tutorial 3")
    #expect(!said.contains("This is where you stopped"))
    #expect(said.contains("\n3/\(Self.count)"))
  }

  @Test func correctPredictionShowsTheDrawing() {
    let said = session(at: 12).transcript("--1--2a--b|")
    #expect(said.contains("= s.flatten(.latest) ="))
  }

  @Test(arguments: [
    (":tutorial 99", "write a step from `1` to `\(count)`, or `stop`"), (":tutorial x", "write a step"),
    (":tutorial stop", "neither the tutorial nor an exercise is running"),
    (":hint", "neither the tutorial nor an exercise is running"),
  ])
  func invalidTutorialCommandIsReported(command: String, message: String) {
    #expect(transcript(command, mode: .prompt).contains(message))
  }
}
