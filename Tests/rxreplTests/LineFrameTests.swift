import MarbleSession
import MarbleTools
import Marbles
import Testing

@testable import MarbleTerminal
@testable import rxrepl

@Suite struct LineFrameTests {
  private func frame(
    _ text: String, cursor: Int? = nil, columns: Int = 10, appearance: HighlightedLine = .plain,
    isComplete: Bool = false
  ) -> (rows: [String], cursor: [Int]) {
    let line = EditedLine(text, cursor: cursor ?? text.utf8.count)
    let frame = LineFrame(
      prompt: "> ", continuation: ": ", line: line, appearance: appearance, columns: columns, isComplete: isComplete)
    let rows = frame.rows.map { row in
      row.output.replacing("\u{1B}[0m", with: "›").replacing(/\u{1B}\[([0-9;]*)m/) { "‹\($0.1):" }
    }
    return (rows, [frame.cursor.row, frame.cursor.column])
  }

  @Test func rowsAreFilledAndTheCursorIsAfterTheLine() {
    #expect(frame("abc") == (["> abc"], [0, 5]))
    #expect(frame("abcdefg") == (["> abcdefg"], [0, 9]))
    #expect(frame("abcdefgh") == (["> abcdefgh", ""], [1, 0]))
    #expect(frame("abcdefgh", isComplete: true) == (["> abcdefgh"], [0, 10]))
    #expect(frame("abcdefghi") == (["> abcdefgh", "i"], [1, 1]))
    #expect(frame("a\nb\n") == (["> a", ": b", ": "], [2, 2]))
  }

  @Test func cursorIsOnItsCharacter() {
    #expect(frame("abcdefghi", cursor: 8).cursor == [1, 0])
    #expect(frame("ab\ncd", cursor: 2).cursor == [0, 4])
    #expect(frame("abcdefgh\ni", cursor: 8) == (["> abcdefgh", ": i"], [0, 9]))
    // A wide character does not fit into the last column.
    #expect(frame("abcdefg漢", cursor: 7) == (["> abcdefg", "漢"], [1, 0]))
  }

  @Test func charactersOfSeveralScalarsHaveOneCell() {
    #expect(frame("e\u{301}x", cursor: 3).cursor == [0, 3])
    #expect(frame("👨‍👩‍👧x", cursor: 18).cursor == [0, 4])
  }

  @Test func invisibleCharactersAreShown() {
    #expect(frame("a\tb").rows == ["> a     b"])
    #expect(frame("a\u{1}\u{1B}b").rows == ["> a^A^[b"])
    #expect(frame("\u{202E}a").rows == ["> <202E>a"])
  }

  @Test func terminalMayBeNarrowerThanACharacter() {
    #expect(frame("漢", columns: 1).rows == [">", " ", "?", ""])
  }

  @Test func stylesContinueInTheNextRow() {
    let highlights = [Highlight(range: 6..<10, kind: .operator), Highlight(range: 11..<99, kind: .string)]
    let line = frame("abcdefghijkl", appearance: HighlightedLine(highlights, colors: .eight))
    #expect(line.rows == ["> abcdef‹36:gh›", "‹36:ij›k‹32:l›"])
  }

  @Test func hintIsCutBeforeTheLastColumn() {
    var appearance = HighlightedLine([], colors: .full)
    appearance.offer("abcdefgh漢漢", after: "ab")
    #expect(frame("ab", appearance: appearance) == (["> ab‹38;5;243:cdefg›"], [0, 4]))
    #expect(frame("ab", columns: 14, appearance: appearance).rows == ["> ab‹38;5;243:cdefgh漢›"])
    #expect(frame("ab", appearance: appearance, isComplete: true).rows == ["> ab"])
  }
}
