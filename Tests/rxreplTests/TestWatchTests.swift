import Foundation
import Testing

/// `rxrepl test` at a terminal: the line that says how far it is, Ctrl-C, and `--watch`.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
struct TestWatchTests {
  private static let good = "--1--| == --1--|\n"
  /// A script that takes longer than anybody waits, until it is stopped.
  private static let endless = "range(0, 9223372036854775807).count() == -\n"

  /// A terminal in a folder, which is there as long as the two are kept together.
  private struct Place {
    let terminal: Terminal
    let home: TemporaryFolder
  }

  private func start(
    _ command: String, _ files: [String: String], environment: [String: String] = [:]
  ) throws -> Place {
    let home = try TemporaryFolder()
    for (path, text) in files { try home.write(text, to: path) }
    let terminal = try Terminal("cd && \(command)", environment: environment, home: home.path)
    return Place(terminal: terminal, home: home)
  }

  @Test func aLongTestSaysHowFarItIsAndCanBeStopped() async throws {
    let place = try start(
      "\"$RXREPL\" test --events 1000000000000 a.marble b.marble", ["a.marble": Self.good, "b.marble": Self.endless])
    try await place.terminal.wait(forEnd: "1 of 2 files")
    #expect(try place.terminal.screen() == "✓ a.marble: 1 assertion\n1 of 2 files")
    try place.terminal.press("C-c")
    #expect(try await place.terminal.waitForExit() == 130)
    #expect(try !place.terminal.screen().contains("of 2 files"))
  }

  @Test func whatIsWrittenMeanwhileStandsOnLinesOfItsOwn() async throws {
    let place = try start("mkfifo a.marble && \"$RXREPL\" test --jobs 1 a.marble b.marble", ["b.marble": Self.good])
    try await place.terminal.wait(for: "0 of 2 files")
    // The script comes only now.
    try place.home.write("-1| == -2|\n", to: "a.marble")
    #expect(try await place.terminal.waitForExit() == 1)
    let screen = try place.terminal.screen()
    #expect(!screen.contains("of 2 files"))
    #expect(
      screen.contains("\n✗ a.marble: 1 assertion, 1 failed\n✓ b.marble: 1 assertion\n2 files, 2 assertions, 1 failed"))
  }

  @Test func aPlainTerminalGetsNoLineThatIsRewritten() async throws {
    let place = try start(
      "\"$RXREPL\" test --events 1000000000000 a.marble b.marble; echo over",
      ["a.marble": Self.good, "b.marble": Self.endless],
      environment: ["TERM": "dumb"])
    try await place.terminal.wait(for: "✓ a.marble: 1 assertion")
    try place.terminal.press("C-c")
    try await place.terminal.wait(for: "over")
    #expect(try !place.terminal.screen().contains("of 2 files"))
  }

  @Test func aTestIsRunAgainWhenAFileChangesComesOrGoes() async throws {
    let place = try start(
      "mkdir t && mv *.marble x t && \"$RXREPL\" test --watch t",
      ["a.marble": Self.good, "b.marble": ":load x\nx == --1|\n", "x": "x = --1|\n"])
    let waiting = "waiting for changes; press Ctrl-C to stop"
    try await place.terminal.wait(forEnd: "✓ t/b.marble: 1 assertion\n2 files, 2 assertions\n\(waiting)")
    // A file that is loaded counts too.
    try place.home.write("x = --2|\n", to: "t/x")
    try await place.terminal.wait(forEnd: "2 files, 2 assertions, 1 failed\n\(waiting)")
    try place.home.write("x = --1|\n", to: "t/x")
    try await place.terminal.wait(forEnd: "2 files, 2 assertions\n\(waiting)")
    try place.home.write(Self.good, to: "t/c.marble")
    try await place.terminal.wait(forEnd: "3 files, 3 assertions\n\(waiting)")
    try FileManager.default.removeItem(atPath: place.home.path + "/t/c.marble")
    try await place.terminal.wait(forEnd: "2 files, 2 assertions\n\(waiting)")
    // The screen shows the last test only.
    #expect(try place.terminal.screen().hasPrefix("✓ t/a.marble: 1 assertion\n"))
    try place.terminal.press("C-c")
    #expect(try await place.terminal.waitForExit() == 130)
  }

  @Test func aFileThatIsGoneIsWaitedFor() async throws {
    let place = try start("\"$RXREPL\" test --watch a.marble", ["a.marble": Self.good])
    try await place.terminal.wait(for: "1 file, 1 assertion")
    try FileManager.default.removeItem(atPath: place.home.path + "/a.marble")
    try await place.terminal.wait(for: "a.marble: error: No such file or directory")
    try place.home.write(Self.good, to: "a.marble")
    try await place.terminal.wait(for: "1 file, 1 assertion\n")
    try place.terminal.press("C-c")
    #expect(try await place.terminal.waitForExit() == 130)
  }

  @Test func aPipeGetsOneReportBehindTheOther() async throws {
    let place = try start("\"$RXREPL\" test --watch | cat", ["a.marble": Self.good])
    try await place.terminal.wait(forEnd: "✓ a.marble: 1 assertion\n1 file, 1 assertion")
    try place.home.write("// More\n" + Self.good, to: "a.marble")
    let report = "✓ a.marble: 1 assertion\n1 file, 1 assertion"
    try await place.terminal.wait(forEnd: "\(report)\n\(report)")
    try place.terminal.press("C-c")
    _ = try await place.terminal.waitForExit()
  }
}
