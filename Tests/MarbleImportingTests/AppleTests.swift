import MarbleImporting
import MarbleSession
import Marbles
import Testing

/// The validation strings of swift-async-algorithms.
@Suite struct AppleTests {
  static let lines: [(String, String)] = [
    ("a--b-|", "a--b-|"),
    ("a--^", "a--#"),
    // A group takes one tick, and so does a quoted value.
    ("-[ab]-'xyz'|", "-(ab)-[xyz]|"),
    ("[a|]", "(a|)"),
    // Values are strings.
    ("1-'12'|", "\"1\"-\"12\"|"),
    ("a -  - b", "a--b"),
    ("''|", "\"\"|"),
    ("a--;", "a--!"),
    ("a--[;|]", "a--!"),
    ("-.-é|", "-[.]-é|"),
  ]

  @Test(arguments: lines)
  func lineBecomesTimeline(line: String, expected: String) {
    let found = imported("s = \"\(line)\"\n", from: .apple)
    #expect(found.script == "s = \(expected)\n")
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script) == [])
  }

  static let errors: [(String, String, [String])] = [
    ("[a-]b", ".ab", ["1:7 unexpected silence in a group"]),
    ("[[a]b", ".ab", ["1:6 unexpected group in a group"]),
    ("[ab", "(ab)", ["1:5 `[` is never closed"]),
    ("ab]", ".ab", ["1:7 `]` has no matching `[`"]),
    ("a'bc", "a[bc]", ["1:6 `'` is never closed"]),
    ("a,b", "a-b", ["1:6 `,` delays the next request"]),
    ("[a;]", ".a", ["1:7 the subscription is canceled in the middle of a tick"]),
    ("a|b", "a|", ["1:7 unexpected event after the end"]),
  ]

  @Test(arguments: errors)
  func omittedPartsAreReported(line: String, expected: String, diagnostics: [String]) {
    let found = imported("s = \(line)\n", from: .apple)
    #expect(found.script == "s = \(expected)\n")
    #expect(found.diagnostics == diagnostics)
  }

  @Test func testBecomesAScriptThatPasses() {
    let text = """
      import XCTest

      final class MergeTests: XCTestCase {
        func test_two_streams() {
          validate {
            "a-c--'f1'|"
            "-b-de|"
            merge($0.inputs[0], $0.inputs[1])
            "abcde'f1'|"
          }
        }

        func testClockIsPassed() throws {
          guard #available(macOS 13.0, *) else { throw XCTSkip("no clock") }
          validate { diagram in
            "ab----c-|"
            diagram.inputs[0]
              .debounce(for: .steps(3), clock: diagram.clock)
              .map { $0.uppercased() }
            "----B---|"
          }
        }

        func test_cancel() {
          validate {
            "a--b--|"
            $0.inputs[0].prefix(5)
            "a-;"
          }
        }
      }
      """
    let found = imported(text, from: .apple, name: "MergeTests.swift")
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // MergeTests.swift:5
        input1 = a-c--[f1]|
        input2 = -b-de|
        // two streams
        merge(input1, input2) == abcde[f1]|

        // MergeTests.swift:15
        input = ab----c-|
        // clock is passed
        input.debounce(for: 3).map { $0.uppercased() } == ----B---|

        // MergeTests.swift:25
        input = a--b--|
        // cancel
        input.take(5) during ^-! == a-!

        """)
    #expect(verdicts(of: found.script).map { String($0.prefix(1)) } == ["✓", "✓", "✓"])
  }

  /// A test is converted as a whole, or left out with its first reason.
  @Test func unsupportedCodeIsReportedAtItsPosition() {
    let text = """
      func test_odd() {
        validate(theme: Emoji()) { "x" ; $0.inputs[0] ; "x" }
        validate {
          "xxx|"
          $0.inputs[0]
          "x,,[xx]|"
        }
        validate {
          "abc|"
          $0.inputs[0].map { item in await Task { item }.value }
          "abc|"
        }
        validate(expectedFailures: ["a"]) { "x|" ; $0.inputs[0] ; "y|" }
        validate { "x-x|" ; $0.inputs[0].chunked(by: $0.inputs[0]) ; "x-x|" }
        validate { "x-x|" ; $0.inputs[0]._throttle(for: .steps(2)) ; "x-x|" }
        validate { "a[b|" ; $0.inputs[0] ; "a(b|" }
        validate { }
      }
      """
    let found = imported(text, from: .apple)
    #expect(
      found.diagnostics == [
        "2:12 custom themes are not supported",
        "6:7 `,` delays the next request",
        "10:5 the converted script would have an error: there is no operator named `Task`",
        "13:12 this test expects failures of its assertions",
        "14:36 `chunked` has no counterpart",
        "15:36 `_throttle` has no counterpart",
        "16:16 `[` is never closed",
        "17:14 this statement has no counterpart",
      ])
    #expect(verdicts(of: found.script) == [])
  }

  /// A sequence without an end finishes with its last value.
  @Test func inputsWithoutAnEndFinish() {
    let text = "func testEnd() { validate { \"a-c|\" ; \"-b-d---\" ; merge($0.inputs[0], $0.inputs[1]) ; \"abcd|\" } }"
    let found = imported(text, from: .apple)
    #expect(found.script.contains("input2 = -b-(d|)\n"))
  }

  @Test func programsWithoutMarblesContainNoTimelines() {
    let found = imported("import XCTest\n\nstruct Clock {\n  let now = 1\n}\n", from: .apple)
    #expect(found.script == "")
    #expect(found.diagnostics == ["1:1 the source contains nothing that can be converted"])
  }

  // MARK: Swift tests

  @Test func testsBecomeSwiftTests() {
    let source = Source(
      name: "TestTime.swift",
      text: """
        final class TestTime: XCTestCase {
          func test_timer_2() {
            validate { diagram in
              AsyncTimerSequence(interval: .steps(2), clock: diagram.clock).map { [diagram] _ in
                try? await diagram.clock.sleep(until: diagram.clock.now.advanced(by: .steps(3)))
                return "x"
              }
              "----x--x-[;x|]"
            }
          }

          func testMerge() {
            validate {
              "[a-]1'b\\"|"
              $0.inputs[0]
              "|"
            }
            validate {
              "1-'b c'|"
              "-2-^"
              merge($0.inputs[0], $0.inputs[1])
                .map { $0 + "!" }
              "1!2^"
            }
          }

          func test_failure() {
            validate(expectedFailures: ["no"]) {
              "a|"
              $0.inputs[0]
              "b|"
            }
          }
        }
        """)
    let found = ForeignNotation.apple.convert(source, to: .swift)
    #expect(
      found.script == """
        @Suite struct TimeTests {
          // TestTime.swift:3
          @Test func timer2() async throws {
            #expect(
              try await run(during: "^---------!") { clock in
                AsyncTimerSequence(interval: .ticks(2), clock: clock).map { [clock] _ in
                  try? await clock.sleep(until: clock.now.advanced(by: .ticks(3)))
                  return "x"
                }
              } == "-----x--x-(x!)")
          }

          // TestTime.swift:13
          // not converted: merge: unexpected silence in a group

          // TestTime.swift:18
          @Test func merge() async throws {
            #expect(
              try await run(#""1"-[b c]|"#, #"-"2"-#"#) { (input1: InputSequence<String, any Error>, input2: InputSequence<String, any Error>, _) in
                merge(input1, input2)
                  .map { $0 + "!" }
              } == ##""1"[!]"2"#"##)
          }

          // TestTime.swift:28
          // not converted: failure: this test expects failures of its assertions
        }

        """)
    #expect(found.summary.lines.first == "4 tests: 2 converted, 2 left out")
  }
}
