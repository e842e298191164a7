import Foundation
import Testing

/// `rxrepl test` in a terminal: the progress line, Ctrl-C, and `--watch`.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct TestWatchTests {
  private static let good = "--1--| == --1--|\n"
  /// A script that runs until it is stopped.
  private static let endless = "range(0, 9223372036854775807).count() == -\n"

  /// A terminal in a folder, which is removed with this value.
  private struct Fixture {
    let terminal: Terminal
    let home: TemporaryFolder
  }

  private func start(
    _ command: String, _ files: [String: String], environment: [String: String] = [:]
  ) throws -> Fixture {
    let home = try TemporaryFolder()
    for (path, text) in files { try home.write(text, to: path) }
    let terminal = try Terminal("cd && \(command)", environment: environment, home: home.path)
    return Fixture(terminal: terminal, home: home)
  }

  @Test func longTestShowsProgressAndCanBeStopped() throws {
    let fixture = try start(
      "\"$RXREPL\" test --events 1000000000000 a.marble b.marble", ["a.marble": Self.good, "b.marble": Self.endless])
    try fixture.terminal.wait(forEnd: "1 of 2 files")
    #expect(try fixture.terminal.screen() == "✓ a.marble: 1 assertion\n1 of 2 files")
    try fixture.terminal.press("C-c")
    #expect(try fixture.terminal.waitForExit() == 130)
    #expect(try !fixture.terminal.screen().contains("of 2 files"))
  }

  @Test func longSearchCanBeStopped() throws {
    let fixture = try start(
      "\"$RXREPL\" test a.marble b.marble",
      ["a.marble": Self.good, "b.marble": "a = {1234567890}*40|\n?(a) == x#\n?(a) == y#\n?(a) == z#\n"])
    try fixture.terminal.wait(forEnd: "1 of 2 files")
    try fixture.terminal.press("C-c")
    #expect(try fixture.terminal.waitForExit() == 130)
    // The answers of the search that was stopped are not shown.
    #expect(try !fixture.terminal.screen().contains("b.marble"))
  }

  @Test func outputDoesNotMixWithTheProgressLine() throws {
    let fixture = try start("mkfifo a.marble && \"$RXREPL\" test --jobs 1 a.marble b.marble", ["b.marble": Self.good])
    try fixture.terminal.wait(for: "0 of 2 files")
    // The script is available only now.
    try fixture.home.write("-1| == -2|\n", to: "a.marble")
    #expect(try fixture.terminal.waitForExit() == 1)
    let screen = try fixture.terminal.screen()
    #expect(!screen.contains("of 2 files"))
    #expect(
      screen.contains("\n✗ a.marble: 1 assertion, 1 failed\n✓ b.marble: 1 assertion\n2 files, 2 assertions, 1 failed"))
  }

  @Test func simpleTerminalShowsNoProgressLine() throws {
    let fixture = try start(
      "\"$RXREPL\" test --events 1000000000000 a.marble b.marble; echo over",
      ["a.marble": Self.good, "b.marble": Self.endless],
      environment: ["TERM": "dumb"])
    try fixture.terminal.wait(for: "✓ a.marble: 1 assertion")
    try fixture.terminal.press("C-c")
    try fixture.terminal.wait(for: "over")
    #expect(try !fixture.terminal.screen().contains("of 2 files"))
  }

  @Test func testIsRepeatedWhenAFileChanges() throws {
    let fixture = try start(
      "mkdir t && mv *.marble x t && \"$RXREPL\" test --watch t",
      ["a.marble": Self.good, "b.marble": ":load x\nx == --1|\n", "x": "x = --1|\n"])
    let waiting = "waiting for changes; press Ctrl-C to stop"
    try fixture.terminal.wait(forEnd: "✓ t/b.marble: 1 assertion\n2 files, 2 assertions\n\(waiting)")
    // Loaded files are watched too.
    try fixture.home.write("x = --2|\n", to: "t/x")
    try fixture.terminal.wait(forEnd: "2 files, 2 assertions, 1 failed\n\(waiting)")
    try fixture.home.write("x = --1|\n", to: "t/x")
    try fixture.terminal.wait(forEnd: "2 files, 2 assertions\n\(waiting)")
    try fixture.home.write(Self.good, to: "t/c.marble")
    try fixture.terminal.wait(forEnd: "3 files, 3 assertions\n\(waiting)")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/t/c.marble")
    try fixture.terminal.wait(forEnd: "2 files, 2 assertions\n\(waiting)")
    let rule = /\n── \d\d:\d\d:\d\d ─{68}\n✓ t\/a.marble: 1 assertion\n/
    #expect(try fixture.terminal.screen().contains(rule))
    try fixture.terminal.press("C-c")
    #expect(try fixture.terminal.waitForExit() == 130)
  }

  @Test func removedFileIsWaitedFor() throws {
    let fixture = try start("\"$RXREPL\" test --watch a.marble", ["a.marble": Self.good])
    try fixture.terminal.wait(for: "1 file, 1 assertion")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/a.marble")
    try fixture.terminal.wait(for: "a.marble: error: No such file or directory")
    try fixture.home.write(Self.good, to: "a.marble")
    try fixture.terminal.wait(for: /1 error\n[^✓]*✓ a.marble: 1 assertion\n/)
    try fixture.terminal.press("C-c")
    #expect(try fixture.terminal.waitForExit() == 130)
  }

  @Test func pipeReceivesAllReports() throws {
    let fixture = try start("\"$RXREPL\" test --watch | cat", ["a.marble": Self.good])
    try fixture.terminal.wait(forEnd: "✓ a.marble: 1 assertion\n1 file, 1 assertion")
    try fixture.home.write("// More\n" + Self.good, to: "a.marble")
    try fixture.terminal.wait(
      for: /assertion\n-- \d\d:\d\d:\d\d -{68}\n✓ a.marble: 1 assertion\n1 file, 1 assertion/)
    try fixture.terminal.press("C-c")
    _ = try fixture.terminal.waitForExit()
  }
}
