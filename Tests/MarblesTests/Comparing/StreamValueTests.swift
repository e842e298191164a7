import Marbles
import TestSupport
import Testing

/// Comparing streams that an expression sends as values.
struct StreamValueTests {
  @Test(arguments: [
    "\"-a|\".map { just($0) } == -<(a|)>|",
    "x = cold -1|\nstreams(x) == (<-1|>|)",
    "x = --1|\nstreams(x) == (<--1|>|)",
    "x = cold -1|\nstreams(x, x.delay(1)) == streams(x, cold(\"--1|\"))",
    "x = cold -1|\n\"a--b|\".map { x } == <-1|>--<-1|>|",
    "\"-1|\".map { just(streams(just($0))) } == -<(<(<(1|)>|)>|)>|",
    "x = cold -1|\nstreams(x) during ^-! == (<-1>|)",
    "x = cold -1|\nstreams(x) during ^--! == (<-1|>|)",
    "x = cold -1|\nstreams(x).materialize() == streams(cold(\"-1|\")).materialize()",
    "\"{1}*\".map { just($0) } == {<(1|)>}*",
    "forall a: streams(a) == streams(a)",
  ])
  func streamEqualsItsEvents(script: String) {
    #expect(transcript(script, limits: Limits(ticks: 50, deliveries: 2_000)).hasPrefix("✓"))
  }

  @Test func differenceShowsTheEvents() {
    let said = transcript("\"-a|\".map { just($0) } == -<(b|)>|")
    #expect(said.hasPrefix("✗"))
    #expect(said.contains("-<(a|)>|"), "\(said)")
    #expect(transcript("streams(cold(\"{1-}*\")) == (<1|>|)", limits: Limits(ticks: 50)).hasPrefix("✗"))
  }

  /// Comparing does not observe the streams of the run.
  @Test func comparingDoesNotCountAsASubscription() {
    let said = transcript("x = cold -1|\nstreams(x) == (<-1|>|)\nsubscriptions x == -")
    #expect(said.split(separator: "\n").allSatisfy { $0.hasPrefix("✓") }, "\(said)")
  }
}
