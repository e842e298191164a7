import Testing

/// Scripts whose runs take long.
@Suite struct EndlessScriptTests {
  /// The assertion runs until the limit of deliveries, which takes much longer than the test.
  private static let script = """
    a = --1--2|
    mrege(a)
    just(1).repeat() == just(1).repeat()

    """

  private static let problem = """
    [{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":5}},"severity":1,"code":"unknownOperator",\
    "source":"rxrepl","message":"there is no operator named `mrege`\\nhelp: did you mean `merge`?"}]
    """

  @Test func endlessScriptDelaysNoAnswer() throws {
    let client = try LanguageClient(
      Self.script, capabilities: #"{"workspace":{"inlayHint":{"refreshSupport":true}}}"#)
    // The results so far are published while the run goes on.
    #expect(try client.diagnostics() == Self.problem)
    #expect(try client.ask("inlayHint") == "[]")
    #expect(try client.ask("hover", 0, 5).contains("a  ──1──2┤"))
    #expect(try client.ask("completion", 1, 3).contains(#""label":"mrege""#) == false)
    #expect(try client.ask("documentSymbol").contains(#""name":"a""#))
    #expect(try client.ask("formatting").hasPrefix("["))
    #expect(try client.ask("semanticTokens/full").hasPrefix(#"{"resultId":"1","data":[0,0,1,6,0,"#))
    // A change cancels the run.
    client.change(#"{"text":"a = --1--2|\nmerge(a)\n"}"#, version: 2)
    #expect(try client.diagnostics() == "[]")
    #expect(
      try client.ask("inlayHint")
        == #"[{"position":{"line":1,"character":8},"label":"--1--2|","paddingLeft":true}]"#)
  }

  @Test func anotherDocumentIsRunMeanwhile() throws {
    let client = try LanguageClient(Self.script)
    client.open("just(1)\n", at: "file:///work/other.marble")
    #expect(
      try client.ask("inlayHint", in: "file:///work/other.marble")
        == #"[{"position":{"line":0,"character":7},"label":"(1|)","paddingLeft":true}]"#)
  }

  @Test func closingEndsTheRun() throws {
    let client = try LanguageClient(Self.script)
    #expect(try client.diagnostics() == Self.problem)
    client.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(LanguageClient.address)"}}"#)
    #expect(try client.diagnostics() == "[]")
    #expect(try client.request("shutdown", "null") == "null")
    client.notify("exit", "null")
    #expect(client.end() == 0)
  }
}
