import Foundation
@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The exercises of the program, and its tutorial.
@Suite struct BuiltInCourseTests {
  private static let folder = packageRoot.appendingPathComponent("examples")

  /// The paths of the exercises and of the steps of the tutorial.
  private static let paths: [String] = {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter {
      $0.hasSuffix(".marble") && ($0.hasPrefix("exercises/") || $0.hasPrefix("tutorial/"))
    }.sorted()
  }()

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// A new file fails here until it is listed in `EmbeddedFiles/Exercises.c`.
  @Test(arguments: [("exercises/", Course.builtIn), ("tutorial/", .tutorial)])
  func programContainsEveryFile(folder: String, builtIn: Course) throws {
    let files = try Self.paths.filter { $0.hasPrefix(folder) }.map {
      Course.File(path: String($0.dropFirst(folder.count)), bytes: try Self.bytes($0))
    }
    let course = Course(named: "rxrepl", files)
    #expect(course.entries.map(\.id) == builtIn.entries.map(\.id))
    #expect(course.entries.count == files.count)
    for (entry, builtIn) in zip(course.entries, builtIn.entries) {
      #expect(entry.exercise.source.bytes == builtIn.exercise.source.bytes, "\(entry.id)")
    }
  }

  @Test func courseHasEightChapters() {
    let entries = Course.builtIn.entries
    #expect(entries.count >= 40)
    #expect(Set(entries.map(\.id)).count == entries.count)
    var chapters: [String] = []
    for entry in entries where entry.chapter != chapters.last { chapters.append(entry.chapter) }
    #expect(
      chapters == [
        "Values over time", "Choosing", "Time", "Combining", "Streams of streams", "Failure", "Sharing",
        "Small designs",
      ])
  }

  @Test func exerciseIsShort() {
    for entry in Course.builtIn.entries {
      let exercise = entry.exercise
      #expect(wrapped(exercise.explanation, to: 80).split(separator: "\n").count <= 7, "\(entry.id)")
      #expect(wrapped(exercise.task, to: 80).split(separator: "\n").count <= 3, "\(entry.id)")
      #expect(wrapped(exercise.conclusion, to: 80).split(separator: "\n").count <= 2, "\(entry.id)")
      #expect(!exercise.hints.isEmpty, "\(entry.id)")
      #expect(!exercise.wrongAnswers.isEmpty || exercise.solution.text == exercise.solution.parameters.first)
      #expect(exercise.rightAnswers.count >= 3, "\(entry.id)")
    }
  }

  /// The task must leave something to think about.
  @Test func textDoesNotContainTheSolution() {
    for entry in Course.builtIn.entries where !entry.exercise.solution.parameters.isEmpty {
      let exercise = entry.exercise
      guard exercise.solution.text != exercise.solution.parameters.first else { continue }
      let text = ExerciseAnswer(text: exercise.explanation + exercise.task).normalized
      #expect(!text.contains(ExerciseAnswer(text: exercise.solution.text).normalized), "\(entry.id)")
    }
  }

  @Test func solutionSolvesEachExercise() {
    let session = Session()
    _ = session.transcript(":exercise")
    for (index, entry) in Course.builtIn.entries.enumerated() {
      let said = session.transcript(entry.exercise.solution.text)
      #expect(said.contains("\n✓ Right. "), "\(entry.id): \(said)")
      let next = index + 1 < Course.builtIn.entries.count ? "\n\(index + 2)/" : "You have solved all exercises."
      #expect(said.contains(next), "\(entry.id): \(said)")
    }
  }

  /// A note about an answer that is right for the shown inputs appears below others.
  @Test(arguments: paths)
  func noteIsAboutTheInputsAboveIt(path: String) throws {
    let course = Course(named: "rxrepl", [Course.File(path: path, bytes: try Self.bytes(path))])
    let exercise = try #require(course.entries.first?.exercise)
    for wrong in exercise.wrongAnswers {
      let check = AnswerCheck(exercise: exercise, answer: ExerciseAnswer(text: wrong.answer.text))
      if case .wrongInGeneral(_, let note?) = try check.verdict() {
        #expect(!note.contains("Here, "), "\(wrong.answer.text)")
      }
    }
  }

  /// Answers that are right only for few or certain values, and one that is right for all numbers of the exercise.
  @Test(arguments: [
    ("all-of-them", #"merge(keys, clicks).filter { $0 != "a" && $0 != "b" && $0 != "z" }"#, false),
    ("the-whole-story", "report.replayLazily(upTo: 4).sum()", false),
    ("the-whole-story", "report.replayLazily(upTo: 12).sum()", false),
    ("a-stream-for-each-value", #"ids.flatMap(.concurrent(limit: 3)) { "--[\($0)]-[\($0)]|" }"#, false),
    ("in-pairs", "zip(prices, amounts) { $0 * $1 }.take(first: 8)", false),
    ("two-at-a-time", "pictures.take(first: 12).flatMap(.concurrent(limit: 2)) { download }", false),
    ("all-at-the-same-time", "rooms.flatten(.concurrent(limit: 8))", false),
    ("only-that-one-fails", "clicks.flatMap(.concurrent(limit: 3)) { load.recover(with: 0) }", false),
    ("only-the-large-ones", "numbers.filter { $0 > 2.5 }", true),
  ])
  func answerIsRightOnlyInGeneral(id: String, answer: String, isRight: Bool) throws {
    let entry = try #require(Course.builtIn.entries.first { $0.id.hasSuffix("/\(id)") })
    let verdict = try AnswerCheck(exercise: entry.exercise, answer: ExerciseAnswer(text: answer)).verdict()
    let isFoundRight = if case .right = verdict { true } else { false }
    #expect(isFoundRight == isRight, "\(answer)")
  }

  @Test(arguments: paths)
  func answersAndHintsHold(path: String) throws {
    var count = 0
    let document = try Document(name: path, bytes: try Self.bytes(path))
    document.run(in: { Session(SessionOptions(limits: Limits(ticks: 1000, deliveries: 20_000))) }) { answer in
      if case .passed = answer { count += 1 } else { Issue.record("\(answer)") }
      return true
    }
    let course = Course(named: "rxrepl", [Course.File(path: path, bytes: try Self.bytes(path))])
    let exercise = try #require(course.entries.first?.exercise)
    let notes = exercise.rightAnswers.count + exercise.wrongAnswers.count + exercise.hints.count
    let solution = exercise.solution
    if solution.isStatement {
      // A definition is not an assertion.
      let isDefinition = solution.text.contains(#/^\w+ = /#)
      #expect(count == notes + (isDefinition ? 0 : 1))
    } else {
      let assertions = exercise.examples.reduce(0) { $0 + 1 + $1.subscriptions.count }
      #expect(count == notes + (exercise.expectsTimeline ? 0 : assertions))
    }
  }

  /// A page lists the exercises without reading them.
  @Test func listAndSingleExercisesAreThoseOfTheCourse() {
    #expect(BuiltInExercises.list == Course.builtIn.list)
    for entry in Course.builtIn.entries {
      #expect(BuiltInExercises.exercise(entry.id)?.source.bytes == entry.exercise.source.bytes)
    }
    #expect(BuiltInExercises.exercise("none") == nil)
  }
}
