import Testing

@Suite struct StatementSplittingTests {
  @Test(arguments: [
    ("", []),
    (" \n\t\r\n;;\n", []),
    ("// only\n/* words /* nested */ */", []),
    ("-1; -2", ["(show <pipe 1@1>)", "(show <pipe 2@1>)"]),
    ("just(\";\"); -2", ["(show (just \";\"))", "(show <pipe 2@1>)"]),
    ("[;]-;-2", ["(show <pipe ;@0>)", "(show <pipe 2@1>)"]),
    ("-1\r\n-2\r\n", ["(show <pipe 1@1>)", "(show <pipe 2@1>)"]),
    ("\u{FEFF}-1", ["(show <pipe 1@1>)"]),
    ("-1 // one\n-2", ["(show <pipe 1@1>)", "(show <pipe 2@1>)"]),
    ("-1 /* one\n or so */\n-2", ["(show <pipe 1@1>)", "(show <pipe 2@1>)"]),
    ("-a//b", ["(show <pipe a@1 /@2 /@3 b@4>)"]),
    ("[//]", ["(show <pipe //@0>)"]),
    // `==` and the links of a chain continue after a comment line, but not after a blank line.
    ("never()\n// nothing\n== -", ["(assert (never) <expected>)"]),
    ("never()\n\n== -", ["(show (never))", "error: expected an expression before `==`"]),
    ("a.map { $0 }\n  .take(1)\n== -", ["(assert (.take (.map a {$1 in $0}) 1) <expected>)"]),
    ("a.map { $0 }\n\n.take(ab)", ["(show (.map a {$1 in $0}))", "(show <pipe t@0 a@1 k@2 e@3 a@4 b@4>)"]),
    ("a.map { $0 }\n.take ", ["(show (.map a {$1 in $0}))", "(show <pipe t@0 a@1 k@2 e@3>)"]),
  ])
  func textSplitsIntoStatements(text: String, expected: [String]) {
    #expect(outline(text) == expected)
  }

  @Test(arguments: [
    ("merge(a b)\n  == --1|\n-2", "expected `,` or `)`, found `b`"),
    ("merge(a, b\n\n-2", "expected `)`"),
    ("merge(a, b\nc = -1\n-2", "expected `)`"),
    ("merge(a, \"b)\n-2", "the string is never closed"),
    ("merge(1 $ 2); -2", "unexpected `$` in an expression"),
    ("merge(\n  a,\n  b c\n); -2", "expected `,` or `)`, found `c`"),
    ("never() ) (\n-2", "unexpected `)` after the statement"),
    ("x = never() == -1\n-2", "unexpected `==` in the binding of `x`"),
    ("a.map { $0 $1 }\n  .take(2)\n  == -\n-2", "a closure can contain only one expression"),
    ("a.map { 1 2 }\n  .map {\n 3 }\n-2", "a closure can contain only one expression"),
    // Brackets in strings, comments and escapes do not count.
    ("merge(1 2, \"(\"); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, \"\\\"(\"); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, \"\\(\"\\\\\")(\"); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, \"\\(f(\"(;\"))\"); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2 /* ( /* [ */ ; */); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2 // (\n); -2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, [a; b], { c; d }); -2", "expected `,` or `)`, found `2`"),
    ("-[a\\]; b]|1; -2", "unexpected value after the completion"),
    ("-[ // a; b]|1; -2", "unexpected value after the completion"),
    ("-[/*]|1; -2", "unexpected value after the completion"),
    ("-\"a;\\\"(\"|1; -2", "unexpected value after the completion"),
    // A bracket or quote that is not closed, or closed by another kind of bracket, ends with its line.
    ("merge(1 2, [a)\n-2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, {a]\n-2", "expected `,` or `)`, found `2`"),
    ("merge(1 2, \"a\n-2", "expected `,` or `)`, found `2`"),
    ("merge(1 2\n  // c\n\n-2", "expected `,` or `)`, found `2`"),
    ("-(-; x\n-2", "`(` is never closed"),
    ("-(-\n-2", "`(` is never closed"),
  ])
  func errorEndsWithItsStatement(text: String, message: String) {
    let lines = outline(text)
    #expect(lines.first == "error: \(message)")
    #expect(lines.last == "(show <pipe 2@1>)")
    #expect(lines.count == 2 || lines.dropFirst().first?.hasPrefix("(bind c") == true)
  }

  /// A timeline ends with its line, even inside an open bracket.
  @Test func bracketsInTimelinesDoNotSpanLines() {
    #expect(outline("-|1(\n-2)").count == 2)
    #expect(outline("f(1 2\n-2)").count == 1)
    #expect(outline("f(1 2 /* (\n-2)").count == 2)
  }

  /// A string ends with its line, even before a continuation line and after a backslash.
  @Test(arguments: ["merge(1 2, \"a\n.b\")\n-2", "merge(1 2, \"a\\\nb\")\n-2"])
  func stringsDoNotSpanLines(text: String) {
    let lines = outline(text)
    #expect(lines.first == "error: expected `,` or `)`, found `2`")
    #expect(lines.count == 3)
    #expect(lines.last == "(show <pipe 2@1>)")
  }

  @Test func bracketDepthIsLimited() {
    let deep = { "f(1 2" + String(repeating: "(", count: $0) + "\n" + String(repeating: ")", count: $0) + "); -2" }
    #expect(outline(deep(80)).last == "(show <pipe 2@1>)")
    #expect(outline(deep(120)).last?.hasPrefix("error: ") == true)
  }

  @Test func unclosedCommentExtendsToTheEnd() {
    #expect(outline("-1\n/* never\n-2") == ["(show <pipe 1@1>)", "error: the comment is never closed"])
  }
}
