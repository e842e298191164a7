import MarbleSession
import MarbleTools
import Testing

/// The meaning of names in a document, which may have errors.
struct NameTests {
  /// Files that the scripts load.
  private static let files = [
    "lib.marble": ":load deep/more.marble\nlib = more.take(1)\n", "deep/more.marble": "more = --1|\n",
    "page.md": "```marble\npaged = --1|\n```\n", "letter.marble": "x = --1|\n",
  ]

  private static func readFile(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  /// Returns a document without marks, and the offsets of the definition after `¤` and of the use after `§`.
  private func document(_ text: String) -> (EditedDocument, definition: Int?, use: Int) {
    func offset(of mark: Character, without other: Character) -> Int? {
      text.firstIndex(of: mark).map { text[..<$0].filter { $0 != other }.utf8.count }
    }
    let name = text.contains("```") ? "demo.md" : "demo.marble"
    let document = EditedDocument(name: name, bytes: Array(text.filter { $0 != "¤" && $0 != "§" }.utf8))
    return (document, offset(of: "¤", without: "§"), offset(of: "§", without: "¤") ?? 0)
  }

  @Test(arguments: [
    "¤a = --1|\na = §a.map { $0 }", "a = --1|\n¤a = --2|\nmerge(§a, b", "a = --1|\na.map { ¤a in §a }",
    "f(¤s) = §s.take(1)\ns = --1|", "¤f(s) = s.take(1)\na = --1|\na.§f()", "f = --1|\n¤f(s) = s.take(1)\n§f(f)",
    "¤s = --1|\nf(s) = s.take(1)\n§s.f()", "a = --1|\nforall ¤a, b: §a == b", "forall a: a == a\n§a",
    "a = --1|\na.map { n in n }.map { §n }", "¤a = --1|\nsubscriptions §a == ^-!", ":play §a", "¤a = --1|\n:play §a",
    "¤x = cold -1|\ns = -§x|", "s = -§x|\n¤x = cold -1|\ns.flatten(.merge)", "x = cold -1|\ns = -[§y]|",
    "      0  1\n¤a  --1--|\n\n§a.take(1)", "§a", "a.§take(1)", "// §a",
    "```marble\n¤a = --1|\n```\n\n- ```marble\n  §a.take(1)\n  ```\n",
    "```marble\na = --1|\n```\n\n```marble new\n§a.take(1)\n```\n",
    "```marble\n¤a = --1|\n```\n\n```marble ignore\na = --2|\n```\n\n```marble\n§a\n```\n",
  ])
  func nameLeadsToItsDefinition(text: String) {
    let (document, definition, use) = document(text)
    #expect(document.definition(at: use, readFile: Self.readFile)?.span.lowerBound == definition)
  }

  @Test(arguments: [
    (":load lib.marble\n§lib", "lib.marble", 23), (":load lib.marble\n§more", "deep/more.marble", 0),
    (":load page.md\n§paged", "page.md", 10), (":load letter.marble\n§x", "letter.marble", 0),
    ("```marble file=lib.marble\n```\n\n```marble\n§lib\n```\n", "lib.marble", 23),
  ])
  func nameLeadsToAFile(text: String, path: String, offset: Int) {
    let (document, _, use) = document(text)
    let symbol = document.definition(at: use, readFile: Self.readFile)
    #expect(symbol?.origin == .file(path) && symbol?.span.lowerBound == offset)
    let highlights = document.highlights(readFile: Self.readFile)
    #expect(highlights.contains { $0.range.lowerBound == use && $0.kind == .name })
  }

  /// Each file of a chain is read once for each model, however long the chain is.
  @Test func filesThatLoadOthersAreReadOnce() {
    var count = 0
    let (document, _, use) = document(":load f1.marble\n§s")
    let symbol = document.definition(at: use) { path in
      count += 1
      let number = Int(path.dropFirst().prefix { $0.isNumber }) ?? 0
      return Array((number < 40 ? ":load f\(number + 1).marble\n" : "s = --1|\n").utf8)
    }
    #expect(symbol?.origin == .file("f40.marble"))
    #expect(count == 40)
  }

  /// Operators that an earlier script defines are known.
  @Test func customOperatorIsHighlighted() {
    let (document, _, _) = document("```marble\ntwice(s) = s.repeat(2)\n```\n\n```marble\na.twice()\n```\n")
    let kinds = document.highlights(readFile: Self.readFile).map(\.kind)
    #expect(kinds.filter { $0 == .operator }.count == 3 && kinds.last == .punctuation)
  }
}
