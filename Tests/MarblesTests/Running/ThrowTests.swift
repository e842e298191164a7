import Marbles
import TestSupport
import Testing

/// Closures that throw.
///
/// The operator's result fails with the message on the same tick.
struct ThrowTests {
  private static let sources = "a = --1--2--3--|\nc = cold -1-2-3|\n"

  /// Every operator with a closure, which throws for the value 2 or immediately.
  @Test(arguments: [
    ("a.map { $0 == 2 ? throw \"no \\($0)\" : $0 }", "--1--#[no 2]"),
    ("a.map { throw \"x\" }", "--#[x]"),
    ("a.compactMap { $0 == 2 ? throw \"x\" : nil }", "-----#[x]"),
    ("a.filter { $0 == 2 ? throw \"x\" : true }", "--1--#[x]"),
    ("a.filter { $0 == 2 ? throw \"x\" : false }", "-----#[x]"),
    ("a.scan(0) { $1 == 2 ? throw \"x\" : $0 + $1 }", "--1--#[x]"),
    ("a.scan { $1 == 2 ? throw \"x\" : $0 + $1 }", "--1--#[x]"),
    ("a.scanMap(0) { $1 == 2 ? throw \"x\" : ($0, $1) }", "--1--#[x]"),
    ("a.reduce(0) { $1 == 2 ? throw \"x\" : $0 + $1 }", "-----#[x]"),
    ("a.reduce { throw \"x\" }", "-----#[x]"),
    ("a.collect { $0.count == 2 ? throw \"x\" : false }", "-----#[x]"),
    ("a.collect { all, next in throw \"x\" }", "--#[x]"),
    ("a.take(while: { $0 == 2 ? throw \"x\" : true })", "--1--#[x]"),
    ("a.take(until: { $0 == 2 ? throw \"x\" : true })", "--1--#[x]"),
    ("a.skip(while: { $0 == 2 ? throw \"x\" : true })", "-----#[x]"),
    ("a.skipRepeats { $1 == 2 ? throw \"x\" : false }", "--1--#[x]"),
    ("a.uniqueValues { $0 == 2 ? throw \"x\" : $0 }", "--1--#[x]"),
    ("a.first(where: { throw \"x\" })", "--#[x]"),
    ("a.all(where: { throw \"x\" })", "--#[x]"),
    ("a.contains(where: { throw \"x\" })", "--#[x]"),
    ("a.min(by: { throw \"x\" })", "-----#[x]"),
    ("a.max(by: { throw \"x\" })", "-----#[x]"),
    ("a.on { $0 == 2 ? throw \"x\" : 0 }", "--1--#[x]"),
    ("a.attempt { $0 == 2 ? throw \"x\" : 0 }", "--1--#[x]"),
    ("a.attemptMap { $0 == 2 ? throw \"x\" : -$0 }", "--[-1]--#[x]"),
    ("\"--1-#\".mapError { throw $0 + \"!\" }", "--1-#[error!]"),
    ("\"--1-#\".flatMapError { throw $0 + \"!\" }", "--1-#[error!]"),
    ("a.flatMap(.merge) { $0 == 2 ? throw \"x\" : c }", "---1-#[x]"),
    ("a.flatMap(.concat) { $0 == 2 ? throw \"x\" : \"--------1|\" }", "-----#[x]"),
    ("a.flatMap(.throttle) { $0 == 2 ? throw \"x\" : \"--------1|\" }", "-----#[x]"),
    ("a.groupBy { $0 == 3 ? throw \"x\" : $0 % 2 }", "--<1-----#[x]>--<2--#[x]>--#[x]"),
    ("a.buffer { throw \"x\" }", "#[x]"), ("a.window { throw \"x\" }", "(<#[x]>#[x])"),
    ("a.buffer(from: a) { $0 == 2 ? throw \"x\" : \"-\" }", "-----#[x]"),
    ("a.window(from: a) { $0 == 2 ? throw \"x\" : \"-\" }", "--<1--#[x]>--(<#[x]>#[x])"),
    ("deferred { throw \"x\" }", "#[x]"),
  ])
  func resultFailsWithTheMessage(expression: String, expected: String) {
    #expect(
      transcript("\(Self.sources)\(expression) == \(expected)") == "✓ demo.marble:3  \(expression)\n")
  }

  @Test(arguments: [
    ("{ true ? $0 > 5 ? 1 : throw \"deep\" : 2 }", "--#[deep]"),
    ("{ $0 > 1 ? throw \"a\" : $0 < 1 ? throw \"b\" : $0 }", "--1--#[a]"),
    ("{ n in n == 2 ? throw \"\\(n) is \" + \"one too many\" : n }", "--1--#[2 is one too many]"),
    ("{ throw \"\" }", "--#\"\""), ("{ throw String($0) }", "--#[1]"),
    ("{ n in n == 3 ? throw n > 3 ? \"more\" : \"three\" : n }", "--1--2--#[three]"),
  ])
  func throwIsAllowedInBranches(closure: String, expected: String) {
    #expect(transcript("\(Self.sources)a.map \(closure) == \(expected)") == "✓ demo.marble:3  a.map \(closure)\n")
  }

  /// A throw ends only the start in which it happens.
  @Test(arguments: [
    ("merge(b, b)", "--(11)--#[x]"), ("merge(b.suppressError(), b.delay(1))", "--11-#[x]"),
    ("concat(d.suppressError(), d)", "-1--1-#[x]"), ("d.retry(upTo: 2)", "-1--1--1-#[x]"),
    ("d.flatMapError { e in d.mapError { e + $0 } }", "-1--1-#[xx]"), ("zip(d, b)", "--[1,1]#[x]"),
    ("merge(b.recover(with: 0), a)", "--(11)--(02)--3--|"), ("d.share(replay: 1)", "-1-#[x]"),
    ("just(1).flatMap(.merge) { n in just(n).map { throw \"x\" }.recover(with: n + 7) }", "([8]|)"),
    ("just(1).flatMap(.merge) { n in just(n).map { throw \"in\" } }", "#[in]"),
  ])
  func eachStartFailsIndependently(expression: String, expected: String) {
    let bindings = """
      b = a.map { $0 == 2 ? throw "x" : $0 }
      d = c.map { $0 == 2 ? throw "x" : $0 }
      """
    let said = transcript("\(Self.sources)\(bindings)\n\(expression) == \(expected)")
    #expect(said.split(separator: "\n").last == "✓ demo.marble:5  \(expression)", "\(said)")
  }

  /// The operator's source is disposed immediately and sends nothing more.
  @Test func sourceIsDisposed() {
    #expect(output("range(1, 9000000000000).map { throw \"x\" }") == "#[x]")
    let said = transcript("timer(interval: 2).log().filter { $0 == 1 ? throw \"x\" : true }")
    #expect(said.contains("log  --0-(1!)\n") && said.contains("out  --0-#[x]\n"), "\(said)")
  }

  /// A stream that fails and restarts forever is stopped like any other endless run.
  @Test(arguments: ["deferred { throw \"x\" }", "just(1).map { throw \"x\" }", "\"1|\".filter { throw \"x\" }"])
  func endlessRetryIsStopped(source: String) {
    let said = transcript("\(source).retry()", limits: Limits(ticks: 50, deliveries: 500))
    #expect(said.contains("before the stream ended"), "\(said)")
  }

  @Test(arguments: [
    ("{ throw 3 }", "expected a string, found a number"), ("{ throw \"\\(1 / 0)\" }", "cannot divide by zero"),
    ("{ throw nil }", "expected a string, found nil"), ("{ throw }", "expected a value, found `}`"),
    ("{ 1 + throw \"x\" }", "`throw` cannot be part of a larger expression"),
  ])
  func invalidThrowIsAnError(closure: String, message: String) {
    #expect(output("a = 1|\na.map \(closure)") == "error: " + message)
  }
}
