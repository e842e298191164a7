import MarbleLanguage

extension String {
  /// The text with its lines joined: without a space before a link of a chain, and with a space before any other
  /// line.
  ///
  /// Spaces within a line are preserved, because they can be part of a string.
  package var onOneLine: String {
    if isPrintableASCII, utf8.first != 0x20, utf8.last != 0x20 { return self }
    return split { $0 == "\n" || $0 == "\r\n" }.map(\.trimmed).joined(separator: "\n")
      .replacing("\n.", with: ".").replacing("\n", with: " ")
  }
}

extension Substring {
  /// The text without whitespace at both ends.
  package var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}
