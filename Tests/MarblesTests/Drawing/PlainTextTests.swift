@testable import MarbleDrawing
@testable import MarbleLanguage
import Marbles
import Testing

/// Returns the events of an inner stream that is subscribed on a tick.
private func marbles(_ text: String, at tick: Int) -> [Timeline.Marble] {
  Timeline(lane: text).marbles.map { Timeline.Marble(tick: $0.tick + tick, event: $0.event) }
}

private func value(_ text: String, on tick: Int) -> Timeline.Marble {
  Timeline.Marble(tick: tick, event: .value(.marble(text)))
}

@Suite struct PlainTextTests {
  @Test func columnsAreAsWideAsTheirWidestToken() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("b", "----x--y-------z|")],
      operation: "combineLatest(a, b)",
      outputs: [Diagram.Lane("out", "----[1,x][2,x]-[2,y]-[3,y]-----[3,z]|")])
    #expect(
      TextWriter(.plain).draw(diagram) == """
             0        5                10   15
        a    --1--....2....--....-3....---|
        b    ----x....-....-y....--....-----z....|
             = combineLatest(a, b) ===============
        out  ----[1,x][2,x]-[2,y]-[3,y]-----[3,z]|
        """)
  }

  @Test func longValuesAreCut() {
    let text = String(repeating: "x", count: 5_000)
    let lane = Diagram.Lane(name: "a", timeline: Timeline([value(text, on: 0), value(text, on: 1)]))
    for glyphs in [GlyphSet.plain, .unicode] {
      let drawing = TextWriter(glyphs).draw(Diagram(inputs: [lane]))
      #expect(drawing.count < 5_000)
      #expect(drawing.hasSuffix("// of long values, only the first 1,000 columns are drawn"))
    }
  }

  @Test func tickWithSeveralEventsIsAGroup() {
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("a", "-(12)-3-(4|)"), Diagram.Lane("b", "-x--yz|")])) == """
           0       5
        a  -(12)-3-(4|)
        b  -x...--yz...|
        """)
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("漢字", "漢-👨‍👩‍👧--[漢字]|"), Diagram.Lane("x", "1-(23)--4|")]))
        == """
              0        5
        漢字  漢-👨‍👩‍👧..--[漢字]|
        x     1.-(23)--4.....|
        """)
  }

  @Test func charactersThatWouldCombineAreSeparated() {
    let apart = Timeline([value("🇩", on: 0), value("🇪", on: 1), value("🇩", on: 3), value("🇪", on: 3)])
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane(name: "a", timeline: apart)])) == """
           0
        a  [🇩][🇪]-([🇩][🇪])-
        """)
  }

  @Test func eventsBeforeTheOriginAreLeftOfTickZero() {
    #expect(
      TextWriter(.plain).draw(
        Diagram(
          inputs: [Diagram.Lane("a", "12--------^-3--|"), Diagram.Lane("b", "4-|"), Diagram.Lane("c", "1-(^2)|")],
          operation: "merge(a, b, c)",
          outputs: [Diagram.Lane("out", "(42)-3--|")])) == """
               -10  -5   0       5
          a    12--------^...-3--|
          b              4...-|
          c    --------1-(^2)|
               = merge(a, b, c) ==
          out            (42)-3--|
          """)
  }

  @Test func writtenOriginIsDrawn() {
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("a", "^-1|"), Diagram.Lane("b", "(^1)")])) == """
           0
        a  ^...-1|
        b  (^1)---
        """)
  }

  @Test(arguments: [
    ("a(bc)-", ".a(bc)-"), ("ab(cd)|", ".ab(cd)|"), ("?(ab)|", ".?(ab)|"), (":a|", ".:a|"), ("//-|", "[/][/]-|"),
    ("a1(bc)|", ".a1(bc)|"), ("1(ab)|", "1(ab)|"), ("[12](ab)|", "[12](ab)|"), ("-a(bc)|", "-a(bc)|"),
    ("merged", "merged-"), ("40t", "40t-"), ("1", "1-"), ("é(ab)|", ".é(ab)|"), ("a|", "a|"), ("?a(bc)|", "?a(bc)|"),
    ("", "-"),
  ])
  func ambiguousLaneIsDrawnAsAnUnambiguousOne(written: String, drawn: String) {
    let lines = TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("x", written)])).split(separator: "\n").map(
      String.init)
    #expect(lines.last == "x  " + drawn)
  }

  @Test func oneAmbiguousLaneGivesAllLanesALeadingDot() {
    #expect(
      TextWriter(.plain).draw(
        Diagram(inputs: [Diagram.Lane("a", "xy-|"), Diagram.Lane("b", "x(pq)|"), Diagram.Lane("c", "1^a|")])) == """
               0
          a   .xy...-|
          b   .x(pq)|
          c  .1^a...|
          """)
  }

  @Test func laneThatLooksLikeAChainStartsWithADot() {
    // The column of tick 0 is wider than `a`, so the drawn text looks like `a.b(cd)`.
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("x", "ab(cd)-"), Diagram.Lane("y", "漢-|")])) == """
            0
        x  .a.b(cd)-
        y  .漢-|
        """)
  }

  @Test func endlessLanesEndInAnArrow() {
    let diagram = Diagram(
      inputs: [Diagram.Lane(name: "e", timeline: Timeline.endless("-", "--a"))], outputs: [Diagram.Lane("out", "--1|")],
      notes: ["stopped at tick 100000"], last: 20)
    #expect(
      TextWriter(.plain).draw(diagram) == """
             0    5    10   15   20
        e    ---a--a--a--a--a--a-->
        out  --1|
        // stopped at tick 100000
        """)
  }

  @Test func endlessLaneIsDrawnForAHundredTicks() {
    let diagram = Diagram(outputs: [Diagram.Lane(name: "out", timeline: Timeline.endless("", "1-"))])
    #expect(diagram.ticks == 0...99)
    #expect(TextWriter(.plain).draw(diagram).hasSuffix("\nout  \(String(repeating: "1-", count: 50))>"))
  }

  @Test func eventsAfterTheLastTickAreShownAsAnArrow() {
    #expect(
      TextWriter(.plain).draw(Diagram(outputs: [Diagram.Lane("out", "--1--2--|")], last: 4)) == """
             0
        out  --1-->
        """)
  }

  @Test func innerStreamsHaveTheirOwnRows() {
    let outer = Diagram.Lane(
      "outer", "--A-----B-----|",
      inner: [
        Diagram.Inner(
          name: "A", subscribed: 2, marbles: marbles("-1--2", at: 2), disposed: 8,
          missed: marbles("-------3--4|", at: 2)
        ),
        Diagram.Inner(name: "B", arrived: 5, subscribed: 8, marbles: marbles("5--6|", at: 8)),
        Diagram.Inner(name: "C", subscribed: 8, marbles: marbles("--6", at: 8), depth: 2),
        Diagram.Inner(name: "D", subscribed: 9, marbles: marbles("-7", at: 9), disposed: 10),
      ])
    let diagram = Diagram(
      inputs: [outer], operation: "outer.flatten(.latest)", outputs: [Diagram.Lane("out", "---1--2-5--6--|")])
    #expect(
      TextWriter(.plain).draw(diagram) == """
               0    5     10
        outer  --A-----B.--.---|
          A      `1--2-!.3:::4|
          B         ~~~`5--.6|
            C          `.-6.----
          D              `7!
               = outer.flatten(.latest) =
        out    ---1--2-5.--.6--|
        """)
  }

  @Test func innerStreamsAfterTheTwelfthAreCounted() {
    let inner = (0..<30).map { Diagram.Inner(name: "i", subscribed: $0, marbles: []) }
    let lines = TextWriter(.plain).draw(Diagram(inputs: [Diagram.Lane("a", "-|", inner: inner)])).split(separator: "\n")
    #expect(lines.count == 2 + 12 + 1)
    #expect(lines.last == "  … and 18 more inner streams")
  }

  @Test func longLanesContinueBelow() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("b", "----x--y-------z|"), Diagram.Lane("c", "-|")],
      operation: "combineLatest(a, b)", outputs: [Diagram.Lane("out", "----[1,x][2,x]-[2,y]-[3,y]-----[3,z]|")])
    #expect(
      TextWriter(.plain, width: 30).draw(diagram) == """
             0        5
        a    --1--....2....--....-
        b    ----x....-....-y....-
        c    -|
             = combineLatest(a, b) =
        out  ----[1,x][2,x]-[2,y]-

                  10   15
        a    3....---|
        b    -....-----z....|
        out  [3,y]-----[3,z]|
        """)
  }

  @Test func longSilenceIsDrawnAsADuration() {
    #expect(
      TextWriter(.plain).draw(
        Diagram(
          inputs: [Diagram.Lane("a", "--1 4000t 2|"), Diagram.Lane("b", "-|")],
          outputs: [Diagram.Lane("out", "--1 4001t 2")])) == """
               0           4001
          a    --1-- 3996t --2|
          b    -|
          out  --1-- 3996t ---2-
          """)
  }

  @Test func hugeTicksAreDrawn() {
    let late = Timeline([Timeline.Marble(tick: .max - 1, event: .completed)], end: .max)
    let endless = Timeline.endless("", "1-")
    let text = TextWriter(.plain).draw(
      Diagram(
        inputs: [Diagram.Lane(name: "a", timeline: late), Diagram.Lane(name: "b", timeline: endless)], last: .max))
    #expect(text.utf8.count < 1_000_000)
  }

  @Test func longRulerLabelsAreFurtherApart() {
    let ruler = Ruler(of: TextAxis(ticks: 9990...10_020))
    #expect(ruler.labels(of: 0..<31).map(\.text) == ["9990", "10000", "10010", "10020"])
    #expect(ruler.labels(of: 1..<9).map(\.text) == ["9991"])
  }

  @Test func operatorCanHaveSeveralLines() {
    let cold = Diagram.Lane(name: "b", timeline: Timeline(lane: "--"), isCold: true)
    let diagram = Diagram(inputs: [cold], operation: "b\n  .map { $0 }\n  .take(1)", outputs: [Diagram.Lane("out", "")])
    #expect(
      TextWriter(.plain).draw(diagram) == """
                0
        b cold  --
                = b =============
                =   .map { $0 } =
                =   .take(1) ====
        out     --
        """)
  }
}
