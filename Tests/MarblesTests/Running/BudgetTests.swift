import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The limits that stop endless runs.
struct BudgetTests {
  private static let limits = Limits(ticks: 50, deliveries: 2_000)

  @Test(arguments: [
    "just(1).repeat()", "empty().repeat()", "just(1).repeat().filter { false }", "just(1).repeat().collect()",
    "just(1).repeat().repeat()", "merge(just(1).repeat(), just(2).repeat())",
    "values(1, 2).flatMap(.concat) { just($0).repeat() }",
    "just(1).repeat().flatMap(.latest) { just($0) }", "zip(just(1).repeat(), just(2).repeat())",
    "empty().delay(0).repeat()",
    "range(0, 9223372036854775807)", "just(1).repeat().reduce(0) { $0 }", "deferred { just(1) }.repeat()",
    "cold(\"(1|)\").repeat()", "just(1).repeat().debounce(1)", "just(1).repeat().delay(1)",
    "never().window { just(1).take(first: 0) }",
  ])
  func loopWithinATickIsStopped(expression: String) {
    let said = transcript(expression, limits: Self.limits)
    #expect(said.contains("stopped after 2,000 deliveries, before the stream ended"), "\(said.prefix(300))")
  }

  /// A start that continues after the end of all observations, and operators with more observers than deliveries.
  @Test(arguments: [
    "property(8, then: generate(0) { $0 + 1 })", "property(8, then: just(1).repeat()).first()",
    "generate(0) { $0 + 1 }.replayLazily(upTo: 1).first()", "range(0, 9223372036854775807).replayLazily(upTo: 1)",
    "range(0, 9223372036854775807).share(resetWhenUnobserved: false).first()",
    "generate(0) { $0 + 1 }.multicast { $0 }", "action(generate(0) { $0 + 1 }) { just($0) }.values",
    "loadingProperty { generate(0) { $0 + 1 } }", "generate(0) { $0 + 1 }.toLoadingProducer()",
    "fail(\"x\").retry().replayLazily()", "just(1).expand { just($0) }.share(resetWhenUnobserved: false).first()",
    "property(0, then: just(1).repeat().flatMap(.merge) { values(1, 2) })",
    "range(1, 1900).replayLazily().flatMap(.merge) { _ in range(1, 1900).replayLazily() }",
  ])
  func sharedStartIsStopped(expression: String) throws {
    var asked = 0
    var said = ""
    Session(SessionOptions(limits: Self.limits)).evaluate(
      Source(name: "test", text: expression),
      while: {
        asked += 1
        return asked < 1_000
      }, answer: { said += AnswerWriter().text(of: $0)?.text ?? "" })
    #expect(asked < 1_000)
    #expect(said.contains("stopped after "), "\(said.prefix(300))")
    #expect(said.contains(" deliveries, before the stream ended"), "\(said.prefix(300))")
  }

  /// Inner streams that start after the last drawn tick would take as long as the run.
  @Test(arguments: ["c = cold 1|\nc.repeat()", "a = {-1}*\na.flatMap { just($0) }", "a = {-1}*\na.window(count: 1)"])
  func onlyDrawnInnerStreamsAreKept(script: String) throws {
    var drawing: Diagram?
    Session(SessionOptions(limits: Limits(ticks: 1_000))).evaluate(
      Source(name: "test", text: script), while: { true },
      answer: { if case .drawing(let diagram) = $0 { drawing = diagram } })
    let lanes = try #require(drawing).lanes
    #expect(lanes.contains { !$0.inner.isEmpty } && lanes.allSatisfy { $0.inner.count <= 100 })
  }

  /// An error in a closure stops a shared start too.
  @Test func errorStopsASharedStart() {
    var asked = 0
    var said = ""
    Session(SessionOptions(limits: Limits(deliveries: 1_000_000))).evaluate(
      Source(name: "test", text: "property(1, then: range(0, 9223372036854775807).map { 1 / $0 })"),
      while: {
        asked += 1
        return asked < 10
      }, answer: { if case .error(let diagnostic, _) = $0 { said += diagnostic.problem.message } })
    #expect(asked < 10)
    #expect(said == "cannot divide by zero")
  }

  /// Operators that restart a stream on later ticks forever are stopped at a tick, not only by their deliveries.
  @Test(arguments: ["never().buffer { timer(after: 2) }", "never().window { timer(after: 2) }"])
  func restartOverTicksIsStoppedAtATick(expression: String) {
    #expect(transcript(expression, limits: Self.limits).contains("stopped at tick 50, before the stream ended"))
  }

  @Test(arguments: [
    "cold(\"-1|\").repeat()", "cold(\"-|\").repeat()", "merge(\"{a}*\", \"--b|\")", "concat(\"{-}*-1\", \"1|\")",
  ])
  func loopOverTicksIsStopped(expression: String) {
    let said = transcript(expression, limits: Self.limits)
    #expect(said.contains("before the stream ended") || said.contains("error"), "\(said)")
  }

  /// A limit of everything that a run holds: events of many observers, waiting streams and actions, combined values.
  @Test(arguments: [
    "x.flatMap(.concat) { never() }", "x.flatMap(.merge) { never() }", "just(1).expand { values($0, $0).delay(1) }",
    "combineLatest(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x)", "range(0, 1400000).delay(1)",
  ])
  func runThatHoldsTooMuchIsStopped(expression: String) throws {
    let said = transcript("x = {(1111111111)}*\n\(expression)")
    let count = try #require(said.firstMatch(of: /stopped after ([\d,]+) deliveries, before the stream ended/)?.1)
    #expect((1..<1_000_000).contains(Int(count.filter(\.isNumber)) ?? 0), "\(said.suffix(300))")
  }

  /// The time for a comparison grows with the number of differences, not with its square.
  @Test func comparisonOfManyEventsEnds() {
    let said = transcript(
      "x = {(1111111111)}*\nmerge(x, x, x, x, x, x, x, x, x, x) == x", limits: Limits(deliveries: 20_000))
    #expect(said.hasPrefix("✗"))
  }

  @Test func writtenTimelineRunsToItsEnd() {
    #expect(transcript("a = @200000 1|\na.map { $0 } == @200000 1|") == "✓ demo.marble:2  a.map { $0 }\n")
    #expect(transcript("merge(\"@200000 1|\") == @200000 1|") == "✓ demo.marble:1  merge(\"@200000 1|\")\n")
    #expect(
      transcript("a = cold 90000t 1|\nconcat(a, a, a) == @90000 1 90000t 1 90000t 1|")
        == "✓ demo.marble:2  concat(a, a, a)\n")
  }

  @Test func silentStreamIsNotStopped() {
    #expect(output("never()") == "")
    #expect(output("a = --1\na.repeat()") == "--1")
  }

  @Test func limitedLoopEndsByItself() {
    #expect(output("just(1).repeat().take(3)") == "(111|)")
    #expect(output("merge(just(1).repeat(), \"a|\").take(2)") == "(11|)")
  }

  @Test func endlessRunEqualsOnlyAnEndlessTimeline() {
    let limits = Self.limits
    #expect(transcript("a = cold -1|\na.repeat() == {-1}*", limits: limits) == "✓ demo.marble:2  a.repeat()\n")
    #expect(
      transcript("a = {-1}*\na == -1-1|", limits: limits).contains(
        "stopped at tick 50, before the stream ended\n  expected an endless timeline, such as `{--a}*`\n"))
    #expect(transcript("a = -1-1|\na == {-1}*", limits: limits).hasPrefix("✗"))
  }

  @Test func runStoppedInItsFirstTickEqualsNothing() {
    let said = transcript("just(1).repeat() == just(1).repeat()", limits: Self.limits)
    #expect(said.hasPrefix("✗") && said.contains("the first tick did not end, so nothing can be compared"), "\(said)")
  }

  @Test func endingRunDiffersFromAnEndlessRun() {
    let said = transcript("a = cold -|\na.repeat() == a", limits: Self.limits)
    #expect(said.hasPrefix("✗") && said.contains("one of the two streams ends, but the other does not"), "\(said)")
  }

  /// Neither of them ends, and neither of them sends anything.
  @Test func silentRunsAreEqual() {
    let said = transcript("a = cold -|\na.repeat() == never()", limits: Self.limits)
    #expect(said.hasPrefix("✓"), "\(said)")
  }

  @Test func callerCanStopTheRun() {
    var asked = 0
    var said = ""
    Session().evaluate(
      Source(name: "test", text: "just(1).repeat()"),
      while: {
        asked += 1
        return asked < 3
      }, answer: { said += AnswerWriter().text(of: $0)?.text ?? "" })
    #expect(said.contains("stopped by you, before the stream ended"))
  }

  @Test func stoppedRunIsReleased() throws {
    var bindings = Bindings()
    let inputs = ["a": "123456789|", "b": "--------------------1|"].map { name, timeline in
      Binding(name: name, kind: .pipe(Timeline(stringLiteral: timeline)))
    }
    for input in inputs { bindings.bind(input) }
    weak var released: VirtualTimeScheduler?
    do {
      let runContext = RunContext(bindings, limits: Limits(ticks: 50, deliveries: 4))
      let producers = try inputs.map { try runContext.producer(for: $0) }
      _ = runContext.run(Producer.merge(producers))
      released = runContext.scheduler
    }
    #expect(released == nil)
  }
}
