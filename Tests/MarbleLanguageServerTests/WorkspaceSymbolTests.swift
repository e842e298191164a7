import Testing

/// The names and titles of all documents.
@Suite struct WorkspaceSymbolTests {
  private let client = HarnessClient()

  private func symbols(_ query: String) -> [String] {
    let symbol =
      #/"name":"([^"]*)","kind":([0-9]+),"location":\{"uri":"file:///w/([^"]*)","range":\{"start":\{"line":([0-9]+)/#
    return client.request("workspace/symbol", #"{"query":\#(json(query))}"#).matches(of: symbol)
      .map { "\($0.3):\($0.4) \($0.1) \($0.2)" }
  }

  @Test func namesAndTitlesOfDocumentsAndLoadedFilesAreFound() {
    client.harness.files.withLock {
      $0["/w/lib.marble"] = ":load ./more.marble\ndouble(s) = s.map { $0 * 2 }\n"
      $0["/w/more.marble"] = "inner = --1|\n:load lib.marble\n"
      $0["/w/unused.marble"] = "unused = --1|\n"
    }
    client.open("# Page\n\n> ```marble file=more.marble\n> ```\n\n```marble\nlate = -|\n```\n", at: "file:///w/page.md")
    client.open(
      """
      :load lib.marble
      // Not a title
      clicks = --1|
      // Doubled Clicks
      clicks.double() == --2|
      // Also not
      clicks.double()
      """, at: "file:///w/a.marble")
    #expect(
      symbols("") == [
        "a.marble:2 clicks 13", "a.marble:4 Doubled Clicks 15", "lib.marble:1 double 12",
        "more.marble:0 inner 13", "page.md:6 late 13",
      ])
    #expect(symbols("DBL") == ["a.marble:4 Doubled Clicks 15", "lib.marble:1 double 12"])
    #expect(symbols("lk") == ["a.marble:2 clicks 13", "a.marble:4 Doubled Clicks 15"])
    #expect(symbols("kl") == [])
    #expect(symbols("ink") == [])
    // An open file counts as it is in the editor, also after it was closed.
    client.open("edited = --1|\n", at: "file:///w/more.marble")
    #expect(symbols("ed").contains("more.marble:0 edited 13"))
    #expect(symbols("inner") == [])
    client.notify("textDocument/didClose", #"{"textDocument":{"uri":"file:///w/more.marble"}}"#)
    #expect(symbols("inner") == ["more.marble:0 inner 13"])
  }

  @Test func queryIsRequired() {
    #expect(
      client.request("workspace/symbol", "{}")
        == #"{"code":-32602,"message":"expected an object with the key `query`"}"#)
  }
}
