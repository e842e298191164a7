import MarbleSession
import MarbleTools
import Testing

@testable import MarbleTerminal
@testable import rxrepl

private func candidates(_ texts: String...) -> [CompletionCandidate] { texts.map { CompletionCandidate($0) } }

@Suite struct CompletionTests {
  @Test func singleCandidateIsInsertedWithItsOpening() {
    let merge = CompletionCandidate("merge", opening: "(")
    let line = Completion(candidates: [merge], replaced: 2..<4).extending(EditedLine("a.me x", cursor: 4))
    #expect(line == EditedLine("a.merge( x", cursor: 8))
  }

  @Test func severalCandidatesInsertTheirCommonPrefix() {
    let completion = Completion(candidates: candidates("mapError", "map"), replaced: 0..<1)
    #expect(completion.extending(EditedLine("m")) == EditedLine("map"))
  }

  @Test func lineIsUnchangedWithoutProgress() {
    #expect(Completion(candidates: candidates("map", "merge"), replaced: 0..<1).extending(EditedLine("m")) == nil)
    #expect(Completion(candidates: candidates("map"), replaced: 0..<3).extending(EditedLine("map")) == nil)
    #expect(Completion.none.extending(EditedLine("abc")) == nil)
  }

  @Test func candidatesWithAnotherPrefixDoNotShortenTheLine() {
    #expect(Completion(candidates: candidates("map", "filter"), replaced: 0..<3).extending(EditedLine("mpa")) == nil)
  }

  @Test func commonPrefixEndsBetweenCharacters() {
    let completion = Completion(candidates: candidates("e\u{301}a", "e\u{302}a"), replaced: 0..<0)
    #expect(completion.extending(.empty) == nil)
  }

  @Test(arguments: [3..<9, -1..<1])
  func invalidRangeIsIgnored(replaced: Range<Int>) {
    #expect(Completion(candidates: candidates("x"), replaced: replaced).extending(EditedLine("éa")) == nil)
  }
}

@Suite struct CompletionMenuTests {
  private func menu(_ texts: [String]) -> CompletionMenu {
    let candidates = texts.map { CompletionCandidate($0, opening: "(", summary: "says \($0)") }
    return CompletionMenu(Completion(candidates: candidates, replaced: 2..<3), in: EditedLine("a.m x", cursor: 3))
  }

  private func text(_ menu: CompletionMenu, columns: Int = 40, height: Int = 9) -> [String] {
    menu.rows(columns: columns, height: height).map { row in
      row.output.replacing("\u{1B}[7m", with: "<").replacing("\u{1B}[0m", with: ">")
    }
  }

  @Test func candidatesHaveSummariesInAColumn() {
    #expect(text(menu(["map", "merge"])) == ["map    says map", "merge  says merge"])
    #expect(text(menu(["map", "merge"]), columns: 11) == ["map    say", "merge  say"])
  }

  @Test func selectionMovesInARingAndIsShownInTheLine() {
    var menu = menu(["map", "merge", "mute"])
    #expect(menu.line == EditedLine("a.m x", cursor: 3) && !menu.hasSelection)
    menu.selectNext()
    #expect(menu.line == EditedLine("a.map( x", cursor: 6) && menu.hasSelection)
    #expect(text(menu)[0] == "<map    says map>")
    menu.selectPrevious()
    #expect(menu.line == EditedLine("a.mute( x", cursor: 7))
    menu.selectNext()
    menu.selectNext()
    #expect(menu.line == EditedLine("a.merge( x", cursor: 8))
  }

  @Test func hiddenCandidatesAreCountedAndTheSelectedOneIsVisible() {
    var menu = menu((0..<30).map { "m\($0)" })
    #expect(text(menu, height: 4) == ["m0  says m0", "m1  says m1", "m2  says m2", "… 27 more"])
    menu.selectPrevious()
    #expect(text(menu, height: 3) == ["m28  says m28", "<m29  says m29>", "… 28 more"])
    #expect(text(menu, height: 50).count == 11)
  }
}
