import Testing

/// The changes that an editor offers for a problem.
@Suite struct QuickFixTests {
  private let client = HarnessClient()

  /// The titles of the changes of a document, with the text that they insert.
  private func fixes(_ text: String, in name: String = "a.marble") -> [String] {
    let uri = "file:///w/\(name)"
    client.open(text, at: uri)
    defer { client.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(uri)"}}"#) }
    return client.ask("codeAction", in: uri).split(separator: #"{"title":""#).dropFirst().map { action in
      let texts = action.matches(of: #/"character":(\d+)\}\},"newText":"([^"]*)"/#).map { "\($0.1) \($0.2)" }
      return "\(action.prefix { $0 != "\"" }): \(texts.joined(separator: ", "))"
    }
  }

  @Test func bracketIsClosed() {
    #expect(fixes("a = --(xy\n") == ["Write `)`: 9 )"])
    #expect(fixes("a = --(xy\nb = --(x // x\n").last == "Fix all 2 problems of this kind: 9 ), 8 )")
  }

  /// A new line begins as the others of the quote do.
  @Test func bindingIsWrittenAboveTheStatement() {
    let binding = #"Write `k = --1--|`: 0 k = --1--|\n"#
    #expect(fixes("merge(\n  \"1|\",\n  k)\n") == [binding])
    #expect(fixes("> ```marble\n> merge(k, \"1|\")\n> ```\n", in: "a.md") == [#"Write `k = --1--|`: 2 k = --1--|\n> "#])
    // One binding is enough.
    #expect(fixes("merge(k, \"1|\")\nmerge(k, \"2|\")\n") == [binding, binding])
  }

  @Test func attributesOfFencesAreFixed() {
    #expect(fixes("```marble name=a name=b\nx = -|\n```\n", in: "a.md") == ["Delete `name=b`: 23 "])
  }
}
