import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Windows of observation, several observers, and the recorded subscriptions.
struct WindowTests {
  private static let sources = "a = --1--2--3--|\nb = cold --x--y--|\n"

  @Test(arguments: [
    // A window is half open: an event on the tick of `!` is not observed.
    ("a during --^--!", "--1--!"), ("a during ^----!", "--1--!"), ("a during ^-----!", "--1--2!"),
    // A stream that ends before the window closes is not interrupted.
    ("a during ^--------------!", "--1--2--3--|"), ("a.take(1) during ^-----!", "--(1|)"),
    ("a during -", "-"), ("a during (^!)", "!"), ("a during ---^", "-----2--3--|"), ("a during 5t ^", "-----2--3--|"),
    // A cold source starts when it is observed.
    ("b during -^", "---x--y--|"), ("b during -^--!", "---x!"),
    ("merge(a, b) during ^----!", "--(1x)--!"), ("a.delay(2) during ^----!", "----1!"),
    ("just(1) during --^", "--(1|)"), ("never() during -^--!", "----!"),
    // Substreams become silent and do not end.
    ("a.window(count: 2) during ^---!", "<--1>---!"), ("b.groupBy { $0 } during ^------!", "--<x>--<y>-!"),
    ("--1--2--| during -^--!", "--1-!"), ("a during ^--! where", nil),
  ])
  func expressionIsObservedDuringItsWindow(expression: String, expected: String?) {
    guard let expected else { return #expect(output(Self.sources + expression).hasPrefix("error")) }
    #expect(transcript(Self.sources + "\(expression) == \(expected)").hasPrefix("✓"), "\(expression)")
  }

  /// A recording of the groups does not keep the source subscribed.
  @Test(arguments: [
    "a.groupBy { $0 > 1 }", "a.groupBy { $0 }.map { ($0.key, $0) }", "a.groupBy { $0 }.collect(count: 1)",
    "a.groupBy { $0 }.materialize()", "a.groupBy { $0 }.flatMap { $0 }", "a.groupBy { $0 }.log().ignoreValues()",
    "a.window(count: 2)",
  ])
  func sourceOfSubstreamsIsDisposedWithTheirResult(expression: String) {
    let said = transcript(Self.sources + "\(expression) during ^---!\nsubscriptions a == ^---!")
    #expect(said.hasSuffix("✓ demo.marble:4  subscriptions a\n"), "\(said)")
  }

  @Test func timeoutDisposesTheSourceBeforeItStartsTheOtherStream() {
    let said = transcript("p = ---|\nw = p.share()\nw.timeout(each: 1, with: w) == ---|\nsubscriptions p == ^!, -^-!")
    #expect(said == "✓ demo.marble:3  w.timeout(each: 1, with: w)\n✓ demo.marble:4  subscriptions p\n")
  }

  /// A run with an endless stream ends when nothing observes the stream.
  @Test(arguments: [
    "h during ---^---! == ---1-1-!", "h.take(2) == -1-(1|)", "h during ^-!, - == -1!, -",
  ])
  func endlessRunEndsWithoutObservers(statement: String) {
    #expect(transcript("h = {-1}*\n\(statement)").hasPrefix("✓"), "\(statement)")
  }

  @Test func expectedExpressionIsObservedInTheSameWindows() {
    let script = Self.sources + "c = merge(a, b)\n"
    #expect(transcript(script + "c during ^----!, -^--! == merge(a, b)").hasPrefix("✓"))
    #expect(transcript(script + "c during ^----!, -^--! == merge(a, a)").contains("observer 1"))
  }

  @Test(arguments: ["a during ^-!,", "a during ,^-!", "a during ^!,,^-!", "subscriptions a == ^-!,"])
  func missingWindowIsAnError(statement: String) {
    #expect(transcript(Self.sources + statement).contains("error: expected a window after `,`\n"))
  }

  @Test func eachObserverHasALane() {
    #expect(
      transcript(
        """
        s = cold --1--2--3--|
        t = s.replayLazily(upTo: 1)
        t during ^---!, -----^--!, ---------------^
        t during ^---!, -----^--!, ---------------^ == --1-!, -----(12)--!, ---------------(3|)
        """) == """
                  0    5       10   15
          s cold  --1--2...--3--|
                  = s.replayLazily(upTo: 1) during ^---!, -----^--!, ---------------^ =
          out 1   --1-!
          out 2   -----(12)--!
          out 3   ------...---------(3|)

          ✓ demo.marble:4  t during ^---!, -----^--!, ---------------^

          """)
  }

  @Test func eachDifferingObserverHasAPicture() {
    #expect(
      transcript("a = --1--2|\na during ^--!, ^---! == --1!, --2-!") == """
        ✗ demo.marble:2  a during ^--!, ^---!  observer 2      1 difference
                   0
        expected   --2-!
        actual     --1-!
                     ^
          tick 2  expected 2, got 1
          help: for the reason, write `why not 2 @2 in _1 during ^---!` on the next line

        """)
  }

  @Test func bothSidesAreObservedInTheSameWindow() {
    #expect(transcript("a = --1--2|\na.map { $0 } during ^---! == a") == "✓ demo.marble:2  a.map { $0 } during ^---!\n")
  }

  @Test func promptObservesTheLastResult() {
    let session = Session()
    _ = session.transcript("a = --1--2|\na.map { $0 * 2 }")
    #expect(session.transcript("during ^---! == --2-!") == "✓ <prompt>:1  a.map { $0 * 2 } during ^---!\n")
    #expect(session.transcript("during ^---!").contains("out  --2-!"))
  }

  // MARK: Subscriptions

  @Test(arguments: [
    ("a.take(2)", "a", "^----!"), ("merge(a)", "a", "^----------!"), ("never()", "a", "-"),
    ("merge(b, b) during ---^----!", "b", "---^----!, ---^----!"),
    ("concat(b, b)", "b", "^-------!, --------^-------!"),
    ("b.repeat()", "b", nil), ("a.take(until: b)", "b", "^-!"), ("a during (^!)", "a", "(^!)"),
    ("c.take(1)", "c", "^-!"), ("c.take(1)", "a", "^-!"), ("merge(a, never())", "a", "^----------!"),
    ("merge(a, n)", "n", "^-"), ("a.share() during ^---!, --^--!, -------^", "a", "^----!, -------^---!"),
  ])
  func subscriptionsOfThePreviousRunAreRecorded(expression: String, name: String, expected: String?) {
    let script =
      Self.sources + "n = -\nc = a.map { $0 * 2 }\n\(expression)\nsubscriptions \(name) == \(expected ?? "^-")"
    let said = transcript(script, limits: Limits(ticks: 20))
    #expect(said.contains("✓ demo.marble:6  subscriptions \(name)\n") == (expected != nil), "\(said)")
  }

  @Test func differingSubscriptionsAreShown() {
    #expect(
      transcript("a = --1--2--3|\na.take(2)\nsubscriptions a == --^---!, -------^").hasSuffix(
        """
        ✗ demo.marble:3  subscriptions a      2 differences
                   0    5
        expected   --^---!
                   -------^
        actual     ^----!
          subscription 1  starts at tick 0, expected 2; ends at tick 5, expected 6
          subscription 2  is missing

        """))
  }

  @Test func missingExpectationShowsTheSubscriptions() {
    #expect(
      transcript("a = cold -1|\na.repeat(3)\nsubscriptions a ==").hasSuffix(
        """
        ✗ demo.marble:3  subscriptions a
          expected a window after `==`; the result is: ^-!, --^-!, ----^-!

        """))
  }

  @Test func newBindingHasNoSubscriptions() {
    #expect(
      transcript("a = -1|\na.map { $0 }\na = -2|\nsubscriptions a == -").hasSuffix("✓ demo.marble:4  subscriptions a\n")
    )
  }

  @Test func subscriptionsBeforeARunAreAnError() {
    #expect(
      transcript("a = -1|\nsubscriptions a == ^-!") == """
        demo.marble:2:1: error: nothing has run before this line
          subscriptions a == ^-!
          ^^^^^^^^^^^^^^^^^^^^^^
          help: put an expression above this line, whose run is then checked

        """)
  }
}
