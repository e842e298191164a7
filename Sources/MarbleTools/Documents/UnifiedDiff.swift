import Marbles

extension RenderedDocument {
  /// Returns the changes as a unified diff of a file with this name.
  package func difference(named name: String) -> String {
    let name = name.inDiff
    var text = "--- \(name)\n+++ \(name)\n"
    var difference = UnifiedDiff(original)
    for change in changes { difference.add(change) }
    text += difference.finish()
    return text
  }
}

extension RenderedDocument.Picture {
  /// The change of the file as a unified diff.
  package var difference: String {
    let original = old ?? []
    let change = RenderedDocument.Change(
      span: 0..<original.count, replacement: bytes, position: Source(name: path, bytes: []).position(of: 0))
    let text = RenderedDocument(original: original, changes: [change]).difference(named: path)
    guard old == nil, let end = text.firstIndex(of: "\n") else { return text }
    return "--- /dev/null" + text[end...]
  }
}

/// A writer for a unified diff, which shows changed lines with a few unchanged lines around them.
///
/// Lines end with `\n`, as usual in diffs. A single `\r` is part of its line.
private struct UnifiedDiff {
  /// Old lines and the new lines that replace them, of which either may be empty.
  private struct Edit {
    let old: ArraySlice<ArraySlice<UInt8>>
    let new: ArraySlice<ArraySlice<UInt8>>

    /// The first old line, or the line before which the new lines are inserted.
    var line: Int { old.startIndex }
  }

  private let original: [UInt8]
  private let lines: [ArraySlice<UInt8>]
  private var edits: [Edit] = []
  /// The old lines of the current change, with the replacement so far.
  private var open: (lines: Range<Int>, span: Span, end: Int, new: [UInt8])?
  /// The line up to which changes have been processed, and its offset.
  private var reached = (line: 0, start: 0)

  /// The number of unchanged lines shown around a change.
  private static let context = 3
  /// The maximum number of line pairs that are compared, above which all old lines of a change are replaced.
  private static let pairs = 1 << 18

  init(_ original: [UInt8]) {
    self.original = original
    lines = original[...].linesWithEnds
  }

  mutating func add(_ change: RenderedDocument.Change) {
    // The change is extended to whole lines.
    while reached.line < lines.count, lines[reached.line].endIndex <= change.span.lowerBound { reached.line += 1 }
    var first = reached.line
    // The change may follow a last line without a line end.
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

  /// Finds the lines that both sides have in common.
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
    // The number of lines that both sides have in common from each pair on.
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

  /// Returns all changes as hunks.
  mutating func finish() -> String {
    close()
    var text = ""
    /// The difference in the number of lines so far.
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

  /// Returns the first line, counted from 1, and the number of lines, or the line before if there are none.
  private static func range(_ start: Int, _ count: Int) -> String {
    count == 0 ? "\(start),0" : count == 1 ? "\(start + 1)" : "\(start + 1),\(count)"
  }

  private static func written(_ line: ArraySlice<UInt8>, after mark: String) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return line.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
  }
}

extension String {
  /// The name of a file as `patch` and `git apply` read it: in quotes, or with a tab after a name with spaces.
  fileprivate var inDiff: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 || "\"\\".unicodeScalars.contains($0) }) else {
      return contains(" ") ? self + "\t" : self
    }
    let quoted = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ": "\\" + String(0o1000 | scalar.value, radix: 8).dropFirst()
      default: "\(scalar)"
      }
    }
    return "\"\(quoted.joined())\""
  }
}

extension ArraySlice<UInt8> {
  /// The lines, each with its line end.
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
