@testable import MarbleEvaluation
@testable import MarbleLanguage
import Marbles
import Reactive
import TestSupport
import Testing

/// The check of all streams in a run against the event grammar.
///
/// It applies to the events that a sender sends, before the core filters them.
struct ViolationTests {
  @Test(arguments: [
    ("--1--|--2", "tick 8: `d` sends `2` after its completion"),
    ("--|-|", "tick 4: `d` sends `|` after its completion"),
    ("--#-1", "tick 4: `d` sends `1` after its failure"), ("--#[x]#", "tick 3: `d` sends `#` after its failure"),
    ("--!-|", "tick 4: `d` sends `|` after its interruption"), ("(|!)", "tick 0: `d` sends `!` after its completion"),
  ])
  func sourceThatViolatesTheGrammarIsNoted(timeline: String, note: String) {
    let said = transcript("d = raw \(timeline)\nd.map { $0 }")
    #expect(said.contains("// \(note); observers do not receive it\n"), "\(said)")
  }

  @Test func assertionOnARawSourcePasses() {
    #expect(transcript("d = raw --1--|--2\nd == --1--|") == "✓ demo.marble:2  d\n")
  }

  @Test func firstFiveViolationsAreNoted() {
    let said = transcript("d = raw |\(String(repeating: "1", count: 200))\nd.map { $0 }")
    #expect(
      said.contains("tick 5: `d`") && !said.contains("tick 6: `d`") && said.contains("and 95 more events after an end"))
  }

  // MARK: Operators

  /// A stream that is disposed while it sends its last value completes, but is not interrupted as well.
  @Test(arguments: [
    ("a.sequenceEqual(\"2\").zip(b).take(first: 1)", "-([false,q]|)"),
    ("zip(a, a).take(first: 1).zip(b).take(first: 1)", "-([(1,1),q]|)"),
    ("zip(c, a).zip(b).take(first: 1)", "-([(1,1),q]|)"),
    ("\"a|\".flatMap { merge(\"-1|\", \"-2|\").count() }.first()", "--(2|)"),
    ("zip(\"k|\", merge(\"-1|\", \"-2|\").count())", "--([k,2]|)"),
    ("\"-1|\".share().count().sequenceEqual(\"5|\")", "--([false]|)"),
    ("\"12|\".window(count: 2).flatMap { $0.collect() }.take(1)", "-([[1,2]]|)"),
    ("merge(\"-#\", \"b\").mapError { throw \"x\" }", "b#[x]"),
    ("just(1).throttle(while: \"-|\") during -(^!)", "-!"),
  ])
  func streamDisposedByItsLastValueEndsOnce(expression: String, expected: String) {
    let sources = "a = -1#\nb = cold -q\nc = 1|"
    let said = transcript("\(sources)\n\(expression) == \(expected)")
    #expect(said.hasPrefix("✓ demo.marble:4  "), "\(said)")
    #expect(!transcript("\(sources)\n\(expression)").contains("//"))
  }

  @Test func laneOfAnOperatorHasOneEnd() {
    let said = transcript(":set stages on\na = -1-2|\na.take(first: 1).take(first: 1)")
    #expect(said.contains("\ntake  -(1!)\n"), "\(said)")
  }

  /// Returns an operator that runs `fault` after its source ends, or after each value if `onValue` is true.
  private func faulty(
    _ fault: @escaping (Observer<Value, Failure>) -> Void, onValue: Bool = false
  ) -> Operator<Value, Failure, Value, Failure> {
    Operator { downstream, _ in
      Observer(
        value: { value in
          downstream.send(value: value)
          if onValue { fault(downstream) }
        },
        ended: { end in
          downstream.send(end: end)
          if !onValue { fault(downstream) }
        })
    }
  }

  private func violations(
    of operation: Operator<Value, Failure, Value, Failure>, on timeline: String
  ) throws -> (sent: String, violations: [Violation]) {
    let runContext = RunContext(Bindings())
    let source = try runContext.checked(runContext.cold([Timeline(reading: timeline)]), as: "source")
    let result = runContext.checked(source.lift(operation), as: "faulty")
    let sent = runContext.run(runContext.checked(result.map { $0 }, as: "map"))[0]
    return (TimelinePrinter.text(of: sent), runContext.grammarChecker.violations)
  }

  @Test(arguments: [
    ("--1-|", "tick 4: `faulty` sends `9` after its completion; observers do not receive it"),
    ("--1-#", "tick 4: `faulty` sends `9` after its failure; observers do not receive it"),
    ("--1-!", "tick 4: `faulty` sends `9` after its interruption; observers do not receive it"),
  ])
  func valueAfterTheEndIsAViolation(timeline: String, note: String) throws {
    let (sent, violations) = try violations(of: faulty { $0.send(value: .integer(9)) }, on: timeline)
    #expect(sent == timeline)
    #expect(violations.map(\.note) == [note])
  }

  @Test func secondEndIsAViolation() throws {
    for (send, token) in [
      ({ $0.sendCompleted() }, "|"), ({ $0.send(error: Failure("x")) }, "#[x]"), ({ $0.sendInterrupted() }, "!"),
    ] as [((Observer<Value, Failure>) -> Void, String)] {
      let (sent, violations) = try violations(of: faulty(send), on: "--1-|")
      #expect(sent == "--1-|")
      #expect(
        violations.first?.note == "tick 4: `faulty` sends `\(token)` after its completion; observers do not receive it")
    }
  }

  @Test func earlyEndPreventsLaterEvents() throws {
    let early = faulty({ $0.sendCompleted() }, onValue: true)
    let (sent, violations) = try violations(of: early, on: "--1-2-|")
    #expect(sent == "--(1|)")
    #expect(violations.isEmpty, "what it ends, sends no more")
  }

  @Test func lawfulOperatorHasNoViolations() throws {
    let (_, violations) = try violations(of: Operator { downstream, _ in downstream }, on: "--1-2-|")
    #expect(violations.isEmpty)
  }
}
