import Testing

/// Extremely large expressions and extremely many statements and events.
@Suite(.serialized) struct LargeProgramTests {
  static let inputs = [
    // Expressions.
    LargeInput("a closure of 10 MB", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { $0\(many(" + 1", 10 * million / 4)) }\n"
    },
    LargeInput("a number of 1 MB in a closure", status: 2, containing: "is out of range") {
      "a = --1|\na.map { \(many("9", million)) }\n"
    },
    LargeInput("100,000 parentheses in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("(", 100_000))1\(many(")", 100_000)) }\n"
    },
    LargeInput("100,000 signs in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("-", 100_000))$0 }\n"
    },
    LargeInput("100,000 conditions in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("true ? 1 : ", 100_000))1 }\n"
    },
    LargeInput("50,000 texts in texts", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \"\(many("\\(\"", 50_000))x\(many("\")", 50_000))\" }\n"
    },
    LargeInput("100,000 calls in calls", status: 2, containing: "nested too deeply") {
      "a = --1|\n\(many("merge(", 100_000))a\(many(")", 100_000))\n"
    },
    LargeInput("a chain of 100,000 links", status: 2, containing: "nested too deeply") {
      "a = --1|\na\(many(".map { $0 }", 100_000))\n"
    },
    LargeInput("100,000 arguments", status: 0, containing: "--(11") { "a = --1|\nmerge(a\(many(", a", 99_999)))\n" },
    LargeInput("100,000 values", status: 0, containing: "(111") { "values(1\(many(", 1", 99_999)))\n" },
    LargeInput("an operator's name of 1 MB", status: 2, containing: "xxx…`") {
      "a = --1|\na.\(many("x", million))()\n"
    },
    LargeInput("a command's name of 1 MB", status: 2, containing: "xxx…`") { ":" + many("x", million) },
    // Statements.
    LargeInput("20,000 statements", status: 0, containing: "_  --1--|") { many("--1--|\n", 20_000) },
    LargeInput("1,000,000 empty lines", status: 0) { many("\n", million) },
    LargeInput("1,000,000 semicolons", status: 0) { many(";", million) },
    LargeInput("20,000 bindings", status: 0) { (0..<20_000).map { "x\($0) = --1--|\n" }.joined() },
    LargeInput("5,000 assertions", status: 0, containing: "✓ <stdin>:5000 ") {
      many("\"--1|\".map { $0 } == --1|\n", 5_000)
    },
    LargeInput("20,000 errors", status: 2, containing: "19,980 more errors") { many("--|--|\n", 20_000) },
    // Many events.
    LargeInput("1,000,000 rounds", status: 0, containing: "✓ <stdin>:2  a.map { $0 }") {
      "a = {-a}*1000000|\na.map { $0 } == {-a}*1000000|\n"
    },
  ]

  @Test(arguments: inputs)
  func inputEndsWithinTheLimits(input: LargeInput) throws { try input.test() }

  @Test(arguments: [
    ("merge(\"{a}*\", \"--1|\")", "stopped at tick 100004"),
    ("{-}*", ""),
    // Observers beyond those that are recorded.
    ("f(s) = merge(s, s); a = --1|; a\(many(".f()", 17)).take(first: 1)", "a x100000+  --1...|"),
    ("f(s) = merge(s, s); a = --1|; a\(many(".f()", 32))", "before the stream ended: it sends or holds too much"),
    ("range(0, 9223372036854775807).collect()", "stopped after 1,500,000 deliveries"),
    // A run that never leaves its tick.
    ("x = cold 3-!; a = ----2--|; a.buffer { x }", "stopped after 300,000 deliveries"),
  ])
  func endlessStreamIsStopped(expression: String, note: String) throws {
    var program = Program()
    program.seconds = 60
    let outcome = try program.run("-e", expression)
    #expect(outcome.end == .status(0))
    #expect(note.isEmpty || outcome.output.contains(note))
    #expect(outcome.errors == "")
  }
}
