extension Parser {
  /// Reads a string, whose opening quote is the current token.
  mutating func stringLiteral() -> Expression {
    let start = token.span.lowerBound
    let checkpoint = tree.checkpoint(at: start)
    var reader = StringReader(at: start + 1)
    var piece = start
    while let byte = bytes[reader.position], byte != ASCII.newline, reader.position < limit {
      switch byte {
      case ASCII.quote:
        reader.endPiece()
        return endString(reader, piece, closing: 1, from: start, checkpoint)
      case ASCII.backslash where bytes[reader.position + 1] == ASCII.openParenthesis:
        reader.endPiece()
        tree.add(.stringSegment, piece..<reader.position)
        interpolation(&reader)
        piece = reader.position
      case ASCII.backslash:
        let (scalar, end) = escape(at: reader.position)
        reader.append(scalar, end: end)
      default:
        reader.append(byte)
      }
    }
    fail(.unclosedString, at: start..<reader.position)
    return endString(reader, piece, closing: 0, from: start, checkpoint)
  }

  private mutating func endString(
    _ reader: StringReader, _ piece: Int, closing: Int, from start: Int, _ checkpoint: SyntaxTree.Checkpoint
  ) -> Expression {
    let end = reader.position
    tree.add(.stringSegment, piece..<end + closing)
    cursor.previousEnd = end + closing
    cursor.token = token(at: cursor.previousEnd)
    tree.wrap(.stringLiteral, from: checkpoint)
    let literal = StringLiteral(
      parts: reader.parts, content: min(start + 1, end)..<end, hasEscapes: reader.hasEscapes,
      hasInterpolation: !reader.interpolated.isEmpty)
    return make(.string(literal), from: start, above: reader.interpolated)
  }

  private mutating func interpolation(_ reader: inout StringReader) {
    let start = tree.checkpoint(at: reader.position)
    cursor.token = Token(kind: .quote, span: reader.position..<reader.position + 2, opensLine: false)
    open(.interpolation)
    let value = expression()
    close(.interpolation)
    tree.wrap(.interpolation, from: start)
    // If the interpolation is not closed, skip the rest of the string.
    reader.append(value, end: max(cursor.previousEnd, failure == nil ? 0 : min(token.span.lowerBound, limit)))
  }

  /// Returns the scalar of an escape, and the offset after it.
  private mutating func escape(at start: Int) -> (Unicode.Scalar, Int) {
    let scalar: Unicode.Scalar
    switch bytes[start + 1] {
    case ASCII.quote: scalar = "\""
    case ASCII.backslash: scalar = "\\"
    case UInt8(ascii: "'"): scalar = "'"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "0"): scalar = "\0"
    case UInt8(ascii: "u"): return unicodeEscape(at: start)
    case nil, ASCII.newline:
      fail(.unclosedString, at: start..<start + 1)
      return ("\\", start + 1)
    default:
      let span = start..<bytes.characterEnd(at: start + 1)
      fail(.unknownStringEscape(bytes.text(span)), at: span)
      return ("\\", span.upperBound)
    }
    return (scalar, start + 2)
  }

  // Reads `\u{1F600}`.
  private mutating func unicodeEscape(at start: Int) -> (Unicode.Scalar, Int) {
    var end = start + 2
    let digits = end + 1
    if bytes[end] == ASCII.openBrace {
      end = digits
      while let byte = bytes[end], byte.isWord, end < digits + 9 { end += 1 }
      if bytes[end] == ASCII.closeBrace, end <= digits + 8, let code = UInt32(bytes.text(digits..<end), radix: 16),
        let scalar = Unicode.Scalar(code)
      {
        return (scalar, end + 1)
      }
    }
    fail(.malformedUnicodeEscape, at: start..<end)
    return ("\u{FFFD}", end)
  }
}

/// Collects the pieces of a string during parsing.
private struct StringReader {
  var position: Int
  private(set) var parts: [StringLiteral.Part] = []
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

  /// Adds the text since the last part as a new part.
  mutating func endPiece() {
    guard !piece.isEmpty else { return }
    parts.append(.literal(String(decoding: piece, as: UTF8.self), pieceStart..<position))
    piece.removeAll()
  }
}
