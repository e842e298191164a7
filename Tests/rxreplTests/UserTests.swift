import Foundation
import Testing

/// The user's settings: a start script, key bindings, a pager and an editor.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct UserTests {
  static let prompt = TerminalTests.prompt

  /// Starts a terminal with files in its home folder.
  private func start(
    _ files: [String: String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    command: String = "\"$RXREPL\""
  ) throws -> (Terminal, TemporaryFolder) {
    let home = try TemporaryFolder()
    for (path, text) in files {
      let folder = URL(fileURLWithPath: home.path + "/" + path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try home.write(text, to: path)
    }
    let terminal = try Terminal(
      command, columns: columns, rows: rows, environment: environment, home: home.path)
    try terminal.wait(forEnd: Self.prompt)
    return (terminal, home)
  }

  @Test func startScriptRunsAndItsErrorsAreReported() throws {
    let (terminal, _) = try start([
      ".config/rxrepl/init.marble": "one = --1--|\nwrong(\"-\")\n:color off\ntwo = --2--|\n"
    ])
    #expect(try terminal.screen().contains("init.marble:2"))
    try terminal.type("merge(one, two)\n")
    try terminal.wait(for: "(12)")
  }

  @Test func unreadableStartScriptIsReported() throws {
    let (terminal, _) = try start([".config/rxrepl/init.marble/x": ""], columns: 200)
    #expect(try terminal.screen().contains("init.marble: error: Is a directory"))
  }

  @Test func startScriptRunsOnlyAtThePrompt() throws {
    let home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.path + "/rxrepl", withIntermediateDirectories: true)
    try home.write("wrong(1)\n", to: "rxrepl/init.marble")
    let program = Program(environment: ["XDG_CONFIG_HOME": home.path, "HOME": home.path])
    let outcome = try program.run("-e", "just(1)")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func savedSessionRunsAsAScript() throws {
    let (terminal, home) = try start([:], command: "cd; umask 027; \"$RXREPL\"")
    try terminal.type("a = --1|\na.map { $0 * 2 }\n:save session.marble\n:svg session.svg\n")
    try terminal.wait(for: "session.svg: 1 picture\n")
    #expect(try terminal.screen().contains("session.marble: 2 statements\n"))
    let saved = home.path + "/session.marble"
    for path in [saved, home.path + "/session.svg"] {
      let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(permissions == 0o640)
    }
    let outcome = try Program().run(saved)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("✓"))
  }

  /// The shell is not interactive, because an interactive one would set the flags itself.
  @Test(arguments: [SIGTERM, SIGHUP])
  func fatalSignalRestoresTheTerminal(signal: Int32) throws {
    let run = #"sh -c 'echo $$ >"$HOME/pid"; exec "$RXREPL"'"#
    let flags = "stty -a | grep -c -w -e -icanon -e -echo -e -isig -e -icrnl -e -ixon"
    let terminal = try Terminal("\(run); echo flags $(\(flags)); cat")
    try terminal.wait(forEnd: Self.prompt)
    let pid = try String(contentsOfFile: terminal.home + "/pid", encoding: .utf8)
    kill(try #require(pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines))), signal)
    try terminal.wait(for: "flags 0")
  }

  @Test func userKeysTakePrecedence() throws {
    let (terminal, _) = try start([".editrc": "bind ^R ed-move-to-beg\n"])
    try terminal.type("b")
    try terminal.press("C-r")
    try terminal.type("// a")
    try terminal.wait(forEnd: "\(Self.prompt) // ab")
  }

  @Test func viKeysWork() throws {
    let (terminal, _) = try start([".editrc": "bind -v\n"])
    try terminal.type("// ac")
    try terminal.press("Escape")
    try terminal.wait(forEnd: "// ac")
    try terminal.type("ib")
    try terminal.wait(forEnd: "\(Self.prompt) // abc")
  }

  @Test func pagerShowsLongOutputUnlessTurnedOff() throws {
    let (terminal, _) = try start([:], rows: 10, environment: ["PAGER": "sed 's/^/= /'"])
    try terminal.type(":operators\n")
    try terminal.wait(for: "\n= ")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    // Short output does not need the pager.
    try terminal.type("just(1)\n")
    try terminal.wait(for: "\nout")
    try terminal.type(":pager off\n")
    try terminal.wait(forEnd: ":pager off\n\(Self.prompt)")
    try terminal.type(":operators\n")
    try terminal.wait(for: "\n  isEmpty ")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    #expect(try !terminal.screen().contains("\n= "))
  }

  @Test func helpOfAShellUsesThePager() throws {
    let pager = ["PAGER": "sed 's/^/= /'"]
    let long = try Terminal("$RXREPL help flatMap", rows: 20, environment: pager)
    try long.wait(for: "\n= ")
    let short = try Terminal("$RXREPL help raw", rows: 20, environment: pager)
    try short.wait(for: "\nout")
  }

  @Test func entryIsEditedInTheUsersEditor() throws {
    let script = "#!/bin/sh\nstat -c %a \"$2\" >mode; echo \"$1 $2\" >arguments; sed -i s/1/7/ \"$2\"\n"
    let (terminal, home) = try start(
      ["edit.sh": script], environment: ["VISUAL": "cd ~; sh ./edit.sh --wait", "EDITOR": "false"])
    try terminal.type("a = --1--|\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type(":edit\n")
    try terminal.wait(for: "──7──")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.press("Up")
    try terminal.wait(forEnd: "\(Self.prompt) a = --7--|")
    #expect(String(decoding: try home.bytes("mode"), as: UTF8.self) == "600\n")
    let arguments = String(decoding: try home.bytes("arguments"), as: UTF8.self)
    let path = try #require(arguments.wholeMatch(of: /--wait (\S+\.marble)\n/)?.1)
    #expect(!FileManager.default.fileExists(atPath: String(path)))
  }

  @Test func failingEditorChangesNothing() throws {
    let (terminal, _) = try start([:], environment: ["EDITOR": "false"])
    try terminal.type("a = --1--|\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type(":edit\n")
    try terminal.wait(for: "`false` failed, so nothing was changed")
  }

  @Test func missingEditorIsReported() throws {
    let (terminal, _) = try start([:], columns: 200, environment: ["EDITOR": "/no/such/editor -w"])
    try terminal.type("a = --1--|\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type(":edit\n")
    try terminal.wait(for: "error: cannot edit: the editor `/no/such/editor -w` cannot be started\n")
    try terminal.wait(
      for: "help: install it, or set `EDITOR` to an installed editor, as in `EDITOR=nano rxrepl`\n")
  }

  @Test func tutorialContinuesInTheNextSession() throws {
    let (terminal, home) = try start([:])
    try terminal.type(":tutorial 5\n")
    try terminal.wait(forEnd: "times 10.\n\(Self.prompt)")
    try terminal.press("C-d")
    try terminal.wait(for: "In the next session, `:tutorial` continues with step 5.")
    let file = home.path + "/.local/state/rxrepl/exercises"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "course\ttutorial\nat\tan-operator\n")
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    let folder = (file as NSString).deletingLastPathComponent
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)

    let next = try Terminal(home: home.path)
    try next.wait(forEnd: Self.prompt)
    try next.type(":tutorial\n")
    try next.wait(for: "\n5/")
    try next.type(":tutorial 17\n:skip\n")
    try next.wait(for: "\n1/17")
    // The last step may be taller than the screen. Otherwise, the line is cleared.
    try next.type("q")
    try next.press("C-u")
    try next.wait(forEnd: "\n\(Self.prompt)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["exercises", "history"])
  }

  @Test func fileNamesAreCompleted() throws {
    let (terminal, home) = try start(["work/demo.marble": "zip(\"1|\", \"2|\")\n"], columns: 200)
    try terminal.type(":load \(home.path)/wo")
    try terminal.press("Tab")
    try terminal.wait(forEnd: ":load \(home.path)/work/")
    try terminal.press("Tab", "Enter")
    try terminal.wait(for: "zip(")
  }

  @Test func earlierHistoryIsListed() throws {
    let (terminal, _) = try start([".local/state/rxrepl/history": "// one\\n// two\n"])
    try terminal.type(":history\n")
    try terminal.wait(for: "// two\n")
  }

  @Test func outputIsShownIfThePagerIsMissing() throws {
    let (terminal, _) = try start([:], rows: 10, environment: ["PAGER": "/no/such/pager"])
    try terminal.type(":operators\n")
    try terminal.wait(for: "\n  isEmpty ")
  }
}
