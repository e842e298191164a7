import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// Operators that a script defines.
struct CustomOperatorTests {
  private static let script = """
    double(s) = s.map { $0 * 2 }
    scale(s, n) = s.map { $0 * n }
    slow(s, time) = s.delay(time).double()
    both(p, q) = merge(p, q)
    same(s) = s
    now() = just(1)
    quoted() = cold("-1|")
    a = --1--2--|

    """

  @Test(arguments: [
    ("a.double()", "--2--4--|"), ("double(a)", "--2--4--|"), ("a.double().double()", "--4--8--|"),
    ("a.scale(3)", "--3--6--|"), ("a.scale(n: 3)", "--3--6--|"), ("scale(a, 1 )", "--1--2--|"),
    ("a.slow(2)", "----2--4--|"), ("a.slow(2ms)", "----2--4--|"), ("both(a, \"-x|\")", "-x1--2--|"),
    ("\"-1|\".double()", "-2|"), ("a.same()", "--1--2--|"), ("now()", "(1|)"), ("quoted()", "-1|"),
    ("a.flatMap(.merge) { just($0).double() }", "--2--4--|"),
    ("a.flatMap(.merge) { double(\"\\($0)|\") }", "--2--4--|"),
  ])
  func customOperatorIsCalledLikeAnyOther(expression: String, expected: String) {
    #expect(output(Self.script + expression) == expected)
  }

  @Test func streamCanHaveTheNameOfACustomOperator() {
    #expect(output(Self.script + "double = -5|\ndouble.double()") == "-[10]|")
  }

  @Test func customOperatorKeepsTheMeaningOfItsNames() {
    #expect(output("b = --1|\nwith(s) = merge(s, b)\nb = --2|\na = -3|\na.with()") == "-31|")
  }

  @Test func laterDefinitionReplacesTheFirst() {
    #expect(output("f(s) = s.map { $0 + 1 }\nf(s) = s.f().f()\na = -1|\na.f()") == "-3|")
  }

  @Test func customOperatorReplacesABuiltInOne() {
    #expect(output("share(s) = s.map { $0 * 2 }\na = -1|\na.share()") == "-2|")
  }

  @Test(arguments: [
    ("a.doubel()", "there is no operator named `doubel`"),
    ("bad(s) = s.mpa { $0 }\na.bad()", "there is no operator named `mpa`"),
    ("bad(s) = nobody.map { $0 }\na.bad()", "there is no stream named `nobody`"),
    ("slow(a, \"x\")", "expected a time, found a string"), ("both(a, 3)", "expected a stream, found a number"),
  ])
  func errorIsReported(statement: String, message: String) {
    #expect(transcript(Self.script + statement).contains("error: \(message)\n"))
  }

  /// Returns definitions of `f0` and of operators that are made of the previous one, which is called `below` in
  /// `floor`.
  private static func tower(of count: Int, _ floor: String) -> String {
    let floors = (1...count).map { "f\($0)(s) = \(floor.replacing("below", with: "f\($0 - 1)"))\n" }
    return "f0(s) = s.map { $0 + 1 }\n" + floors.joined()
  }

  @Test(arguments: ["s.below().below()", "s.map { $0 }.below()", "deferred { s.below() }"])
  func nestingOfCustomOperatorsIsLimited(floor: String) {
    #expect(output(Self.tower(of: 4, floor) + "a = -1|\na.f4()").hasPrefix("-"))
    let said = transcript(Self.tower(of: 160, floor) + "a = -1|\na.f160()")
    #expect(said.contains("error: the expression has too many operators\n"))
  }

  @Test func nestingOfAStreamBuiltByAClosureIsLimited() {
    let said = transcript("range(0, 100000).reduce(just(1)) { all, _ in all.concat(just(1)) }.flatten(.merge)")
    #expect(said.contains("error: the expression has too many operators\n"))
  }

  @Test func recursiveOrInvalidDefinitionIsReported() {
    #expect(output("f(s) = s.f()") == "error: custom operator `f` cannot use itself")
    #expect(output("f(s) = s.map { 1 + true }\n\"1|\".f()") == "error: `f` cannot be used: its binding has an error")
    #expect(output("f(s) = s.map { 1 \n\n\"1|\".f()") == "error: `f` cannot be used: its binding has an error")
    #expect(output("f(s) = s.f()\nf(s) = s.take(1)\n\"12|\".f()") == "(1|)")
  }

  @Test func promptEchoesTheDefinition() {
    let session = Session()
    #expect(session.transcript("double(s) =   s.map { $0 * 2 }") == "double(s) =   s.map { $0 * 2 }\n")
    #expect(session.operatorNames == ["double"] && session.names.isEmpty)
    #expect(session.transcript(":bindings") == "double(s) = s.map { $0 * 2 }\n")
  }

  /// A method of a string parameter stays one wherever its result is a value, even if an operator has its name.
  @Test(arguments: [
    ("f(s) = just(s.contains(\"b\"))\nf(\"abc\")", "([true]|)"),
    ("f(s) = just(\"b\").map { s.contains($0) }\nf(\"abc\")", "([true]|)"),
    ("f(s) = \"-a-b|\".filter { s.contains($0) }\nf(\"b\")", "---b|"),
    ("f(s, x) = just(s.contains(x)).filter { $0 }\n\"b|\".flatMap { f(\"abc\", $0) }", "[true]|"),
    ("f(s) = s.contains(\"b\")\nf(\"-a-b|\")", "---([true]|)"),
    ("f(s) = s.contains(2)\nf(\"-1-3|\")", "----([false]|)"),
    ("f(s) = s.contains(\"b\").map { !$0 }\nf(\"-a-b|\")", "---([false]|)"),
    ("f(s) = just(s.contains(2))\nf(\"abc\")", "error: expected a string, found a number"),
  ])
  func methodOfAParameterIsAnOperatorWhereAStreamIsExpected(script: String, expected: String) {
    #expect(output(script) == expected)
  }
}
