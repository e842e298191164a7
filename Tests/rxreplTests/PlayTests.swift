import Foundation
import Testing

/// Playing a diagram in a real terminal.
///
/// The terminal must be restored on every way out.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct PlayTests {
  /// Starts an interactive shell.
  private func shell(environment: [String: String] = [:]) throws -> Terminal {
    let terminal = try Terminal("PS1='sh: ' bash --norc -i", environment: environment)
    try terminal.wait(forEnd: "sh:")
    return terminal
  }

  /// Starts the program, begins to play slowly, and waits until the diagram is visible.
  private func begin(_ terminal: Terminal, _ command: String = ":play merge(\"--1-|\", \"-a-|\") at 0.001") throws {
    try terminal.type("sh -c 'echo $$ >\"$HOME/pid\"; exec \"$RXREPL\"'\n")
    try terminal.wait(forEnd: "\n\(TerminalTests.prompt)")
    try terminal.type(command + "\n")
    try terminal.wait(for: "tick 0 of 4  0.001 ticks/s")
    #expect(try terminal.modes() == "alternate, cursor hidden, no wrapping")
  }

  private func send(_ signal: Int32, to terminal: Terminal) throws {
    let text = try String(contentsOfFile: terminal.home + "/pid", encoding: .utf8)
    kill(try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))), signal)
  }

  /// Starts a script that plays a diagram and then prints the number of incorrect terminal flags.
  ///
  /// The shell is not interactive, because an interactive one would set the flags itself.
  private func script(environment: [String: String] = [:]) throws -> Terminal {
    let play = #"printf ':play merge("--1-|", "-a-|") at 0.001\n' >"$HOME/script""#
    let run = #"sh -c 'echo $$ >"$HOME/pid"; exec "$RXREPL" "$HOME/script"'"#
    let flags = "stty -a | grep -c -w -e -icanon -e -echo -e -isig -e -icrnl -e -ixon"
    let terminal = try Terminal("\(play); \(run); echo flags $(\(flags)); cat", environment: environment)
    try terminal.wait(for: "tick 0 of 4  0.001 ticks/s")
    #expect(try terminal.modes() == "alternate, cursor hidden, no wrapping")
    return terminal
  }

  /// Expects that the terminal was restored.
  private func expectOrder(_ terminal: Terminal) throws {
    try terminal.wait(for: "flags 0")
    #expect(try terminal.modes() == "")
  }

  @Test func keysStepAndQuit() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: TerminalTests.prompt)
    try terminal.type(":play merge(\"--1-|\", \"-a-|\") at 0.001\n")
    try terminal.wait(for: "tick 0 of 4")
    try terminal.press("Right", "Right")
    let screen = try terminal.wait(for: "tick 2 of 4  0.001 ticks/s  paused")
    #expect(screen.contains("in 1  ──1\n"))
    #expect(screen.contains("out   ─a1\n"))
    try terminal.press("Left")
    try terminal.wait(for: "tick 1 of 4")
    try terminal.press("End")
    try terminal.wait(for: "end   space replay")
    try terminal.press("Home", "+")
    try terminal.wait(for: "tick 0 of 4  0.002 ticks/s  paused")
    try terminal.press("q")
    try terminal.wait(forEnd: "at 0.001\n\(TerminalTests.prompt)")
    #expect(try terminal.modes() == "")
    // The prompt still edits lines.
    try terminal.type("1|")
    try terminal.press("Left", "Left")
    try terminal.type("--")
    try terminal.press("Enter")
    try terminal.wait(for: "_  ──1┤")
  }

  @Test func diagramPlaysAutomatically() throws {
    let terminal = try Terminal()
    try terminal.wait(forEnd: TerminalTests.prompt)
    try terminal.type(":play --1-2--| at 100\n")
    let screen = try terminal.wait(for: "tick 7 of 7  100 ticks/s  end")
    #expect(screen.contains("_  ──1─2──┤\n"))
    try terminal.press("Space")
    try terminal.press("Escape")
    try terminal.wait(forEnd: "at 100\n\(TerminalTests.prompt)")
  }

  @Test(arguments: ["C-c", "C-d", "Escape", "q"])
  func quitKeysRestoreTheTerminal(key: String) throws {
    let terminal = try script()
    try terminal.press(key)
    try expectOrder(terminal)
  }

  @Test func playingContinuesAfterCtrlZ() throws {
    let terminal = try shell()
    try begin(terminal)
    try terminal.press("Right")
    try terminal.wait(for: "tick 1 of 4")
    try terminal.press("C-z")
    try terminal.wait(forEnd: "\nsh:")
    #expect(try terminal.modes() == "")
    try terminal.type("fg\n")
    try terminal.wait(for: "tick 1 of 4  0.001 ticks/s  paused")
    #expect(try terminal.modes() == "alternate, cursor hidden, no wrapping")
    try terminal.press("q")
    try terminal.wait(forEnd: "\n\(TerminalTests.prompt)")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func fatalSignalRestoresTheTerminal(signal: Int32) throws {
    // The output of a crash does not matter here.
    let terminal = try script(environment: ["SWIFT_BACKTRACE": "enable=no"])
    try send(signal, to: terminal)
    try expectOrder(terminal)
  }

  @Test func externalInterruptEndsOnlyThePlaying() throws {
    let terminal = try shell()
    try begin(terminal)
    try send(SIGINT, to: terminal)
    try terminal.wait(forEnd: "\n\(TerminalTests.prompt)")
    #expect(try terminal.modes() == "")
  }

  @Test func resizedScreenIsRedrawn() throws {
    let terminal = try shell()
    try begin(terminal)
    try terminal.press("End")
    try terminal.wait(for: "tick 4 of 4")
    try terminal.resize(columns: 40, rows: 5)
    try terminal.wait(for: "more lines; use a taller terminal")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "out   ─a1─┤\n\ntick 4 of 4  0.001 ticks/s  end   space replay   q quit   h l step")
  }

  @Test(arguments: ["dumb", ""])
  func simpleTerminalCannotPlay(name: String) throws {
    let terminal = try Terminal(environment: ["TERM": name])
    try terminal.wait(forEnd: TerminalTests.prompt)
    try terminal.type(":play --1|\n")
    try terminal.wait(for: "error: cannot play: this terminal cannot move the cursor")
    try terminal.wait(forEnd: "\n\(TerminalTests.prompt)")
  }

  @Test func pipeCannotPlay() throws {
    let outcome = try Program(input: Array(":play --1|\n".utf8)).run()
    #expect(outcome.errors.hasPrefix("<stdin>:1:2: error: cannot play: no terminal is available here\n"))
    #expect(outcome.output == "")
    #expect(outcome.end == .status(2))
  }
}
