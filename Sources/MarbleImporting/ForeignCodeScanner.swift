import Marbles

/// A scanner that divides a program into tokens, without errors: an unclosed token ends with its line.
struct ForeignCodeScanner {
  private let bytes: SourceBytes
  private let language: ForeignCode.Language
  private let end: Int
  private var offset: Int
  private var opensLine = true
  /// Whether a string over several lines had no end, in which case no later one has an end either.
  private var hasNoClosing = false
  private(set) var tokens: [ForeignCode.Token] = []
  private(set) var unclosed: [Span] = []

  init(_ source: Source, language: ForeignCode.Language, in span: Span) {
    bytes = SourceBytes(source)
    self.language = language
    offset = span.lowerBound
    end = min(span.upperBound, bytes.count)
  }

  mutating func scan() {
    while offset < end, let byte = bytes[offset] {
      switch byte {
      case ASCII.newline:
        opensLine = true
        offset += 1
      case _ where byte <= 0x20 || byte == 0x7F: offset += 1
      case ASCII.slash where bytes[offset + 1] == ASCII.slash: offset = min(bytes.lineEnd(at: offset), end)
      case ASCII.slash where bytes[offset + 1] == ASCII.star: skipComment()
      case ASCII.slash where language == .javaScript && mayBeginRegularExpression: scanRegularExpression()
      case ASCII.quote: scanText(quote: byte)
      case UInt8(ascii: "'") where language == .javaScript: scanText(quote: byte)
      case UInt8(ascii: "`") where language == .javaScript: scanText(quote: byte)
      case _ where byte.isDigit: scanNumber()
      case ASCII.dot where language == .javaScript && bytes[offset + 1]?.isDigit == true && !followsValue: scanNumber()
      default: scanWordOrMark(byte)
      }
    }
  }

  private mutating func addToken(_ kind: ForeignCode.Token.Kind, upTo tokenEnd: Int) {
    let tokenEnd = min(max(tokenEnd, offset + 1), end)
    tokens.append(ForeignCode.Token(kind: kind, span: offset..<tokenEnd, opensLine: opensLine))
    opensLine = false
    offset = tokenEnd
  }

  private mutating func skipComment() {
    var index = offset + 2
    while index < end, !(bytes[index] == ASCII.star && bytes[index + 1] == ASCII.slash) {
      if bytes[index] == ASCII.newline { opensLine = true }
      index += 1
    }
    offset = min(index + 2, end)
  }

  // MARK: Strings

  /// Returns the offset after a string of JavaScript inside an expression of a template, which may have no end.
  private func endOfText(from start: Int, depth: Int = 0) -> Int {
    let quote = bytes[start]
    let isTemplate = quote == UInt8(ascii: "`")
    var index = start + 1
    while index < end, let byte = bytes[index], isTemplate || byte != ASCII.newline {
      if byte == quote { return index + 1 }
      if isTemplate, byte == ASCII.dollar, bytes[index + 1] == ASCII.openBrace, depth < 20 {
        index = endOfExpression(from: index + 2, depth: depth + 1)
      } else {
        index += byte == ASCII.backslash ? 2 : 1
      }
    }
    return min(index, end)
  }

  /// Returns the offset after the brace that ends an expression of a template.
  func endOfExpression(from start: Int, depth: Int = 0) -> Int {
    var (index, open) = (start, 1)
    while index < end, open > 0, let byte = bytes[index] {
      switch byte {
      case ASCII.openBrace: open += 1
      case ASCII.closeBrace: open -= 1
      case UInt8(ascii: "`"), UInt8(ascii: "'"), ASCII.quote:
        index = endOfText(from: index, depth: depth)
        continue
      default: break
      }
      index += 1
    }
    return index
  }

  private mutating func scanText(quote: UInt8) {
    let isLong = language == .swift && bytes.has("\"\"\"", at: offset)
    let spansLines = isLong || quote == UInt8(ascii: "`")
    let isTemplate = language == .swift || quote == UInt8(ascii: "`")
    let mayGoOn = spansLines && !hasNoClosing
    var index = offset + (isLong ? 3 : 1)
    var hasExpressions = false
    var depth = 0
    while index < end, let byte = bytes[index], mayGoOn || byte != ASCII.newline {
      let opens =
        isTemplate
        && (language == .swift
          ? byte == ASCII.backslash && bytes[index + 1] == ASCII.openParenthesis
          : byte == ASCII.dollar && bytes[index + 1] == ASCII.openBrace)
      if opens, language == .javaScript {
        hasExpressions = true
        index = endOfExpression(from: index + 2)
      } else if opens {
        hasExpressions = true
        depth += 1
        index += 2
      } else if depth > 0 {
        if byte == ASCII.openParenthesis { depth += 1 }
        if byte == ASCII.closeParenthesis { depth -= 1 }
        index += 1
      } else if byte == ASCII.backslash, bytes[index + 1] != ASCII.newline {
        index += 2
      } else if byte == quote, !isLong || bytes.has("\"\"\"", at: index) {
        return addToken(hasExpressions ? .template : .string, upTo: index + (isLong ? 3 : 1))
      } else {
        index += 1
      }
    }
    if spansLines { hasNoClosing = true }
    let lineEnd = min(bytes.lineEnd(at: offset), end)
    unclosed.append(offset..<lineEnd)
    addToken(.string, upTo: lineEnd)
  }

  /// Whether a slash at this position can begin a regular expression, and is not a division.
  private var mayBeginRegularExpression: Bool {
    guard let last = tokens.last else { return true }
    guard last.kind == .mark, let byte = bytes[last.span.upperBound - 1] else { return false }
    return byte != ASCII.closeParenthesis && byte != ASCII.closeSquare && byte != ASCII.closeBrace
  }

  /// The maximum length of a regular expression, above which a slash is treated as a division.
  private static let maxRegularExpressionLength = 1_000

  private mutating func scanRegularExpression() {
    let limit = min(offset + Self.maxRegularExpressionLength, end)
    var index = offset + 1
    var isInClass = false
    while index < limit, let byte = bytes[index], byte != ASCII.newline {
      switch byte {
      case ASCII.backslash where bytes[index + 1] != ASCII.newline: index += 1
      case ASCII.openSquare: isInClass = true
      case ASCII.closeSquare: isInClass = false
      case ASCII.slash where !isInClass: return addToken(.regularExpression, upTo: index + 1)
      default: break
      }
      index += 1
    }
    addToken(.mark, upTo: offset + 1)
  }

  // MARK: Words

  /// Whether the last token is a value, so that a dot begins one of its members.
  private var followsValue: Bool {
    guard let last = tokens.last, last.span.upperBound == offset else { return false }
    return last.kind != .mark || ")]}".utf8.contains(bytes[offset - 1] ?? 0)
  }

  private mutating func scanNumber() {
    var index = offset
    while index < end, let byte = bytes[index], byte.isWord { index += 1 }
    defer { addToken(.number, upTo: index) }
    if language == .javaScript, bytes[index - 1].map({ $0 | 0x20 == UInt8(ascii: "e") }) == true,
      bytes[offset + 1].map({ $0 | 0x20 != UInt8(ascii: "x") }) == true, bytes[index + 1]?.isDigit == true,
      bytes[index].map({ "+-".utf8.contains($0) }) == true
    {
      index += 1
      while index < end, let byte = bytes[index], byte.isDigit { index += 1 }
    }
    if index < end, bytes[index] == ASCII.dot, bytes[index + 1]?.isDigit == true {
      index += 1
      while index < end, let byte = bytes[index], byte.isWord { index += 1 }
    }
  }

  private mutating func scanWordOrMark(_ byte: UInt8) {
    if byte == ASCII.dollar || byte == ASCII.underscore || byte.isLetter || byte >= 0x80 {
      var index = offset
      while index < end, let byte = bytes[index], byte.isWord || byte == ASCII.dollar || byte >= 0x80 { index += 1 }
      return addToken(.name, upTo: index)
    }
    for mark in ["===", "!==", "...", "..<", "??=", "||="] as [StaticString] where bytes.has(mark, at: offset) {
      return addToken(.mark, upTo: offset + 3)
    }
    for mark in ["=>", "==", "!=", "<=", ">=", "&&", "||", "?.", "??", "++", "--", "+=", "-=", "*=", "**", "->"]
      as [StaticString] where bytes.has(mark, at: offset)
    {
      return addToken(.mark, upTo: offset + 2)
    }
    addToken(.mark, upTo: offset + 1)
  }
}
