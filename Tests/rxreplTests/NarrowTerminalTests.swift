import Foundation
import Testing

/// Answers on a screen with few columns.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing))
@MainActor struct NarrowTerminalTests {
  @Test func diagnosticsAreBrokenBetweenWords() throws {
    let terminal = try Terminal(columns: 40)
    let prompt = TerminalTests.prompt
    try terminal.wait(forEnd: prompt)
    try terminal.type("just(1).map { $0 + \"y\" }")
    try terminal.press("Enter")
    let screen = try terminal.wait(forEnd: "`\n\(prompt)")
    #expect(
      screen.hasSuffix(
        """
        \(prompt) just(1).map { $0 + "y" }
        <prompt>:1:15: error: cannot apply `+`
        to a number and `"y"`
          just(1).map { $0 + "y" }
                        ^^^^^^^^
          help: to convert the number to a
                string, write `"\\($0)"`
        \(prompt)
        """))
    try terminal.type("just(1) == -1|")
    try terminal.press("Enter")
    #expect(
      try terminal.wait(forEnd: "next line\n\(prompt)").hasSuffix(
        """
          help: for the reason, write
                `why not 1 @1` on the next line
        \(prompt)
        """))
  }
}
