@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

struct SessionTests {
  @Test func expressionIsDrawnWithItsInputs() {
    #expect(
      transcript(
        """
        letters = --a-----b--c--|
        numbers = ----1--2----------3|
        merge(letters, numbers)
        """) == """
                   0    5    10   15
          letters  --a-----b--c--|
          numbers  ----1--2----------3|
                   = merge(letters, numbers) =
          out      --a-1--2b--c------3|


          """)
  }

  @Test func nameKeepsTheMeaningItHadWhenUsed() {
    #expect(
      transcript(
        """
        a = --1|
        double = a.map { $0 * 2 }
        a = --5|
        double == --2|
        a.map { $0 * 2 } == --[10]|
        """) == """
          ✓ demo.marble:4  double
          ✓ demo.marble:5  a.map { $0 * 2 }

          """)
  }

  /// A block of a page that is pasted with its fences.
  @Test(arguments: [Session.Mode.script, .prompt])
  func pastedFencesAreSkipped(mode: Session.Mode) {
    let block = "```marble\na = --1|\na.map { $0 * 10 }\n```\n\n```text drawn\n     0\nb    --1|\n```\nb == --1|\n"
    let plain = "a = --1|\na.map { $0 * 10 }\n     0\nb    --1|\n\nb == --1|\n"
    let said = transcript(block, mode: mode).replacing("demo.marble:10", with: "demo.marble:6")
    #expect(said == transcript(plain, mode: mode))
    #expect(said.contains("✓ demo.marble:6  b\n"))
  }

  @Test func boundExpressionCanBeUsedTwice() {
    #expect(
      transcript(
        """
        a = -1-2-|
        b = a.map { $0 * 10 }
        zip(a, b) == -[1,10]-[2,20]-|
        merge(b, b) == -([10][10])-([20][20])-|
        """) == """
          ✓ demo.marble:3  zip(a, b)
          ✓ demo.marble:4  merge(b, b)

          """)
  }

  @Test func scriptContinuesAfterAnError() {
    #expect(
      transcript(
        """
        a = --1|
        a.mapp { $0 }
        a == --1|
        """) == """
          demo.marble:2:3: error: there is no operator named `mapp`
            a.mapp { $0 }
              ^^^^
            help: did you mean `map`?
          ✓ demo.marble:3  a

          """)
  }

  @Test func errorInABindingIsReportedImmediately() {
    #expect(
      transcript("x = merge(nobody, \"--1|\")") == """
        demo.marble:1:11: error: there is no stream named `nobody`
          x = merge(nobody, "--1|")
                    ^^^^^^
          help: bind it above this line: `nobody = --1--|`

        """)
  }

  @Test func assertionCanCompareTwoExpressions() {
    #expect(
      transcript(
        """
        a = --1--2|
        b = -x---|
        merge(a, b) == merge(b, a)
        a == b
        """) == """
          ✓ demo.marble:3  merge(a, b)
          ✗ demo.marble:4  a      4 differences
                     0    5
          expected   -x---|
          actual     --1--2|
                      ^^  ^^
            tick 1    expected x, which did not come
            tick 2    unexpected 1
            tick 5→6  completed 1 tick late
            tick 5    unexpected 2
            help: for the reason, write `why not x @1` on the next line

          """)
  }

  @Test func missingExpectationShowsTheResult() {
    #expect(
      transcript("a = --1|\na.map { $0 + 1 } ==") == """
        ✗ demo.marble:2  a.map { $0 + 1 }
          expected a timeline after `==`; the result is: --2|

        """)
  }

  @Test func invalidUTF8IsAnError() {
    var said = ""
    let source = Source(name: "bad.marble", bytes: Array("a = --1".utf8) + [0xFF] + Array("-|\n".utf8))
    Session().evaluate(source) { said += AnswerWriter().text(of: $0)?.text ?? "" }
    #expect(
      said == """
        bad.marble:1:8: error: this byte is not valid UTF-8
          a = --1\u{FFFD}-|
                 ^
          help: save the file as UTF-8

        """)
  }

  // MARK: The prompt

  @Test func lineContinuesWithTheLastResult() {
    let session = Session()
    #expect(session.transcript("a = --1--2|") == "   0    5\na  --1--2|\n")
    _ = session.transcript("a.map { $0 * 2 }")
    #expect(session.transcript("== --2--4|") == "✓ <prompt>:1  a.map { $0 * 2 }\n")
    #expect(session.transcript(".take(1) == --(2|)") == "✓ <prompt>:1  a.map { $0 * 2 }.take(1)\n")
    #expect(session.transcript("_1 == --2--4|") == "✓ <prompt>:1  _1\n")
  }

  @Test func boundExpressionIsDrawnAtThePrompt() {
    let session = Session()
    _ = session.transcript("a = --1--2|")
    #expect(session.transcript("b = a.map { $0 * 2 }") == "   0    5\nb  --2--4|\n")
    #expect(transcript("a = --1|\nb = a.map { $0 / 0 }") == "", "a script runs it when it is used")
  }

  @Test func errorKeepsTheLastResult() {
    let session = Session()
    _ = session.transcript("just(1)")
    _ = session.transcript("just(1).nonsense()")
    #expect(session.transcript("== (1|)") == "✓ <prompt>:1  just(1)\n")
  }

  @Test(arguments: [
    ("fl", ["flatMap", "flatMapError", "flatScan", "flatten"]), ("a.deb", ["debounce"]),
    ("s.flatten(.c", ["concat", "concurrent"]), (":he", ["help"]),
    (":help fla", ["flatMap", "flatMapError", "flatScan", "flatten"]), ("zip(lon", ["longName"]), ("a.jus", []),
    (":quit m", []),
  ])
  func completionOffersMatchingNames(line: String, expected: [String]) {
    let session = Session()
    _ = session.transcript("longName = --1|")
    #expect(session.completions(of: line, at: line.utf8.count).candidates.map(\.text) == expected)
  }

  @Test func completionReplacesTheWordBeforeTheCursor() {
    let (candidates, replaced) = Session().completions(of: "a.deb{ $0 }", at: 5)
    #expect(candidates.map(\.text) == ["debounce"])
    #expect(replaced == 2..<5)
  }

  // MARK: Commands

  @Test func helpExistsForEveryOperatorName() {
    // `cold` is also the name of a topic, which comes first.
    for name in Catalog.standard.allNames where name != "cold" {
      let summary = wrapped(Catalog.standard[name]?.summary ?? "?", to: 80)
      #expect(transcript(":help \(name)").contains(summary), "\(name)")
    }
  }

  @Test func longTextInATableWrapsInItsColumn() {
    let said = transcript(":operators combine") + transcript(":help")
    #expect(said.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 80 })
    #expect(
      said.contains(
        "\n  withLatest        Sends each value together with the latest value of another\n                    stream.\n"
      ))
  }

  @Test func helpExistsForEveryCommand() {
    for command in Command.all {
      #expect(transcript(":help :\(command.name)").contains(command.summary), "\(command.name)")
    }
  }

  @Test func commandCanBeAbbreviated() {
    #expect(transcript(":h") == transcript(":help"))
    #expect(transcript(":b\n") == "")
  }

  /// Expressions hold the bindings that they were read with, and the bindings hold the expressions.
  @Test func endedSessionReleasesItsBindings() {
    weak var binding: Binding?
    do {
      let session = Session()
      session.evaluate(Source(name: "demo.marble", text: "a = --1|\nb = a.map { $0 }\nb == --1|\n")) { _ in }
      binding = session.bindings["b"]
      #expect(binding != nil)
    }
    #expect(binding == nil)
  }
}
