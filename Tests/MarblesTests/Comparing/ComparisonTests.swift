@testable import MarbleLanguage
import Marbles
import TestSupport
import Testing

private func compare(_ expected: String, _ actual: String) -> Comparison {
  Comparison(expected: Timeline(lane: expected), actual: Timeline(lane: actual))
}

private func picture(_ expected: String, _ actual: String, width: Int? = nil) -> String {
  compare(expected, actual).picture(location: "demo.marble:7", expression: "merge(a, b)", width: width)
}

/// Returns the explanations of the differences between two timelines, without the picture.
private func reasons(_ expected: String, _ actual: String) -> [String] {
  compare(expected, actual).differences.map { "\($0.place): \($0.explanation)" }
}

@Suite struct ComparisonTests {
  @Test func silenceAtTheEndIsIgnored() {
    #expect(compare("--1--|", "--1--|---").isEqual)
    #expect(compare("--1", "--1-----").isEqual)
    #expect(picture("--1|", "--1|-") == "✓ demo.marble:7  merge(a, b)")
  }

  @Test func everyDifferenceHasACaretAndAReason() {
    #expect(
      picture("--1-x2-y-3--|", "--1-x-2y-4---|") == """
        ✗ demo.marble:7  merge(a, b)      3 differences
                   0    5    10
        expected   --1-x2-y-3--|
        actual     --1-x-2y-4---|
                        ^^  ^  ^^
          tick 5→6    2 came 1 tick late
          tick 9      expected 3, got 4
          tick 12→13  completed 1 tick late
        """)
  }

  @Test func caretsAreAsWideAsTheDifferingTokens() {
    #expect(
      picture("--(ab)-[12]-|", "--(ba)-[7]--#[Boom]") == """
        ✗ demo.marble:7  merge(a, b)      3 differences
                   0          5
        expected   --(ab)-[12]-|
        actual     --(ba)-7...--#[Boom]
                     ^^^^ ^^^^ ^^^^^^^^
          tick 2    expected (ab), got (ba): different order
          tick 4    expected [12], got 7
          tick 6→7  expected completed, got failed (Boom)
        """)
  }

  @Test func everyReasonHasAnExplanation() {
    #expect(reasons("--1-|", "-1--|") == ["tick 2→1: 1 came 1 tick early"])
    #expect(reasons("--1--|", "-----|") == ["tick 2: expected 1, which did not come"])
    #expect(reasons("-----|", "--1--|") == ["tick 2: unexpected 1"])
    #expect(reasons("--1|", "--1") == ["tick 3: expected completed, which did not come"])
    #expect(reasons("--1", "--1!") == ["tick 3: unexpected interrupted"])
    #expect(reasons("--1--|", "--1|") == ["tick 5→3: completed 2 ticks early"])
    #expect(reasons("--1|", "--1#") == ["tick 3: expected completed, got failed"])
    #expect(reasons("--1#", "--1-#[Boom]") == ["tick 3→4: expected failed (error), got failed (Boom)"])
    #expect(reasons("--(abc)|", "--(cab)|") == ["tick 2: expected (abc), got (cab): different order"])
    #expect(reasons("(abcdefghijklmn)", "(bacdefghijklmn)") == ["tick 0: 14 events are in a different order"])
    #expect(reasons("--(ab)|", "--(ac)|") == ["tick 2: expected b, got c"])
    #expect(reasons("--(ab)|", "--b|") == ["tick 2: expected a, which did not come"])
    #expect(reasons("-1|", "-\"1\"|") == ["tick 1: expected 1, got \"1\""])
  }

  @Test func equalEventOnTheSameTickIsPreferred() {
    #expect(
      reasons("-1-1|", "-(1|)") == ["tick 4→1: completed 3 ticks early", "tick 3: expected 1, which did not come"])
    #expect(reasons("-(1|)", "-1-1|") == ["tick 1→4: completed 3 ticks late", "tick 3: unexpected 1"])
  }

  @Test func fewestDifferencesAreReported() {
    // An extra value at the front does not make all other values wrong.
    #expect(reasons("---1--2--3--|", "-0-1--2--3--|") == ["tick 1: unexpected 0"])
    // A delay is reported for each event.
    #expect(
      reasons("--1--2--|", "---1--2--|") == [
        "tick 2→3: 1 came 1 tick late", "tick 5→6: 2 came 1 tick late", "tick 8→9: completed 1 tick late",
      ])
    // Other values on the same ticks are reported as other values.
    #expect(
      reasons("-1-2-3-|", "-2-3-4-|") == [
        "tick 1: expected 1, got 2", "tick 3: expected 2, got 3", "tick 5: expected 3, got 4",
      ])
  }

  @Test func partsFarFromADifferenceAreOmitted() {
    let long = String(repeating: "-1-2-", count: 100)
    let expected = "-1-5-" + long + "2-" + long + "|"
    let actual = "-1-6-" + long + "-2" + long + "--|"
    #expect(
      picture(expected, actual) == """
        ✗ demo.marble:7  merge(a, b)      3 differences
                   0    5    10    …490  495  500  505  510  515 …990  995  1000 1005
        expected   -1-5--1-2--1-2--…-1-2--1-2--1-2-2--1-2--1-2--1…2--1-2--1-2--1-2-|
        actual     -1-6--1-2--1-2--…-1-2--1-2--1-2--2-1-2--1-2--1…2--1-2--1-2--1-2---|
                      ^                            ^^                              ^ ^
          tick 3          expected 5, got 6
          tick 505→506    2 came 1 tick late
          tick 1007→1009  completed 2 ticks late
        """)
    #expect(
      picture(expected, actual, width: 40) == """
        ✗ demo.marble:7  merge(a, b)      3 differences
                   0    5    10    …490  495
        expected   -1-5--1-2--1-2--…-1-2--1-2--1
        actual     -1-6--1-2--1-2--…-1-2--1-2--1
                      ^

                      505  510  515 …990  995
        expected   -2-2--1-2--1-2--1…2--1-2--1-2
        actual     -2--2-1-2--1-2--1…2--1-2--1-2
                      ^^

                       1005
        expected   --1-2-|
        actual     --1-2---|
                         ^ ^
          tick 3          expected 5, got 6
          tick 505→506    2 came 1 tick late
          tick 1007→1009  completed 2 ticks late
        """)
  }

  @Test func differenceInAHundredThousandTicksIsShownBriefly() {
    var expected = Timeline(lane: String(repeating: "-1", count: 50_000) + "|")
    let actual = expected
    expected.marbles[25_000].event = .value(.integer(2))
    let lines = Comparison(expected: expected, actual: actual).picture(location: "a:1", expression: "b")
      .split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "✗ a:1  b      1 difference", "           …49980     49990     50000         …",
        "expected   …-1-1-1-1-1-1-1-1-1-1-2-1-1-1-1-1-1…",
        "actual     …-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1…", "                                 ^",
        "  tick 50001  expected 2, got 1",
      ])
  }

  @Test func firstTwentyDifferencesAreListed() {
    let lines = picture(String(repeating: "-1", count: 5000), String(repeating: "-2", count: 5000))
      .split(separator: "\n").map(String.init)
    #expect(lines.first == "✗ demo.marble:7  merge(a, b)      5,000 differences")
    #expect(lines.last == "  and 4,980 more")
    #expect(lines.count == 5 + 20 + 1)
    #expect(lines.allSatisfy { $0.count < 200 })
  }

  @Test func differenceInsideStreamsIsExplained() {
    #expect(
      Comparison(expected: "--<-1-2|>--[(x,<a|>),1]-|", actual: "--<-1--2|>--[(x,<b|>),1]-|")
        .picture(location: "a:1", expression: "b") == """
          ✗ a:1  b      2 differences
                     0           5
          expected   --<-1-2|>.--[(x,<a|>),1]-|
          actual     --<-1--2|>--[(x,<b|>),1]-|
                       ^^^^^^^^  ^^^^^^^^^^^^
            tick 2  expected <-1-2|>, got <-1--2|>
                      inside, tick 3→4: 2 came 1 tick late
                      inside, tick 4→5: completed 1 tick late
            tick 5  expected [(x,<a|>),1], got [(x,<b|>),1]
                      inside, tick 0: expected a, got b
          """)
  }

  @Test func longTokensShowTheDifferingPart() {
    let long = String(repeating: "abcdefghij", count: 1000)
    #expect(
      picture("-[x\(long)]-[\(long)1\(long)]-|", "-[x\(long)]-[\(long)2]-|") == """
        ✗ demo.marble:7  merge(a, b)      1 difference
                   0                                                                                                                          5
        expected   -[xabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefg…-…cdefghij1abcdefghijabcdefghijabcdefghijabcdefghijabcdefghi…-|
        actual     -[xabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefg…-…cdefghij2].................................................-|
                                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          tick 3  expected …cdefghij1abcdefghijabcdefghijabcdefghi…, got …cdefghij2]
        """)
    let all = (0..<10_000).map { Timeline.Marble(tick: 1, event: .value(.integer($0))) }
    let text = Comparison(expected: Timeline(all), actual: Timeline(all.dropLast()))
      .picture(location: "a:1", expression: "b", width: 60)
    #expect(text.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 60 })
    #expect(text.hasSuffix("expected [9999], which did not come"))
  }

  @Test func headingPutsTheExpressionOnOneLine() {
    let heading = compare("-1", "-2").picture(location: "a:1", expression: "a\n  .map { $0 }\n\t.take(1)")
    #expect(heading.hasPrefix("✗ a:1  a .map { $0 } .take(1)      1 difference\n"))
  }
}

@Suite struct EndlessComparisonTests {
  @Test func equivalentLoopsAreEqual() {
    #expect(Comparison(expected: Timeline.endless("", "--a--b"), actual: Timeline.endless("--", "a--b--")).isEqual)
    #expect(Comparison(expected: Timeline.endless("", "-a"), actual: Timeline.endless("-a", "-a-a-a")).isEqual)
    #expect(!Comparison(expected: Timeline.endless("", "-a"), actual: Timeline.endless("", "-a-a--")).isEqual)
  }

  @Test func stoppedRecordingIsComparedUpToItsLastTick() {
    let recording = Timeline(lane: String(repeating: "-a", count: 50))
    #expect(Comparison(expected: Timeline.endless("", "-a"), actual: recording, through: 99).isEqual)
    #expect(Comparison(expected: Timeline.endless("", "-a"), actual: recording, through: 101).differences.count == 1)
    #expect(Comparison(expected: Timeline.endless("", "-a"), actual: recording).differences.count == 1)
  }

  /// The spelling of an endless timeline changes no difference from one that ends.
  @Test(arguments: ["--a|", "", "-", "-a-a-a|", "#", "-----b-a-a"])
  func spellingOfALoopChangesNoDifference(_ actual: String) {
    let spellings = [
      Timeline.endless("", "-a"), .endless("-", "a-"), .endless("-a-a", "-a"), .endless("-a", "-a-a-a"),
    ]
    let comparisons = spellings.map { Comparison(expected: $0, actual: Timeline(lane: actual)) }
    #expect(Set(comparisons.map { $0.differences.map(\.explanation) }).count == 1)
    #expect(comparisons.allSatisfy { $0.picture(location: "a:1", expression: "b").contains("at least ") })
  }

  @Test func endlessTimelineIsDrawnWithAnArrow() {
    #expect(
      Comparison(expected: Timeline.endless("", "--a"), actual: Timeline.endless("", "--b"), through: 7)
        .picture(location: "a:1", expression: "b") == """
          ✗ a:1  b      at least 2 differences
                     0    5
          expected   --a--a-->
          actual     --b--b-->
                       ^  ^
            tick 2  expected a, got b
            tick 5  expected a, got b
          """)
  }
}

@Suite struct RandomComparisonTests {
  private func random(using generator: inout SeededGenerator) -> Timeline {
    var marbles: [Timeline.Marble] = []
    var tick = 0
    for _ in 0..<Int.random(in: 0...200, using: &generator) {
      marbles.append(
        Timeline.Marble(tick: tick, event: .value(.integer(Int.random(in: 0...3, using: &generator)))))
      tick += Int.random(in: 0...2, using: &generator)
    }
    if Bool.random(using: &generator) { marbles.append(Timeline.Marble(tick: tick, event: .completed)) }
    return Timeline(marbles)
  }

  private func counts(_ marbles: [Timeline.Marble]) -> [Timeline.Marble: Int] {
    marbles.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The expected and the actual events are the same if the differing events are removed from both.
  @Test func differencesAccountForEveryEvent() {
    for seed in UInt64(0)..<200 {
      var generator = SeededGenerator(seed: seed)
      let expected = random(using: &generator)
      var actual = random(using: &generator)
      if seed.isMultiple(of: 2) {
        // Similar timelines: a few events are changed, moved or removed.
        actual = expected
        for _ in 0..<3 where !actual.marbles.isEmpty {
          let index = actual.marbles.indices.randomElement(using: &generator) ?? 0
          switch Int.random(in: 0...2, using: &generator) {
          case 0: actual.marbles.remove(at: index)
          case 1: actual.marbles[index].event = .value(.integer(9))
          default: for later in index..<actual.marbles.count { actual.marbles[later].tick += 1 }
          }
        }
      }
      let comparison = Comparison(expected: expected, actual: actual)
      #expect(comparison.isEqual == (expected == actual), "seed \(seed)")
      let sides = (
        counts(expected.marbles).merging(counts(comparison.differences.flatMap(\.expected)), uniquingKeysWith: -),
        counts(actual.marbles).merging(counts(comparison.differences.flatMap(\.actual)), uniquingKeysWith: -)
      )
      #expect(sides.0.filter { $0.value != 0 } == sides.1.filter { $0.value != 0 }, "seed \(seed)")
      #expect(!sides.0.values.contains { $0 < 0 }, "seed \(seed)")
    }
  }

  /// Of many events, those from the first difference on are compared.
  @Test func manyEventsAreComparedInPart() {
    func timeline(_ count: Int, delay: Int = 0) -> Timeline {
      Timeline((0..<count).map { Timeline.Marble(tick: $0 + ($0 < 5 ? 0 : delay), event: .value(.string("a"))) })
    }
    let count = 200_000
    for comparison in [
      Comparison(expected: timeline(10), actual: timeline(count)),
      Comparison(expected: timeline(count), actual: timeline(count, delay: 1)),
      Comparison(expected: timeline(count), actual: timeline(10), through: count),
    ] {
      #expect(comparison.isPartial && comparison.differences.count <= 100_001)
    }
    let late = Comparison(expected: timeline(50), actual: timeline(50, delay: 1))
    #expect(!late.isPartial)
    let many = Comparison(expected: timeline(count), actual: timeline(count, delay: 1))
    #expect(many.differences.first == late.differences.first)
    let last = Comparison(expected: timeline(count), actual: timeline(count + 1))
    #expect(!last.isPartial && last.differences.count == 1)
  }
}
