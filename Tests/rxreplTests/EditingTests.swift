import Foundation
import Testing

/// The keys of the line editor, and the rows of an entry, in a real terminal.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct EditingTests {
  static let prompt = TerminalTests.prompt

  private func start(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], settings: String? = nil
  ) throws -> Terminal {
    let editrc = settings.map { "printf '\($0)' >\"$HOME/.editrc\"; " } ?? ""
    let terminal = try Terminal(editrc + "\"$RXREPL\"", columns: columns, rows: rows, environment: environment)
    try terminal.wait(forEnd: Self.prompt)
    return terminal
  }

  /// Expects the line after keys that are pressed in a typed line.
  private func expectLine(
    _ line: String, after keys: [String], in typed: String = "one two three", settings: String? = nil
  ) throws {
    let terminal = try start(environment: ["NO_COLOR": "1"], settings: settings)
    try terminal.type(typed)
    for key in keys { try terminal.press(key) }
    // The mark shows where the cursor is.
    try terminal.type("!")
    try terminal.wait(forEnd: "\(Self.prompt) \(line)")
  }

  @Test(arguments: [
    ("one two three!", ["F5", "S-Left", "S-Right", "S-F3", "M-Up", "C-F9", "NPage"]),
    ("one !two three", ["M-Left", "M-Left"]), ("one !two three", ["C-Left", "C-Left"]),
    ("one! two three", ["Home", "M-Right"]), ("one! two three", ["Home", "C-Right"]),
    ("!one two three", ["Home"]), ("one two three!", ["Home", "End"]),
    ("! two three", ["Home", "C-DC"]), ("!ne two three", ["Home", "DC"]),
    ("!one two three", ["Home", "C-k", "C-_"]), ("one two !", ["C-_"]), ("one two three!", ["C-w", "C-_"]),
  ])
  func keysMoveAndDelete(line: String, keys: [String]) throws {
    try expectLine(line, after: keys)
  }

  @Test(arguments: [
    // The same keys as other terminals send them.
    ("one !two three", ["1B 1B 5B 44", "1B 1B 5B 44"]), ("one !two three", ["1B 4F 64", "1B 4F 64"]),
    ("!one two three", ["1B 4F 48"]), ("!one two three", ["1B 5B 37 7E"]),
    // F1 in the Linux console, in rxvt and in xterm; the start of a paste without its end is not a key.
    ("one two three!", ["1B 5B 5B 41", "1B 5B 31 31 7E", "1B 4F 50", "1B 5B 3C 30 3B 31 3B 31 4D"]),
  ])
  func sequencesOfOtherTerminalsAreKnown(line: String, sequences: [String]) throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.type("one two three")
    for sequence in sequences { try terminal.press(bytes: sequence) }
    try terminal.type("!")
    try terminal.wait(forEnd: "\(Self.prompt) \(line)")
  }

  @Test func altXIsNoKey() throws {
    try expectLine("one two three!", after: ["M-x"])
  }

  @Test func bindingsOfTheUserApply() throws {
    try expectLine("one two !three", after: ["F5"], settings: #"bind "\\e[15~" ed-prev-word\n"#)
  }

  @Test func specialKeysWorkInViMode() throws {
    let vi = #"bind -v\n"#
    try expectLine("one two thr!ee", after: ["Left", "Left", "F5"], settings: vi)
    try expectLine("one two! three", after: ["Escape", "b", "h", "i"], settings: vi)
  }

  @Test func ctrlSSearchesAndDoesNotFreeze() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.press("C-s")
    try terminal.type("// typed")
    try terminal.wait(forEnd: "fwd?// typed")
  }

  @Test func entryIsOpenedInTheEditor() throws {
    let terminal = try start(environment: ["NO_COLOR": "1", "EDITOR": "sed -i -e s/two/zwei/ -e '$a\\'"])
    try terminal.type("one two")
    try terminal.press("C-x", "C-e")
    try terminal.wait(forEnd: "\n\(Self.prompt) one zwei")
    try terminal.type("!")
    try terminal.wait(forEnd: "\n\(Self.prompt) one zwei!")
  }

  @Test func failureOfTheEditorIsReported() throws {
    let terminal = try start(environment: ["NO_COLOR": "1", "EDITOR": "false"])
    try terminal.type("one")
    try terminal.press("C-x", "C-e")
    try terminal.wait(forEnd: "error: `false` failed, so nothing was changed\n\(Self.prompt) one")
  }

  // MARK: History

  @Test func upGoesThroughTheEntriesWithThePrefix() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    for entry in ["// alpha", "// beta", "// alps"] {
      try terminal.type(entry + "\n")
      try terminal.wait(forEnd: "\(entry)\n\(Self.prompt)")
    }
    try terminal.type("// al")
    try terminal.press("Up", "Up")
    try terminal.wait(forEnd: "\n\(Self.prompt) // alpha")
    try terminal.press("Down", "Down")
    try terminal.wait(forEnd: "\n\(Self.prompt) // al")
    try terminal.press("C-a", "PPage", "PPage")
    try terminal.wait(forEnd: "\n\(Self.prompt) // beta")
  }

  @Test func lastArgumentIsInserted() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.type("// 1 one\n// 2 (two)\n")
    try terminal.wait(forEnd: "(two)\n\(Self.prompt)")
    try terminal.type("// ")
    try terminal.press("M-.")
    try terminal.wait(forEnd: "\n\(Self.prompt) // (two)")
    try terminal.press("M-.")
    try terminal.wait(forEnd: "\n\(Self.prompt) // one")
  }

  // MARK: Rows

  @Test func tallEntryScrolls() throws {
    let terminal = try start(rows: 6, environment: ["NO_COLOR": "1"])
    try terminal.paste((1...9).map { "// \($0)" }.joined(separator: "\n"))
    try terminal.wait(for: "// 4\n..> // 5\n..> // 6\n..> // 7\n..> // 8\n..> // 9")
    for _ in 1...6 { try terminal.press("Up") }
    try terminal.type("!")
    try terminal.wait(for: "// 3!\n..> // 4\n..> // 5\n..> // 6\n..> // 7\n..> // 8")
    try terminal.press("Home", "Home")
    try terminal.wait(for: "\(Self.prompt) // 1\n..> // 2\n..> // 3!\n..> // 4\n..> // 5\n..> // 6")
    try terminal.press("Enter")
    try terminal.wait(forEnd: "// 6\n..> // 7\n..> // 8\n..> // 9\n\(Self.prompt)")
  }

  @Test func smallScreenDoesNotEndTheSession() throws {
    let terminal = try start(columns: 20, rows: 3, environment: ["NO_COLOR": "1"])
    let keys = """
      M-Enter M-Enter M-d BSpace C-k C-a Up Up C-k M-Enter x30 Up M-Enter C-e C-e x30 C-k Up y M-Enter C-a
      """
    for key in keys.split(separator: " ") {
      if key == "x30" { try terminal.type(String(repeating: "x", count: 30)) } else { try terminal.press(String(key)) }
    }
    try terminal.resize(columns: 9, rows: 2)
    try terminal.press("C-c")
    try terminal.wait(forEnd: "^C\n\(Self.prompt)")
  }

  @Test func resizingLeavesNoStaleRows() throws {
    let line = "// " + String(repeating: "z", count: 50)
    // tmux scrolls when it rewraps a line, so there must be lines that can scroll away.
    let terminal = try Terminal("seq 9; \"$RXREPL\"", columns: 30)
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type(line)
    try terminal.wait(for: "z\nz")
    for columns in [70, 20, 100, 57] {
      try terminal.resize(columns: columns, rows: 24)
      let text = Array("\(Self.prompt) \(line)")
      let rows = stride(from: 0, to: text.count, by: columns).map { String(text[$0..<min($0 + columns, text.count)]) }
      let screen = try terminal.wait(forEnd: "\n" + rows.joined(separator: "\n"))
      #expect(screen.split(separator: "\n").count { $0.contains("z") } == rows.count)
    }
  }

  @Test func entryIsRedrawnAtANewHeight() throws {
    let terminal = try start(rows: 12, environment: ["NO_COLOR": "1"])
    try terminal.paste((1...9).map { "// \($0)" }.joined(separator: "\n"))
    try terminal.wait(forEnd: "// 9")
    try terminal.resize(columns: 80, rows: 4)
    try terminal.wait(for: "// 6\n..> // 7\n..> // 8\n..> // 9")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(
      for: "\(Self.prompt) // 1\n..> // 2\n..> // 3\n..> // 4\n..> // 5\n..> // 6\n..> // 7\n..> // 8\n..> // 9")
  }

  @Test func screenIsCleared() throws {
    let terminal = try start()
    try terminal.type("// typed")
    try terminal.press("C-l")
    try terminal.wait(for: "// typed")
    try terminal.wait(forEnd: "\(Self.prompt) // typed")
    #expect(try terminal.screen() == "\(Self.prompt) // typed")
  }

  // MARK: Completion

  @Test func menuSelectsACandidate() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.press("Tab")
    let screen = try terminal.wait(for: "\(Self.prompt)\nmerge          Sends the values of all streams")
    #expect(screen.contains("\nzip            Sends"))
    #expect(screen.contains("\ncombineLatest  Sends"))
    try terminal.press("Tab", "Tab", "BTab", "Tab")
    try terminal.wait(for: "\u{1B}[7mzip ", inColorsOfRow: 3)
    // Return accepts the candidate and does not run the entry.
    try terminal.press("Enter")
    try terminal.wait(forEnd: "\n\(Self.prompt) zip(")
    try terminal.type("\"1|\")\n")
    try terminal.wait(for: "out   1┤")
  }

  /// Without a menu, Escape begins a key, such as Esc Enter.
  @Test func escapeClosesTheMenu() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.type("fla")
    try terminal.press("Tab", "Tab")
    try terminal.wait(for: "\(Self.prompt) flatMap")
    try terminal.press("Escape")
    try terminal.wait(forEnd: "\(Self.prompt) flat")
    try terminal.type("!")
    try terminal.wait(forEnd: "\(Self.prompt) flat!")
    try terminal.press("Escape")
    try terminal.press("Enter")
    try terminal.wait(forEnd: "\(Self.prompt) flat!\n..>")
  }

  @Test func colonOffersTheCommands() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.type(":")
    try terminal.press("Tab")
    try terminal.wait(for: "\(Self.prompt) :\nhelp       shows an overview")
    try terminal.type("tu")
    try terminal.wait(forEnd: "\n\(Self.prompt) :tu")
    try terminal.press("Tab")
    try terminal.wait(forEnd: "\n\(Self.prompt) :tutorial")
  }

  @Test func menuFitsTheScreen() throws {
    let terminal = try start(columns: 30, rows: 6, environment: ["NO_COLOR": "1"])
    try terminal.press("Tab")
    let screen = try terminal.wait(forEnd: " more")
    #expect(screen.split(separator: "\n").count == 6)
    try terminal.press("C-c")
    try terminal.wait(forEnd: "^C\n\(Self.prompt)")
  }

  @Test func simpleTerminalListsTheCandidates() throws {
    let terminal = try start(environment: ["TERM": "dumb"])
    try terminal.type("fla")
    try terminal.press("Tab")
    let screen = try terminal.wait(forEnd: "\n\(Self.prompt) flat")
    #expect(screen.contains("\(Self.prompt) fla\nflatMap       Turns each value into a stream"))
  }

  @Test func simpleTerminalShowsOneRow() throws {
    let terminal = try start(columns: 20, environment: ["TERM": "dumb"])
    try terminal.type("// aaaaaaaaaabbbbbbbbbb")
    try terminal.press("Home")
    try terminal.wait(forEnd: "\n\(Self.prompt) // aaaaaaaaaabb")
  }
}
