import MarbleLanguage
import Marbles
import Reactive
import Testing
import XCTest

/// The output of a test whose run differs from the expectation.
private let picture = """
  ✗ MarblesTests/Somewhere.swift:7      2 differences
             0       5
  expected   --[10]--[20]--|
  actual     --[11]--[22]--|
               ^^^^  ^^^^
    tick 2  expected [10], got [11]
    tick 5  expected [20], got [22]
  """

private func elevenfold() throws -> Run {
  try run("--1--2--|", fileID: "MarblesTests/Somewhere.swift", line: 7) { $0.map { $0 * 11 } }
}

private func description(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "nothing was thrown"
  } catch {
    return "\(error)"
  }
}

@Suite struct MismatchTests {
  /// The issue that Swift Testing records contains the picture.
  @Test func swiftTestingShowsThePicture() throws {
    try withKnownIssue { () throws in
      #expect(try elevenfold() == "--[10]--[20]--|")
    } matching: { issue in
      issue.error.map { "\($0)" } == picture && "\(issue)".contains(picture)
    }
  }

  @Test func mismatchNotesAStoppedRun() throws {
    let endless = try run("cold -1|", limits: Limits(ticks: 5), fileID: "A.swift", line: 1) { $0.repeat() }
    #expect(
      description { _ = try endless == "-1-1-1>" } == """
        ✗ A.swift:1      1 difference
                   0    5
        expected   -1-1-1-->
        actual     -1-1-1-1>
                          ^
          tick 7  1 was not expected
          stopped at tick 8; it would go on
        """)
  }

  @Test func mismatchIncludesWarnings() throws {
    #expect(
      description { _ = try run("-1", fileID: "A.swift", line: 1) { $0.map { $0 * 10 } } == "-10" } == """
        ✗ A.swift:1      2 differences
                   0
        expected   -1...0-
        actual     -[10]-
                    ^^^^^
          tick 1  expected 1, got [10]
          tick 2  expected 0, got nothing
        <timeline>:1:2: warning: `10` is two values
          -10
           ^^ every digit is a value of its own
          help: `[10]` is one
        """)
  }

  @Test func errorsPointAtTheirCause() throws {
    #expect(
      description { _ = try elevenfold() == "--1--|--2" } == """
        <timeline>:1:9: error: value after completed
          --1--|--2
               ~  ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw --1--|--2` sends it anyway, to see what the core does with it
        """)
    #expect(
      description { _ = try run("-1", "cold -1-^-|") { $0.merge(with: $1) } } == """
        <input 2>:1:9: error: `^` has no meaning here
          cold -1-^-|
                  ^ only a pipe sends before anyone listens
          help: without it the first tick is tick 0
        """)
    #expect(
      description { _ = try run("-1-a-|") { $0.map { $0 + 1 } } } == """
        input 1, tick 3: `a` is no Int
          help: say what it means, as in `where: ["a": …]`, or let Int conform to MarbleValue
        """)
    #expect(
      description { _ = try run("-1-#") { (numbers: SignalProducer<Int, Never>) in numbers } } == """
        input 1, tick 3: it fails, and this stream cannot
          help: let the closure take a stream that can, as in `SignalProducer<Int, Failure>`
        """)
    let used = VirtualTimeScheduler()
    used.advance(by: 3)
    #expect(
      description { _ = try run("-1|", on: used) { $0 } } == """
        the clock stands at tick 3, and the run begins at tick 0
          help: give each run a clock of its own, as in `VirtualTimeScheduler(startingAt: 0)`
        """)
  }

  @Test func invalidLiteralEqualsNothingElse() {
    let broken: Timeline = "--1--|--2"
    #expect(broken != Timeline())
    #expect(broken == "--1--|--2")
    #expect("\(broken)".contains("value after completed"))
    let timeline: Timeline = "--1--2--|"
    #expect("\(timeline)" == "--1--2--|")
    #expect(timeline.parseError == nil)
    let window: Window = "--1--!"
    #expect(window != Window(from: 0))
    #expect("\(window)".contains("only `^` and `!` stand here"))
  }
}

/// The same checks in XCTest, which shows an error that an assertion throws.
final class MismatchXCTests: XCTestCase {
  func testMatchingRunPasses() {
    XCTAssert(try elevenfold() == "--[11]--[22]--|")
  }

  func testMismatchIsThrownWithThePicture() {
    XCTAssertThrowsError(try elevenfold() == "--[10]--[20]--|") { XCTAssertEqual("\($0)", picture) }
  }
}
