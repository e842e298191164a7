import MarbleLanguage
import MarbleTools
import Marbles
import Testing

@testable import rxrepl

@Suite struct HighlightedLineTests {
  /// Returns a string with readable colors, such as `<36:merge>`.
  private func readable(_ text: String) -> String {
    text.replacing("\u{1B}[0m", with: ">").replacing(/\u{1B}\[([0-9;]+)m/) { "<\($0.1):" }
  }

  @Test func partsHaveColorsAndTheTextIsKept() {
    let line = "é = merge(a)"
    let parts: [Highlight] = [
      Highlight(range: 0..<2, kind: .name), Highlight(range: 5..<10, kind: .operator),
      Highlight(range: 10..<11, kind: .punctuation), Highlight(range: 11..<12, kind: .unknownName),
    ]
    #expect(readable(HighlightedLine(of: line, parts).text) == "é = <36:merge>(<31:a>)")
  }

  @Test(arguments: [
    ([0..<99], "abcdef"), ([5..<5], "abcdef"), ([0..<4, 2..<6], "<36:abcd>ef"), ([4..<5, 0..<1], "abcd<36:e>f"),
  ])
  func invalidRangesAreIgnored(ranges: [Range<Int>], painted: String) {
    let parts = ranges.map { Highlight(range: $0, kind: .operator) }
    #expect(readable(HighlightedLine(of: "abcdef", parts).text) == painted)
  }

  @Test(arguments: [
    ("merge(a)", "me", "rge(a)", "rge(a)"),
    ("a {\n  b }", "a", " { …", " {\n  b }"),
    ("a\tb", "a", " b", "\tb"),
    ("漢字", "漢", "字", "字"),
    ("x\u{1B}[2J", "x", " [2J", "\u{1B}[2J"),
  ])
  func offeredEntryFitsIntoOneRow(entry: String, line: String, hint: String, taken: String) {
    var painting = HighlightedLine(of: line, [])
    painting.offer(entry, after: line)
    #expect(painting.hint == hint)
    #expect(painting.taken == taken)
  }
}

@Suite struct LineEditorDelegateTests {
  private func typing(_ entries: String..., color: Bool = true) -> LineEditorDelegate {
    let session = Session()
    session.options.style.usesColor = color
    session.evaluate(Source(name: "test", text: "alpha = --1--|")) { _ in }
    let history = History(path: nil)
    entries.forEach { history.append($0) }
    return LineEditorDelegate(session: session, history: history)
  }

  @Test func signatureTakesPrecedenceOverHistory() throws {
    let painting = try #require(typing("merge(alpha, alpha)").highlightedLine(of: "merge(", at: 6))
    #expect(painting.hint?.hasPrefix("  merge(") == true)
    #expect(painting.taken == nil)
  }

  @Test func newestEntryWithThePrefixIsOffered() throws {
    let typing = typing("alpha == --1--|", "alpha.delay(2)", "beta")
    #expect(try #require(typing.highlightedLine(of: "alpha", at: 5)).taken == ".delay(2)")
    #expect(try #require(typing.highlightedLine(of: "alpha", at: 4)).taken == nil)
    #expect(typing.highlightedLine(of: "", at: 0) == nil)
  }

  @Test func noHintIsShownWithoutColors() {
    #expect(typing("alpha.delay(2)", color: false).highlightedLine(of: "alpha", at: 5) == nil)
  }

  @Test func lineIsReadAfterThePreviousLines() throws {
    let typing = typing("alpha.delay(2)")
    typing.lines = "alpha.map {"
    // `$0` is an argument in the closure, and invalid alone.
    #expect(typing.entry(with: "$0 }") == "alpha.map {\n$0 }")
    let painting = try #require(typing.highlightedLine(of: "alpha", at: 5))
    #expect(painting.taken == nil)
    let completion = typing.completion(of: "$0 }.dela", at: 9)
    #expect(completion.candidates == ["delay"])
    #expect(completion.replaced == 5..<9)
  }

  @Test func commandDoesNotEndTheEntry() {
    let typing = typing()
    typing.lines = "merge("
    #expect(typing.end(with: " :help map") == " :help map")
    #expect(typing.lines == "merge(")
    #expect(typing.completion(of: ":hel", at: 4).candidates == ["help"])
    #expect(typing.end(with: "alpha)") == "merge(\nalpha)")
    #expect(typing.lines == "")
  }

  @Test func highlightingKeepsAllCharacters() throws {
    for line in ["merge(\"--1-|\", a)", ":set format svg", "// é漢", "x = [[J]", "\u{202E}a", "a.map { $0 * 10"] {
      let painted = try #require(typing().highlightedLine(of: line, at: line.utf8.count)).text
      #expect(painted.replacing(/\u{1B}\[[0-9;]+m/, with: "") == line)
    }
  }
}
