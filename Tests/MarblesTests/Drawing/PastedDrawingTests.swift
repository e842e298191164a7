import Marbles
import MarbleLanguage
import TestSupport
import Testing

/// Plain drawings that are pasted as input.
///
/// Their lanes are read, and all other lines are skipped.
@Suite struct PastedDrawingTests {
  /// Returns the definitions in a script as source text.
  private func definitions(_ script: String, mode: Parser.Mode = .script) -> [String] {
    var parser = Parser(Source(name: "pasted", text: script), mode: mode, bindings: Parser.Bindings())
    var found: [String] = []
    while let next = parser.next() {
      switch next {
      case .success(let statement):
        switch statement.kind {
        case .bind(let name, let definition): found.append("\(name.text) = \(text(of: definition))")
        case .show(.definition(let definition), _): found.append(text(of: definition))
        default: found.append("?")
        }
      case .failure(let error):
        found.append("\(error.problem.message) at \(parser.source.position(of: error.span.lowerBound))")
      }
    }
    return found
  }

  private func text(of definition: Definition) -> String {
    switch definition {
    case .pipe(let literal), .raw(let literal): TimelinePrinter.text(of: literal.timeline)
    case .cold(let literals): "cold " + literals.map { TimelinePrinter.text(of: $0.timeline) }.joined(separator: ", ")
    case .expression: "an expression"
    }
  }

  @Test(arguments: ["x", "×"])
  func `a number of observers is skipped`(times: String) {
    let script = """
                 0    5
      a \(times)2       --1--|
      b cold \(times)10  --2--|
                 = merge(a, a) =
      """
    #expect(definitions(script) == ["a = --1--|", "b = cold --2--|"])
  }

  /// The names that a trace has can be any text.
  @Test func `lanes have the names of scripts`() {
    let script = """
                      0
      my stream       --1--|
      my-stream cold  --2--|
      7up             --3--|
      in 1            --4--|
      """
    #expect(
      definitions(script) == ["my_stream = --1--|", "my_stream_ = cold --2--|", "n7up = --3--|", "--4--|"])
    let others = "           0    5\nprice €    --1--2|\nspeed (m)  --3|\na.delay(2)  // 3 - 1"
    #expect(definitions(others).starts(with: ["price__ = --1--2|", "speed__m_ = --3|"]))
    #expect(definitions("   0    5\nsome other  text\n").contains { $0.contains("some_other") } == false)
    #expect(definitions("my stream  ──1──┤") == ["my_stream = --1--|"])
    #expect(definitions("my-stream cold  ──1──┤") == ["my_stream = cold --1--|"])
  }

  @Test func `a box drawing with longer lines is an error`() {
    let drawing = """
           0       5
      a    1───2─┤
           ╭──────╮
           ╰──────╯
      out  [v1]2─┤
      """
    #expect(definitions(drawing) == ["the length of this line does not tell the ticks at Position(line: 5, column: 6)"])
    let wide = """
           0
      a    (12)3─┤
      out  ─(12)3┤
      """
    #expect(definitions(wide) == ["a = (12)3-|", "out = -(12)3|"])
    let early = """
             0    5
      a    1-^─2───3┤
      out    ──2───3┤
      """
    #expect(definitions(early) == ["a = 1-^-2---3|", "out = --2---3|"])
    let unreadable = definitions(early.replacing("1-^", with: "1╌^"))
    #expect(unreadable.first?.hasPrefix("unexpected drawing character") == true)
  }

  @Test func `lanes are bound, and other lines are skipped`() {
    let script = """
               0    5    10   15
      letters  --a-----b--c--|
      numbers  ----1--2----------3|
               = merge(letters, numbers) =
      out      --a-1--2b--c------3|
      """
    #expect(
      definitions(script) == [
        "letters = --a-----b--c--|", "numbers = ----1--2----------3|", "out = --a-1--2b--c------3|",
      ])
    let inner = """
               0    5    10
      outer    --A...-----B-----|
        A        `1--2--!
      x cold   -1|
               -2|
               #
      in 1     [1,2]
               = flatten(.latest) =
      out      --1--2--|
      out 2    --1--2--!
      // one is left out
      outer.take(1)
      """
    #expect(
      definitions(inner) == [
        "outer = --A-----B-----|", "x = cold -1|, -2|, #", "[1,2]", "out = --1--2--|", "--1--2--!", "an expression",
      ])
  }

  @Test func `the lanes of a comparison are bound`() {
    let script = """
                 0    5    10
      expected   --2-4----6-|
      actual     --2--4--6--|
                     ^^  ^^
        tick 4→5  4 came 1 tick late
      """
    #expect(definitions(script) == ["expected = --2-4----6-|", "actual = --2--4--6--|"])
  }

  @Test func `an error in a lane has its position`() {
    let script = """
             0    5
      a      --1--(2
      b      --1--|
      """
    #expect(definitions(script) == ["`(` is never closed at Position(line: 2, column: 13)", "b = --1--|"])
  }

  @Test func `a lane can violate the event grammar`() {
    #expect(definitions("     0    5\nd    --1--|--2") == ["d = --1--|--2"])
    #expect(definitions("     -2 0\na    ab(^c)-|\nb      ---|") == ["a = ab(^c)-|", "b = ---|"])
  }

  @Test func `numbers that are not a ruler are a timeline`() {
    #expect(definitions("     1 2 3") == ["123"])
    #expect(definitions("     1 2 3\n--1--|") == ["123", "--1--|"])
    #expect(definitions("  1 2\na  --1--|") == ["12", "a--1--|"])
    #expect(definitions("     3 2\na  --1--|") == ["32", "a--1--|"])
  }

  @Test func `a ruler at the prompt needs lanes, and a blank line ends them`() {
    #expect(Parser.needsMore("     0    5", bindings: Parser.Bindings()))
    #expect(Parser.needsMore("     0    5\na    --1--|", bindings: Parser.Bindings()))
    #expect(!Parser.needsMore("     0    5\na    --1--|\n", bindings: Parser.Bindings()))
    #expect(!Parser.needsMore("--0----5", bindings: Parser.Bindings()))
    #expect(definitions("     0    5\na    --1--|\n", mode: .interactive) == ["a = --1--|"])
  }

  @Test func `attempts on several rows are joined`() {
    let drawing = """
              0    5
      c cold  --1-#
              --2---
              ---3--
      x       --a---

              6
      c cold  -
              4|
              -5|
      x       -b|
      """
    #expect(definitions(drawing) == ["c = cold --1-#-, --2---4|, ---3---5|", "x = --a----b|"])
  }

  @Test func `a ruler without lanes is skipped`() {
    let ruler = "         0    5    10\n"
    #expect(definitions(ruler + ruler + "a        --1|\n").last == "a = --1|")
  }

  @Test func `a pasted drawing gives the same drawing`() {
    let script = """
      a = --1--[12]--(2|)
      b = cold -x-#, --y--|
      a.flatMap(.concat) { b }
      """
    let drawing = transcript(script)
    let again = transcript(drawing + "\nout\n")
    #expect(drawing.hasSuffix("out   ---x-#\n\n"))
    #expect(again.hasSuffix("out  ---x-#\n\n"))
  }

  @Test(arguments: 0..<40)
  func `every drawing is read as the timelines of its lanes`(seed: UInt64) throws {
    var random = RandomTimelines(seed: seed)
    for width in [nil, 30, 24] {
      let lanes = (0..<3).map { index in
        Diagram.Lane(name: ["a", "long", "b"][index], timeline: random.timeline(isLawful: true), isCold: false)
      }
      let diagram = Diagram(
        inputs: Array(lanes.prefix(2)), operation: "f(a)\n.g()", outputs: Array(lanes.suffix(1)), notes: ["a note"])
      let drawing = TextWriter(.plain, width: width).draw(diagram)
      var parser = Parser(Source(name: "pasted", text: drawing), bindings: Parser.Bindings())
      var found: [String: Timeline] = [:]
      while let next = parser.next() {
        if case .success(let statement) = next, case .bind(let name, .pipe(let literal)) = statement.kind {
          found[name.text] = literal.timeline
        } else {
          Issue.record("seed \(seed): \(next)\n\(drawing)")
        }
      }
      for lane in lanes {
        let shown = lane.timeline.expanded(through: diagram.ticks.upperBound, limit: 100_000).marbles
        let isSame = found[lane.name]?.marbles == shown
        #expect(isSame, "seed \(seed), \(lane.name)\n\(drawing)")
      }
    }
  }
}
