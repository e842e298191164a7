import TestSupport
import Testing

/// Groups and windows as values, and the lanes of logs.
struct SubstreamTests {
  @Test(arguments: [
    ("a.window(count: 2).filter { true }", "<-1-(2|)>--<--3-|>---|"),
    ("a.window(count: 2).delay(2)", "--<1(2|)>--<3-|>---|"),
    ("a.window(count: 2).map { w in w.take(1) }.flatten(.merge)", "-1---3-|"),
    ("a.window(count: 9).take(first: 1)", "(<!>|)"),
    ("a.groupBy { $0 > 1 }.flatten(.concat)", "-1-----(23|)"),
    ("a.groupBy { $0 > 1 }.flatMap(.merge) { g in g.index() }", "-[1,0]-[2,0]-[3,1]-|"),
    ("a.groupBy { $0 }.log().take(first: 1).flatten(.merge)", "-1-----|"),
  ])
  func substreamsAreWrittenAsTimelines(expression: String, expected: String) {
    #expect(transcript("a = -1-2-3-|\n\(expression) == \(expected)") == "✓ demo.marble:2  \(expression)\n")
  }

  @Test func logHasItsOwnLane() {
    let said = transcript(
      """
      a = -1-2|
      a.log("in").map { $0 + 1 }.log().take(first: 1)
      """)
    let lanes = said.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(lanes == ["0", "a -1...-2|", "in -(1!)", "log -(2!)", "= a.log(\"in\").map", "out -(2|)"])
  }

  /// A source that is started several times is logged once.
  @Test func logShowsTheFirstStart() {
    let said = transcript("a = cold 1-2|\na.log(\"first\").repeat(2)")
    let lane = said.split(separator: "\n").first { $0.hasPrefix("first") }
    #expect(lane?.contains("1-2|") == true && lane?.contains("|-") == false, "\(said)")
  }

  @Test(arguments: [
    ("a.dematerialize()", "expected an event, found a number"),
    ("a.scanMap(0) { $0 + $1 }", "expected a pair, found a number"),
    ("a.map(\"x\")", "expected a closure, found a string"),
    ("a.buffer(count: 0)", "`count` must be at least 1"), ("a.window(2, 0)", "`every` must be at least 1"),
    ("a.window()", "`window` needs the argument `on:`, a stream"), ("a.log(1)", "expected a string, found a number"),
    ("a.collect { all, next, more in true }", "the closure takes 3 values, but receives 2"),
  ])
  func invalidArgumentIsReported(call: String, message: String) {
    #expect(output("a = -1-2-3-|\n\(call)") == "error: " + message)
  }
}
