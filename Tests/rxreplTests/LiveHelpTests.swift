import Foundation
import Testing

/// Colors, hints and the rows of an entry on the screen of a real terminal.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct LiveHelpTests {
  static let prompt = TerminalTests.prompt

  private func start(_ environment: [String: String] = [:], columns: Int = 80) throws -> Terminal {
    let terminal = try Terminal(columns: columns, environment: environment)
    try terminal.wait(forEnd: Self.prompt)
    return terminal
  }

  @Test func lineIsColoredWhileItIsTyped() throws {
    let terminal = try start()
    try terminal.type("just(7)")
    try terminal.wait(for: "\u{1B}[38;5;63mjust", inColorsOfRow: 1)
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "xterm-mono"], ["TERM": "vt100"]])
  func nothingIsColoredWithoutColors(environment: [String: String]) throws {
    let terminal = try start(environment)
    try terminal.type("just(7)\n")
    try terminal.wait(forEnd: "(7┤)\n\(Self.prompt)")
    for row in 1...3 { #expect(try !terminal.colors(ofRow: row).contains("\u{1B}")) }
  }

  @Test func terminalWithEightColorsGetsEight() throws {
    let terminal = try start(["TERM": "linux"])
    try terminal.type("merge(\"1|\", \"a|\")\n")
    try terminal.wait(forEnd: "(1a)┤\n\(Self.prompt)")
    let rows = try (1...8).map { try terminal.colors(ofRow: $0) }
    #expect(rows[0].contains("\u{1B}[36mmerge"))
    #expect(rows[2].hasPrefix("\u{1B}[32min 1"))
    #expect(!rows.joined().contains("38;5"))
  }

  @Test func previewIsShownBelowTheLineAndRemoved() throws {
    let terminal = try start()
    try terminal.type("just(7).delay(2)")
    try terminal.wait(forEnd: "\(Self.prompt) just(7).delay(2)\nout  ──(7┤)")
    try terminal.type("; merge(zz).count()")
    try terminal.wait(for: "\nerror: there is no stream named `zz`")
    try terminal.press("C-c")
    try terminal.wait(forEnd: "^C\n\(Self.prompt)")
  }

  @Test func signatureIsShownAndRemoved() throws {
    let terminal = try start()
    try terminal.type("merge(")
    try terminal.wait(for: "merge(  merge(")
    try terminal.press("C-c")
    try terminal.wait(forEnd: "\(Self.prompt) merge(^C\n\(Self.prompt)")
  }

  @Test func historyEntryIsOfferedAndAcceptedWithTheArrow() throws {
    let terminal = try start()
    try terminal.type("alpha = --1--|\n")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type("al")
    try terminal.wait(forEnd: "\n\(Self.prompt) alpha = --1--|")
    try terminal.press("Enter")
    // The offered text was not entered and is no longer visible.
    let screen = try terminal.wait(for: "error")
    #expect(screen.contains("\n\(Self.prompt) al\n"))
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.type("alp")
    try terminal.wait(forEnd: "\n\(Self.prompt) alpha = --1--|")
    try terminal.press("Right")
    try terminal.type(" // taken")
    try terminal.wait(forEnd: "\n\(Self.prompt) alpha = --1--| // taken")
  }

  /// The widths cover full rows, rows that are too short for a wide character, and rows that are not full.
  @Test(arguments: 16...23)
  func longEntryIsPaintedRowByRow(columns: Int) throws {
    let entry = "merge(\"--1-|\", \"--漢漢漢漢漢-|\",\n  \"--2--3--|\")\n// 漢Z"
    let terminal = try start(columns: columns)
    let top = try terminal.screen().split(separator: "\n").count - 1
    try terminal.paste(entry)
    try terminal.wait(for: "\u{1B}[38;5;63mmerge", inColorsOfRow: top)
    // A terminal that receives the same text without escape codes breaks it in the same places.
    let plain = try Terminal(
      "clear; seq \(top) | tr -d '0-9'; printf '%s' '\(Self.prompt) \(entry.replacing("\n", with: "\n..> "))'; cat",
      columns: columns)
    try plain.wait(forEnd: "Z")
    let expected = try plain.screen().split(separator: "\n")
    // The preview follows.
    #expect(try terminal.screen().split(separator: "\n").dropFirst(top).dropLast() == expected[...])
  }

  @Test func controlCharactersAreVisible() throws {
    let terminal = try start()
    try terminal.type("just()")
    try terminal.press("Left", "C-v", "C-a")
    try terminal.wait(for: "\(Self.prompt) just(^A)")
    try terminal.press("BSpace")
    try terminal.type("7")
    try terminal.wait(for: "\(Self.prompt) just(7)")
  }

  @Test func arrowsMoveThroughTheRowsOfAnEntry() throws {
    let terminal = try start()
    try terminal.paste("// one\n// two\n// three")
    try terminal.wait(forEnd: "// three")
    try terminal.press("Up", "Up")
    try terminal.type("!")
    try terminal.wait(for: "\(Self.prompt) // one!\n")
    try terminal.press("Down", "Down")
    try terminal.type("?")
    try terminal.wait(forEnd: "// thr?ee")
    try terminal.press("Enter")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.press("Up")
    try terminal.wait(forEnd: "// thr?ee")
  }

  @Test func historySearchIsNotPainted() throws {
    let terminal = try start()
    try terminal.type("alpha = --1--|\n")
    // The first prompt looks like the one after the answer.
    try terminal.wait(for: "──1──┤")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
    try terminal.press("C-r")
    try terminal.type("lph")
    try terminal.wait(forEnd: "\(Self.prompt) alpha = --1--|\nbck:lph")
    try terminal.press("Enter")
    try terminal.wait(forEnd: "\n\(Self.prompt)")
  }

  @Test func commandWorksBetweenTheLinesOfAnEntry() throws {
    let terminal = try start()
    try terminal.type("merge(\n")
    try terminal.wait(for: "\n..>")
    try terminal.type(":tick\n")
    try terminal.wait(for: "1ms\n..>")
    try terminal.type("\"1|\")\n")
    try terminal.wait(for: "1┤")
  }
}
