import Testing

/// Extremely large inputs.
///
/// Each must end within limits of time and memory, with a message.
@Suite(.serialized) struct LargeInputTests {
  private static let million = 1_000_000
  private static let tenMillion = 10_000_000

  /// A script with its expected exit status and message.
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int32
    let words: String
    let script: @Sendable () -> String

    init(_ name: String, status: Int32, containing words: String = "", _ script: @escaping @Sendable () -> String) {
      self.name = name
      self.status = status
      self.words = words
      self.script = script
    }

    var testDescription: String { name }
  }

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let inputs = [
    // Lines.
    Input("a line of 10 MB, one comment", status: 0, containing: "_  --1|") { "// \(many("x", tenMillion))\n--1|\n" },
    Input("a line of 10 MB, one open quote", status: 2, containing: "`\"` is never closed") {
      "--\"" + many("x", tenMillion)
    },
    Input("a line of 1 MB, one text", status: 0) { "--\"\(many("x", million))\"--|\n" },
    Input("a line of 1 MB, one word", status: 2, containing: "there is no stream named") { many("a", million) },
    Input("a line of 1 MB, one number", status: 2, containing: "is too large") { "--[\(many("9", million))]--|\n" },
    Input("a line of 1 MB, one duration", status: 2, containing: "after the last possible tick") {
      "a \(many("9", million))t b"
    },
    Input("a line of 1 MB, one timeline", status: 0, containing: "--1---1-") { many("--1-", million / 4) + "|\n" },
    Input("a line of 1 MB, all digits", status: 0, containing: "1000000 values") { many("9", million) },
    Input("a line of 400 kB of warnings", status: 0, containing: "more warnings") { many("a12 ", million / 10) },
    // Brackets.
    Input("10,000,000 braces", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("{", tenMillion)
    },
    Input("1,000,000 brackets", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("[", million)
    },
    Input("1,000,000 parentheses", status: 2, containing: "unexpected group in a group") { many("(", million) },
    Input("100,000 angles", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("<", 100_000)
    },
    Input("100,000 pairs of brackets", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("[", 100_000) + many("]", 100_000)
    },
    Input("100,000 closing parentheses", status: 2, containing: "`)` has no matching `(`") { many(")", 100_000) },
    Input("500,000 comments in comments", status: 2, containing: "the comment is never closed") {
      many("/*", million / 2)
    },
    // Expressions.
    Input("a closure of 10 MB", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { $0\(many(" + 1", tenMillion / 4)) }\n"
    },
    Input("a number of 1 MB in a closure", status: 2, containing: "is out of range") {
      "a = --1|\na.map { \(many("9", million)) }\n"
    },
    Input("100,000 parentheses in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("(", 100_000))1\(many(")", 100_000)) }\n"
    },
    Input("100,000 signs in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("-", 100_000))$0 }\n"
    },
    Input("100,000 conditions in a closure", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \(many("true ? 1 : ", 100_000))1 }\n"
    },
    Input("50,000 texts in texts", status: 2, containing: "nested too deeply") {
      "a = --1|\na.map { \"\(many("\\(\"", 50_000))x\(many("\")", 50_000))\" }\n"
    },
    Input("100,000 calls in calls", status: 2, containing: "nested too deeply") {
      "a = --1|\n\(many("merge(", 100_000))a\(many(")", 100_000))\n"
    },
    Input("a chain of 100,000 links", status: 2, containing: "nested too deeply") {
      "a = --1|\na\(many(".map { $0 }", 100_000))\n"
    },
    Input("100,000 arguments", status: 0, containing: "--(11") { "a = --1|\nmerge(a\(many(", a", 99_999)))\n" },
    Input("100,000 values", status: 0, containing: "(111") { "values(1\(many(", 1", 99_999)))\n" },
    Input("an operator's name of 1 MB", status: 2, containing: "xxx…`") { "a = --1|\na.\(many("x", million))()\n" },
    Input("a command's name of 1 MB", status: 2, containing: "xxx…`") { ":" + many("x", million) },
    // Statements.
    Input("20,000 statements", status: 0, containing: "_  --1--|") { many("--1--|\n", 20_000) },
    Input("1,000,000 empty lines", status: 0) { many("\n", million) },
    Input("1,000,000 semicolons", status: 0) { many(";", million) },
    Input("20,000 bindings", status: 0) { (0..<20_000).map { "x\($0) = --1--|\n" }.joined() },
    Input("5,000 assertions", status: 0, containing: "✓ <stdin>:5000 ") {
      many("\"--1|\".map { $0 } == --1|\n", 5_000)
    },
    Input("20,000 errors", status: 2, containing: "19980 more errors") { many("--|--|\n", 20_000) },
    // Many events.
    Input("1,000,000 rounds", status: 0, containing: "✓ <stdin>:2  a.map { $0 }") {
      "a = {-a}*1000000|\na.map { $0 } == {-a}*1000000|\n"
    },
  ]

  @Test(arguments: inputs)
  func inputEndsWithinTheLimits(input: Input) throws {
    let outcome = try Program(input: Array(input.script().utf8)).run()
    #expect(outcome.end == .status(input.status), "\(outcome.errors.prefix(400))")
    #expect(input.words.isEmpty || outcome.output.contains(input.words) || outcome.errors.contains(input.words))
    let lines = outcome.errors.utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { $0.count < 1_000 }, "a line of a message is too long")
  }

  @Test(arguments: [
    ("merge(\"{a}*\", \"--1|\")", "stopped at tick 100004"),
    ("{-}*", ""),
    ("range(0, 9223372036854775807).collect()", "stopped after 10000000 deliveries"),
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
