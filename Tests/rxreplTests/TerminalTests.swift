import Foundation
import Testing

/// The prompt: the built program in a real terminal.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct TerminalTests {
  /// The end of the screen when the program waits for an entry.
  ///
  /// Trailing spaces are not captured.
  static let prompt = "rx>"

  /// Discards the line and leaves.
  ///
  /// The prompt must appear in between, because Ctrl-D has no effect before.
  private func dropAndLeave(_ terminal: Terminal) throws {
    try terminal.press("C-c")
    try terminal.wait(forEnd: "^C\n\(Self.prompt)")
    try terminal.press("C-d")
  }

  @Test func ctrlCDiscardsTheLineAndCtrlDLeaves() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("half a li")
    try terminal.wait(forEnd: "\(Self.prompt) half a li")
    try terminal.press("C-a", "C-c")
    try terminal.wait(forEnd: "\(Self.prompt) half a li^C\n\(Self.prompt)")
    try terminal.press("C-d")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func ctrlDDiscardsAnUnfinishedEntry() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("merge(\n")
    try terminal.wait(for: "\n..>")
    try terminal.press("C-d")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type("just(7)\n")
    try terminal.wait(forEnd: "out  (7┤)\n\(Self.prompt)")
    try terminal.press("C-d")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func wordsOfOtherProgramsWork() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("help\n")
    // The overview fits the screen.
    try terminal.wait(forEnd: ":help |`.\n\(Self.prompt)")
    #expect(try terminal.screen().hasPrefix("\(Self.prompt) help\n"))
    try terminal.type("exit()\n")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func pastedScriptIsOneEntryInTheHistory() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.paste("// é\tma\n// 漢字 😀\n")
    try terminal.wait(forEnd: "// 漢字 😀")
    try terminal.press("Enter")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.press("Up")
    try terminal.wait(forEnd: "// 漢字 😀")
    try dropAndLeave(terminal)
    #expect(try terminal.waitForExit() == 0)

    let next = try Terminal(home: terminal.home)
    try next.wait(forEnd: Self.prompt)
    try next.press("C-r")
    try next.type("漢")
    try next.wait(for: "// é")
  }

  @Test func lineIsKeptAfterCtrlZ() throws {
    let terminal = try Terminal("PS1='sh: ' bash --norc -i")
    try terminal.wait(forEnd: "sh:")
    try terminal.type("$RXREPL\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type("kept")
    try terminal.wait(forEnd: "\(Self.prompt) kept")
    try terminal.press("C-z")
    try terminal.wait(forEnd: "\nsh:")
    try terminal.type("fg\n")
    try terminal.wait(forEnd: "\n\(Self.prompt) kept")
    try dropAndLeave(terminal)
    try terminal.wait(forEnd: "\nsh:")
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func simpleTerminalCanEdit(name: String) throws {
    let terminal = try Terminal(environment: ["TERM": name])
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("// b")
    try terminal.press("C-b")
    try terminal.type("a")
    try terminal.wait(forEnd: "\(Self.prompt) // ab")
    try dropAndLeave(terminal)
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func lineIsRedrawnAtTheNewWidth() throws {
    // tmux scrolls when it rewraps a line, so there must be lines that can scroll away.
    let terminal = try Terminal("seq 9; \"$RXREPL\"")
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("// " + String(repeating: "x", count: 40))
    try terminal.wait(forEnd: "xxxx")
    try terminal.resize(columns: 30, rows: 24)
    try terminal.wait(for: "x\nx")
    try terminal.press("C-a")
    try terminal.type("// a")
    try terminal.wait(for: "\(Self.prompt) // a// xxx")
    #expect(try terminal.screen().components(separatedBy: Self.prompt).count == 2)
  }

  @Test(arguments: [SIGQUIT, SIGTERM, SIGHUP, SIGSEGV])
  func fatalSignalRestoresTheTerminal(signal: Int32) throws {
    let flags = "stty -a | grep -c -w -e -icanon -e -echo -e -isig -e -icrnl -e -ixon"
    let run = #"sh -c 'echo $$ >"$HOME/pid"; exec "$RXREPL"'; echo flags $(\#(flags)); cat"#
    // The output of a crash does not matter here.
    let terminal = try Terminal(run, environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.wait(forEnd: Self.prompt)
    let text = try String(contentsOfFile: terminal.home + "/pid", encoding: .utf8)
    kill(try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))), signal)
    try terminal.wait(for: "flags 0")
  }

  @Test func ctrlDOnAContinuationLineDropsTheEntry() throws {
    let terminal = try Terminal(environment: ["NO_COLOR": "1"])
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("merge(\n")
    try terminal.wait(forEnd: "\n..>")
    try terminal.press("C-d")
    try terminal.wait(forEnd: "\n..>\n\(Self.prompt)")
    try terminal.press("C-d")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func upReturnsToTheEarlierLinesOfAnEntry() throws {
    let terminal = try Terminal(environment: ["NO_COLOR": "1"])
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("merge(\n")
    try terminal.wait(forEnd: "\n..>")
    try terminal.type("\"1|\")")
    try terminal.press("Up", "End")
    try terminal.type("\"-2|\",")
    let screen = try terminal.wait(for: "\(Self.prompt) merge(\"-2|\",\n..> \"1|\")")
    // The rows above are not repeated.
    #expect(screen.components(separatedBy: Self.prompt).count == 2)
    try terminal.press("Enter")
    try terminal.wait(forEnd: "out   12┤\n\(Self.prompt)")
    try terminal.press("Up")
    try terminal.wait(forEnd: "\(Self.prompt) merge(\"-2|\",\n..> \"1|\")")
  }

  /// The rows above a line are those of the entry only if nothing was written between them.
  @Test func upKeepsOtherRows() throws {
    let terminal = try Terminal(environment: ["NO_COLOR": "1"])
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("1|\nmerge(\n:tick\n\"1|\")")
    try terminal.press("Up")
    try terminal.wait(for: "1ms\n\(Self.prompt) merge(\n..> \"1|\")")
  }

  @Test func pipeReceivesNeitherPromptNorEscapeCodes() throws {
    let terminal = try Terminal("printf '// a\\n' | $RXREPL | cat -v; $RXREPL | cat -v; echo done")
    try terminal.type("// b\n")
    try terminal.wait(for: "// b")
    try terminal.press("C-d")
    let screen = try terminal.wait(for: "done")
    #expect(!screen.contains("^["))
    #expect(!screen.contains(Self.prompt))
  }

  @Test func tabListsTheCandidates() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("fla")
    try terminal.press("Tab")
    let screen = try terminal.wait(for: "\(Self.prompt) flat\nflatMap       Turns each value into a stream")
    #expect(screen.contains("\nflatMapError  Continues"))
    #expect(screen.contains("\nflatten       Sends"))
  }

  @Test func ctrlCStopsARun() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type(":events 100000000\njust(1).repeat()\n")
    try terminal.wait(forEnd: "just(1).repeat()")
    try terminal.press("C-c")
    try terminal.wait(for: "stopped by you, before the stream ended")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
  }

  @Test(arguments: ["just(1).repeat() == {1}*", "check just(1).repeat()"])
  func assertionOfAStoppedRunFails(statement: String) throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type(":events 100000000\n\(statement)\n")
    try terminal.wait(forEnd: statement)
    try terminal.press("C-c")
    try terminal.wait(for: "✗ <prompt>:1")
    try terminal.wait(for: "\n  stopped by you, before the stream ended\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
  }

  @Test func resultIsShownWhileTheNextStatementRuns() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("a = {1234567890}*40|\n")
    try terminal.wait(forEnd: "┤\n\(Self.prompt)")
    try terminal.type("just(8); ?(a) == x#\n")
    try terminal.wait(for: "out  (8┤)")
    try terminal.press("C-c")
    try terminal.wait(for: "stopped by you after ")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
  }

  @Test func ctrlCStopsASearch() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("a = {1234567890}*40|\n")
    try terminal.wait(forEnd: "┤\n\(Self.prompt)")
    try terminal.type("?(a) == x#\n")
    try terminal.wait(forEnd: "== x#")
    try terminal.press("C-c")
    try terminal.wait(for: "stopped by you after ")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
  }

  @Test func ctrlCStopsALaw() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    // The law takes long, also on a computer that is busy with other tests.
    try terminal.type("f(s) = s.map { $0 }.map { $0 }.map { $0 }.map { $0 }\n")
    try terminal.wait(forEnd: "\nf(s) = s.map { $0 }.map { $0 }.map { $0 }.map { $0 }\n\(Self.prompt)")
    try terminal.type("g(s) = f(f(f(f(f(s)))))\n")
    try terminal.wait(forEnd: "\ng(s) = f(f(f(f(f(s)))))\n\(Self.prompt)")
    try terminal.type("forall a, b, c: g(g(merge(a, b, c))).count() == merge(c, b, a).count()\n")
    try terminal.wait(forEnd: "merge(c, b, a).count()")
    try terminal.press("C-c")
    try terminal.wait(for: "stopped by you; holds for ")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type("just(7)\n")
    try terminal.wait(forEnd: "out  (7┤)\n\(Self.prompt)")
  }

  @Test func nextLineContinuesADrawnEntry() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("merge(\"--1-|\", \"-a-|\")\n")
    try terminal.wait(forEnd: "out   ─a1─┤\n\(Self.prompt)")
    try terminal.type("== -a1-|\n")
    try terminal.wait(forEnd: "✓ <prompt>:1  merge(\"--1-|\", \"-a-|\")\n\(Self.prompt)")
  }
}
