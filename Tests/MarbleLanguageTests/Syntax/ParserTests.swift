@testable import MarbleLanguage
import Testing

@Suite struct ParserTests {
  @Test(arguments: [
    ("a = --1--|", "(bind a <pipe 1@2 |@5>)"),
    ("a=--1|", "(bind a <pipe 1@2 |@3>)"),
    ("b = cold --1|", "(bind b (attempts <cold 1@2 |@3>))"),
    ("c = cold --1-#, --2|", "(bind c (attempts <cold 1@2 #@4> <cold 2@2 |@3>))"),
    ("d = raw --1|2", "(bind d <raw 1@2 |@3 2@4>)"),
    ("raw --1|2", "(show <raw 1@2 |@3 2@4>)"),
    ("check = --1|", "(bind check <pipe 1@2 |@3>)"),
    ("forall = why", "(bind forall why)"),
    ("cold = --1|", "(bind cold <pipe 1@2 |@3>)"),
    ("cold-1|", "(show <pipe c@0 o@1 l@2 d@3 1@5 |@6>)"),
    ("let = --1|", "(bind let <pipe 1@2 |@3>)"),
    ("let a", "(show <pipe l@0 e@1 t@2 a@3>)"),
    ("s|>", "(show <pipe s@0 |@1>)"),
    ("check --1|2", "(check <raw 1@2 |@3 2@4>)"),
    ("check \"vvc\"", "(check word vvc)"),
    ("check \"\"", "(check word )"),
    ("check \"vvc\"-|", "(check <raw vvc@0 |@2>)"),
    ("why 4", "(ask \"why 4\" last)"), ("why @9", "(ask \"why @9\" last)"), ("why |", "(ask \"why |\" last)"),
    ("why not [12] @9 in s", "(ask \"why not [12] @9\" s)"),
    ("why #[lost] in --1|", "(ask \"why #[lost]\" <pipe 1@2 |@3>)"),
    ("why not \"in a\" in merge(a, b) // c", "(ask \"why not [in a]\" (merge a b))"),
    ("why twice s in merge(a, b)", "(ask \"why twice s\" (merge a b))"),
    ("why was s unsubscribed // c", "(ask \"why was s unsubscribed\" last)"),
    ("who holds s in s during ^--!", "(ask \"who holds s\" s 0..<3)"),
    ("who = --1|", "(bind who <pipe 1@2 |@3>)"), ("check subscriptions", "(check subscriptions)"),
    ("why = --1|", "(bind why <pipe 1@2 |@3>)"),
    ("merge(a, b) == --1|", "(assert (merge a b) <expected 1@2 |@3>)"),
    ("merge(a, b)\n  == --1|", "(assert (merge a b) <expected 1@2 |@3>)"),
    ("races merge(a, b)", "(races (merge a b))"),
    ("races s within 2 during --^ == --1|", "(races s within 2 2..< <expected 1@2 |@3>)"),
    ("s matches --_ ... 1|", "(assert s <pattern _@2 1@3 |@4 ...@3>)"),
    ("s matches 1 2...5t 2 * // a", "(assert s <pattern 1@0 2@3 2...5t@1 *@4>)"),
    ("s.map { $0 }\n  matches *|", "(assert (.map s {$1 in $0}) <pattern |@0 *@0>)"),
    ("s matches {... _}*2", "(assert s <pattern _@0 _@1 ...@0 ...@1>)"),
    (
      "s during ^--!, ^ matches 1.5s...2s, 2ms... 1",
      "(assert s 0..<3 0..< <pattern 1.5s...2s@0> <pattern 1@2 2ms...@0>)"
    ),
    ("s matches x1 where x: { $0 > 2 }, 1 = 10", "(assert s <pattern x@0 10@1> (x: {$1 in (> $0 2)}))"),
    ("races s matches 1", "(races s <pattern 1@0>)"),
    ("forall a: a matches *", "(law a a <pattern *@0>)"),
    ("matches = --1|", "(bind matches <pipe 1@2 |@3>)"),
    ("a = s matches 1", "(bind a <pipe s@0 m@1 a@2 t@3 c@4 h@5 e@6 s@7 1@8>)"),
    ("s == a", "(assert s <expected a@0>)"),
    ("s == why", "(assert s why)"),
    ("s == merge(a, b)", "(assert s (merge a b))"),
    ("s == s.map { $0 }", "(assert s (.map s {$1 in $0}))"),
    ("s == raw --1|2", "(assert s <raw 1@2 |@3 2@4>)"),
    ("s ==", "(assert s ?)"),
    ("s == // to do", "(assert s ?)"),
    ("s==--1", "(assert s <expected 1@2>)"),
    ("--1| == --1|", "(assert <pipe 1@2 |@3> <expected 1@2 |@3>)"),
    ("cold --1| == --1|", "(assert (attempts <cold 1@2 |@3>) <expected 1@2 |@3>)"),
    (":tick 10ms", "(command tick \"10ms\")"),
    (":help", "(command help \"\")"),
    (":load \"a;b\" // the rest", "(command load \"\"a;b\"\")"),
    (":load https://example.org", "(command load \"https://example.org\")"),
  ])
  func statementParsesToTree(text: String, expected: String) {
    #expect(outline(text, bindings: bindings("s", "why")) == [expected])
  }

  /// A stream of a trace may have the name `in`.
  @Test(arguments: [
    ("who holds in", "(ask \"who holds in\" last)"), ("why twice in // c", "(ask \"why twice in\" last)"),
    ("why was in unsubscribed", "(ask \"why was in unsubscribed\" last)"),
    ("who holds in in in.map { $0 }", "(ask \"who holds in\" (.map in {$1 in $0}))"),
    ("who holds s in in", "(ask \"who holds s\" in)"),
  ])
  func streamNamedInIsQuestioned(text: String, expected: String) {
    #expect(outline(text, bindings: bindings("s", "in")) == [expected])
  }

  @Test(arguments: [
    // A name followed by a bracket is a call. A name alone is a stream if it is bound.
    ("a(bc)", "(a bc)"),
    ("s", "s"),
    ("s // it", "s"),
    ("_", "_"),
    ("_12", "_12"),
    ("long", "long"),
    ("a", "<pipe a@0>"),
    ("é", "<pipe é@0>"),
    ("s-", "<pipe s@0>"),
    ("s a", "<pipe s@0 a@1>"),
    ("long-|", "<pipe l@0 o@1 n@2 g@3 |@5>"),
    ("12", "<pipe 1@0 2@1>"),
    // A dot starts a link of a chain only if a bracket follows the name.
    ("s.mop", "<pipe s@0 m@1 o@2 p@3>"),
    ("a.map{ $0 }", "(.map a {$1 in $0})"),
    ("a.bc(d)", "(.bc a d)"),
    ("a.-(bc)", "<pipe a@0 b@2 c@2>"),
    (".s", "<pipe s@0>"),
    (".s(ab)", "<pipe s@0 a@1 b@1>"),
    (".s.map(ab)", "<pipe s@0 m@1 a@2 p@3 a@4 b@4>"),
    // The same holds for lists and strings.
    ("[ab]-|", "<pipe ab@0 |@2>"),
    ("[ab].-|", "<pipe ab@0 |@2>"),
    ("[ab].flatten(.merge)", "(.flatten [ab] (.merge))"),
    ("\"ab\"|", "<pipe ab@0 |@1>"),
    ("\"ab\".map { $0 }", "(.map \"ab\" {$1 in $0})"),
    ("[a,\n b].flatten(.merge)", "(.flatten [a b] (.merge))"),
    ("[a]\n  .flatten(.merge)", "(.flatten [a] (.merge))"),
    ("x\n  .map { $0 }", "(.map x {$1 in $0})"),
  ])
  func statementIsReadAsExpressionOrTimeline(text: String, expected: String) {
    #expect(outline(text, bindings: bindings("s", "long")) == ["(show \(expected))"])
  }

  @Test func namesAreBoundInStatementOrder() {
    #expect(
      outline("long\nlong = --1|\nlong") == [
        "error: there is no stream named `long`", "(bind long <pipe 1@2 |@3>)", "(show long)",
      ])
  }

  @Test func definitionWithAnErrorStillBindsItsName() {
    let text = "long = merge(\n\nlong"
    var parser = Parser(Source(name: "test", text: text), bindings: bindings())
    while parser.next() != nil {}
    #expect(outline(text).last == "(show long)")
    #expect(parser.takeUnreadableNames() == ["long"])
  }

  @Test func promptLineAppliesToTheLastResult() {
    #expect(outline(".map { $0 }", mode: .interactive) == ["(show (.map _ {$1 in $0}))"])
    #expect(outline(".take(2) == --1", mode: .interactive) == ["(assert (.take _ 2) <expected 1@2>)"])
    #expect(outline("== --1|", mode: .interactive) == ["(assert last <expected 1@2 |@3>)"])
    #expect(outline(".-1", mode: .interactive) == ["(show <pipe 1@1>)"])
  }

  @Test(arguments: [
    "I don't know", "man map", "1+1", "1 + 1", "x = hello world", "help me!", "what is this?", "ab c.",
  ])
  func wordsHaveAWarning(text: String) {
    #expect(warnings(about: text, mode: .interactive).count == 1)
    #expect(warnings(about: text, mode: .script).count == 1)
  }

  @Test(arguments: [
    "a b c", "ab--c d", "--1|", "abc", "ab cd|", "[ab] cd", "(ab) cd", "s == ab cd", "+1", "{ab c}*2", "40t ab",
  ])
  func timelineHasNoWarning(text: String) {
    #expect(warnings(about: text, mode: .interactive).isEmpty)
    #expect(warnings(about: text, mode: .script).isEmpty)
  }

  private func warnings(about text: String, mode: Parser.Mode) -> [Diagnostic] {
    var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings("s"))
    while parser.next() != nil {}
    return parser.warnings
  }

  /// A lane that was copied without the rest of its drawing.
  @Test(arguments: [
    ("a  ──1──2──┤", "(bind a <pipe 1@2 2@5 |@8>)"),
    ("  ab      1──2┤", "(bind ab <pipe 1@0 2@3 |@4>)"),
    ("a cold  ──1─┤", "(bind a (attempts <cold 1@2 |@4>))"),
    ("_  ──1┤", "(show <pipe 1@2 |@3>)"),
    ("in 1  ──[-3]┤", "(show <pipe -3@2 |@3>)"),
    // Everything else is a timeline or an expression, as it is without `─` and `┤`.
    ("a ──1┤", "(show <pipe a@0 1@3 |@4>)"),
    ("a  --1|", "(show <pipe a@0 1@3 |@4>)"),
    ("a  --[─]|", "(show <pipe a@0 ─@3 |@4>)"),
    ("a  --\"┤\"|", "(show <pipe a@0 ┤@3 |@4>)"),
    ("s  == ──1┤", "(assert s <expected 1@2 |@3>)"),
    ("s  =  ──1┤", "(bind s <pipe 1@2 |@3>)"),
    ("cold  ──1┤", "(show (attempts <cold 1@2 |@3>))"),
    ("check  ──1┤", "(check <raw 1@2 |@3>)"),
  ])
  func drawnLaneBindsItsName(text: String, expected: String) {
    #expect(outline(text, bindings: bindings("s")) == [expected])
    #expect(!Parser.needsMore(text, bindings: bindings("s")))
  }

  @Test func errorInADrawnLaneIsInItsName() {
    let found = diagnostics("a  ──(1─)┤\na")
    #expect(found.map { $0.problem as? LanguageProblem } == [.silenceInGroup])
    #expect(found.map(\.span.lowerBound) == ["a  ──(1".utf8.count])
  }

  @Test(arguments: [Parser.Mode.script, .interactive])
  func fencesAreSkipped(mode: Parser.Mode) {
    let page = """
      // title
      ```marble
      s.map { $0 }
        == --1|
      ```

      ~~~~ text drawn
           0
      b    --1|
      ~~~~
      ```marble svg=a.svg
      c = merge(
        ```
        s)
      ```
      """
    #expect(
      outline(page, mode: mode, bindings: bindings("s")) == [
        "(assert (.map s {$1 in $0}) <expected 1@2 |@3>)", "(bind b <pipe 1@2 |@3>)", "(bind c (merge s))",
      ])
    var parser = Parser(Source(name: "test", text: page), mode: mode, bindings: bindings("s"))
    let script = parser.wholeTree().nodes
    #expect(script.flatMap(\.children).contains { $0.kind == .annotation && $0.text == "```marble" })
  }

  @Test func otherMarksAreValues() {
    #expect(outline("``-") == ["(show <pipe `@0 `@1>)"])
    #expect(outline("```-1|") == ["(show <pipe `@0 `@1 `@2 1@4 |@5>)"])
    #expect(outline("-```") == ["(show <pipe `@1 `@2 `@3>)"])
    #expect(outline("~~~1|") == ["(show <pipe ~@0 ~@1 ~@2 1@3 |@4>)"])
  }

  @Test func commentAboveIsTheTitle() {
    #expect(outline("// both\nmerge(a, b)") == ["[both] (show (merge a b))"])
    #expect(outline("// one\n// two \nnever()") == ["[two] (show (never))"])
    #expect(outline("// far\n\nnever()") == ["(show (never))"])
    #expect(outline("-1 // beside\nnever()") == ["(show <pipe 1@1>)", "(show (never))"])
  }

  @Test(arguments: [("mergd", "merge"), ("cnocat", "concat"), ("lettrs", "letters")])
  func closestNameIsSuggested(mistyped: String, expected: String) {
    #expect(closest(to: mistyped, among: ["letters", "concat", "merge", "zip"]) == expected)
  }

  @Test(arguments: [
    ("uniq", "unique"), ("unique", "uniqueValues"), ("Unique", "unique"), ("mere", "merge"), ("merg", "merge"),
    ("mer", nil),
  ])
  func nameThatAWordBeginsIsSuggested(begun: String, expected: String?) {
    let names = ["uniqueValues", "merge", "mergeWith"] + (begun == "unique" ? [] : ["unique"])
    #expect(closest(to: begun, among: names) == expected)
  }

  @Test func noNameIsSuggestedForADistantWord() {
    #expect(closest(to: "xyz", among: ["abc", "letters", "xyz"]) == nil)
    #expect(closest(to: "x", among: ["a"]) == nil)
  }

  @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)])
  func editDistanceCountsEdits(left: String, right: String, expected: Int) {
    #expect(editDistance(left, right) == expected)
    #expect(editDistance(right, left) == expected)
  }
}
