import Testing

@testable import MarbleTerminal
@testable import rxrepl

/// Returns a line whose cursor is marked by `|`.
private func line(_ text: String) -> EditedLine {
  let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
  return EditedLine(parts.joined(), cursor: parts[0].utf8.count)
}

/// Returns the text of a line with its cursor as `|`.
private func marked(_ line: EditedLine?) -> String? {
  line.map { $0.beforeCursor + "|" + $0.afterCursor }
}

@Suite struct EditedLineTests {
  @Test(arguments: [
    ("ab\ncd|", "ab|\ncd"), ("a\nbc|d", "a|\nbcd"), ("|a\nb", nil), ("ab|", nil), ("é漢\nx|y", "é|漢\nxy"),
    ("\n|x", "|\nx"), ("a\n\nb|", "a\n|\nb"),
  ])
  func upGoesToTheSameColumn(from: String, to: String?) {
    #expect(marked(line(from).up) == to)
  }

  @Test(arguments: [
    ("a|b\ncd", "ab\nc|d"), ("abc|\nd", "abc\nd|"), ("a\nb|", nil), ("|\nx", "\n|x"),
  ])
  func downGoesToTheSameColumn(from: String, to: String?) {
    #expect(marked(line(from).down) == to)
  }

  @Test func rowStartAndRowEndGoOnToTheLine() {
    #expect(marked(line("a\nb|c\nd").atRowStart) == "a\n|bc\nd")
    #expect(marked(line("a\n|bc\nd").atRowStart) == "|a\nbc\nd")
    #expect(marked(line("a\nb|c\nd").atRowEnd) == "a\nbc|\nd")
    #expect(marked(line("a\nbc|\nd").atRowEnd) == "a\nbc\nd|")
  }

  @Test func textIsInsertedAtTheCursor() {
    #expect(marked(line("é|b").inserting("漢")) == "é漢|b")
    #expect(marked(line("a|漢").forward) == "a漢|")
    #expect(marked(line("a|").forward) == "a|")
  }
}

@Suite struct LineUndoTests {
  /// Notes the line after each key.
  private func typing(_ keys: String...) -> LineUndo {
    var undo = LineUndo()
    keys.forEach { undo.record(line($0)) }
    return undo
  }

  /// Undoes all changes.
  private func undoing(_ undo: LineUndo) -> [String?] {
    var undo = undo
    return Array(sequence(state: ()) { _ in undo.undo() }).map(marked)
  }

  @Test func wordsAreUndoneWhole() {
    #expect(undoing(typing("a|", "ab|", "ab |", "ab c|", "ab cd|")) == ["ab |", "ab|", "|"])
  }

  @Test func movingSeparatesChanges() {
    #expect(undoing(typing("a|", "ab|", "|ab", "x|ab", "xy|ab")) == ["|ab", "|"])
  }

  @Test func deletedAndReplacedTextComesBack() {
    #expect(undoing(typing("merge|", "|", "zip(|")) == ["|", "merge|", "|"])
    #expect(undoing(typing()) == [])
  }
}

@Suite struct HistoryBrowserTests {
  private let entries = ["alpha", "beta", "alps", "alps", "\nalpha"]

  @Test func onlyEntriesWithThePrefixAreShown() {
    var browser = HistoryBrowser(entries, from: line("al|x"))
    var seen: [String?] = []
    for goesBack in [true, true, true, false, false, false] {
      let goes = goesBack ? browser.goBack() : browser.goForward()
      seen.append(goes ? marked(browser.line) : nil)
    }
    #expect(seen == ["alps|", "alpha|", nil, "alps|", "al|x", nil])
  }

  @Test func emptyPrefixShowsAllEntries() {
    var browser = HistoryBrowser(entries, from: line("|"))
    var seen: [String] = []
    while browser.goBack() { seen.append(browser.line.text) }
    #expect(seen == ["\nalpha", "alps", "beta", "alpha"])
  }
}

@Suite struct LastArgumentTests {
  @Test(arguments: [
    ("alpha = --1--|", "--1--|"), ("merge(\"-1|\", \"-a|\")", "\"-a|\""), ("a.delay(2)", "a.delay(2)"),
    ("a.map { $0 }", "$0"), ("zip([a, b])", "b"), (") }", nil), ("", nil),
  ])
  func closingBracketsOfEarlierWordsAreRemoved(entry: String, argument: String?) {
    #expect(LastArgument.last(of: entry) == argument)
  }

  @Test func repetitionReplacesTheArgument() {
    var argument = LastArgument(["a b", "", "c d"], in: line("x | y"))
    var seen: [String?] = []
    while argument.goBack() { seen.append(marked(argument.line)) }
    #expect(seen == ["x d| y", "x b| y"])
  }
}
