import MarbleLanguage

extension String {
  /// The text with its lines put together: a link of a chain follows at once, anything else behind a blank.
  ///
  /// Blanks within a line stay as they are, since they may stand in quotes.
  package var onOneLine: String {
    if isPrintableASCII, utf8.first != 0x20, utf8.last != 0x20 { return self }
    return split(separator: "\n").map(\.trimmed).joined(separator: "\n")
      .replacing("\n.", with: ".").replacing("\n", with: " ")
  }
}

extension Substring {
  /// Without the blanks at both ends.
  var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}
