import Marbles

/// A kind of HTML block in Markdown, whose content is not Markdown.
enum HTMLBlock {
  /// `<pre>` and similar tags, up to the closing tag of any of them.
  case verbatim
  case comment
  /// `{/*` in MDX, up to `*/}`.
  case expression
  case instruction
  case declaration
  case characterData
  /// A block-level tag, up to a blank line.
  case block
  /// Any other tag on its own line, up to a blank line.
  case lone

  /// Returns the kind of block that begins with the text of a line, or `nil` if there is none.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "<") else { return nil }
    if text.starts(with: "<!--".utf8) {
      self = .comment
    } else if text.starts(with: "<?".utf8) {
      self = .instruction
    } else if text.starts(with: "<![CDATA[".utf8) {
      self = .characterData
    } else if text.starts(with: "<!".utf8), text.dropFirst(2).first?.isLetter ?? false {
      self = .declaration
    } else {
      var tag = Tag(text)
      let isClosing = tag.skip("/")
      let name = tag.takeName().lowercased()
      if !isClosing, Self.verbatimTags.contains(name), tag.isAtEnd || tag.isAtWhitespace || tag.skip(">") {
        self = .verbatim
      } else if Self.blockTags.contains(name), tag.isAtEnd || tag.isAtWhitespace || tag.skip(">") || tag.skip("/>") {
        self = .block
      } else if !name.isEmpty, isClosing ? tag.takeClosing() : tag.takeAttributes(), tag.isOnlyWhitespace {
        self = .lone
      } else {
        return nil
      }
    }
  }

  /// Whether the block ends at a blank line, and not at a closing text.
  var endsAtBlankLine: Bool { self == .block || self == .lone }

  /// Whether the block ends in a line.
  func ends(in line: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .verbatim: Self.verbatimTags.contains { line.contains("</\($0)>") }
    case .comment: line.contains("-->")
    case .expression: line.contains("*/}")
    case .instruction: line.contains("?>")
    case .declaration: line.contains(">")
    case .characterData: line.contains("]]>")
    case .block, .lone: false
    }
  }

  private static let verbatimTags: Set = ["script", "pre", "textarea", "style"]

  private static let blockTags: Set = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}

/// A tag that is parsed from left to right, starting after its `<`.
private struct Tag {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text.dropFirst() }

  var isAtEnd: Bool { rest.isEmpty }
  var isAtWhitespace: Bool { rest.first.map(Self.isBlank) ?? false }
  var isOnlyWhitespace: Bool { rest.allSatisfy(Self.isBlank) }

  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  mutating func takeName() -> String {
    guard let first = rest.first, first.isLetter else { return "" }
    return take { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  mutating func takeClosing() -> Bool {
    skipWhitespace()
    return skip(">")
  }

  /// Parses the attributes and the end of the tag, and returns whether they are well-formed.
  mutating func takeAttributes() -> Bool {
    while true {
      let before = rest.count
      skipWhitespace()
      if skip(">") || skip("/>") { return true }
      // Whitespace must precede an attribute.
      guard rest.count < before, takeAttribute() else { return false }
    }
  }

  private mutating func takeAttribute() -> Bool {
    guard let first = rest.first, first.isLetter || first == UInt8(ascii: "_") || first == UInt8(ascii: ":") else {
      return false
    }
    _ = take { $0.isLetter || $0.isDigit || "_:.-".utf8.contains($0) }
    let afterName = rest
    skipWhitespace()
    guard skip("=") else {
      rest = afterName
      return true
    }
    skipWhitespace()
    for quote in ["\"", "'"] where skip(quote) {
      _ = take { !quote.utf8.contains($0) }
      return skip(quote)
    }
    return !take { $0 > 0x20 && !"\"'=<>`".utf8.contains($0) }.isEmpty
  }

  private mutating func skipWhitespace() { rest = rest.drop(while: Self.isBlank) }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return String(decoding: part, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes contain an ASCII text, ignoring case.
  fileprivate func contains(_ text: String) -> Bool {
    let sought = Array(text.utf8)
    guard let first = sought.first, count >= sought.count else { return false }
    // Upper and lower case letters differ only in this bit.
    func isEqual(_ byte: UInt8, _ other: UInt8) -> Bool { byte == other || (other.isLetter && byte | 0x20 == other) }
    return (startIndex...endIndex - sought.count).contains { start in
      self[start] == first && zip(self[start...], sought).allSatisfy(isEqual)
    }
  }
}
