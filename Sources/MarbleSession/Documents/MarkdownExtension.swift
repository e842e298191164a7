/// A block of Markdown that CommonMark does not have, whose content is indented.
///
/// Python-Markdown, pandoc, GitHub or MyST show it. For other readers, it is a paragraph with code below it.
enum MarkdownExtension {
  /// `!!! note`, `??? note` or `=== "Tab"`, with the content below it.
  case admonition
  /// `:` and text, below a term.
  case definition
  /// `[^1]:` and text.
  case footnote

  /// Returns the block that a line of text begins, and the length of its marks.
  static func beginning(_ text: ArraySlice<UInt8>) -> (block: MarkdownExtension, length: Int)? {
    switch text.first {
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "="):
      let mark = text.first
      guard text.prefix(while: { $0 == mark }).count == 3 else { return nil }
      let title = text.dropFirst(3).drop { "+!".utf8.contains($0) }.drop(while: \.isWhitespace)
      // A word gives the kind of an admonition, but a tab has only a title.
      guard let first = title.first, first == UInt8(ascii: "\"") || mark != UInt8(ascii: "=") && first.isLetter else {
        return nil
      }
      return (.admonition, text.count)
    case UInt8(ascii: ":"): return text.dropFirst().first?.isWhitespace == true ? (.definition, 1) : nil
    case UInt8(ascii: "["):
      guard text.starts(with: "[^".utf8), let end = text.firstIndex(of: UInt8(ascii: "]")),
        text.startIndex + 2 < end, text[(end + 1)...].first == UInt8(ascii: ":"),
        !text[..<end].contains(where: \.isWhitespace)
      else { return nil }
      return (.footnote, end + 2 - text.startIndex)
    default: return nil
    }
  }

  /// Whether an info string is that of a directive of MyST whose content is Markdown.
  static func isDirective(_ info: String) -> Bool {
    guard info.hasPrefix("{"), let end = info.firstIndex(of: "}") else { return false }
    return directives.contains(String(info[..<end].dropFirst()))
  }

  private static let directives: Set = [
    "admonition", "attention", "caution", "danger", "error", "hint", "important", "note", "seealso", "tip", "warning",
    "card", "container", "details", "dropdown", "exercise", "figure", "grid", "grid-item", "grid-item-card", "margin",
    "sidebar", "solution", "tab-item", "tab-set", "toggle", "topic",
  ]
}
