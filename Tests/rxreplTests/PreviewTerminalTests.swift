import Foundation
import Testing

/// The preview below the line on the screen of a real terminal, which never disturbs typing.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct PreviewTerminalTests {
  static let prompt = TerminalTests.prompt

  private func start(columns: Int = 80, rows: Int = 24) throws -> Terminal {
    let terminal = try Terminal(columns: columns, rows: rows)
    try terminal.wait(forEnd: Self.prompt)
    return terminal
  }

  @Test func previewFollowsTheLineAndDisappears() throws {
    let terminal = try start()
    try terminal.type("just(7).delay(2)")
    try terminal.wait(forEnd: "\(Self.prompt) just(7).delay(2)\nout  ──(7┤)")
    // In the middle of the line.
    let long = String(repeating: "─", count: 20) + "(7┤)"
    try terminal.press("Left")
    try terminal.type("0")
    // The signature is shown after the line, since the cursor is inside the call.
    try terminal.wait(forEnd: "\(Self.prompt) just(7).delay(20)  source.delay(time)\nout  \(long)")
    try terminal.press("BSpace")
    try terminal.wait(forEnd: "source.delay(time)\nout  ──(7┤)")
    try terminal.press("C-u")
    try terminal.wait(forEnd: Self.prompt)
    try terminal.type("just(7).delay(2)")
    try terminal.wait(forEnd: "\nout  ──(7┤)")
    try terminal.press("Enter")
    let screen = try terminal.wait(forEnd: "out  ──(7┤)\n\(Self.prompt)")
    #expect(screen.components(separatedBy: "out  ").count == 2)
    // The history.
    try terminal.press("Up")
    try terminal.wait(forEnd: "\(Self.prompt) just(7).delay(2)\nout  ──(7┤)")
    try terminal.press("Down")
    try terminal.wait(forEnd: "out  ──(7┤)\n\(Self.prompt)")
    try terminal.press("C-r")
    try terminal.type("just")
    try terminal.wait(forEnd: "bck:just")
  }

  @Test func previewAndTheMenuShareTheirPlace() throws {
    let terminal = try start()
    try terminal.type("just(7).flatMap")
    try terminal.type("(.concat) { just($0) }.fla")
    try terminal.wait(forEnd: ".fla")
    try terminal.press("Tab")
    try terminal.wait(for: "\nflatMap ")
    try terminal.type("ten().ignoreValues()")
    let screen = try terminal.wait(for: "\nerror: ")
    #expect(!screen.contains("\nflatMap "))
    try terminal.press("C-c")
    try terminal.wait(forEnd: "^C\n\(Self.prompt)")
  }

  @Test func entryOfSeveralLinesHasAPreview() throws {
    let terminal = try start()
    try terminal.type("merge(\"--1-|\",\n")
    // An empty line has no preview.
    try terminal.wait(forEnd: "\n..>   merge(stream, …)")
    try terminal.type("\"-a-|\")")
    try terminal.wait(forEnd: "\n..> \"-a-|\")\nout  ─a1─┤")
    try terminal.press("Enter")
    let screen = try terminal.wait(forEnd: "out   ─a1─┤\n\(Self.prompt)")
    #expect(!screen.contains("out  ─a1"))
    try terminal.paste("merge(\"--2-|\",\n  \"-b-|\")")
    try terminal.wait(forEnd: "\n..>   \"-b-|\")\nout  ─b2─┤")
    try terminal.press("C-c")
    try terminal.wait(forEnd: "\n..>   \"-b-|\")^C\n\(Self.prompt)")
  }

  /// A preview that is too wide is cut, also in the middle of a wide character.
  @Test(arguments: [18, 19, 20])
  func previewFitsANarrowTerminal(columns: Int) throws {
    let terminal = try start(columns: columns, rows: 10)
    try terminal.type("just(\"漢漢漢漢漢漢漢漢\")")
    let screen = try terminal.wait(for: "\nout  ")
    let preview = try #require(screen.split(separator: "\n").last)
    #expect(preview.hasPrefix("out  "))
    // The terminal would wrap a longer row.
    #expect(screen.contains(")\nout  "))
    try terminal.press("BSpace")
    try terminal.type(").count()")
    try terminal.wait(forEnd: "out  (1┤)")
    try terminal.press("C-c")
    try terminal.wait(forEnd: "C\n\(Self.prompt)")
    #expect(try !terminal.screen().contains("out"))
  }

  @Test func previewCanBeTurnedOff() throws {
    let terminal = try start()
    try terminal.type(":set preview off\n")
    try terminal.wait(forEnd: "off\n\(Self.prompt)")
    try terminal.type("just(7).delay(2)")
    try terminal.wait(forEnd: "just(7).delay(2)")
    try terminal.press("C-c")
    let screen = try terminal.wait(forEnd: "^C\n\(Self.prompt)")
    #expect(!screen.contains("out  "))
  }
}
