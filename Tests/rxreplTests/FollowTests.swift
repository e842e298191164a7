import Foundation
import Testing

/// `rxrepl trace.jsonl --follow`, and traces in other commands.
@MainActor struct FollowTests {
  private static func line(_ time: Int, _ value: String) -> String {
    "{\"time\": \(time), \"stream\": \"a\", \"kind\": \"value\", \"value\": \"\(value)\"}\n"
  }

  @Test func standardInputIsDrawnAtItsEnd() throws {
    let lines = (0..<70).map { Self.line($0 * 10, "v") }.joined()
    let outcome = try Program(input: Array(lines.utf8)).run("--follow")
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasPrefix("   0"))
    // The last window.
    #expect(outcome.output.contains("// tick 0 is at 200ms\n// 50 events of 1 stream until 690ms\n"))
  }

  @Test func invalidLinesAreErrorsAtTheEnd() throws {
    let outcome = try Program(input: Array((Self.line(0, "v") + "{}\n").utf8)).run("--follow")
    #expect(outcome.end == .status(2))
    #expect(outcome.errors.hasPrefix("<stdin>:2:1: error: this line is not an event of a trace\n"))
  }

  @Test(arguments: [
    ["--follow", "a.marble"], ["--follow", "a.jsonl", "b.jsonl"], ["--follow", "a.jsonl", "-o", "a.svg"],
  ])
  func onlyOneTraceIsFollowed(arguments: [String]) throws {
    #expect(try Program().run(arguments).end == .status(64))
  }

  /// A program can write other lines before its trace.
  @Test func traceFollowsOtherText() throws {
    let outcome = try Program(input: Array(("Listening on 3000\n" + Self.line(0, "v")).utf8)).run()
    #expect(outcome.end == .status(2))
    #expect(outcome.output.contains("// 1 event of 1 stream"))
    #expect(outcome.errors.hasPrefix("<stdin>:1:1: error: this line is not an event of a trace\n"))
  }

  // MARK: Swift

  private static let typed = """
    {"time": 20, "stream": "typed", "kind": "value", "value": "j"}
    {"time": 140, "stream": "typed", "kind": "value", "value": "ji"}
    {"time": 250, "stream": "typed", "kind": "value", "value": "jil"}
    {"time": 300, "stream": "n", "kind": "value", "value": 3}
    {"time": 410, "stream": "n", "kind": "value", "value": 5}
    {"time": 552, "stream": "results", "kind": "value", "value": "jil"}
    {"time": 700, "stream": "n", "kind": "value", "value": 5}
    {"time": 790, "stream": "n", "kind": "value", "value": 8}
    {"time": 900, "stream": "typed", "kind": "value", "value": "jill"}
    {"time": 1201, "stream": "results", "kind": "value", "value": "jill"}

    """

  private static let questions = #"""
    typed.debounce(300ms) == results
    typed.delay(100ms).filter { $0.hasPrefix("ji") }
    typed.map { word in (word.count + 1) * 2 }
    typed.map { $0 == "j" ? "first \"one\"" : $0 }
    typed.take(until: results)
    typed.throttle(200ms)
    typed.audit(for: 2)
    n.skipRepeats(on: { $0 - 1 })
    n.scan(0) { $0 + $1 }
    n.scan(0) { $0 + 1 }
    typed.map { "x" }
    n.filter { $0 == "3" }
    n.map { $0 > 4 ? "many" : $0 }
    merge(n, typed)
    n.map { $0 * 1.5 }
    n.filter { $0 > 3 && -$0 > -8 }
    long = typed.skip(while: { $0.count < 3 })
    merge(long, results)
    combineLatest(typed, n).map { $0.0 }
    zip(typed, n) { (a, b) in b }
    typed.prefix(value: "a").withLatest(from: n)
    n.count()

    """#

  /// The tests are a part of this package, so they compile, and pass.
  @Test func resultsBecomeTestsForSwift() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.typed, to: "typed.jsonl")
    try folder.write(Self.questions, to: "Saved.marble")
    let program = Program(folder: folder.path)
    let outcome = try program.run("typed.jsonl", "Saved.marble", "--format", "swift")
    #expect(outcome.errors.hasPrefix("Saved.marble:12:18: warning: a number and `\"3\"` are never equal\n"))
    #expect(
      outcome.errors.hasSuffix(
        """

        Saved.marble: warning: 4 results cannot be written in Swift
          help: `n.filter { $0 == "3" }` cannot be written in Swift

        """))
    #expect(outcome.end == .status(0))
    let path = Package.root + "/Tests/MarblesTests/Recorder/SavedTests.swift"
    let compiled = try String(contentsOfFile: path, encoding: .utf8)
    #expect(compiled.hasSuffix("\n" + outcome.output))
    #expect(compiled.split(separator: "\n").count == outcome.output.split(separator: "\n").count + 1)
    // A part of the trace, in a file.
    #expect(try program.run("typed.jsonl", "Saved.marble", "--from", "400ms", "-o", "part.swift").end == .status(1))
    let part = String(decoding: try folder.bytes("part.swift"), as: UTF8.self)
    #expect(part.hasPrefix("import Marbles\nimport Testing\n\n@Suite struct PartTests {\n"))
    #expect(part.contains("\"----------[jill]"))
    #expect(try program.run("--safe", "typed.jsonl", "Saved.marble", "--format", "swift").end == .status(64))
    // Swift knows one stream of a name.
    let script = "a = -1|\nb = a.map { $0 }\na = -2|\na.delay(1)\nmerge(a, b)"
    let other = try program.run("-e", script, "--format", "swift")
    #expect(
      other.errors == """
        -e: warning: 1 result cannot be written in Swift
          help: two streams of `merge(a, b)` have the same name: give each its own

        """)
    for (script, help) in [
      ("b = interval(2).take(2)\nb.skip(1)", "`interval(2)` in `b.skip(1)` cannot be written in Swift"),
      ("a = -1|\na.map { $0 / 2 }", "`$0 / 2` in `a.map { $0 / 2 }` cannot be written in Swift"),
      ("a = -1|\na.count() during ^-!", "write `a.count() during ^-!` without `during`"),
    ] {
      let errors = try program.run("-e", script, "--format", "swift").errors
      #expect(errors == "-e: error: no result can be written in Swift\n  help: \(help)\n")
    }
    #expect(other.output.contains("\"-2|\",\n        on: clock\n"))
    let nothing = try program.run("typed.jsonl", "--format", "swift")
    #expect(nothing.errors == "typed.jsonl: error: no result can be written in Swift\n")
    #expect(nothing.output == "" && nothing.end == .status(2))
  }

  /// A page of a trace begins with its streams as a script.
  @Test func traceBecomesAPage() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.line(0, "v") + Self.line(4, "w").replacing("\"a\"", with: "\"b\""), to: "demo.jsonl")
    let outcome = try Program(folder: folder.path).run("page", "demo.jsonl")
    #expect(outcome.errors == "" && outcome.end == .status(0))
    #expect(outcome.output.contains("<title>demo</title>"))
    #expect(outcome.output.contains(":tick 2ms\na = v--\nb = --w\nmerge(a, b)\n"))
    try folder.write("no trace\n", to: "bad.jsonl")
    let bad = try Program(folder: folder.path).run("page", "bad.jsonl")
    #expect(bad.output == "" && bad.end == .status(2))
  }

  @Test(.enabled(if: Terminal.isAvailable, Terminal.missing))
  func terminalShowsEventsAsTheyCome() throws {
    let home = try TemporaryFolder()
    try home.write(Self.line(0, "v"), to: "a.jsonl")
    let terminal = try Terminal("cd && \"$RXREPL\" --follow a.jsonl", home: home.path)
    try terminal.wait(for: "1 event of 1 stream")
    let added = try FileHandle(forWritingTo: URL(fileURLWithPath: home.path + "/a.jsonl"))
    try added.seekToEnd()
    try added.write(contentsOf: Data(Self.line(3, "w").utf8))
    try terminal.wait(for: "2 events of 1 stream")
    // A program that starts again may replace the file.
    try home.write((0..<3).map { Self.line($0, "x") }.joined(), to: "b.jsonl")
    #expect(rename(home.path + "/b.jsonl", home.path + "/a.jsonl") == 0)
    try terminal.wait(for: "3 events of 1 stream")
    try terminal.press("C-c")
    #expect(try terminal.waitForExit() == 0)
    #expect(try terminal.screen().contains("a  xxx"))
  }
}
