import Foundation
import Testing

/// Patterns in scripts, laws and test reports.
@Suite(.serialized) struct PatternScriptTests {
  private static let failing = """
    a = -1--2---3---|
    a matches -1 ...1t 2 ... _ ... |
    a.map { $0 * 2 } matches * x | where x: { $0 > 6 }

    """

  private func run(_ script: String, _ arguments: String...) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "gaps.marble")
    return try Program(folder: folder.path).run(arguments + ["gaps.marble"])
  }

  @Test func nearestTimelineAndGapsAreReported() throws {
    let outcome = try run(Self.failing)
    #expect(
      outcome.output == """
        ✗ gaps.marble:2  a matches -1 ...1t 2 ... _ ... |      1 difference
                  0    5    10
        nearest   -1-2----3---|
        actual    -1--2---3---|
                     ^^
          tick 3→4  2 came 1 tick late
          `...1t` took 1 tick, `...` took 4 ticks, `...` took 3 ticks
          help: for the reason, write `why not 2 @3` on the next line
        ✗ gaps.marble:3  a.map { $0 * 2 } matches * x | where x: { $0 > 6 }      2 differences
                  0    5               10
        nearest   -2--4---[{ $0 > 6 }]|
        actual    -2--4---6...........---|
                          ^^^^^^^^^^^^^  ^
          tick 8     expected [{ $0 > 6 }], got 6
          tick 9→12  completed 3 ticks late
          `*` took 2 events
          help: for the reason, write `why | @12` on the next line

        """)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 1)
  }

  @Test func patternOfATimelineIsWrittenOnce() throws {
    let outcome = try run("-1--2 during ^----! matches -1 *\n")
    #expect(outcome.output == "✓ gaps.marble:1  -1--2 during ^----! matches -1 *\n")
  }

  @Test func patternsAlsoFollowWindowsRacesAndLaws() throws {
    let outcome = try run(
      """
      a = -1--2---3---|
      a during ^------!, ---^-- matches -1 ... 2 * !, * 3 *
      races a matches * 3 *
      forall s: s.take(2) matches * _ *
      e = cold -1|
      e.repeat() matches {-_}*
      e.repeat() matches - * 1 *
      e.repeat() matches -1 ... 2

      """, "test")
    #expect(
      outcome.output.contains(
        """
        ✗ gaps.marble:4  forall s: s.take(2) matches * _ *      1 difference
                  0
        s         -
        nearest   _-
        actual    -
                  ^
          tick 0  expected _, which did not come
          `*` took 0 events, `*` took 0 events
          to run it: s = -; s.take(2) matches * _ *
        """), "\(outcome.output)")
    #expect(outcome.output.contains("expected a pattern for an endless stream, which ends in `*`"), "\(outcome.output)")
    #expect(outcome.output.contains("6 assertions, 2 failed"), "\(outcome.output)")
  }

  @Test func aStreamCanHaveTheNameOfTheKeyword() throws {
    let outcome = try run(
      """
      matches = --1|
      x = matches.map { $0 + 1 }
      matches == --1|
      x.delay(1)
      matches == --1|
      x.map { $0 } matches *|

      """, "test")
    #expect(outcome.output.contains("3 assertions\n"), "\(outcome.output)\(outcome.errors)")
  }

  @Test func gapsAreData() throws {
    let outcome = try run(Self.failing, "--format", "json")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let observer = try #require((report["observers"] as? [[String: Any]])?.first)
    #expect(observer["expected"] as? String == "-1-2----3---|")
    let gaps = try #require(observer["gaps"] as? [[String: Any]])
    #expect(gaps.map { $0["text"] as? String } == ["...1t", "...", "..."])
    #expect(gaps.map { $0["ticks"] as? Int } == [1, 4, 3])
    #expect(observer["complete"] == nil)
  }

  /// Of many events, only the first differences are counted.
  @Test func partOfTheDifferencesIsNotTheirNumber() throws {
    let script = "interval(3).map { $0 % 3 } matches -{2t a}* where a: { $0 < 2 }\n"
    #expect(try run(script, "test").output.contains("      at least 600 differences\n"))
    #expect(try run(script, "test").output.contains("\n  and at least 580 more\n"))
    #expect(try run(script, "test", "--format", "json").output.contains("\"complete\":false"))
  }
}
