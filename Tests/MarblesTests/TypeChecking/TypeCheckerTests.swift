import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The errors that the type checker reports before a run, even if the stream sends no values.
struct TypeCheckerTests {
  private static let sources = """
    n = --1--2--|
    s = --a--b--|
    t = --[true]--|
    p = --[1,A]--|
    l = --[[1,2]]--|
    e = --[.value(1)]--|
    m = --1--x--|
    z = --[nil]--|
    i = --<-1|>--|
    q = ---|
    """

  /// The error of a binding that never runs.
  ///
  /// The marks enclose its span.
  @Test(arguments: [
    ("n.map { ⏵\"x\" + 1⏴ }", "cannot apply `+` to `\"x\"` and a number"),
    ("q.map { ⏵\"x\" + 1⏴ }", "cannot apply `+` to `\"x\"` and a number"),
    ("q.map { ⏵!5⏴ }", "cannot apply `!` to a number"),
    ("s.map { ⏵$0 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("n.map { $0.⏵count⏴ }", "a number has no member `count`"),
    ("p.map { $0.⏵7⏴ }", "a tuple has no member `7`"), ("n.map { $0.⏵0⏴ }", "expected a tuple, found a number"),
    ("n.map { ⏵$0⏴ ? 1 : 2 }", "expected a Boolean, found a number"),
    ("n.map { true && ⏵$0⏴ }", "expected a Boolean, found a number"),
    ("s.map { ⏵$0 < 1⏴ }", "cannot apply `<` to a string and a number"),
    ("t.map { ⏵$0 < $0⏴ }", "cannot apply `<` to a Boolean and a Boolean"),
    ("l.map { ⏵$0 < $0⏴ }", "cannot apply `<` to an array and an array"),
    ("m.map { ⏵$0 + nil⏴ }", "cannot apply `+` to a number and nil"),
    ("e.map { $0.⏵first⏴ }", "an event has no member `first`"),
    ("z.map { ⏵-$0⏴ }", "cannot apply `-` to nil"), ("i.map { ⏵$0 + 1⏴ }", "cannot apply `+` to a stream and a number"),
    ("s.map { $0.hasPrefix(⏵1⏴) }", "expected a string, found a number"),
    ("s.map { $0.⏵hasPrefix⏴() }", "`hasPrefix` needs a value"),
    ("t.map { Int(⏵$0⏴) }", "expected a number or a string, found a Boolean"),
    ("s.map { ⏵Int⏴() }", "`Int` needs a value"), ("n.map { ⏵nobody⏴ }", "`nobody` is not defined"),
    ("n.map { throw ⏵$0⏴ }", "expected a string, found a number"),
    ("n.map { \"\\(⏵$0 + \"x\"⏴)\" }", "cannot apply `+` to a number and `\"x\"`"),
    ("n.filter { ⏵$0⏴ }", "expected a Boolean, found a number"),
    ("n.filter { $0 > 1 ? true : ⏵\"x\"⏴ }", "expected a Boolean, found a string"),
    ("n.flatMap(.merge) { ⏵$0⏴ }", "expected a stream, found a number"),
    ("n.flatMap(.merge) { $0 > 1 ? s : ⏵nil⏴ }", "expected a stream, found nil"),
    ("n.flatMap(.merge) { ⏵nobdy⏴() }", "there is no operator named `nobdy`"),
    ("n.flatMap(.merge) { \"--|--⏵1⏴\" }", "unexpected value after the completion"),
    ("deferred { ⏵1⏴ }", "expected a stream, found a number"),
    ("n.flatMap(.merge) { x in s.map { ⏵$0 + x⏴ } }", "cannot apply `+` to a string and a number"),
    ("n.flatMap(.merge) { just(⏵$0 + \"x\"⏴) }", "cannot apply `+` to a number and `\"x\"`"),
    ("n.map ⏵{ a, b in a }⏴", "the closure takes 2 values, but receives 1"),
    ("n.map { ⏵$1⏴ }", "the closure takes 2 values, but receives 1"),
    ("p.map ⏵{ a, b, c in a }⏴", "the closure takes 3 values, but receives 2"),
    ("p.map { a, b in ⏵a + b⏴ }", "cannot apply `+` to a number and a string"),
    ("p.map { ⏵$0 + $1⏴ }", "cannot apply `+` to a number and a string"),
    ("n.scan(0) { ⏵$0 + \"x\"⏴ }", "cannot apply `+` to a number and `\"x\"`"),
    ("s.scan(0) { ⏵$0 + $1⏴ }", "cannot apply `+` to a number and a string"),
    ("n.scanMap(0) { ⏵$0 + $1⏴ }", "expected a pair, found a number"),
    ("n.scanMap(0) { ⏵($0, $1, 1)⏴ }", "expected a pair, found a tuple"),
    ("n.collect { ⏵$0 + 1⏴ }", "cannot apply `+` to an array and a number"),
    ("n.collect { all, x in ⏵x⏴ }", "expected a Boolean, found a number"),
    ("n.mapError { ⏵$0 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("n.flatMapError { ⏵$0 * 2⏴ }", "cannot apply `*` to a string and a number"),
    ("n.buffer(from: s) { just(⏵$0 - 1⏴) }", "cannot apply `-` to a string and a number"),
    ("n.skipRepeats { ⏵$0 - $1⏴ }", "expected a Boolean, found a number"),
    // Types that operators pass on.
    ("n.filter { true }.take(1).delay(2).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("n.map { \"\\($0)\" }.map { ⏵$0 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("zip(n, s).map { $0.⏵2⏴ }", "a tuple has no member `2`"),
    ("zip(n, s).map { ⏵$0.0 + $0.1⏴ }", "cannot apply `+` to a number and a string"),
    ("zip(n, zip(n, s)).map { ⏵$0.1.1 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("combineLatest(n, s).map { x, y in ⏵x + y⏴ }", "cannot apply `+` to a number and a string"),
    ("n.withLatest(from: t).map { ⏵$0 + $1⏴ }", "cannot apply `+` to a number and a Boolean"),
    ("n.collect().map { ⏵$0 + 1⏴ }", "cannot apply `+` to an array and a number"),
    ("n.collect().map { ⏵!$0.count⏴ }", "cannot apply `!` to a number"),
    ("s.count().map { $0.⏵isEmpty⏴ }", "a number has no member `isEmpty`"),
    ("s.isEmpty().map { ⏵$0 + 1⏴ }", "cannot apply `+` to a Boolean and a number"),
    ("s.index().map { ⏵$0.1 + \"x\"⏴ }", "cannot apply `+` to a number and `\"x\"`"),
    ("n.combinePrevious().map { $0.⏵count⏴ }", "a tuple has no member `count`"),
    ("n.materialize().map { ⏵$0 + 1⏴ }", "cannot apply `+` to an event and a number"),
    ("e.dematerialize().map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("s.compactMap { Int($0) }.map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("i.flatten(.merge).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("n.flatMap(.latest) { \"--a|\" }.map { ⏵$0 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("n.groupBy { $0 }.flatMap(.merge) { g in g.map { ⏵!$0⏴ } }", "cannot apply `!` to a number"),
    ("n.window(count: 2).flatten(.merge).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("n.map { $0 > 1 ? \"x\" : true }.map { ⏵$0 + 1⏴ }", "cannot apply `+` to a string and a number"),
    ("n.map { true ? throw \"x\" : 1 }.map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("range(1, 3).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("values(1, 2.5).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("[n, n].flatten(.merge).map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("\"--1|\".map { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("n.timestamp().map { ⏵$0 + 1⏴ }", "cannot apply `+` to a tuple and a number"),
    ("n.reduce { ⏵!$0⏴ }", "cannot apply `!` to a number"),
    ("n.scan([]) { $0 + [$1] }.map { ⏵!$0⏴ }", "cannot apply `!` to an array"),
  ])
  func invalidExpressionHasItsErrorAndSpan(marked: String, message: String) throws {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "⏵" || $0 == "⏴" }.map(String.init)
    try #require(parts.count == 3)
    let script = Self.sources + "\nb = " + parts.joined()
    let errors = diagnostics(of: script)
    try #require(errors.count == 1, "\(errors)")
    #expect(errors[0].problem.message == message)
    let start = Self.sources.utf8.count + 5 + parts[0].utf8.count
    #expect(errors[0].span == start..<start + parts[1].utf8.count)
    #expect(errors[0].runtimeContext == nil)
  }

  /// An expression that is valid for at least one possible value has no error.
  @Test(arguments: [
    "m.map { $0 + 1 }", "m.map { $0 + \"x\" }", "m.map { $0.count }", "m.map { -$0 }", "m.map { $0 < 3 }",
    "q.map { $0 + 1 }", "q.map { !$0 }", "q.map { a, b in a }", "q.map { $0.7 }", "q.filter { $0 }",
    "merge(n, p).map { a, b in b }", "merge(n, p).map { $1 }", "merge(p, \"[1,2,3]|\").map { a, b, c in c }",
    "merge(n, t).filter { $0 }", "n.scan(nil) { $0 == nil ? $1 : $0 + $1 }", "s.scan(\"\") { $0 + $1 }",
    "n.scan(0) { $0 > 2 ? \"many\" : $0 + $1 }.map { $0.count }", "n.scan([]) { [$0] }.map { $0.first }",
    "n.scan((0, 0)) { ($0.1, $1) }.map { $0 + $1 }", "n.reduce(\"\") { $0 + String($1) }",
    "s.flatMap(.merge) { $0 }", "s.flatten(.merge).map { $0 + 1 }", "s.flatMap(.merge) { \"\\($0)|\" }.map { $0 * 2 }",
    "l.flatMap(.merge) { $0 }.map { $0 * 2 }", "n.flatMap(.merge) { [$0] }.map { $0 * 2 }", "i.flatMap(.merge) { $0 }",
    "i.flatMap(.merge) { $0.map { $0 + 1 } }", "n.map { x in s }.flatMap(.merge) { $0 }.map { $0 + \"x\" }",
    "n.recover(with: \"x\").map { $0 + \"x\" }", "n.prefix(value: \"x\").map { $0.count }", "m.map { Int($0) }",
    "n.timeout(after: 1, with: s).map { $0.count }", "n.flatMapError { s }.map { $0.count }",
    "n.defaultIfEmpty(\"x\").map { $0.count }", "n.combinePrevious(nil).map { $0.0 == nil ? 0 : $0.0 + $0.1 }",
    "s.map { Int($0) }.map { $0 == nil ? 0 : $0 + 1 }", "l.map { $0.first }.map { $0 + 1 }", "z.map { $0 == 1 }",
    "n.map { ($0, \"x\") }.map { $0.0 + 1 }", "n.map { $0 == 1 ? ($0, 1) : $0 }.map { $0.0 }",
    "e.dematerialize().map { $0 + 1 }",
    "n.map { just($0) }.flatMap(.merge) { $0.map { $0 + 1 } }", "s.map { $0.first.count }",
    "s.map { [$0].contains(1) }",
    "n.collect().map { $0.reversed().first + 1 }",
    "n.collect().map { $0 + [\"x\"] }.map { $0.first }.map { $0 + \"x\" }",
    "n.then(s).map { $0 + \"x\" }", "s.sample(on: n).map { $0 + \"x\" }", "n.map(value: \"x\").map { $0 + \"x\" }",
  ])
  func possiblyValidExpressionHasNoError(expression: String) {
    #expect(diagnostics(of: Self.sources + "\nb = " + expression).isEmpty)
  }

  /// A value that is sent before tick 0 is not observed.
  @Test func valuesBeforeTheOriginAreIgnored() {
    #expect(diagnostics(of: "h = x-^-1|\nh.map { $0 + 1 } == --2|\nh.map { $0.count }").count == 1)
    #expect(diagnostics(of: "h = x-^--|\nh.map { $0 + 1 } == ---|").isEmpty)
  }

  @Test func everyPossibleValueOfASourceCounts() {
    #expect(diagnostics(of: "a = cold -1-#, -x|\nb = a.retry(upTo: 1).map { $0.count }").isEmpty)
    #expect(diagnostics(of: "a = {-1-x}*\nb = a.map { $0.count }").isEmpty)
    #expect(diagnostics(of: "a = raw --1|--x\nb = a.map { $0.count }").isEmpty)
    #expect(diagnostics(of: "a = {-1}*\nb = a.map { $0.count }").count == 1)
  }

  /// A name keeps its earlier meaning.
  ///
  /// An error is reported in the statement that causes it.
  @Test func namesKeepTheirMeaning() {
    #expect(diagnostics(of: "a = 1|\nb = a.map { $0 }\na = x|\nc = b.map { $0 + 1 }").isEmpty)
    #expect(diagnostics(of: "a = 1|\nb = a.map { $0 }\na = x|\nc = a.map { $0 + 1 }").count == 1)
    #expect(diagnostics(of: "a = x|\na.map { $0 + 1 } == |\na.map { $0 } == a.map { $0 - 1 }").count == 2)
  }

  @Test(arguments: [
    ("double(x) = x.map { $0 * 2 }\nn.double()", 0), ("double(x) = x.map { $0 * 2 }\nb = s.double()", 1),
    ("grow(x, by) = x.map { $0 + by }\nb = s.grow(\"x\")", 0), ("grow(x, by) = x.map { $0 + by }\nb = s.grow(1)", 1),
    ("wrong(x) = x.map { \"x\" + 1 }", 1),
  ])
  func customOperatorsAreChecked(script: String, errors: Int) {
    #expect(diagnostics(of: Self.sources + "\n" + script).count == errors)
  }

  /// Types that are too complex to follow take no time and cause no errors.
  @Test func nestedClosuresAndTuplesAreCheckedQuickly() {
    var nested = "$0 + $1"
    for _ in 0..<20 { nested = "n.scan(0) { \(nested) }" }
    #expect(diagnostics(of: Self.sources + "\nb = n.flatMap(.merge) { \(nested) }").count <= 1)
    var pairs = ""
    for index in 1...40 { pairs += "\np\(index) = zip(p\(index - 1), p\(index - 1))" }
    #expect(diagnostics(of: "p0 = 1|" + pairs).isEmpty)
  }

  private func diagnostics(of script: String) -> [Diagnostic] {
    var errors: [Diagnostic] = []
    Session().evaluate(Source(name: "test", text: script)) { answer in
      if case .error(let diagnostic, _) = answer { errors.append(diagnostic) }
    }
    return errors
  }
}
