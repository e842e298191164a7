import MarbleLanguage
import Testing

@Suite struct NeedsMoreTests {
  @Test(arguments: [
    "merge(", "merge(a,", "merge(a,\n  b", "a.map {", "a.map { $0 +", "a.map { $0 ? 1 :", "a.map { n in",
    "[a,", "[a,\n b", "just([1,", "just((1,", "x = merge(a,", "s == merge(a,", "/* open", "-1 /* open",
    "for await x in s {", "for x in s {\n  x", "if s {\n} else {", "-1; merge(", ".map {", "a.map { $0. ", "deferred {",
    "a.take(first:", "merge(a, // the first",
  ])
  func incompleteStatementNeedsMore(text: String) {
    #expect(Parser.needsMore(text, bindings: bindings("s")))
  }

  @Test(arguments: [
    "", "s", "s ==", "==", "s =", "--1--|", "(ab", "[ab", "--[ab", "{--a", "merge(a, b)", "merge(a b", "merge(a))",
    "just(\"", "just(\"\\(1", "merge(\n\n", "merge(a,\n", "nobody", "a.map { $0 }", "/* closed */", "merge(a,\n\nb",
    ":load (", "merge(; -1", "cold",
  ])
  func completeStatementNeedsNoMore(text: String) {
    #expect(!Parser.needsMore(text, bindings: bindings("s")))
  }
}
