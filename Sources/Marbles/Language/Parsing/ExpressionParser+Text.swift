extension ExpressionParser {
  /// A text in quotes, from the quote that the current token is.
  mutating func text() throws(Diagnostic) -> Expression {
    let start = token.span.lowerBound
    var reader = TextReader(at: start + 1)
    while let byte = bytes[reader.position], byte != ASCII.newline {
      switch byte {
      case ASCII.quote:
        return try endText(reader, from: start)
      case ASCII.backslash where bytes[reader.position + 1] == ASCII.openParenthesis:
        reader.endPiece()
        try interpolation(&reader)
      case ASCII.backslash:
        let (scalar, end) = try escape(at: reader.position)
        reader.append(scalar, end: end)
      default:
        reader.append(byte)
      }
    }
    throw Diagnostic(.unclosedText, at: start..<reader.position)
  }

  private mutating func endText(_ reader: TextReader, from start: Int) throws(Diagnostic) -> Expression {
    var reader = reader
    reader.endPiece()
    let end = reader.position
    take(Token(kind: .quote, span: start..<end + 1, opensLine: token.opensLine))
    try advance()
    let literal = TextLiteral(
      parts: reader.parts, content: start + 1..<end, hasEscapes: reader.hasEscapes,
      hasInterpolation: !reader.interpolated.isEmpty)
    return try make(.text(literal), from: start, above: reader.interpolated)
  }

  private mutating func interpolation(_ reader: inout TextReader) throws(Diagnostic) {
    take(Token(kind: .quote, span: reader.position..<reader.position + 2, opensLine: false))
    try open(.interpolation)
    let value = try expression()
    try close(.interpolation)
    reader.append(value, end: token.span.upperBound)
  }

  /// What an escape stands for, and the offset behind it.
  private func escape(at start: Int) throws(Diagnostic) -> (Unicode.Scalar, Int) {
    let scalar: Unicode.Scalar
    switch bytes[start + 1] {
    case ASCII.quote: scalar = "\""
    case ASCII.backslash: scalar = "\\"
    case UInt8(ascii: "'"): scalar = "'"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "0"): scalar = "\0"
    case UInt8(ascii: "u"): return try unicodeEscape(at: start)
    case nil, ASCII.newline: throw Diagnostic(.unclosedText, at: start..<start + 1)
    default:
      let span = start..<bytes.characterEnd(at: start + 1)
      throw Diagnostic(.unknownTextEscape(bytes.text(span)), at: span)
    }
    return (scalar, start + 2)
  }

  // `\u{1F600}`
  private func unicodeEscape(at start: Int) throws(Diagnostic) -> (Unicode.Scalar, Int) {
    var end = start + 2
    guard bytes[end] == ASCII.openBrace else { throw Diagnostic(.malformedUnicodeEscape, at: start..<end) }
    end += 1
    let digits = end
    while let byte = bytes[end], byte.isWord, end < digits + 9 { end += 1 }
    guard bytes[end] == ASCII.closeBrace, end <= digits + 8, let code = UInt32(bytes.text(digits..<end), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw Diagnostic(.malformedUnicodeEscape, at: start..<end) }
    return (scalar, end + 1)
  }
}

/// The pieces of a text, as far as it has been read.
private struct TextReader {
  var position: Int
  private(set) var parts: [TextLiteral.Part] = []
  private(set) var interpolated: [Expression] = []
  private(set) var hasEscapes = false
  private var piece: [UInt8] = []
  private var pieceStart: Int

  init(at offset: Int) {
    position = offset
    pieceStart = offset
  }

  mutating func append(_ byte: UInt8) {
    piece.append(byte)
    position += 1
  }

  mutating func append(_ scalar: Unicode.Scalar, end: Int) {
    hasEscapes = true
    piece.append(contentsOf: String(scalar).utf8)
    position = end
  }

  mutating func append(_ value: Expression, end: Int) {
    parts.append(.interpolation(value))
    interpolated.append(value)
    position = end
    pieceStart = end
  }

  /// Makes a part of what was read since the last one.
  mutating func endPiece() {
    guard !piece.isEmpty else { return }
    parts.append(.literal(String(decoding: piece, as: UTF8.self), pieceStart..<position))
    piece.removeAll()
  }
}
