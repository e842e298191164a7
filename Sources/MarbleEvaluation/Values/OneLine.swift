import MarbleLanguage

extension String {
  /// The text with its lines joined: without a space before a link of a chain, and with a space before any other
  /// line.
  ///
  /// Spaces within a line are preserved, because they can be part of a string.
  package var onOneLine: String {
    if isPrintableASCII, utf8.first != 0x20, utf8.last != 0x20 { return self }
    let lines = split { $0 == "\n" || $0 == "\r\n" }.map(\.trimmed)
    return (lines.count > 1 ? lines.map(\.withoutComment).filter { !$0.isEmpty } : lines).joined(separator: "\n")
      .replacing("\n.", with: ".").replacing("\n", with: " ")
  }
}

extension Substring {
  /// The line without a comment at its end, whose code would follow the comment.
  fileprivate var withoutComment: Substring {
    guard let comment = hasPrefix("//") ? startIndex : firstRange(of: " //")?.lowerBound,
      self[..<comment].count(where: { $0 == "\"" }) % 2 == 0
    else { return self }
    return self[..<comment].trimmed
  }

  /// The text without whitespace at both ends.
  package var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}
