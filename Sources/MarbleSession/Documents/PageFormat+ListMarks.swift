/// The marks of list items.
extension PageFormat {
  /// Returns the length of the marks of list items at the beginning of a line, with the whitespace after them.
  func listMarks(in line: ArraySlice<UInt8>) -> Int {
    var rest = line
    while let length = listMark(in: rest), rest.dropFirst(length).first?.isWhitespace ?? false {
      rest = rest.dropFirst(length).drop(while: \.isWhitespace)
    }
    return line.count - rest.count
  }

  /// Returns the length of one mark of a list item, or `nil` if there is none.
  private func listMark(in text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return nil }
    switch self {
    case .restructuredText:
      if "*+-".utf8.contains(first) { return 1 }
      let opening = first == UInt8(ascii: "(") ? 1 : 0
      let number = text.dropFirst(opening).prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#") }
      // A longer word is not a number.
      guard !number.isEmpty, number.count == 1 || number.allSatisfy({ "0123456789ivxIVX".utf8.contains($0) }),
        let end = text.dropFirst(opening + number.count).first, ".)".utf8.contains(end)
      else { return nil }
      return opening + number.count + 1
    case .typst:
      if "+-".utf8.contains(first) { return 1 }
      let digits = text.prefix { $0.isDigit }.count
      return digits > 0 && text.dropFirst(digits).first == UInt8(ascii: ".") ? digits + 1 : nil
    case .latex: return text.starts(with: "\\item".utf8) ? 5 : nil
    case .markdown, .swift, .mdx, .asciidoc, .notebook: return nil
    }
  }
}
