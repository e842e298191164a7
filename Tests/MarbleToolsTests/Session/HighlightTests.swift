import MarbleSession
import MarbleTools
import TestSupport
import Testing

@Suite struct HighlightTests {
  /// Returns the highlighted parts of an entry, each as `kind:text`.
  ///
  /// Some names are bound before the entry.
  private func parts(of entry: String) -> String {
    let session = Session()
    _ = session.transcript("a = --1|\nb = cold -2|\ndouble(s) = s.map { $0 * 2 }")
    let bytes = Array(entry.utf8)
    return session.highlights(of: entry).map { part in
      "\(part.kind.rawValue):\(String(decoding: bytes[part.range], as: UTF8.self))"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("x = --1-|", "name:x punctuation:= tick:-- value:1 tick:- end:|"),
    ("--(12|)", "tick:-- punctuation:( value:12 end:| punctuation:)"),
    ("-[Ji]-\"t\"-#[late]", "tick:- value:[Ji] tick:- string:\"t\" tick:- end:#[late]"),
    ("-<-1|> 9ms @40 !", "tick:- punctuation:< tick:- value:1 end:| punctuation:> tick:9ms tick:@40 end:!"),
    ("-<-> <>", "tick:- punctuation:< tick:- punctuation:> punctuation:<>"),
    ("{--a}*3>", "punctuation:{ tick:-- value:a punctuation:}*3>"),
    ("──1─┤", "tick:── value:1 tick:─ end:┤"),
    ("cold -1-#, --2|", "keyword:cold tick:- value:1 tick:- end:# punctuation:, tick:-- value:2 end:|"),
    ("-1-| where 1 = \"one\"", "tick:- value:1 tick:- end:| keyword:where number:1 punctuation:= string:\"one\""),
    ("merge(a, z)", "operator:merge punctuation:( name:a punctuation:, unknownName:z punctuation:)"),
    (
      "a.?.map { ? }",
      "name:a punctuation:. keyword:? punctuation:. operator:map punctuation:{ keyword:? punctuation:}"
    ),
    ("nonsense(a)", "unknownName:nonsense punctuation:( name:a punctuation:)"),
    (
      "a.take(first: 2) == --1|",
      "name:a punctuation:. operator:take punctuation:( label:first punctuation:: number:2 punctuation:) "
        + "punctuation:== tick:-- value:1 end:|"
    ),
    (
      "a.map { $0 * 1.5 } // why",
      "name:a punctuation:. operator:map punctuation:{ name:$0 punctuation:* number:1.5 punctuation:} comment:// why"
    ),
    (
      "a.map { n in \"<\\(n)>\" }",
      "name:a punctuation:. operator:map punctuation:{ name:n keyword:in string:\"< punctuation:\\( name:n "
        + "punctuation:) string:>\" punctuation:}"
    ),
    (
      "s.flatten(.latest)",
      "unknownName:s punctuation:. operator:flatten punctuation:(. operator:latest punctuation:)"
    ),
    (
      "triple(s) = s.map { $0 * 3 }; double(a)",
      """
      operator:triple name:s punctuation:= name:s punctuation:. operator:map punctuation:{ name:$0 punctuation:* \
      number:3 punctuation:} operator:double punctuation:( name:a punctuation:)
      """
    ),
    ("a during --^--!", "name:a keyword:during tick:-- punctuation:^ tick:-- end:!"),
    ("subscriptions b == -^", "keyword:subscriptions name:b punctuation:== tick:- punctuation:^"),
    ("a during ^!, -^", "name:a keyword:during punctuation:^ end:! punctuation:, tick:- punctuation:^"),
    ("check --1|", "keyword:check tick:-- value:1 end:|"),
    ("/* so */ a", "comment:/* so */ name:a"),
    (":help merge", "command::help argument:merge"), (":nonsense", "error::nonsense"), (":he", "command::he"),
    (
      ":play merge(a, b) at 4",
      """
      command::play operator:merge punctuation:( name:a punctuation:, name:b punctuation:) keyword:at number:4
      """
    ),
  ])
  func partsHaveTheirKinds(entry: String, expected: String) {
    #expect(parts(of: entry) == expected)
  }

  @Test(arguments: [
    // Incomplete input has no errors.
    ("a.", "name:a punctuation:."), ("a.ma", "name:a punctuation:. unknownName:ma"),
    ("merge(a, ", "operator:merge punctuation:( name:a punctuation:,"),
    ("a.map { \"x", "name:a punctuation:. operator:map punctuation:{ string:\"x"),
    ("-[J", "tick:- value:[J"), ("-(1", "tick:- punctuation:( value:1"),
    ("-<-1", "tick:- punctuation:< tick:- value:1"),
    ("-\"t", "tick:- string:\"t"), ("/* so", "comment:/* so"), (":", "command::"), ("x =", "name:x punctuation:="),
    ("merge(a) dur", "operator:merge punctuation:( name:a punctuation:)"),
    // An error is marked, and the text after it is still highlighted.
    ("--|-1-", "tick:-- end:| tick:- error:1 tick:-"), ("-]-1|", "tick:- error:] tick:- value:1 end:|"),
    (
      "double(a)) == -1|",
      "operator:double punctuation:( name:a punctuation:) error:) punctuation:== tick:- value:1 end:|"
    ),
    ("merge(a, @)", "operator:merge punctuation:( name:a punctuation:, error:@ punctuation:)"),
    ("merge(a]", "operator:merge punctuation:( name:a error:]"),
    ("_ = -1|", "error:_ punctuation:= tick:- value:1 end:|"),
  ])
  func incompleteAndInvalidInputIsHighlighted(entry: String, expected: String) {
    #expect(parts(of: entry) == expected)
  }

  @Test func partsDoNotOverlapAndAreInsideTheEntry() {
    let pieces = [
      "a", "b.", "merge(", ")", "{", "}", "[", "]", "\"", "\\(", "--1", "|", "#", "<", ">", "^", "@4", "9ms", " ", "\n",
      ";",
      "==", "during ", "where x = ", ":help ", ":play ", "cold ", "//", "/*", "*/", "$0", "é", "👨‍👩‍👧", "─", "┤", "\u{301}",
      "in ",
    ]
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let entry = (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let session = Session()
      var end = 0
      for part in session.highlights(of: entry) {
        #expect(part.range.lowerBound >= end && part.range.upperBound <= entry.utf8.count, "seed \(seed): \(entry)")
        #expect(!part.range.isEmpty, "seed \(seed): \(entry)")
        end = part.range.upperBound
      }
      let cursor = Int.random(in: 0...entry.utf8.count, using: &random)
      let replaced = session.completions(of: entry, at: cursor).replaced
      #expect(replaced.lowerBound >= 0 && replaced.upperBound == cursor, "seed \(seed): \(entry)")
      _ = session.hint(for: entry, at: cursor)
    }
  }

  @Test(arguments: [
    "-1", "[", "(", "{", "<", "{a}*999 ", "\"", "a.map { ", "merge(", "!a ", "#[", "12", "/*", "x;", "[\n", "\"\\(",
    "]", "$",
    "a = 1|\n", "where ", "during ", "{ n in ", "|1",
  ])
  func longEntriesAreHighlightedInLinearTime(piece: String) {
    // Quadratic work on this entry would take minutes.
    let entry = String(repeating: piece, count: 50_000 / piece.utf8.count)
    let session = Session()
    #expect(session.highlights(of: entry).allSatisfy { $0.range.upperBound <= entry.utf8.count })
  }
}
