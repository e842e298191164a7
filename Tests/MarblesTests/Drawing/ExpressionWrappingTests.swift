@testable import MarbleDrawing
@testable import MarbleLanguage
import Marbles
import TestSupport
import Testing

@Suite struct ExpressionWrappingTests {
  @Test(arguments: [
    ("a.map { $0 + 1 }.filter { $0 > 2 }.take(3)", 60, "a.map { $0 + 1 }.filter { $0 > 2 }.take(3)"),
    ("a.map { $0 + 1 }.filter { $0 > 2 }.take(3)", 36, "a.map { $0 + 1 }.filter { $0 > 2 }|  .take(3)"),
    ("a.map { $0 + 1 }.filter { $0 > 2 }.take(3)", 20, "a.map { $0 + 1 }|  .filter { $0 > 2 }|  .take(3)"),
    ("merge(alpha, beta.map { $0 }, gamma)", 22, "merge(alpha,|  beta.map { $0 },|  gamma)"),
    ("  merge(alpha, beta)", 16, "  merge(alpha,|    beta)"),
    (#"a.map { "one, two. three" + "x.y" }"#, 28, #"a|  .map { "one, two. three"|  + "x.y" }"#),
    ("a.filter { $0 > 1.5 && $0 < 2.5 }", 22, "a|  .filter { $0 > 1.5|  && $0 < 2.5 }"),
    (#""--1--2--3--4--5--|""#, 10, #""--1--2--3|  --4--5--|  |""#),
    ("漢字漢字漢字", 5, "漢字|  漢|  字|  漢|  字"),
    ("aaaa    ", 4, "aaaa"),
    ("ab", 1, "a|b"),
  ])
  func `a long line breaks at the best position`(line: String, limit: Int, folded: String) {
    #expect(ExpressionWrapping(limit: limit).lines(of: [line]).joined(separator: "|") == folded)
  }

  @Test func `wrapping keeps all characters within the limit`() {
    for seed in UInt64(0)..<300 {
      var random = RandomTimelines(seed: seed)
      let pieces = [".", ",", " ", "(", ")", "{", "}", "\"", "\\", "a", "1", "漢", "👨‍👩‍👧", "map"]
      let line = (0..<random.below(60)).map { _ in random.pick(pieces) }.joined()
      let limit = 2 + random.below(20)
      let lines = ExpressionWrapping(limit: limit).lines(of: [line])
      #expect(lines.allSatisfy { displayWidth(of: $0) <= limit }, "seed \(seed): \(line) in \(limit)")
      let (written, read) = (line.filter { $0 != " " }, lines.joined().filter { $0 != " " })
      #expect(written == read, "seed \(seed): \(line) in \(limit)")
    }
  }
}
