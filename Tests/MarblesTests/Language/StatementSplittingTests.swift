import Testing

@testable import Marbles

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
    // `==` and links of a chain go on behind a comment line, but not behind a blank one.
    ("never()\n// nothing\n== -", ["(assert (never) <expected>)"]),
    ("never()\n\n== -", ["(show (never))", "error: nothing to compare"]),
    ("a.map { $0 }\n  .take(1)\n== -", ["(assert (.take (.map a {$1 in $0}) 1) <expected>)"]),
    ("a.map { $0 }\n\n.take(ab)", ["(show (.map a {$1 in $0}))", "(show <pipe t@0 a@1 k@2 e@3 a@4 b@4>)"]),
    ("a.map { $0 }\n.take ", ["(show (.map a {$1 in $0}))", "(show <pipe t@0 a@1 k@2 e@3>)"]),
  ])
  func split(text: String, expected: [String]) {
    #expect(outline(text) == expected)
  }

  @Test(arguments: [
    ("merge(a b)\n  == --1|\n-2", "expected `,` or `)`, found `b`"),
    ("merge(a, b\n\n-2", "missing `)`"),
    ("merge(a, b\nc = -1\n-2", "missing `)`"),
    ("merge(a, \"b)\n-2", "the text never ends"),
    ("merge(1 $ 2); -2", "`$` means nothing in an expression"),
    ("merge(\n  a,\n  b c\n); -2", "expected `,` or `)`, found `c`"),
    ("never() ) (\n-2", "unexpected `)` behind the statement"),
    ("x = never() == -1\n-2", "a binding cannot be compared"),
    ("a.map { $0 $1 }\n  .take(2)\n  == -\n-2", "a closure holds one expression"),
    ("a.map { 1 2 }\n  .map {\n 3 }\n-2", "a closure holds one expression"),
  ])
  func anErrorEndsWithItsStatement(text: String, message: String) {
    let lines = outline(text)
    #expect(lines.first == "error: \(message)")
    #expect(lines.last == "(show <pipe 2@1>)")
    #expect(lines.count == 2 || lines[1].hasPrefix("(bind c"))
  }

  @Test func anUnclosedCommentTakesTheRest() {
    #expect(outline("-1\n/* never\n-2") == ["(show <pipe 1@1>)", "error: the comment never ends"])
  }
}
