import MarbleLanguage
import TestSupport
import Testing

/// The behavior of the parser with unusual input.
///
/// It always reaches the end, and its spans are inside the text.
@Suite struct ParserRobustnessTests {
  private static let seeds = [
    "letters = --a-----b--c--|\nnumbers = ----1--2----------3|\nmerge(letters, numbers)\n  == --a-1--2b--c------3|\n",
    "c = cold --1-#, --2--| // twice\n// title\nc.retry(upTo: 1) == --1--2--|; c",
    "[a, b].flatten(.concurrent(limit: 2)).map { acc, n in acc > 1 ? \"\\(acc)-\\(n)|\" : throw \"no\" }",
    "x = \"--1|\".flatMap(.concat) { ($0.0, [$0.1, -1.5, 3ms, nil]) }\n  .scan(0) { $0 + $1 } during ^--!",
    ":tick 10ms\ncheck \"vvc\"\ncheck --1|\nforall a, b: a == b\n?(a) == -\n/* /* */ */ why 7",
    "é👨‍👩‍👧-[ab](cd|) == _.map { !$0 && true || false }",
  ]

  private static let fragments = [
    "(", ")", "[", "]", "{", "}", "\"", "\\(", "\\", "==", "=", ";", "\n", "\n\n", " ", ",", ".", "$0", "$", "//", "/*",
    "*/", "during", "cold ", "raw ", "throw ", "in ", "?", ":", "e\u{301}", "🔴", "\u{0}", "9", "99999999999999999999",
    ".map {", "_", "-", "!", "#", "```", "=>", "->", "|>", "let ", "  ──1┤", "\n~~~ x\n", "—",
  ]

  @Test(arguments: 0..<40)
  func mutatedScriptsAreParsedToTheEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
    for round in 0..<120 {
      var text = Array(Self.seeds[round % Self.seeds.count].unicodeScalars)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...5, using: &random)))
        case 1: text.insert(contentsOf: (Self.fragments.randomElement(using: &random) ?? "").unicodeScalars, at: place)
        default: text = Array(text[place...]) + text[..<place]
        }
      }
      var mutated = ""
      mutated.unicodeScalars.append(contentsOf: text)
      examine(mutated)
    }
  }

  private func examine(_ text: String) {
    for mode in [Parser.Mode.script, .interactive] {
      var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings("a", "letters"))
      let bounds = 0..<parser.bytes.count + 1
      var last = -1
      while let result = parser.next() {
        #expect(parser.position > last, "no progress in \(text.debugDescription)")
        if parser.position <= last { return }
        last = parser.position
        switch result {
        case .success(let statement):
          #expect(bounds.contains(statement.span.lowerBound) && bounds.contains(statement.span.upperBound))
          #expect(!dump(statement).isEmpty)
        case .failure(let diagnostic):
          for span in [diagnostic.span, diagnostic.related ?? diagnostic.span] {
            #expect(
              bounds.contains(span.lowerBound) && bounds.contains(span.upperBound),
              "\(diagnostic) in \(text.debugDescription)")
            for end in [span.lowerBound, span.upperBound] {
              #expect(
                (parser.bytes[end] ?? 0) & 0xC0 != 0x80, "\(diagnostic) within a scalar of \(text.debugDescription)")
            }
          }
        }
      }
    }
    _ = Parser.needsMore(text, bindings: bindings())
  }

  @Test(arguments: [
    ("just(", "(", ""), ("just(", "[", ""), ("a.map ", "{ ", ""), ("just(", "-", "1)"), ("just(1", " + 1", ")"),
    ("a", ".map { $0 }", ""), ("just(", "1 ? 1 : ", "1)"), ("just(", "\"\\(", ""), ("just($0", ".0", ")"),
    ("just(", "f(x: ", ""), ("", "[", ""), ("just(", ".a(", ""),
  ])
  func nestingDepthIsLimited(head: String, part: String, tail: String) {
    let text = head + String(repeating: part, count: 20_000) + tail + "\n-1"
    let lines = outline(text, bindings: bindings("a"))
    #expect(lines.first?.hasPrefix("error: ") == true)
    #expect(lines.last == "(show <pipe 1@1>)")
  }

  @Test func moderateNestingIsAccepted() {
    let text = "just(" + String(repeating: "(", count: 60) + "1" + String(repeating: ")", count: 60) + ")"
    #expect(outline(text) == ["(show (just 1))"])
    let chain = "a" + String(repeating: ".take(1)", count: 400)
    #expect(diagnostics(chain).isEmpty)
  }

  /// Linear parsing takes a second or two here.
  ///
  /// Quadratic parsing would take minutes.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // Each of these reads ahead up to a limit, so fewer repetitions are enough.
      ("merge(a b\n", 6_000), ("[a\n", 6_000), ("a.map { 1 2\n", 6_000), ("x\n.map(", 6_000),
      ("[/*]-\n", 50_000), ("\"\\(\n", 50_000), ("f(1 1 /*\n", 50_000), ("f(\"/*\n", 50_000), ("-1;", 50_000),
      ("// c\n", 50_000), ("/* c */", 50_000), ("f(1)\n", 50_000), ("-1-2-3-4-5-6", 50_000), ("\\", 50_000),
    ])
  func longScriptsTakeLinearTime(part: String, count: Int) {
    #expect(outline(String(repeating: part, count: count)).count <= 2 * count)
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: [("just(", "1, ", "1)"), ("just([", "[], ", "1])"), ("just(\"", "ab", "\")")])
  func longListsTakeLinearTime(head: String, part: String, tail: String) {
    #expect(diagnostics(head + String(repeating: part, count: 50_000) + tail).isEmpty)
  }
}
