import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import Testing

@testable import MarbleTerminal
@testable import rxrepl

@Suite struct HighlightedLineTests {
  /// Returns the styled parts of a line, such as `36:merge`.
  private func parts(of line: String, _ highlights: [Highlight]) -> [String] {
    HighlightedLine(highlights, colors: .eight).spans.filter { $0.style != .plain }.map { span in
      span.style.codes + ":" + String(decoding: Array(line.utf8)[span.range], as: UTF8.self)
    }
  }

  @Test func kindsHaveStyles() {
    let line = "é = merge(a)"
    let highlights: [Highlight] = [
      Highlight(range: 0..<2, kind: .name), Highlight(range: 5..<10, kind: .operator),
      Highlight(range: 10..<11, kind: .punctuation), Highlight(range: 11..<12, kind: .unknownName),
    ]
    #expect(parts(of: line, highlights) == ["36:merge", "31:a"])
  }

  @Test(arguments: [
    ([5..<5], []), ([0..<4, 2..<6], ["36:abcd"]), ([4..<5, 0..<1], ["36:e"]),
  ])
  func invalidRangesAreIgnored(ranges: [Range<Int>], styled: [String]) {
    #expect(parts(of: "abcdef", ranges.map { Highlight(range: $0, kind: .operator) }) == styled)
  }

  @Test func colorsAreReadableOnBlackAndOnWhite() {
    for kind in Highlight.Kind.allCases {
      let codes = TextStyle(kind, .full).codes
      guard let number = codes.wholeMatch(of: /.*38;5;(\d+)/)?.1 else { continue }
      // PaletteTests measures the contrast of these.
      #expect([29, 63, 98, 131, 163, 243].contains(Int(number)), "\(kind)")
    }
  }

  @Test(arguments: [
    ("merge(a)", "me", "rge(a)", "rge(a)"),
    ("a {\n  b }", "a", " { …", " {\n  b }"),
    ("a\tb", "a", " b", "\tb"),
    ("漢字", "漢", "字", "字"),
    ("x\u{1B}[2J", "x", " [2J", "\u{1B}[2J"),
  ])
  func offeredEntryFitsIntoOneRow(entry: String, line: String, hint: String, taken: String) {
    var appearance = HighlightedLine([], colors: .full)
    appearance.offer(entry, after: line)
    #expect(appearance.hint == hint)
    #expect(appearance.taken == taken)
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

  @Test func signatureTakesPrecedenceOverHistory() {
    let appearance = typing("merge(alpha, alpha)").appearance(of: EditedLine("merge(", cursor: 6))
    #expect(appearance.hint?.hasPrefix("  merge(") == true)
    #expect(appearance.taken == nil)
  }

  @Test func newestEntryWithThePrefixIsOffered() {
    let typing = typing("alpha == --1--|", "alpha.delay(2)", "beta")
    #expect(typing.appearance(of: EditedLine("alpha", cursor: 5)).taken == ".delay(2)")
    #expect(typing.appearance(of: EditedLine("alpha", cursor: 4)).taken == nil)
    #expect(typing.appearance(of: EditedLine("", cursor: 0)) == .plain)
  }

  @Test func noHintIsShownWithoutColors() {
    #expect(typing("alpha.delay(2)", color: false).appearance(of: EditedLine("alpha", cursor: 5)) == .plain)
  }

  @Test func lineIsReadAfterThePreviousLines() {
    let typing = typing("alpha.delay(2)")
    typing.lines = "alpha.map {"
    // `$0` is an argument in the closure, and invalid alone.
    #expect(typing.entry(with: "$0 }") == "alpha.map {\n$0 }")
    let appearance = typing.appearance(of: EditedLine("alpha", cursor: 5))
    #expect(appearance.taken == nil)
    let completion = typing.completion(of: EditedLine("$0 }.dela", cursor: 9))
    #expect(completion.candidates.map(\.text) == ["delay"])
    #expect(completion.replaced == 5..<9)
  }

  @Test func commandDoesNotEndTheEntry() {
    let typing = typing()
    typing.lines = "merge("
    #expect(typing.end(with: " :help map") == " :help map")
    #expect(typing.lines == "merge(")
    #expect(typing.completion(of: EditedLine(":hel", cursor: 4)).candidates.map(\.text) == ["help"])
    #expect(typing.end(with: "alpha)") == "merge(\nalpha)")
    #expect(typing.lines == "")
  }
}
