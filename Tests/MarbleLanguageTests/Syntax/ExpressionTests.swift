import MarbleLanguage
import TestSupport
import Testing

@Suite struct ExpressionTests {
  @Test(arguments: [
    ("$0 * 10", "(* $0 10)"),
    ("$0 + 1 * 2", "(+ $0 (* 1 2))"),
    ("$0 - 1 - 2", "(- (- $0 1) 2)"),
    ("($0 - 1) - 2 % 3", "(- (- $0 1) (% 2 3))"),
    ("$0 < 1 && $0 > 2 || true", "(|| (&& (< $0 1) (> $0 2)) true)"),
    ("$0 || $1 && $2", "(|| $0 (&& $1 $2))"),
    ("$0 + 1 == $1 / 2", "(== (+ $0 1) (/ $1 2))"),
    ("!$0.isEmpty", "(! (.isEmpty $0))"),
    ("-$0 * -2", "(* (- $0) -2)"),
    ("$0 -2", "(- $0 2)"),
    ("- -$0", "(- (- $0))"),
    ("$0 ? 1 : $1 ? 2 : 3", "(? $0 1 (? $1 2 3))"),
    ("$0 > 1 ? $0 : -$0", "(? (> $0 1) $0 (- $0))"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("007", "7"),
    ("1.5", "1.5"),
    ("1e3", "1000.0"),
    ("-2.5e-1", "-0.25"),
    ("nil", "nil"),
    ("($0, 1)", "(tuple $0 1)"),
    ("[1, $0, ]", "[1 $0]"),
    ("[]", "[]"),
    ("$0.0.1", "(.1 (.0 $0))"),
    ("$0.0 + 0.1", "(+ (.0 $0) 0.1)"),
    ("1.description", "(.description 1)"),
    ("Int($0)", "(Int $0)"),
    ("$0.hasPrefix(\"a\").description", "(.description (.hasPrefix $0 \"a\"))"),
    ("9ms", "time(3)"),
    ("1.25s", "time(5)"),
    ("3t", "time(2)"),
    ("throw \"late\"", "(throw \"late\")"),
    ("$0 > 1 ? throw \"big \\($0)\" : $0", "(? (> $0 1) (throw \"big \\($0)\") $0)"),
    ("$0\n  + 1 // one more\n", "(+ $0 1)"),
    ("$0 /* twice /* or so */ */ * 2", "(* $0 2)"),
  ])
  func expressionParsesToTree(text: String, expected: String) throws {
    #expect(try body(text) == expected)
  }

  @Test(arguments: [
    ("merge(a, b)", "(merge a b)"),
    ("never()", "(never)"),
    ("a.take(first: 2).map { $0 }", "(.map (.take a first:2) {$1 in $0})"),
    ("a.scan(0) { acc, n in acc + n }", "(.scan a 0 {acc,n in (+ acc n)})"),
    ("a.scan(0) { (acc, n) in acc + n }", "(.scan a 0 {acc,n in (+ acc n)})"),
    ("a.map { _ in 1 }", "(.map a {_ in 1})"),
    ("a.map { $0 + $2 }", "(.map a {$3 in (+ $0 $2)})"),
    ("a.flatMap(.merge) { x in b.map { $0 * x } }", "(.flatMap a (.merge) {x in (.map b {$1 in (* $0 x)})})"),
    ("a.flatten(.concurrent(limit: 2))", "(.flatten a (.concurrent limit:2))"),
    ("a.all(where: { $0 < 10 })", "(.all a where:{$1 in (< $0 10)})"),
    ("a.take(while: true, for: 3t)", "(.take a while:true for:time(2))"),
    ("[a, b].flatten(.merge)", "(.flatten [a b] (.merge))"),
    ("\"--1|\".map { $0 }", "(.map \"--1|\" {$1 in $0})"),
    ("deferred { a }", "(deferred {$0 in a})"),
    ("deferred{ a }", "(deferred {$0 in a})"),
    ("merge(\n  a,\n  // the other\n  b\n)", "(merge a b)"),
    ("a\n  .map { $0 }\n  .take(2)", "(.take (.map a {$1 in $0}) 2)"),
    ("a.map { ($0, [1]) }.count()", "(.count (.map a {$1 in (tuple $0 [1])}))"),
    ("_.map { $0 }", "(.map _ {$1 in $0})"),
    ("Größe.map { $0 }", "(.map Größe {$1 in $0})"),
    ("a.timeout(after: 10, raising: \"late\")", "(.timeout a after:10 raising:\"late\")"),
  ])
  func streamExpressionParsesToTree(text: String, expected: String) {
    #expect(outline(text, bindings: bindings("a", "b")) == ["(show \(expected))"])
  }

  @Test func stringKeepsTheSpanOfItsContent() throws {
    let marked = MarkedText("just(\"⏵a\\tb\\(1)⏴\")")
    var parser = Parser(Source(name: "test", text: marked.text), bindings: bindings())
    let statement = try #require(try parser.next()?.get())
    guard case .show(.definition(.expression(let expression)), _) = statement.kind,
      case .call(let call) = expression.kind,
      case .string(let text)? = call.arguments.first?.value.kind
    else {
      Issue.record("no text: \(dump(statement))")
      return
    }
    #expect(text.content == marked.span)
    #expect(text.hasEscapes)
    #expect(text.hasInterpolation)
    #expect(text.constant == nil)
  }

  @Test(arguments: [
    (#""a\"b\\""#, #"a"b\"#),
    (#""\u{41}\n\'""#, "A\n'"),
    (#""--1--|""#, "--1--|"),
    (#""é👨‍👩‍👧""#, "é👨‍👩‍👧"),
    (#""""#, ""),
  ])
  func escapesAreReplacedByTheirCharacters(text: String, expected: String) throws {
    #expect(try body(text) == "\"\(expected)\"")
  }

  @Test func spansCoverTheSourceText() throws {
    let text = "merge(a, b).map { $0 }  // all"
    var parser = Parser(Source(name: "test", text: text), bindings: bindings())
    let statement = try #require(try parser.next()?.get())
    guard case .show(.definition(.expression(let expression)), _) = statement.kind,
      case .method(let receiver, let call) = expression.kind
    else {
      Issue.record("no chain: \(dump(statement))")
      return
    }
    let bytes = SourceBytes(parser.source)
    #expect(bytes.text(statement.span) == "merge(a, b).map { $0 }")
    #expect(bytes.text(expression.span) == "merge(a, b).map { $0 }")
    #expect(bytes.text(receiver.span) == "merge(a, b)")
    #expect(bytes.text(call.name.span) == "map")
    #expect(call.trailing.map { bytes.text($0.span) } == "{ $0 }")
  }
}
