import Foundation
import TestSupport
import Testing

@testable import MarbleLanguage

/// The syntax tree, which contains every byte of any script.
@Suite struct SyntaxTreeTests {
  private static let seeds = [
    "letters = --a-----b--c--|\nnumbers = ----1--2----------3|\nmerge(letters, numbers)\n  == --a-1--2b--c------3|\n",
    "c = cold --1-#, --2--| // twice\n// title\nc.retry(upTo: 1) == --1--2--|; c",
    "[a, b].flatten(.concurrent(limit: 2)).map { acc, n in acc > 1 ? \"\\(acc)-\\(n)|\" : throw \"no\" }",
    "x = \"--1|\".flatMap(.concat) { ($0.0, [$0.1, -1.5, 3ms, nil]) }\n  .scan(0) { $0 + $1 } during ^--!, -^",
    ":tick 10ms\ncheck \"vvc\"\ncheck --1|\nforall a, b: a == b\n?(a) == -\n/* /* */ */ why 7\n:play merge(a, b) at 4",
    "é👨‍👩‍👧-[ab](cd|) == _.map { !$0 && true || false } where a = [1, 2], # = \"late\"",
    "         0    5\na    --1--[2]|  \nb cold -x---|  \n       --2|\n     = merge(a, b) =\n\nf(s, n) = s.take(n)\n",
    "a = cold show == 1\nlet x: Int = [1, 2].pipe(map(x => x * 2), filter(_ -> true))\nfor i in 0..<3 { print(f\"{i}\") }",
    "import rx\na.map(lambda x: x + 1)\nRx.Observable<Int>.just(1).a[0] a | b\nevery 5\nif a ? b : c\nassert a == --1",
    "subscriptions a == ^--!, -^\r\n{--a}*3{-}* <-1|> 9ms @40 ─1┤\u{FEFF}",
  ].map { Array($0.utf8) }

  private static let fragments =
    [
      "(", ")", "[", "]", "{", "}", "\"", "\\(", "\\", "==", "=", ";", "\n", "\n\n", " ", ",", ".", "$0", "$", "//",
      "/*",
      "*/", "during ", "where ", "at ", "cold ", "raw ", "throw ", "in ", "?", ":", "e\u{301}", "🔴", "\u{0}", "9", "9h",
      "99999999999999999999", ".map {", "_", "-", "!", "#", "<", ">", "^", "@", "*", "    0 5\n", "\r",
      "show ", "help ", "every ", "hot ", "import ", "for ", "let ", "a: ", "=> ", "-> ", "..<", "`", "'", "${", "|> ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x94], [0xEF, 0xBB, 0xBF]]

  /// `MARBLE_FUZZ=1000000 Scripts/test SyntaxTreeTests` runs a million rounds, which takes some minutes.
  @Test func treeReproducesTheBytesOfAnySource() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MARBLE_FUZZ"].flatMap { Int($0) } ?? 20_000
    let seed = environment["MARBLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0 ..< .max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<count {
      let bytes = mutated(&random)
      for mode in [Parser.Mode.script, .typing] {
        let tree = tree(of: bytes, mode: mode)
        guard tree.bytesOfTokens == tree.source.bytes, tree.nodes.allSatisfy(isTiled) else {
          Issue.record("MARBLE_FUZZ_SEED=\(seed), round \(round), \(mode): \(String(decoding: bytes, as: UTF8.self))")
          return
        }
      }
    }
  }

  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Self.seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...5, using: &random)))
      case 1: bytes = Array(bytes[place...]) + bytes[..<place]
      case 2 where place < bytes.count: bytes[place] = UInt8.random(in: 0 ... .max, using: &random)
      default: bytes.insert(contentsOf: Self.fragments.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }

  private func tree(of bytes: [UInt8], mode: Parser.Mode) -> SyntaxTree {
    var known = bindings("a", "letters")
    known.takesExpression = { $0 == "play" }
    var parser = Parser(Source(name: "fuzz", bytes: bytes), mode: mode, bindings: known)
    return parser.wholeTree()
  }

  /// Returns whether the children of each node are adjacent and fill the node.
  private func isTiled(_ node: SyntaxNode) -> Bool {
    let children = node.children
    guard !children.isEmpty else { return !node.span.isEmpty }
    var end = node.span.lowerBound
    for child in children {
      guard child.span.lowerBound == end, isTiled(child) else { return false }
      end = child.span.upperBound
    }
    return end == node.span.upperBound
  }

  // MARK: Shapes

  /// Returns a node as its text, or as its kind and its children.
  ///
  /// Leaves out trivia.
  private func dump(_ node: SyntaxNode) -> String {
    let parts = node.parts
    return parts.isEmpty ? node.text : "(\(node.kind) \(parts.map(dump).joined(separator: " ")))"
  }

  private func shapes(_ text: String, mode: Parser.Mode = .script) -> [String] {
    tree(of: Array(text.utf8), mode: mode).nodes.flatMap(\.parts).map(dump)
  }

  @Test(arguments: [
    ("x = --1| // so", "(binding x = --1|)"),
    (
      "a.take(first: 2) == --1|", "(comparison (chain a (link . take (argumentList ( (argument first : 2) )))) == --1|)"
    ),
    ("merge(a, [b])", "(comparison (call merge (argumentList ( (argument a) , (argument (array [ b ])) ))))"),
    (
      "a.map { n in -n + 1 * 2 }",
      "(comparison (chain a (link . map (closure { (closureParameters n in) (binary (prefix - n) + (binary 1 * 2)) }))))"
    ),
    (
      "just(\"a\\(1)b\")",
      "(comparison (call just (argumentList ( (argument (stringLiteral \"a (interpolation \\( 1 )) b\")) ))))"
    ),
    ("f(p, q) = p", "(operatorDefinition (signature f ( p , q )) = p)"),
    ("c = cold -1-#, --2| where 1 = 3", "(binding c = cold -1-# , --2| where 1 = 3)"),
    ("a during ^--!, -^ == -1", "(comparison a during ^--! , -^ == -1)"),
    (":tick 10ms", "(command :tick 10ms)"),
    (":play a.b(c)", "(command :play (chain a (link . b (argumentList ( (argument c) )))))"),
    // The tree also contains statements with errors, as far as they can be parsed.
    ("merge(a b, c) == -1|", "(comparison (call merge (argumentList ( (argument a) b , c ))) == -1|)"),
    (
      "a.map { $0 $1 }.take(1)",
      "(comparison (chain a (link . map (closure { $0 $1 })) (link . take (argumentList ( (argument 1) )))))"
    ),
    ("x = cold", "(binding x = cold)"), ("-1 ) -2", "(comparison -1 ) -2)"),
  ])
  func statementHasTheExpectedShape(text: String, expected: String) {
    #expect(shapes(text) == [expected])
  }

  @Test func incompleteInputParsesAsAnExpressionInTypingMode() {
    #expect(shapes("a.", mode: .typing) == ["(comparison (chain a (link .)))"])
    #expect(shapes(".ma", mode: .typing) == ["(comparison (chain (link . ma)))"])
    #expect(shapes(".ma", mode: .interactive) == ["(comparison .ma)"])
    #expect(shapes("[a, b", mode: .typing) == ["(comparison (array [ a , b))"])
  }
}
