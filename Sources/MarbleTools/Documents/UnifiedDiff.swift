import Marbles

extension RenderedDocument {
  /// What changes, as a unified diff of the file of that name.
  package func difference(named name: String) -> String {
    var text = "--- \(name)\n+++ \(name)\n"
    var difference = UnifiedDiff(original)
    for change in changes { difference.add(change) }
    text += difference.finish()
    return text
  }
}

/// Writes lines that change, with a few around them that do not.
///
/// A line ends with `\n`, as everywhere where differences are read; that of an old Macintosh's text is a part of it.
private struct UnifiedDiff {
  /// Lines beside those of the other side that they stand for; none on a side where some are only on the other.
  private struct Edit {
    let old: ArraySlice<ArraySlice<UInt8>>
    let new: ArraySlice<ArraySlice<UInt8>>

    /// The first of the old lines, or the one in front of which the new ones come.
    var line: Int { old.startIndex }
  }

  private let original: [UInt8]
  private let lines: [ArraySlice<UInt8>]
  private var edits: [Edit] = []
  /// Old lines that change, as far as they have been read, and what stands in their place.
  private var open: (lines: Range<Int>, span: Span, end: Int, new: [UInt8])?
  /// The line up to which changes have been looked for, and where it begins.
  private var reached = (line: 0, start: 0)

  /// How many lines around a change are shown.
  private static let context = 3
  /// How many pairs of lines are compared at most; beyond them all old lines go, and all new ones come.
  private static let pairs = 1 << 18

  init(_ original: [UInt8]) {
    self.original = original
    lines = original[...].linesWithEnds
  }

  /// Takes the next change.
  mutating func add(_ change: RenderedDocument.Change) {
    // From the beginning of a line to the end of one.
    while reached.line < lines.count, lines[reached.line].endIndex <= change.span.lowerBound { reached.line += 1 }
    var first = reached.line
    // Behind a last line that has no end.
    if first == lines.count, first > 0, original.last != UInt8(ascii: "\n") { first -= 1 }
    let start = first < lines.count ? lines[first].startIndex : original.count
    var last = first
    while last < lines.count, lines[last].startIndex < change.span.upperBound { last += 1 }
    if start < change.span.lowerBound { last = max(last, first + 1) }
    let end = last > first ? lines[last - 1].endIndex : start
    if let before = open, start < before.end {
      open = (
        before.lines.lowerBound..<max(last, before.lines.upperBound),
        before.span.lowerBound..<change.span.upperBound, max(end, before.end),
        before.new + original[before.span.upperBound..<change.span.lowerBound] + change.replacement
      )
    } else {
      close()
      open = (
        first..<last, start..<change.span.upperBound, end, original[start..<change.span.lowerBound] + change.replacement
      )
    }
  }

  private mutating func close() {
    guard let change = open else { return }
    open = nil
    let new = change.new + original[change.span.upperBound..<change.end]
    compare(lines[change.lines], new[...].linesWithEnds[...])
  }

  /// Finds the lines that both sides have.
  private mutating func compare(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
    var (old, new) = (old, new)
    while let left = old.first, let right = new.first, left == right {
      old.removeFirst()
      new.removeFirst()
    }
    while let left = old.last, let right = new.last, left == right {
      old.removeLast()
      new.removeLast()
    }
    let (rows, columns) = (old.count, new.count)
    guard rows > 0, columns > 0, rows * columns <= Self.pairs else {
      if rows + columns > 0 { edits.append(Edit(old: old, new: new)) }
      return
    }
    // How many lines both have in common from each pair on.
    var common = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        common[row][column] =
          old[old.startIndex + row] == new[new.startIndex + column]
          ? common[row + 1][column + 1] + 1 : max(common[row + 1][column], common[row][column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < rows || column < columns {
      let begin = (row, column)
      while row < rows || column < columns {
        if row < rows, column < columns, old[old.startIndex + row] == new[new.startIndex + column] { break }
        if column == columns || (row < rows && common[row + 1][column] >= common[row][column + 1]) {
          row += 1
        } else {
          column += 1
        }
      }
      if begin != (row, column) {
        edits.append(
          Edit(
            old: old[old.startIndex + begin.0..<old.startIndex + row],
            new: new[new.startIndex + begin.1..<new.startIndex + column]))
      }
      while row < rows, column < columns, old[old.startIndex + row] == new[new.startIndex + column] {
        row += 1
        column += 1
      }
    }
  }

  // MARK: Writing

  /// All changes, in hunks.
  mutating func finish() -> String {
    close()
    var text = ""
    /// How many lines longer the new text is by then.
    var longer = 0
    var index = 0
    while index < edits.count {
      var end = index + 1
      while end < edits.count, edits[end].line - edits[end - 1].old.endIndex <= 2 * Self.context { end += 1 }
      text += hunk(edits[index..<end], &longer)
      index = end
    }
    return text
  }

  private func hunk(_ edits: ArraySlice<Edit>, _ longer: inout Int) -> String {
    guard let first = edits.first, let last = edits.last else { return "" }
    let start = max(0, first.line - Self.context)
    let end = min(lines.count, last.old.endIndex + Self.context)
    let grown = edits.reduce(0) { $0 + $1.new.count - $1.old.count }
    var text = "@@ -\(Self.range(start, end - start)) +\(Self.range(start + longer, end - start + grown)) @@\n"
    longer += grown
    var line = start
    for edit in edits {
      for same in lines[line..<edit.line] { text += Self.written(same, after: " ") }
      for gone in edit.old { text += Self.written(gone, after: "-") }
      for come in edit.new { text += Self.written(come, after: "+") }
      line = edit.old.endIndex
    }
    for same in lines[line..<end] { text += Self.written(same, after: " ") }
    return text
  }

  /// The first line, from 1, and how many; of none, the line before.
  private static func range(_ start: Int, _ count: Int) -> String {
    count == 0 ? "\(start),0" : count == 1 ? "\(start + 1)" : "\(start + 1),\(count)"
  }

  private static func written(_ line: ArraySlice<UInt8>, after mark: String) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return line.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
  }
}

extension ArraySlice<UInt8> {
  /// Its lines, each with its end.
  fileprivate var linesWithEnds: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? endIndex
      lines.append(self[start..<end])
      start = end
    }
    return lines
  }
}
