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
    #expect(outcome.output.contains("// tick 0 is at 200ms\n// 50 events of 1 stream until 490ms\n"))
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
    try terminal.press("C-c")
    #expect(try terminal.waitForExit() == 0)
    #expect(try terminal.screen().contains("a  vw"))
  }
}
