import Foundation
import Testing

/// The features of `rxrepl lsp`, through the protocol.
@Suite struct LanguageServerTests {
  private static let script = """
    // inputs
    a = --1--2--3--|
    b = ---x----y--|
    both = merge(a, b)
    both == --1x-2--(4y)--|
    a.map { $0 * 10 } ==
    mrege(a, b)
    merge(a,
      b.delay(2))
    double(s) = s.map { $0 * 2 }
    a.double() == --2--4--6--|

    """

  // MARK: Results

  @Test func problemsHaveFixes() throws {
    let client = try LanguageClient(Self.script)
    #expect(
      try client.diagnostics() == """
        [{"range":{"start":{"line":6,"character":0},"end":{"line":6,"character":5}},"severity":1,\
        "code":"unknownOperator","source":"rxrepl","message":"there is no operator named `mrege`\\nhelp: did you mean `merge`?"},\
        {"range":{"start":{"line":4,"character":0},"end":{"line":4,"character":23}},"severity":1,"source":"rxrepl",\
        "message":"1 difference\\ntick 8  expected 4, got 3"},\
        {"range":{"start":{"line":5,"character":0},"end":{"line":5,"character":20}},"severity":1,"source":"rxrepl",\
        "message":"expected a timeline after `==`\\nthe result is `--[10]--[20]--[30]--|`"}]
        """)
    let actions = try client.ask("codeAction")
    let titles = actions.matches(of: /"title":"([^"]*)"/).map { String($0.1) }
    #expect(
      titles == [
        "Write `merge`", "Accept `--1x-2--(3y)--|`", "Fill in `--[10]--[20]--[30]--|`", "Accept all 2 results",
      ])
    #expect(
      actions.contains(
        """
        "isPreferred":true,"edit":{"changes":{"file:///work/demo.marble":[{"range":{"start":{"line":5,"character":20},\
        "end":{"line":5,"character":20}},"newText":" --[10]--[20]--[30]--|"}]}}}
        """))
  }

  @Test func resultsAreBesideTheStatements() throws {
    let client = try LanguageClient(Self.script)
    let hints = try client.ask("inlayHint")
    let labels = hints.matches(of: /"line":([0-9]+),"character":([0-9]+)},"label":"([^"]*)"/)
      .map { "\($0.1):\($0.2) \($0.3)" }
    #expect(
      labels == [
        "3:18 --1x-2--(3y)--|", "4:23 ✗ 1", "5:20 ✗", "8:13 --1--(2x)--3-y--|", "10:26 ✓",
      ])
  }

  @Test func longResultIsShortened() throws {
    let client = try LanguageClient("range(1, 30)\n")
    let full = "(" + (1...30).map { $0 < 10 ? "\($0)" : "[\($0)]" }.joined() + "|)"
    #expect(
      try client.ask("inlayHint") == """
        [{"position":{"line":0,"character":12},"label":"\(full.prefix(40))…","paddingLeft":true,"tooltip":"\(full)"}]
        """)
  }

  @Test func lensesPlayAndExplainAndUpdate() throws {
    let client = try LanguageClient(Self.script, options: #"{"commands":true}"#)
    let lenses = try client.ask("codeLens").matches(
      of: /"title":"([a-z]*)","command":"rxrepl.[a-z]*","arguments":\["[^"]*",\{"line":([0-9]+)/
    )
    .map { "\($0.2) \($0.1)" }
    #expect(lenses == ["3 play", "4 play", "4 why", "4 update", "5 play", "5 update", "7 play", "10 play"])
    #expect(
      try client.execute("play", line: 10) == """
        {"script":"a = --1--2--3--|\\nb = ---x----y--|\\nboth = merge(a, b)\\ndouble(s) = s.map { $0 * 2 }\\n\
        a.double() == --2--4--6--|\\n:play","folder":"/work/"}
        """)
    #expect(try client.execute("play", line: 3).contains(#"\nboth = merge(a, b)\n:play both""#))
    #expect(try client.execute("why", line: 4).hasPrefix(#""`4` did not come: nothing sends it."#))
    #expect(try client.execute("update", line: 5) == "null")
    #expect(
      try client.parameters(of: "workspace/applyEdit") == """
        {"label":"Fill in `--[10]--[20]--[30]--|`","edit":{"changes":{"file:///work/demo.marble":[{"range":{\
        "start":{"line":5,"character":20},"end":{"line":5,"character":20}},"newText":" --[10]--[20]--[30]--|"}]}}}
        """)
    #expect(
      try client.execute("why", line: 0) == #"{"code":-32803,"message":"there is no result on this line yet"}"#)
  }

  /// Without a terminal and a place for text, the server shows explanations as messages.
  @Test func explanationIsAMessageForOtherEditors() throws {
    let client = try LanguageClient("a = -1|\na == -2|\n")
    #expect(!(try client.ask("codeLens").contains("rxrepl.play")))
    let explanation = try client.execute("why", line: 1)
    #expect(try client.parameters(of: "window/showMessage") == #"{"type":3,"message":\#(explanation)}"#)
  }

  // MARK: Explanations

  @Test func hoverDrawsAndExplains() throws {
    let client = try LanguageClient(Self.script)
    #expect(
      try client.ask("hover", 3, 1) == """
        {"contents":{"kind":"markdown","value":"```text\\n     0    5       10\\na    ──1──2──3─────┤\\n\
        b    ───x────y─────┤\\n     ╭─────────────╮\\n     │ merge(a, b) │\\n     ╰─────────────╯\\n\
        out  ──1x─2──(3y)──┤\\n```"},"range":{"start":{"line":3,"character":0},"end":{"line":3,"character":4}}}
        """)
    #expect(
      try client.ask("hover", 7, 2).hasPrefix(
        #"{"contents":{"kind":"markdown","value":"```marble\nmerge(stream, …)\n```\n\nSends the values of all"#))
    #expect(try client.ask("hover", 9, 2).contains(#"```marble\ndouble(s) = s.map { $0 * 2 }\n```"#))
    #expect(try client.ask("hover", 10, 3).contains(#"```marble\ndouble(s) = s.map { $0 * 2 }\n```"#))
    #expect(try client.ask("hover", 4, 10).contains(#"expected  ──1x─2──(4y)──┤"#))
    #expect(try client.ask("hover", 4, 10).contains(#"tick 8  expected 4, got 3"#))
    #expect(try client.ask("hover", 11, 0) == "null")
  }

  @Test func hoverShowsAPicture() throws {
    let client = try LanguageClient("a = --1|\n", options: #"{"pictures":"dark"}"#)
    let hover = try client.ask("hover", 0, 0)
    let match = try #require(hover.firstMatch(of: /!\[([^\]]*)\]\(data:image\/svg\+xml;base64,([A-Za-z0-9+\/=]*)\)/))
    let picture = try #require(Data(base64Encoded: String(match.2)))
    #expect(String(decoding: picture, as: UTF8.self).hasPrefix("<svg "))
    #expect(String(decoding: picture, as: UTF8.self).hasSuffix("</svg>"))
  }

  // MARK: Typing

  @Test func completionReplacesTheWord() throws {
    let client = try LanguageClient("a = --1|\na.del\n:he\nmerge(a).sh")
    let answer = try client.ask("completion", 1, 5)
    #expect(
      answer.hasPrefix(
        """
        [{"label":"delay","kind":3,"detail":"Sends each value and the completion some time later.",\
        "documentation":{"kind":"markdown","value":"```marble\\nsource.delay(
        """))
    #expect(
      answer.hasSuffix(
        """
        ```"},"sortText":"10000","textEdit":{"range":{"start":{"line":1,"character":2},\
        "end":{"line":1,"character":5}},"newText":"delay("}}]
        """))
    #expect(try client.ask("completion", 2, 3).contains(#""label":"help""#))
    #expect(try client.ask("completion", 3, 11).contains(#""label":"share""#))
    #expect(try client.ask("completion", 0, 0).contains(#""label":"a""#) == false)
    #expect(try client.ask("completion", 1, 0).contains(#"{"label":"a","kind":6,"detail":"--1|""#))
  }

  @Test func completionPlacesTheCursor() throws {
    let client = try LanguageClient(
      "a = --1|\na.mapE",
      capabilities: #"{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}"#)
    #expect(try client.ask("completion", 1, 6).contains(#""insertTextFormat":2"#))
    #expect(try client.ask("completion", 1, 6).contains(#""newText":"mapError { $0 }""#))
  }

  @Test func signaturesMarkTheArgument() throws {
    let client = try LanguageClient("a = --1|\na.throttle(2, \n")
    let help = try client.ask("signatureHelp", 1, 14)
    #expect(help.hasPrefix(#"{"signatures":[{"label":"source.throttle("#))
    #expect(help.hasSuffix(#""activeParameter":1}"#))
    #expect(try client.ask("signatureHelp", 0, 2) == "null")
  }

  @Test func formattingChangesOnlyLinesThatDiffer() throws {
    let client = try LanguageClient("a = -1|\nlong = -2|\n// é 👍\nmerge(a, long) == -(12)|\n")
    #expect(
      try client.ask("formatting") == """
        [{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":7}},"newText":"a    = -1|"}]
        """)
    client.change(#"{"text":"a = (\n"}"#, version: 2)
    #expect(try client.ask("formatting") == "null")
  }

  @Test func tokensHaveTypes() throws {
    let client = try LanguageClient("// é\na = --1|\n")
    #expect(
      try client.ask("semanticTokens/full")
        == #"{"resultId":"1","data":[0,0,4,10,0,1,0,1,6,0,0,2,1,3,0,0,2,2,0,0,0,2,1,1,0,0,1,1,2,0]}"#)
  }

  // MARK: Names

  @Test func namesLeadToTheirDefinitions() throws {
    let client = try LanguageClient(Self.script)
    func location(_ line: Int, _ start: Int, _ end: Int) -> String {
      """
      {"uri":"file:///work/demo.marble","range":{"start":{"line":\(line),"character":\(start)},\
      "end":{"line":\(line),"character":\(end)}}}
      """
    }
    #expect(try client.ask("definition", 7, 6) == location(1, 0, 1))
    #expect(try client.ask("definition", 10, 4) == location(9, 0, 6))
    #expect(try client.ask("definition", 9, 12) == location(9, 7, 8))
    #expect(try client.ask("definition", 7, 1) == "null")
    #expect(
      try client.ask("references", 2, 0)
        == "[\(location(2, 0, 1)),\(location(3, 16, 17)),\(location(6, 9, 10)),\(location(8, 2, 3))]")
    #expect(
      try client.ask("prepareRename", 4, 2)
        == #"{"start":{"line":4,"character":0},"end":{"line":4,"character":4}}"#)
    let renamed = try client.ask("rename", 4, 2, #","newName":"all""#)
    #expect(renamed.matches(of: /"newText":"all"/).count == 2)
    #expect(
      try client.ask("rename", 4, 2, #","newName":"a""#)
        == #"{"code":-32803,"message":"`a` is already used in demo.marble"}"#)
    #expect(
      try client.ask("rename", 4, 2, #","newName":"1""#)
        == #"{"code":-32803,"message":"`1` is not a name: write a letter or `_`, then letters, digits and `_`"}"#)
    #expect(
      try client.ask("rename", 0, 0, #","newName":"x""#)
        == #"{"code":-32803,"message":"there is no name here that a script defines"}"#)
  }

  /// Returns the script after a stream was renamed.
  private func renamed(_ script: String, _ line: Int, _ character: Int, to name: String) throws -> String {
    let client = try LanguageClient(script)
    let answer = try client.ask("rename", line, character, #","newName":"\#(name)""#)
    return answer.contains("newText") ? applied(answer[...], to: script) : answer
  }

  /// Returns a script after the edits in a part of an answer.
  private func applied(_ edits: Substring, to script: String) -> String {
    var lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let edit =
      /"start":\{"line":([0-9]+),"character":([0-9]+)\},"end":\{"line":[0-9]+,"character":([0-9]+)\}\},"newText":"([^"]*)"/
    for edit in edits.matches(of: edit).reversed() {
      let (line, start, end) = (Int(edit.1) ?? 0, Int(edit.2) ?? 0, Int(edit.3) ?? 0)
      lines[line].replaceSubrange(start..<end, with: edit.4)
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }

  @Test func marblesThatAreNamesAreRenamed() throws {
    let script = """
      x = cold --1|
      s = -x-(xy)|
      letters = --x--|
      y = cold -2|
      later = s.delay(1)
      later.flatten(.merge) == ----1-(12)|
      letters.flatMap { "-\\($0)|" }
      """
    let place = [(0, 0), (1, 5)]
    for (line, character) in place {
      #expect(
        try renamed(script, line, character, to: "z")
          == script.replacing("x = cold", with: "z = cold")
          .replacing("s = -x-(xy)", with: "s = -z-(zy)"))
    }
    #expect(
      try renamed(script, 0, 0, to: "load")
        == script.replacing("x = cold", with: "load = cold")
        .replacing("s = -x-(xy)", with: "s = -[load]-([load]y)"))
    #expect(
      try renamed("load = cold -1|\ns = -[load]|\ns.flatMap { v in v }", 1, 6, to: "x")
        == "x = cold -1|\ns = -x|\ns.flatMap { v in v }")
    // A custom operator that flattens, and a marble that a `where` replaces.
    #expect(
      try renamed(
        "x = cold -1|\ny = x\ns = -x|\nt = -x| where x = y\nf(q) = q.flatten(.latest)\ns.f()\nt.f()", 0, 0, to: "z")
        == "z = cold -1|\ny = z\ns = -z|\nt = -x| where x = y\nf(q) = q.flatten(.latest)\ns.f()\nt.f()")
    // `z` is a value here, and would become a name.
    #expect(
      try renamed("x = cold -1|\ns = -xz|\ns.flatten(.merge)", 0, 0, to: "z")
        == #"{"code":-32803,"message":"`z` would have another meaning in a timeline"}"#)
  }

  /// A closure that uses its values as streams.
  @Test(arguments: [
    "s.flatMap { $0.delay(1) }", "s.map { $0.delay(1) }", "s.flatMap { merge($0, c) }", "s.flatMap { c.zip(with: $0) }",
    "s.flatMap { v in v.hasPrefix(\"q\") ? c : v.delay(1) }", "s.flatMap { $0.hasPrefix(\"q\") ? c : $0 }",
    "s.map { ($0, 1) }.flatMap { $0.0.delay(1) }", "s.flatMap { x in just(x).flatMap { y in x.merge(y) } }",
    "f(q) = q.flatMap { $0.delay(1) }\ns.f()", "f(q) = q.delay(1)\ns.flatMap { f($0) }",
    "s.scan(c) { $0.merge($1) }",
  ])
  func marblesThatAClosureStartsAreRenamed(statement: String) throws {
    let script = "c = cold -2|\nb = cold -1|\ns = -b|\n"
    #expect(
      try renamed(script + statement, 1, 0, to: "z")
        == script.replacing("b =", with: "z =").replacing("-b|", with: "-z|") + statement)
  }

  /// A closure that uses its values only as values.
  @Test(arguments: [
    "s.map { $0.uppercased() }", "s.map { $0 == \"b\" }", "s.flatMap { just($0) }", "s.flatMap { v in \"-\\(v)|\" }",
    "s.flatMap { c.delay(1) }", "s.flatMap { v in c.map { $0 } }", "s.map { $0.contains(\"b\") }",
  ])
  func marblesThatAClosureDoesNotStartStay(statement: String) throws {
    let script = "c = cold -2|\nb = cold -1|\ns = -b|\n"
    #expect(try renamed(script + statement, 1, 0, to: "z") == script.replacing("b =", with: "z =") + statement)
  }

  @Test func definitionCanBeInALoadedFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("// é\nlib = --1|\n:load deep/more.marble\n", to: "lib one.marble")
    try FileManager.default.createDirectory(atPath: folder.path + "/deep", withIntermediateDirectories: true)
    try folder.write("double(s) = s.map { $0 * 2 }\n", to: "deep/more.marble")
    let client = try LanguageClient()
    try client.initialize()
    let address = "file://\(folder.path)/demo.marble"
    client.open(":load lib one.marble\nlib.double()\n", at: address)
    func definition(_ line: Int, _ character: Int) throws -> String {
      try client.request(
        "textDocument/definition",
        #"{"textDocument":{"uri":"\#(address)"},"position":{"line":\#(line),"character":\#(character)}}"#)
    }
    func location(_ file: String, _ line: Int, _ end: Int) -> String {
      """
      {"uri":"file://\(folder.path)/\(file)","range":{"start":{"line":\(line),"character":0},\
      "end":{"line":\(line),"character":\(end)}}}
      """
    }
    #expect(try definition(1, 1) == location("lib%20one.marble", 1, 3))
    #expect(try definition(1, 6) == location("deep/more.marble", 0, 6))
    // An open file counts as it is in the editor.
    client.open("\n\nlib = -|\n", at: "file://\(folder.path)/lib%20one.marble")
    #expect(try definition(1, 1) == location("lib%20one.marble", 2, 3))
  }

  @Test func outlineAndFolds() throws {
    let client = try LanguageClient("// one\n// two\na = -1|\nf(s) = s\n/* x\n*/ merge(a,\n  a)\n")
    #expect(
      try client.ask("documentSymbol") == """
        [{"name":"a","detail":"= -1|","kind":13,"range":{"start":{"line":2,"character":0},"end":{"line":2,\
        "character":7}},"selectionRange":{"start":{"line":2,"character":0},"end":{"line":2,"character":1}}},\
        {"name":"f","detail":"(s) = s","kind":12,"range":{"start":{"line":3,"character":0},"end":{"line":3,\
        "character":8}},"selectionRange":{"start":{"line":3,"character":0},"end":{"line":3,"character":1}}}]
        """)
    #expect(
      try client.ask("foldingRange") == """
        [{"startLine":0,"endLine":1,"kind":"comment"},{"startLine":4,"endLine":5,"kind":"comment"},\
        {"startLine":5,"endLine":6}]
        """)
  }

  // MARK: Documents

  @Test func positionsCountTheUnitsOfTheClient() throws {
    for (encodings, character) in [(#"["utf-32","utf-8"]"#, 14), (#"["utf-16"]"#, 11)] {
      let client = try LanguageClient(
        "a = --é👍--|x\n", capabilities: #"{"general":{"positionEncodings":\#(encodings)}}"#)
      #expect(
        try client.diagnostics().hasPrefix(
          #"[{"range":{"start":{"line":0,"character":\#(character + 1)},"end":{"line":0,"character":\#(character + 2)}}"#
        ))
      // The change replaces the same character.
      client.change(
        #"{"range":{"start":{"line":0,"character":\#(character + 1)},"end":{"line":0,"character":\#(character + 2)}},"text":""}"#,
        version: 2)
      #expect(try client.diagnostics() == "[]")
    }
  }

  @Test func fencesOfMarkdownAreScripts() throws {
    let client = try LanguageClient()
    try client.initialize()
    let page = """
      # Page

      > ```marble
      > a = --1|
      > a == --2|
      > ```

      ```marble
      a.map { $0 }
      ```

      ```marble new
      a.map { $0 }
      ```

      """
    client.open(page, at: "untitled:Untitled-1", language: "markdown")
    let diagnostics = try client.diagnostics()
    #expect(
      diagnostics.hasPrefix(
        """
        [{"range":{"start":{"line":4,"character":2},"end":{"line":4,"character":11}},"severity":1,"source":"rxrepl",\
        "message":"1 difference\\ntick 2  expected 2, got 1"},\
        {"range":{"start":{"line":12,"character":0},"end":{"line":12,"character":1}},
        """.trimmingCharacters(in: .newlines)))
    #expect(
      try client.ask("inlayHint", in: "untitled:Untitled-1") == """
        [{"position":{"line":4,"character":11},"label":"✗ 1","paddingLeft":true},\
        {"position":{"line":8,"character":12},"label":"--1|","paddingLeft":true}]
        """)
  }

  @Test func fenceMayBeUnclosedWhileItIsWritten() throws {
    let client = try LanguageClient()
    try client.initialize()
    client.open("```marble\na = --1|\n```\n\n```marble\na.del", at: LanguageClient.address, language: "markdown")
    #expect(
      try client.diagnostics() == """
        [{"range":{"start":{"line":4,"character":0},"end":{"line":4,"character":3}},"severity":1,\
        "code":"unclosedFence","source":"rxrepl","message":"the fence is never closed\\nthe fence starts here\\n\
        help: close it with a line of ```, in the same list item or quote"}]
        """)
    #expect(try client.ask("completion", 5, 5).hasPrefix(#"[{"label":"delay","#))
    #expect(try client.ask("documentSymbol").contains(#""name":"a""#))
  }

  @Test func formattingAndTokensKeepTheLineEndsOfWindows() throws {
    let client = try LanguageClient("a=--1|\r\nabc = --1|\r\n// x\r\n")
    #expect(
      try client.ask("formatting") == """
        [{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":6}},"newText":"a   = --1|"}]
        """)
    let tokens = try client.ask("semanticTokens/full").matches(of: /[0-9]+/).compactMap { Int($0.0) }
    // The comment has four characters.
    #expect(tokens.suffix(5).prefix(3) == [1, 0, 4])
  }

  @Test func allProblemsOfAKindCanBeFixed() throws {
    let client = try LanguageClient("a = --10|\nb = -20-3)|\na == b\n:tick 2\nc = -30|\n")
    let titles = try client.ask("codeAction").matches(of: /"title":"([^"]*)"/).map { String($0.1) }
    #expect(titles.contains("Fix all 2 problems of this kind"))
    #expect(titles.contains("Delete `)`"))
  }

  @Test func relatedPlacesAreNamed() throws {
    let client = try LanguageClient("a = --1--|--2\n")
    #expect(try client.diagnostics().contains(#""message":"`|` is here""#))
  }

  // MARK: Loaded files

  private static let base = "file:///work/base.marble"

  /// A script with the streams of another open file.
  private func loadingClient(
    _ base: String = "clicks = --1|\n",
    _ script: String = ":load base.marble\nclicks == --1|\nclicks.map { $0 } == --1|\n"
  ) throws -> LanguageClient {
    let client = try LanguageClient()
    try client.initialize(
      capabilities: #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#)
    client.open(base, at: Self.base)
    _ = try client.diagnostics()
    client.open(script)
    #expect(try client.diagnostics() == "[]")
    return client
  }

  @Test func changesOfALoadedFileRunTheScript() throws {
    let client = try loadingClient()
    #expect(
      try client.parameters(of: "client/registerCapability")
        .contains(#""watchers":[{"globPattern":"**/*.{marble,md,markdown}"}]"#))
    client.notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(Self.base)","version":2},"contentChanges":[{"text":"clicks = --2|\n"}]}"#)
    // Those of the file itself come first or last.
    let both = try client.diagnostics() + client.diagnostics()
    #expect(both.matches(of: /1 difference/).count == 2)
    client.notify("workspace/didChangeWatchedFiles", #"{"changes":[{"uri":"\#(Self.base)","type":2}]}"#)
    #expect(try client.diagnostics().matches(of: /1 difference/).count == 2)
  }

  @Test func namesOfALoadedFileAreFoundAndRenamed() throws {
    let client = try loadingClient()
    #expect(try client.ask("references", 1, 0).matches(of: /"line":1,|"line":2,/).count == 4)
    #expect(
      try client.ask("documentLink") == """
        [{"range":{"start":{"line":0,"character":6},"end":{"line":0,"character":17}},"target":"\(Self.base)"}]
        """)
    let edits = try askBase(client, "rename", to: "taps")
    #expect(edits.matches(of: /"newText":"taps"/).count == 3)
    #expect(edits.contains(LanguageClient.address))
  }

  private func askBase(
    _ client: LanguageClient, _ method: String, line: Int = 0, to name: String = ""
  ) throws -> String {
    try client.request(
      "textDocument/\(method)",
      #"{"textDocument":{"uri":"\#(Self.base)"},"position":{"line":\#(line),"character":0},"newName":"\#(name)"}"#)
  }

  /// The marble `x`, or `[long]`, is the name of the stream of the loaded file.
  @Test(arguments: [
    ("x = --1--2--|\n", ":load base.marble\nx.delay(1)\ns = -x--|\ns.flatten(.merge)\nk = -x|\nk\n", 3),
    // Only the script uses the marble as a stream.
    ("x = cold 1|\ns = -x|\n", ":load base.marble\nx.delay(1)\ns.flatten(.merge)\n", 3),
    ("x = cold 1|\n", ":load base.marble\nx.delay(1)\nk = -x|\nk\n", 2),
  ])
  func marblesThatNameALoadedStreamAreRenamed(base: String, script: String, count: Int) throws {
    func long(_ text: String) -> String {
      [("x = ", "long = "), ("x.", "long."), ("s = -x", "s = -[long]")]
        .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    let (short, long) = ([base, script], [long(base), long(script)])
    for (before, after, name) in [(short, long, "long"), (long, short, "x")] {
      let client = try loadingClient(before[0], before[1])
      let answer = try askBase(client, "rename", to: name)
      let edited = zip(before, [Self.base, LanguageClient.address]).map { text, address in
        let edits = answer.split(separator: "\"file:").first { "file:\($0)".hasPrefix(address) }
        return edits.map { applied($0, to: text) } ?? text
      }
      #expect(edited == after)
      let references = try askBase(client, "references")
      #expect(references.matches(of: /"uri"/).count == count)
      #expect(try client.ask("references", 1, 0) == references)
    }
  }

  @Test func nameThatALoadingScriptUsesIsRefused() throws {
    let client = try loadingClient(
      "x = --1--2--|\nf(s) = s.delay(1)\np(x) = x\n",
      ":load base.marble\nq = -a|\nx.map { $0 } == --1--2--|\ng(s) = s.f()\n")
    for (line, name) in [(0, "q"), (0, "g"), (1, "g"), (1, "q")] {
      #expect(
        try askBase(client, "rename", line: line, to: name)
          == #"{"code":-32803,"message":"`\#(name)` is already used in demo.marble"}"#)
    }
    #expect(try askBase(client, "rename", line: 1, to: "h").matches(of: /"newText":"h"/).count == 2)
  }

  @Test func loadedFileMayBeOpen() throws {
    let client = try LanguageClient()
    try client.initialize()
    client.open("x = --1|\nnone\n", at: "file:///work/other%20file.marble")
    #expect(try client.diagnostics().contains("there is no stream named `none`"))
    client.open(":load \"other file.marble\"\nx == --1|\n")
    #expect(
      try client.diagnostics(of: LanguageClient.address).hasPrefix(
        """
        [{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":25}},"severity":1,"source":"rxrepl",\
        "message":"/work/other file.marble:2:1: there is no stream named `none`
        """))
    #expect(
      try client.ask("inlayHint") == #"[{"position":{"line":1,"character":9},"label":"✓","paddingLeft":true}]"#)
  }

  // MARK: Traces

  private static func line(_ time: Int, _ value: Int) -> String {
    #"{"time": \#(time), "stream": "a", "kind": "value", "value": \#(value), "source": "app.py:1"}"# + "\n"
  }

  /// The trace grows while the editor is open.
  ///
  /// Without trust, only the end of a large one is read.
  @Test(arguments: [[], ["--safe"]])
  func valuesOfARunningProgramAreShown(options: [String]) throws {
    let folder = try TemporaryFolder()
    let address = "file://\(folder.path)/app.py"
    let client = try LanguageClient(options: options + ["--trace", folder.path + "/trace.jsonl"])
    try client.initialize()
    #expect(try client.parameters(of: "window/showMessage").contains("trace.jsonl: No such file or directory"))
    client.open("clicks.subscribe()\n", at: address, language: "python")
    #expect(try client.ask("inlayHint", in: address) == "[]")
    try folder.write(#"{"schema": "rxrepl/trace", "unit": "s"}"# + "\n" + Self.line(1, 4), to: "trace.jsonl")
    #expect(try client.ask("inlayHint", in: address).contains(#""character":18},"label":"4","#))
    try folder.write((0..<20_000).map { Self.line($0, $0 % 9) }.joined(), to: "trace.jsonl")
    let isWhole = options.isEmpty
    let answer = try client.ask("inlayHint", in: address)
    #expect(answer.contains(#""label":"… 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 0 1""#))
    #expect(answer.contains("20,000 events") == isWhole)
  }
}
