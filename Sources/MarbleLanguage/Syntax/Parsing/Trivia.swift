/// Trivia: whitespace, comments and line ends.
extension SourceBytes {
  /// The result of skipping trivia.
  package enum Skipped: Equatable {
    case to(Int)
    /// A block comment that begins at this offset and is never closed.
    case unclosedComment(Int)
  }

  /// Whether a `//` comment begins at an offset.
  ///
  /// It must be at the start of a line, or after whitespace, a `;` or a block comment.
  package func hasLineComment(at offset: Int) -> Bool {
    guard has("//", at: offset) else { return false }
    guard let before = self[offset - 1] else { return true }
    return before.separatesWords || before == ASCII.newline || before == ASCII.semicolon || has("*/", at: offset - 2)
  }

  /// Whether a line that opens or closes a fence of Markdown is at an offset: three or more backticks or tildes, and
  /// optionally a language.
  ///
  /// It comes with scripts that are copied from a page, and is skipped.
  package func hasFence(at offset: Int) -> Bool {
    guard has("```", at: offset) || has("~~~", at: offset), isFirstInLine(offset) else { return false }
    var end = offset
    while self[end] == self[offset] { end += 1 }
    end = skipWhitespace(at: end)
    guard end < lineEnd(at: offset) else { return true }
    guard let word = identifierEnd(at: end) else { return false }
    return word == lineEnd(at: offset) || self[word]?.separatesWords == true
  }

  /// Whether only whitespace is before an offset in its line.
  package func isFirstInLine(_ offset: Int) -> Bool {
    var start = offset
    while let byte = self[start - 1], byte.separatesWords { start -= 1 }
    return start == 0 || self[start - 1] == ASCII.newline
  }

  /// Returns the offset after the block comment at an offset, or `nil` if it is never closed.
  ///
  /// Block comments nest.
  package func blockCommentEnd(at offset: Int) -> Int? {
    var depth = 0
    var end = offset
    while let byte = self[end] {
      if byte == ASCII.slash, self[end + 1] == ASCII.star {
        depth += 1
        end += 2
      } else if byte == ASCII.star, self[end + 1] == ASCII.slash {
        depth -= 1
        end += 2
        if depth == 0 { return end }
      } else {
        end += 1
      }
    }
    return nil
  }

  /// Skips whitespace and comments up to a token or a line end.
  package func skipTrivia(at offset: Int) -> Skipped {
    var end = offset
    while true {
      end = skipWhitespace(at: end)
      if hasLineComment(at: end) || hasFence(at: end) { return .to(lineEnd(at: end)) }
      guard has("/*", at: end) else { return .to(end) }
      guard let after = blockCommentEnd(at: end) else { return .unclosedComment(end) }
      end = after
    }
  }

  /// Returns the offset of the first token on the lines after a line end.
  ///
  /// Returns `nil` if a blank line or the end of the source comes first. A line with only a comment is not blank.
  package func continuation(afterLineEnd newline: Int) -> Int? {
    var line = newline
    while self[line] == ASCII.newline {
      let start = line + 1
      guard case .to(let end) = skipTrivia(at: start) else { return nil }
      guard let byte = self[end] else { return nil }
      if byte != ASCII.newline { return end }
      if skipWhitespace(at: start) == end { return nil }
      line = end
    }
    return nil
  }

  /// Whether the next link of a chain is at an offset: `.name(` or `.name {`.
  package func hasChainLink(at offset: Int) -> Bool {
    guard self[offset] == ASCII.dot, let end = identifierEnd(at: offset + 1) else { return false }
    if self[end] == ASCII.openParenthesis { return true }
    return self[skipWhitespace(at: end)] == ASCII.openBrace
  }
}
