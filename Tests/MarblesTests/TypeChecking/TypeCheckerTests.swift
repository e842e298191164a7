import MarbleLanguage
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
    ("n.map { ⏵\"x\" + 1⏴ }", "`a string + a number` means nothing"),
    ("q.map { ⏵\"x\" + 1⏴ }", "`a string + a number` means nothing"), ("q.map { ⏵!5⏴ }", "`!a number` means nothing"),
    ("s.map { ⏵$0 + 1⏴ }", "`a string + a number` means nothing"), ("n.map { $0.⏵count⏴ }", "a number has no `count`"),
    ("p.map { $0.⏵7⏴ }", "a tuple has no `7`"), ("n.map { $0.⏵0⏴ }", "expected a tuple, found a number"),
    ("n.map { ⏵$0⏴ ? 1 : 2 }", "expected a Boolean, found a number"),
    ("n.map { true && ⏵$0⏴ }", "expected a Boolean, found a number"),
    ("s.map { ⏵$0 < 1⏴ }", "`a string < a number` means nothing"),
    ("t.map { ⏵$0 < $0⏴ }", "`a Boolean < a Boolean` means nothing"),
    ("l.map { ⏵$0 < $0⏴ }", "`an array < an array` means nothing"),
    ("m.map { ⏵$0 + nil⏴ }", "`a number + nil` means nothing"), ("e.map { $0.⏵first⏴ }", "an event has no `first`"),
    ("z.map { ⏵-$0⏴ }", "`-nil` means nothing"), ("i.map { ⏵$0 + 1⏴ }", "`a stream + a number` means nothing"),
    ("s.map { $0.hasPrefix(⏵1⏴) }", "expected a string, found a number"),
    ("s.map { $0.⏵hasPrefix⏴() }", "`hasPrefix` misses a value"),
    ("t.map { Int(⏵$0⏴) }", "expected a number or a string, found a Boolean"),
    ("s.map { ⏵Int⏴() }", "`Int` misses a value"), ("n.map { ⏵nobody⏴ }", "nothing is called `nobody`"),
    ("n.map { throw ⏵$0⏴ }", "expected a string, found a number"),
    ("n.map { \"\\(⏵$0 + \"x\"⏴)\" }", "`a number + a string` means nothing"),
    ("n.filter { ⏵$0⏴ }", "expected a Boolean, found a number"),
    ("n.filter { $0 > 1 ? true : ⏵\"x\"⏴ }", "expected a Boolean, found a string"),
    ("n.flatMap(.merge) { ⏵$0⏴ }", "expected a stream, found a number"),
    ("n.flatMap(.merge) { $0 > 1 ? s : ⏵nil⏴ }", "expected a stream, found nil"),
    ("n.flatMap(.merge) { ⏵nobdy⏴() }", "no operator is called `nobdy`"),
    ("n.flatMap(.merge) { \"--|--⏵1⏴\" }", "value after completed"),
    ("deferred { ⏵1⏴ }", "expected a stream, found a number"),
    ("n.flatMap(.merge) { x in s.map { ⏵$0 + x⏴ } }", "`a string + a number` means nothing"),
    ("n.flatMap(.merge) { just(⏵$0 + \"x\"⏴) }", "`a number + a string` means nothing"),
    ("n.map ⏵{ a, b in a }⏴", "the closure takes 2 values and gets 1"),
    ("n.map { ⏵$1⏴ }", "the closure takes 2 values and gets 1"),
    ("p.map ⏵{ a, b, c in a }⏴", "the closure takes 3 values and gets 2"),
    ("p.map { a, b in ⏵a + b⏴ }", "`a number + a string` means nothing"),
    ("p.map { ⏵$0 + $1⏴ }", "`a number + a string` means nothing"),
    ("n.scan(0) { ⏵$0 + \"x\"⏴ }", "`a number + a string` means nothing"),
    ("s.scan(0) { ⏵$0 + $1⏴ }", "`a number + a string` means nothing"),
    ("n.scanMap(0) { ⏵$0 + $1⏴ }", "expected a pair, found a number"),
    ("n.scanMap(0) { ⏵($0, $1, 1)⏴ }", "expected a pair, found a tuple"),
    ("n.collect { ⏵$0 + 1⏴ }", "`an array + a number` means nothing"),
    ("n.collect { all, x in ⏵x⏴ }", "expected a Boolean, found a number"),
    ("n.mapError { ⏵$0 + 1⏴ }", "`a string + a number` means nothing"),
    ("n.flatMapError { ⏵$0 * 2⏴ }", "`a string * a number` means nothing"),
    ("n.buffer(from: s) { just(⏵$0 - 1⏴) }", "`a string - a number` means nothing"),
    ("n.skipRepeats { ⏵$0 - $1⏴ }", "expected a Boolean, found a number"),
    // Types that operators pass on.
    ("n.filter { true }.take(1).delay(2).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("n.map { \"\\($0)\" }.map { ⏵$0 + 1⏴ }", "`a string + a number` means nothing"),
    ("zip(n, s).map { $0.⏵2⏴ }", "a tuple has no `2`"),
    ("zip(n, s).map { ⏵$0.0 + $0.1⏴ }", "`a number + a string` means nothing"),
    ("zip(n, zip(n, s)).map { ⏵$0.1.1 + 1⏴ }", "`a string + a number` means nothing"),
    ("combineLatest(n, s).map { x, y in ⏵x + y⏴ }", "`a number + a string` means nothing"),
    ("n.withLatest(from: t).map { ⏵$0 + $1⏴ }", "`a number + a Boolean` means nothing"),
    ("n.collect().map { ⏵$0 + 1⏴ }", "`an array + a number` means nothing"),
    ("n.collect().map { ⏵!$0.count⏴ }", "`!a number` means nothing"),
    ("s.count().map { $0.⏵isEmpty⏴ }", "a number has no `isEmpty`"),
    ("s.isEmpty().map { ⏵$0 + 1⏴ }", "`a Boolean + a number` means nothing"),
    ("s.index().map { ⏵$0.1 + \"x\"⏴ }", "`a number + a string` means nothing"),
    ("n.combinePrevious().map { $0.⏵count⏴ }", "a tuple has no `count`"),
    ("n.materialize().map { ⏵$0 + 1⏴ }", "`an event + a number` means nothing"),
    ("e.dematerialize().map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("s.compactMap { Int($0) }.map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("i.flatten(.merge).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("n.flatMap(.latest) { \"--a|\" }.map { ⏵$0 + 1⏴ }", "`a string + a number` means nothing"),
    ("n.groupBy { $0 }.flatMap(.merge) { g in g.map { ⏵!$0⏴ } }", "`!a number` means nothing"),
    ("n.window(count: 2).flatten(.merge).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("n.map { $0 > 1 ? \"x\" : true }.map { ⏵$0 + 1⏴ }", "`a string + a number` means nothing"),
    ("n.map { true ? throw \"x\" : 1 }.map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("range(1, 3).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("values(1, 2.5).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("[n, n].flatten(.merge).map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("\"--1|\".map { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("n.timestamp().map { ⏵$0 + 1⏴ }", "`a tuple + a number` means nothing"),
    ("n.reduce { ⏵!$0⏴ }", "`!a number` means nothing"),
    ("n.scan([]) { $0 + [$1] }.map { ⏵!$0⏴ }", "`!an array` means nothing"),
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
