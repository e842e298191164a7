import MarbleImporting
import MarbleLanguage
import Marbles
import Testing

/// The files of Swirly.
@Suite struct SwirlyTests {
  @Test func innerStreamsAreNamed() {
    let text = """
      % two streams, one behind the other
      [styles]
      frame_width = 20

      x = --a-b-|

      y = -c|

      -x-y----|
      title = outer one
      ghosts = y

      > concatAll

      ---a-b--c|
      """
    let found = imported(text, from: .swirly, name: "concat.txt")
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // concat.txt:2
        x        = cold --a-b-|
        y        = cold -c|
        outerOne = -x-y----|
        outerOne.concatAll() == ---a-b--c|

        """)
    #expect(verdicts(of: found.script) == ["✓ outerOne.concatAll()"])
  }

  @Test func failingAssertionIsReportedWithItsResult() {
    let source = Source(name: "file", text: "-1-2-|\n\n> take(1)\n\n-1---|\n")
    let result = ForeignNotation.swirly.convert(source)
    #expect(result.script.hasSuffix("input.take(1) == -1---|\n"))
    #expect(result.diagnostics.map(\.problem.message) == ["this assertion fails here: `input.take(1)`"])
    #expect(result.diagnostics.map(\.problem.label) == ["the result here is `-(1|)`"])
  }

  @Test func operatorsAreAppliedInSequence() {
    let text = """
      -1-2-3|

      > map(x => x * 10)

      -a-b-c|
      a := 10
      b := 20
      c := 30

      > filter(x => x > 15).take(1)

      ---(b|)
      b := 20
      """
    let found = imported(text, from: .swirly)
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // file:1
        input  = -1-2-3|
        input.map { $0 * 10 }             == -a-b-c| where a = 10, b = 20, c = 30
        input1 = -a-b-c| where a = 10, b = 20, c = 30
        input1.filter { $0 > 15 }.take(1) == ---(b|) where b = 20

        """)
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓", "✓"])
  }

  @Test func severalInputsAreConverted() {
    let text = "a--b|\n\n-x|\n\n  y|\n\n> merge\n\naxyb|\n"
    let found = imported(text, from: .swirly)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("input1 = a--b|\ninput2 = -x|\ninput3 = --y|\n"))
    #expect(found.script.hasSuffix("merge(input1, input2, input3) == axyb|\n"))
    #expect(verdicts(of: found.script) == ["✓ merge(input1, input2, input3)"])
  }

  @Test func titlesAreUsedAsNames() {
    let text = "-1-2|\ntitle = left\n\n-x-y|\ntitle = right\n\n> zip(left, right).pipe(map(([a, b]) => b))\n\n-x-y|\n"
    let found = imported(text, from: .swirly)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script) == ["✓ zip(left, right).map { $0.1 }"])
  }

  /// A title does not replace the operator of the same name.
  @Test(arguments: [
    ("-a-b|\ntitle = concat\n\n-c|\n\n> concat\n\n-a-b-c|\n", "✓ concat(concat1, input1)"),
    ("-a-b|\ntitle = first\n\n-c|\ntitle = end\n\n> concat(first, end)\n\n-a-b-c|\n", "✓ concat(first1, end)"),
    ("-a-b|\ntitle = take\n\n> take(1)\n\n-(a|)\n", "✓ take1.take(1)"),
    ("-a-b|\ntitle = concatMap\n\n> concatMap(x => of(x))\n\n-a-b|\n", "✓ concatMap1.concatMap { of($0) }"),
    ("-a-b|\ntitle = 2 b\n\n> take(1)\n\n-(a|)\n", "✓ n2B.take(1)"),
    ("-a-b|\ntitle = true\n\n> take(1)\n\n-(a|)\n", "✓ ntrue.take(1)"),
  ])
  func titleOfAnOperatorGivesAnotherName(text: String, verdict: String) {
    let found = imported(text, from: .swirly)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script) == [verdict], "\(found.script)")
  }

  @Test(arguments: ["[config]\nevent_radius = 10", "[config]"])
  func unknownBlockIsOmitted(block: String) {
    let found = imported(block + "\n\n-1-2-3-|\n\n> take(2)\n\n-1-(2|)\n", from: .swirly)
    #expect(found.diagnostics == ["1:1 `[config]` has no counterpart"])
    #expect(
      found.script == """
        // file:1
        // not converted, line 1: \(block.replacing("\n", with: " "))
        input = -1-2-3-|
        input.take(2) == -1-(2|)

        """)
  }

  @Test func unknownOperatorIsOmitted() {
    let text = "--a--|\n\n> buzz('v')\n\n--x--|\nx := 1\n"
    let found = imported(text, from: .swirly)
    #expect(found.diagnostics == ["3:3 `buzz` has no counterpart"])
    #expect(
      found.script == """
        // file:1
        input = --a--|
        // not converted, line 3: > buzz('v')
        // not converted, line 5: --x--|

        """)
  }

  /// The result of an operator that is left out can be the input of another one.
  @Test func resultOfAnOmittedOperatorIsAnInput() {
    let found = imported("--a--|\n\n> buzz('v')\n\n--x-y|\n\n> take(1)\n\n--(x|)\n", from: .swirly)
    #expect(found.diagnostics == ["3:3 `buzz` has no counterpart"])
    #expect(found.script.hasSuffix("\ninput1 = --x-y|\ninput1.take(1) == --(x|)\n"), "\(found.script)")
  }

  static let diagrams: [(String, String)] = [
    ("--a--b|\na := {k: 1}\nb := {k: 2}\n\n> pluck('k')\n\n--x--y|\nx := 1\ny := 2\n", "input.map { $0 }"),
    ("-ab----c-|\n\n> debounce(() => `--|`)\n\n----b----(c|)\n", "input.debounce(until: { timer(after: 2) })"),
    (
      "-a-#\n\n-b-|\n\n> onErrorResumeNext\n\n-a--b-|\n",
      "onErrorResumeNext(input1, input2)"
    ),
    (
      "x = -1-2|\n\ny = a-b|\n\n-x-y|\n\n> zipAll\n\n-----A-(B|)\nA := 1a\nB := 2b\n",
      #"input.zipAll().map { "\($0.0)\($0.1)" }"#
    ),
  ]

  @Test(arguments: diagrams)
  func operatorIsTranslated(diagram: String, ours: String) {
    let found = imported(diagram, from: .swirly)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script).map { String($0.dropFirst(2)) } == [ours], "\(found.script)")
  }
}
