import Marbles

/// A line of a script, with the formatter's classification.
struct ScriptLine {
  enum Content: Equatable {
    /// The line is empty or contains only whitespace.
    case blank
    /// The line contains only comments.
    case remark
    /// The line keeps its text, except for trailing whitespace.
    case written
    /// The line keeps its text, including trailing whitespace: a line of a drawing or of a comment over several
    /// lines.
    case exact
    /// A statement, or its first line, by the index of its row.
    case row(Int)
    /// The line below, which begins with the `==` of a row.
    case sign(Int)
  }

  /// The range of the line, without its line end.
  let span: Span
  var content: Content
  /// Whether the line belongs to a drawing.
  var isDrawn = false
}

/// A formatted line.
struct FormattedLine {
  /// The index of the line in the source, from 0.
  let number: Int
  /// The end of that line, before its line feed.
  let end: Int
  var text: [UInt8]
  /// The number of columns of the text.
  var width: Int
  /// The comment after the text.
  var comment: Span?
  /// The original number of columns before the comment.
  var gap = 0
}

extension Source {
  /// Returns the lines without their line ends, without an empty line after the last line end.
  func scriptLines() -> [ScriptLine] {
    var lines: [ScriptLine] = []
    var start = 0
    while start < bytes.count {
      let next = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      var end = next
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      let isBlank = bytes[start..<end].allSatisfy(\.separatesWords)
      lines.append(ScriptLine(span: start..<end, content: isBlank ? .blank : .remark))
      start = next + 1
    }
    return lines
  }

  /// Returns the number of columns of a range, where a tab counts as four.
  func width(of span: Span) -> Int {
    // Control characters have no width otherwise.
    displayWidth(of: bytes[span]) + 4 * bytes[span].count { $0 == UInt8(ascii: "\t") }
  }
}
