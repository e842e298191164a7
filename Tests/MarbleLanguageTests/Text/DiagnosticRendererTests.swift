import MarbleLanguage
import Testing

/// Diagnostics in a terminal with few columns.
@Suite struct DiagnosticRendererTests {
  private func text(_ script: String, width: Int?, breaksMessage: Bool = false) throws -> String {
    let source = Source(name: "demo.marble", text: script)
    var parser = Parser(source, bindings: Parser.Bindings())
    guard case .failure(let diagnostic) = parser.next() else { return "" }
    return DiagnosticRenderer(source, width: width, breaksMessage: breaksMessage).text(of: diagnostic)
  }

  @Test func helpAndLabelAreBrokenBetweenWords() throws {
    #expect(
      try text("a = --1--|--2", width: 30) == """
        demo.marble:1:13: error: unexpected value after the completion
          a = --1--|--2
                   ~  ^
          the timeline has already
          ended
          help: to send it anyway,
                write `raw --1--|--2`
        """)
    #expect(
      try text("a = --1--|--2", width: 46) == """
        demo.marble:1:13: error: unexpected value after the completion
          a = --1--|--2
                   ~  ^ the timeline has already ended
          help: to send it anyway, write
                `raw --1--|--2`
        """)
  }

  @Test func messageIsBrokenOnlyIfWanted() throws {
    #expect(
      try text("a = --1--|--2", width: 46, breaksMessage: true).hasPrefix(
        """
        demo.marble:1:13: error: unexpected value
        after the completion
          a = --1--|--2

        """))
    #expect(try text("a = --1--|--2", width: nil, breaksMessage: true).split(separator: "\n").count == 4)
  }

  @Test func sourceLineIsClippedToTheTerminal() throws {
    let lines = try text("a = --1--|--2 // " + String(repeating: "x", count: 200), width: 24)
      .split(separator: "\n")
    #expect(lines[1...2] == ["  …= --1--|--2 // xxxxx…", "          ~  ^"])
  }
}
