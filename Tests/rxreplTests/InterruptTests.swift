import Foundation
import Testing

/// Ctrl-C during runs that would take hours: it ends a script, and stops a statement at the prompt.
///
/// Each test waits for output, which only appears because of the interruption.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct InterruptTests {
  /// Runs that take only time, only memory, or a comparison.
  private static let endless = [
    "just(1).repeat().ignoreValues()", "just(1).expand { values($0, $0) }", "just(1).repeat() == just(1).repeat()",
    "forall a: a.flatMap { just(1).repeat() } == a", "just(1).repeat().flatMap(.merge) { never() }",
  ]

  @Test(arguments: endless)
  func ctrlCEndsAScript(statement: String) throws {
    let terminal = try Terminal("\"$RXREPL\" --events 9000000000000 -e 'just(7)' -e '\(statement)' -e 'just(8)'")
    try terminal.wait(for: "out  (7┤)")
    try terminal.press("C-c")
    #expect(try terminal.waitForExit() == 130)
    #expect(try !terminal.screen().contains("(8┤)"))
  }

  @Test(arguments: endless)
  func ctrlCStopsAStatement(statement: String) throws {
    let terminal = try Terminal("\"$RXREPL\" --events 9000000000000")
    try terminal.wait(forEnd: TerminalTests.prompt)
    try terminal.type("just(7); \(statement)\n")
    try terminal.wait(for: "out  (7┤)")
    try terminal.press("C-c")
    try terminal.wait(for: "stopped by you")
    try terminal.type("just(8)\n")
    try terminal.wait(forEnd: "out  (8┤)\n\(TerminalTests.prompt)")
  }
}
