import Marbles

/// A formatter for one script.
struct ScriptFormatter {
  /// The parse errors, which prevent formatting.
  private(set) var errors: [Diagnostic] = []

  private let source: Source
  private let bytes: SourceBytes
  private var lines: [ScriptLine]
  private var rows: [Row] = []
  /// The end of each row's statement.
  private var ends: [Int] = []
  /// The last line that was looked up.
  private var line = 0

  /// Parses a script, with the names from the previous scripts of its document.
  init(_ source: Source, names: GuessedNames) {
    self.source = source
    bytes = SourceBytes(source)
    lines = source.scriptLines()
    var parser = Parser(source, bindings: names.bindings)
    var isAtEnd = false
    while !isAtEnd {
      parser.tickLength = names.tick
      switch parser.next() {
      case .failure(let diagnostic): errors.append(diagnostic)
      case .success: parser.tree.nodes.filter { !$0.kind.isTrivia }.forEach(names.record)
      case nil: isAtEnd = true
      }
      if errors.isEmpty { parser.tree.nodes.forEach { record($0) } }
    }
  }

  // MARK: Parsing

  private mutating func record(_ node: SyntaxNode) {
    switch node.kind {
    case .drawing: mark(node.span, as: .exact) { $0.isDrawn = true }
    // Comments over several lines, and lines with several statements, keep their text.
    case .blockComment where source.bytes[node.span].contains(ASCII.newline): mark(node.span, as: .exact) { _ in }
    case .semicolon: mark(node.span, as: .written) { _ in }
    case let kind where kind.isTrivia: break
    default: record(statement: node)
    }
  }

  private mutating func record(statement: SyntaxNode) {
    let span = source.trimmingTrailingWhitespace(statement.span)
    let first = seek(span.lowerBound)
    let last = seek(max(span.lowerBound, span.upperBound - 1))
    let after = bytes.skipWhitespace(at: span.upperBound)
    let isAlone =
      (lines[first].content == .remark || lines[first].content == .written)
      && source.bytes[lines[first].span.lowerBound..<span.lowerBound].allSatisfy(\.separatesWords)
      && bytes[after] != ASCII.semicolon
    // Directly below a drawing, a name with spaces after it would become a lane of the drawing.
    let isBelowDrawing = first > 0 && lines[first - 1].isDrawn
    guard isAlone, lines[first].content == .remark, !isBelowDrawing,
      let row = Row(statement, span: span, line: first), last == (row.isBelow ? first + 1 : first)
    else {
      mark(span, as: .written) { $0.isDrawn = isBelowDrawing }
      return
    }
    lines[first].content = .row(rows.count)
    if row.isBelow { lines[last].content = .sign(rows.count) }
    rows.append(row)
    ends.append(span.upperBound)
  }

  private mutating func mark(_ span: Span, as content: ScriptLine.Content, _ change: (inout ScriptLine) -> Void) {
    let first = seek(span.lowerBound)
    let last = seek(max(span.lowerBound, span.upperBound - 1))
    for index in first...last {
      // The other line of a row keeps its text too.
      if case .sign = lines[index].content, index > 0 { lines[index - 1].content = .written }
      if case .row(let row) = lines[index].content, rows[row].isBelow { lines[index + 1].content = .written }
      if lines[index].content != .exact { lines[index].content = content }
      change(&lines[index])
    }
  }

  /// Returns the line that contains an offset, which is usually the previous result or the next line.
  private mutating func seek(_ offset: Int) -> Int {
    while line > 0, lines[line].span.lowerBound > offset { line -= 1 }
    while line + 1 < lines.count, lines[line + 1].span.lowerBound <= offset { line += 1 }
    return line
  }

  // MARK: Writing

  func formatted() -> [FormattedLine] {
    let used = usedRows()
    let kept = used.map { rows[$0.row] }
    let columns = OperatorAlignment(kept, follows: used.map(\.follows))
    let lanes = lanes(of: kept, used.map(\.block), in: columns)
    var texts: [Int: Int] = [:]
    for (index, row) in used.enumerated() { texts[row.row] = index }
    let keepsBlank = keptBlankLines()
    var formatted: [FormattedLine] = []
    formatted.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated() {
      switch line.content {
      case .blank:
        if keepsBlank[number] { formatted.append(self.line(number, [])) }
      case .remark:
        let text = source.trimmingTrailingWhitespace(
          bytes.skipWhitespace(at: line.span.lowerBound)..<line.span.upperBound)
        formatted.append(self.line(number, source.bytes[text]))
      case .written: formatted.append(self.line(number, source.bytes[source.trimmingTrailingWhitespace(line.span)]))
      case .exact: formatted.append(self.line(number, source.bytes[line.span]))
      case .row(let row):
        guard let index = texts[row] else { continue }
        formatted.append(firstLine(of: rows[row], at: columns.columns[index], lane: lanes[index], end: ends[row]))
      case .sign(let row):
        guard let index = texts[row] else { continue }
        let sign = signed(rows[row], at: columns.columns[index], lane: lanes[index])
        formatted.append(self.line(number, sign[...], after: ends[row]))
      }
    }
    return TrailingComments.linedUp(formatted, of: source)
  }

  /// Returns the rows that remain, each with its block.
  private func usedRows() -> [(row: Int, block: Int, follows: Bool)] {
    var used: [(row: Int, block: Int, follows: Bool)] = []
    var block = 0
    var follows = false
    for line in lines {
      switch line.content {
      case .blank:
        block += 1
        follows = false
      case .written, .exact: follows = false
      case .remark, .sign: break
      case .row(let row):
        used.append((row, block, follows))
        follows = true
      }
    }
    return used
  }

  /// Returns the text of each row's timeline.
  private func lanes(of rows: [Row], _ blocks: [Int], in columns: OperatorAlignment) -> [[UInt8]] {
    var texts = [[UInt8]](repeating: [], count: rows.count)
    var first = 0
    while first < rows.count {
      var end = first + 1
      while end < rows.count, blocks[end] == blocks[first] { end += 1 }
      for group in LaneGroups(rows[first..<end], columns: columns).groups {
        for (row, text) in zip(group, LaneGrid(group.map { rows[$0] }, of: source).texts()) { texts[row] = text }
      }
      first = end
    }
    return texts
  }

  /// Returns which blank lines are kept: one of several in a row, and none at either end.
  ///
  /// Between drawings all of them are kept, since drawings separated by a single one may be parsed as one.
  private func keptBlankLines() -> [Bool] {
    var kept = [Bool](repeating: false, count: lines.count)
    var last: Int?
    for (number, line) in lines.enumerated() where line.content != .blank {
      defer { last = number }
      guard let last, last + 1 < number else { continue }
      kept[last + 1] = true
      guard lines[last].isDrawn, line.isDrawn else { continue }
      for blank in last + 1..<number { kept[blank] = true }
    }
    return kept
  }

  private func firstLine(of row: Row, at column: Int, lane: [UInt8], end: Int) -> FormattedLine {
    if row.isBelow { return line(row.line, source.bytes[row.left], after: row.left.upperBound) }
    var text = Array(source.bytes[row.left])
    let signed = signed(row, at: row.sign == .none ? 0 : column - row.leftWidth, lane: lane)
    text += signed
    return line(row.line, text[...], after: end)
  }

  /// Returns a sign followed by the right side.
  private func signed(_ row: Row, at column: Int, lane: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: UInt8(ascii: " "), count: max(0, column))
    for _ in 0..<row.sign.width { text.append(ASCII.equals) }
    var words: [[UInt8]] = []
    if let keyword = row.keyword { words.append(Array(keyword.utf8)) }
    if row.lane != nil { words.append(lane) }
    if !row.rest.isEmpty { words.append(Array(source.bytes[row.rest])) }
    for word in words {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      text += word
    }
    return text
  }

  /// Returns a line with the comment that follows an offset in the source.
  private func line(_ number: Int, _ text: ArraySlice<UInt8>, after end: Int? = nil) -> FormattedLine {
    let written = lines[number].span
    var line = FormattedLine(
      number: number, end: bytes.lineEnd(at: written.upperBound), text: Array(text), width: displayWidth(of: text))
    if let end {
      let comment = source.trimmingTrailingWhitespace(
        bytes.skipWhitespace(at: end)..<max(written.upperBound, bytes.skipWhitespace(at: end)))
      if !comment.isEmpty {
        line.comment = comment
        line.gap = source.width(of: end..<comment.lowerBound)
      }
    }
    return line
  }
}
