import Marbles

/// A program in JavaScript, TypeScript or Swift, parsed as far as needed to find its timelines: into tokens and
/// brackets.
struct ForeignCode {
  enum Language {
    case javaScript, swift
  }

  struct Token {
    enum Kind {
      /// A word, in Swift also `$0`.
      case name
      case number
      /// A string in quotes.
      case string
      /// A string in quotes with embedded expressions.
      case template
      case regularExpression
      /// Any other token, such as a bracket or an operator.
      case mark
    }

    let kind: Kind
    let span: Span
    /// Whether the token is the first one in its line.
    let opensLine: Bool
  }

  let source: Source
  let bytes: SourceBytes
  let tokens: [Token]
  /// The index of the matching bracket for each token, or -1 for tokens without one.
  let partners: [Int]
  /// The strings that are not closed.
  let unclosed: [Span]

  init(_ source: Source, language: Language, in span: Span? = nil) {
    var scanner = ForeignCodeScanner(source, language: language, in: span ?? 0..<source.bytes.count)
    scanner.scan()
    self.source = source
    bytes = SourceBytes(source)
    tokens = scanner.tokens
    unclosed = scanner.unclosed
    partners = Self.partners(of: tokens, in: bytes)
  }

  private static func partners(of tokens: [Token], in bytes: SourceBytes) -> [Int] {
    var partners = [Int](repeating: -1, count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    for (index, token) in tokens.enumerated() where token.kind == .mark && token.span.count == 1 {
      guard let byte = bytes[token.span.lowerBound] else { continue }
      switch byte {
      case ASCII.openParenthesis: open.append((index, ASCII.closeParenthesis))
      case ASCII.openSquare: open.append((index, ASCII.closeSquare))
      case ASCII.openBrace: open.append((index, ASCII.closeBrace))
      case ASCII.closeParenthesis, ASCII.closeSquare, ASCII.closeBrace:
        guard let last = open.last, last.closing == byte else { continue }
        open.removeLast()
        partners[last.index] = index
        partners[index] = last.index
      default: break
      }
    }
    return partners
  }

  // MARK: Tokens

  func text(_ index: Int) -> String { bytes.text(tokens[index].span) }

  /// Whether a token is a mark or a word with this text.
  func has(_ text: StaticString, at index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let token = tokens[index]
    guard token.kind == .mark || token.kind == .name, token.span.count == text.utf8CodeUnitCount else { return false }
    return bytes.has(text, at: token.span.lowerBound)
  }

  /// Returns the text of a token that is a name, or `nil` for another token.
  func name(at index: Int) -> String? {
    tokens.indices.contains(index) && tokens[index].kind == .name ? text(index) : nil
  }

  /// Whether a line begins with one of some words, and is not a line such as `let = --a--|`.
  func beginsLine(with words: Set<String>) -> Bool {
    tokens.indices.contains { index in
      guard tokens[index].opensLine, let name = name(at: index), words.contains(name) else { return false }
      return !has("=", at: index + 1) && !has(":", at: index + 1)
    }
  }

  /// Returns the range of a string without its quotes.
  func contents(of index: Int) -> Span {
    let span = tokens[index].span
    var quotes = 1
    if bytes.has("\"\"\"", at: span.lowerBound), span.count >= 6 { quotes = 3 }
    let isClosed = span.count >= 2 * quotes && bytes[span.lowerBound] == bytes[span.upperBound - 1]
    return min(
      span.lowerBound + quotes, span.upperBound)..<max(
        span.upperBound - (isClosed ? quotes : 0), min(span.lowerBound + quotes, span.upperBound))
  }

  /// Returns the range of some tokens in the source.
  func span(of range: Range<Int>) -> Span {
    guard let first = range.first, let last = range.last, tokens.indices.contains(first), tokens.indices.contains(last)
    else {
      let end = tokens.last?.span.upperBound ?? 0
      let offset = tokens.indices.contains(range.lowerBound) ? tokens[range.lowerBound].span.lowerBound : end
      return offset..<offset
    }
    return tokens[first].span.lowerBound..<tokens[last].span.upperBound
  }

  /// Returns the first `limit` parts of some tokens, which are separated by commas outside brackets.
  func parts(of range: Range<Int>, upTo limit: Int = .max) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if has(",", at: index) {
        parts.append(start..<index)
        if parts.count == limit { return parts }
        start = index + 1
      }
      index = after(index, in: range)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// Returns the tokens between a bracket and its match, or `nil` if it has none.
  func inside(_ bracket: Int) -> Range<Int>? {
    guard partners.indices.contains(bracket), partners[bracket] > bracket else { return nil }
    return bracket + 1..<partners[bracket]
  }

  /// Returns the index of the next token, or of the one after the matching bracket.
  func after(_ index: Int, in range: Range<Int>) -> Int {
    let partner = partners[index]
    return partner > index && partner < range.upperBound ? partner + 1 : index + 1
  }
}

extension ForeignCode {
  /// Returns the value of a string token, with its escapes resolved.
  func string(at index: Int) -> String { Self.unescaped(bytes.text(contents(of: index))) }

  static func unescaped(_ raw: String) -> String {
    guard raw.utf8.contains(ASCII.backslash) else { return raw }
    var text = ""
    var rest = raw[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch escaped {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case "b": text += "\u{8}"
      case "u", "x":
        if let scalar = rest.popScalar(digits: escaped == "x" ? 2 : 4) {
          text.unicodeScalars.append(scalar)
        } else {
          text.append(escaped)
        }
      default: text.append(escaped)
      }
    }
    return text
  }
}

extension Substring {
  /// Removes the number of a scalar, such as `{1F600}`, or a number of hexadecimal digits.
  fileprivate mutating func popScalar(digits count: Int) -> Unicode.Scalar? {
    let hasBraces = first == "{"
    let digits = hasBraces ? dropFirst().prefix { $0 != "}" } : prefix(count)
    guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init), hasBraces || digits.count == count else {
      return nil
    }
    self = self[digits.endIndex...].dropFirst(hasBraces ? 1 : 0)
    return scalar
  }
}

extension String {
  /// The text without whitespace around it.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The text with a single space in place of each run of whitespace.
  var oneLine: String {
    split { $0.isWhitespace }.joined(separator: " ")
  }
}
