import MarbleLanguage

/// A reader of the comments between the statements of a source.
struct CommentReader {
  private let bytes: SourceBytes
  /// The offset after everything that has been read.
  private var position: Int
  private let start: Int
  /// The lines of comments that have not been taken yet.
  private var lines: [String] = []

  init(_ source: Source, from start: Int) {
    bytes = SourceBytes(source)
    self.start = bytes.has("\u{FEFF}", at: start) ? start + 3 : start
    position = self.start
  }

  /// Returns the lines of comments and the empty lines before a statement, and the comment after it on its last line.
  mutating func take(around statement: Span) -> (before: [String], after: String) {
    let before = takeLines()
    position = max(position, statement.upperBound)
    while let byte = bytes[position], byte.separatesWords || byte == ASCII.semicolon { position += 1 }
    let start = position
    if case .to(let end) = bytes.skipTrivia(at: start) { position = end }
    return (before, trimmed(start..<position))
  }

  /// Skips a statement that is not kept, but not the comments before it.
  mutating func passStatement(upTo end: Int) {
    readLines()
    position = max(position, end)
  }

  /// Returns the lines up to the next statement.
  mutating func takeLines() -> [String] {
    readLines()
    defer { lines = [] }
    return lines
  }

  private mutating func readLines() {
    var lineStart = position
    while case .to(let end) = bytes.skipTrivia(at: position) {
      position = end
      let isLineEnd = bytes[end] == ASCII.newline
      guard isLineEnd || bytes[end] == ASCII.semicolon || bytes[end] == nil else { break }
      // The rest of a statement's last line is not a line of its own.
      if isLineEnd || lineStart < end, lineStart == start || bytes[lineStart - 1] == ASCII.newline {
        lines.append(trimmed(lineStart..<end))
      }
      guard bytes[end] != nil else { break }
      position += 1
      lineStart = position
    }
    let comment = trimmed(lineStart..<position)
    if !comment.isEmpty, bytes[position] != nil { lines.append(comment) }
  }

  /// Returns the text of a span without the whitespace around it.
  private func trimmed(_ span: Span) -> String {
    let start = min(bytes.skipWhitespace(at: span.lowerBound), span.upperBound)
    var end = span.upperBound
    while end > start, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    return bytes.text(start..<end)
  }
}
