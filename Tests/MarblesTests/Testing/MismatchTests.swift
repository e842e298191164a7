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
  @Test func pictureIsAlsoASVGDocument() throws {
    let run = try elevenfold()
    let mismatch = try #require(throws: Mismatch.self) { try run == "--[10]--[20]--|" }
    #expect(mismatch.svg.hasPrefix("<svg ") && mismatch.svg.hasSuffix("</svg>"))
    for text in ["expected", "actual", "10", "11"] { #expect(mismatch.svg.contains(">\(text)<"), "\(text)") }
  }

  @Test func outputMatchesAPattern() throws {
    let run = try elevenfold()
    #expect(try run.matches("--_ ... x * where x: { $0 > 20 }"))
    let mismatch = try #require(throws: Mismatch.self) { try run.matches("--_ ...1t [22] ... |") }
    #expect(
      mismatch.description == """
        ✗ MarblesTests/Somewhere.swift:7      1 difference
                  0          5
        nearest   --[11]-[22]-...--|
        actual    --[11]--...[22]--|
                         ^^^^^^^^
          tick 4→5  [22] came 1 tick late
          `...1t` took 1 tick, `...` took 3 ticks
        """)
    #expect(throws: TimelineParseError.self) { try run.matches("1...2") }
    #expect(mismatch.svg.contains(">nearest<"))
  }

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
        ✗ A.swift:1      at least 1 difference
                   0    5
        expected   -1-1-1-->
        actual     -1-1-1-1>
                          ^
          tick 7  unexpected 1
          stopped at tick 8, before the stream ended
        """)
  }

  @Test func mismatchExplainsAnotherScheduler() throws {
    let other = VirtualTimeScheduler()
    let waiting = try run("-1|", fileID: "A.swift", line: 1) { $0.delay(.milliseconds(2), on: other) }
    #expect(
      description { _ = try waiting == "---(1|)" } == """
        ✗ A.swift:1      2 differences
                   0
        expected   ---(1|)
        actual     ----
                      ^^^^
          tick 3  expected 1, which did not come
          tick 3  expected completed, which did not come
          help: if the stream uses a scheduler, pass the same one to the run, as in `run(…, on: scheduler)`
        """)
    let open = try run("-1-") { $0 }
    #expect(!description { _ = try open == "-" }.contains("scheduler"))
    #expect(!description { _ = try open == "-2" }.contains("scheduler"))
  }

  private enum Status: Int, Error, MarbleValue { case missing = 404, busy = 503 }

  @Test func errorsAreMarbleValues() throws {
    let run = try run("-1-#[503]") { (requests: SignalProducer<Int, Status>) in
      requests.flatMapError { $0 == .busy ? SignalProducer(error: Status.missing) : .empty }
    }
    #expect(try run == "-1-#[404]")
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
          tick 2  expected 0, which did not come
        <timeline>:1:2: warning: `10` is two values
          -10
           ^^ each digit is a separate value
          help: for a single value, write `[10]`
        """)
  }

  @Test func errorsPointAtTheirCause() throws {
    #expect(
      description { _ = try elevenfold() == "--1--|--2" } == """
        MarblesTests/Somewhere.swift:7: <timeline>:1:9: error: unexpected value after the completion
          --1--|--2
               ~  ^ the timeline has already ended
          help: to send it anyway, write `raw --1--|--2`
        """)
    #expect(
      description { _ = try run("-1", "cold -1-^-|", fileID: "A.swift", line: 1) { $0.merge(with: $1) } } == """
        A.swift:1: <input 2>:1:9: error: unexpected `^`
          cold -1-^-|
                  ^ only pipes and windows can contain `^`
          help: delete it: the first tick is already tick 0
        """)
    #expect(
      description { _ = try run("-1-a-|", fileID: "A.swift", line: 1) { $0.map { $0 + 1 } } } == """
        A.swift:1: input 1, tick 3: `a` cannot be converted to Int
          help: add a value for it, such as `where: ["a": …]`
        """)
    #expect(
      description {
        _ = try run("-a-|", fileID: "A.swift", line: 1) { (cities: SignalProducer<City, Never>) in cities }
      } == """
        A.swift:1: input 1, tick 1: `a` cannot be converted to City
          help: add a value for it, such as `where: ["a": …]`, or conform to the protocol: `extension City: MarbleValue { … }`
        """)
    #expect(
      description {
        _ = try run("-1-#", fileID: "A.swift", line: 1) { (numbers: SignalProducer<Int, Never>) in numbers }
      } == """
        A.swift:1: input 1, tick 3: the timeline fails, but this stream cannot fail
          help: use a stream that can fail in the closure, such as `SignalProducer<Int, Failure>`
        """)
    #expect(
      description { _ = try run("-f", fileID: "A.swift", line: 1) { (flags: SignalProducer<Bool, Never>) in flags } }
        == """
        A.swift:1: input 1, tick 1: `f` cannot be converted to Bool
          help: write a Boolean as `[true]` or `[false]`
        """)
    let used = VirtualTimeScheduler()
    used.advance(by: 3)
    #expect(
      description { _ = try run("-1|", on: used, fileID: "A.swift", line: 1) { $0 } } == """
        A.swift:1: the clock is at tick 3, but the run starts at tick 0
          help: use a new clock for each run, such as `VirtualTimeScheduler(startingAt: 0)`
        """)
  }

  @Test func invalidLiteralEqualsNothingElse() {
    let broken: Timeline = "--1--|--2"
    #expect(broken != Timeline())
    #expect(broken == "--1--|--2")
    #expect("\(broken)".contains("unexpected value after the completion"))
    let timeline: Timeline = "--1--2--|"
    #expect("\(timeline)" == "--1--2--|")
    #expect(timeline.parseError == nil)
    let window: Window = "--1--!"
    #expect(window != Window(from: 0))
    #expect("\(window)".contains("a window can only contain `^` and `!`"))
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
