import Marbles

/// A line of a script, and what the formatter knows of it.
struct ScriptLine {
  enum Content: Equatable {
    /// Nothing but blanks.
    case blank
    /// Nothing but comments.
    case remark
    /// What stays as it is, but for blanks at its end.
    case written
    /// What stays as it is, to its last blank: drawings, and comments of several lines.
    case exact
    /// A statement, or its first line, by its place among the rows.
    case row(Int)
    /// The line beneath, on which the `==` of a row opens.
    case sign(Int)
  }

  /// Without its line end.
  let span: Span
  var content: Content
  /// Whether a drawing stands on it.
  var isDrawn = false
}

/// A line as it is to be.
struct FormattedLine {
  /// The line of the source that it was, from 0.
  let number: Int
  /// Where that ended, in front of its line feed.
  let end: Int
  var text: [UInt8]
  /// How many columns the text takes.
  var width: Int
  /// The comment behind it.
  var comment: Span?
  /// How many blanks were written in front of the comment.
  var gap = 0
}

extension Source {
  /// Its lines without their ends; one behind the last line end only if something stands there.
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

  /// How many columns a span takes; a tab is as wide as four.
  func width(of span: Span) -> Int {
    // A control character takes no column otherwise.
    displayWidth(of: bytes[span]) + 4 * bytes[span].count { $0 == UInt8(ascii: "\t") }
  }
}
