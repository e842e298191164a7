import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Chains of other libraries, and their beginnings while they are typed.
///
/// Most of them have errors, but nothing crashes.
@Suite struct RandomChainTests {
  private static let receivers = [
    "a", "b", "x", "é", "ab", "a1", "self.a", "button.rx.tap", "viewModel.$name", "a$", "a?", "_", "[1, 2]", "(1...3)",
    "(1..3)", "Observable<Int>", "Observable", "flow", "of(1, 2)", "\"--1|\"", "--1--|", "'--1|'", "({ $0 })", "",
  ]

  private static let links = [
    ".producer", ".signal", ".publisher", ".stream", ".observable", ".values", ".rx", ".asObservable", ".asFlow()",
    ".asObservable()", ".eraseToAnyPublisher()", ".$name", ".map { $0 }", ".map({ $0 })", ".map { it * 2 }",
    ".map(x => x * 2)", ".map { x -> flowOf(x).map { it } }", ".sink { print($0) }", ".subscribe(onNext: { f($0) })",
    ".filter { x in x > 1 }", ".scan(0) { acc, x in acc + x }", ".scan(into: []) { $0.append($1) }", ".scan(0) $0 + $1",
    ".flatMap(.latest) { \"-x|\" }", ".flatMapLatest { x -> flowOf(x) }", ".take(first 2)", ".take(1)", ".onStart {",
    ".debounce(for: .seconds(1), scheduler: RunLoop.main)", ".pipe(map(x => x), take(1))", ".<Int>()", ".just($0)",
    ".collect { println(it) }", " as Int", " ?? 1", "?.count", "!", "..", ".", ".{", "{", "}", "(", ")", "[", "<", "|",
    " == --1|", " where x = 1", " during ^--!", "\n  .map { $0 }", "\n\n  .take(1)", ", b", " = ", "$0", "{--}*3",
    "\r\n", " // note", " /*",
  ]

  private static let beginnings = ["", "", "", "c = ", "let c = ", "const c = ", "f(s) = ", "merge(", "check ", "why "]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func chainsAndTheirBeginningsAreAnswered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1)
    let session = Session()
    _ = session.transcript("a = --1--2--|\nb = --x|")
    for _ in 0..<30 {
      var text = Self.beginnings.randomElement(using: &random) ?? ""
      text += Self.receivers.randomElement(using: &random) ?? ""
      for _ in 0...Int.random(in: 0...3, using: &random) { text += Self.links.randomElement(using: &random) ?? "" }
      let scalars = Array(text.unicodeScalars)
      for length in [scalars.count] + (0..<4).map({ _ in Int.random(in: 0...scalars.count, using: &random) }) {
        var beginning = ""
        beginning.unicodeScalars.append(contentsOf: scalars.prefix(length))
        try answer(beginning, in: session)
      }
    }
  }

  @Test(arguments: [
    "x.producer.map { $0 }", "x.signal.map {", "x.asFlow.map({ $0 })", "b = x.publisher.sink { print($0) }",
    "a.producer.map { $0 }", "self.a.map { $0 }", "viewModel.$name.sink { print($0) }",
  ])
  func pathBeforeAClosureIsAnswered(text: String) throws { try answer(text, in: Session()) }

  private func answer(_ text: String, in session: Session) throws {
    let count = text.utf8.count
    for part in session.highlights(of: text) { #expect(part.range.upperBound <= count, "\(text)") }
    #expect(session.completions(of: text, at: count).replaced.upperBound <= count, "\(text)")
    _ = session.callHint(for: text, at: count)
    _ = session.preview(of: text)
    _ = session.needsMore(text)
    _ = try? Document(name: "s.marble", bytes: Array(text.utf8)).formatted()
    for mode in [Session.Mode.script, .prompt] {
      Session(SessionOptions(limits: Limits(ticks: 100, deliveries: 200))).evaluate(
        Source(name: "s", text: "a = --1--2--|\n" + text), mode: mode
      ) { answer in
        guard case .error(let error, let place) = answer, place.name == "s" else { return }
        #expect(error.span.upperBound <= place.bytes.count, "\(text)")
      }
    }
  }
}
