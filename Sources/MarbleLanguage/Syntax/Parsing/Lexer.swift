/// Splits an expression into tokens, one at a time.
package struct Lexer: Sendable {
  package let bytes: SourceBytes

  package init(_ bytes: SourceBytes) { self.bytes = bytes }

  /// The meaning of a line end in an expression.
  package enum LineEnds {
    /// Between brackets: the same as a space, unless a blank line follows.
    case skipped
    /// Outside brackets: the end, unless the next line continues the chain.
    case final
    /// In an interpolation: always the end.
    case forbidden
  }

  /// Returns the next token at or after an offset.
  package func token(at offset: Int, lineEnds: LineEnds) throws(Diagnostic) -> Token {
    var start = offset
    var opensLine = false
    while true {
      start = try skipTrivia(at: start)
      guard bytes[start] == ASCII.newline else { break }
      switch lineEnds {
      case .forbidden:
        return end(.line, at: start)
      case .final:
        guard let next = bytes.continuation(afterLineEnd: start), bytes.hasChainLink(at: next) else {
          return end(.line, at: start)
        }
        start = next
      case .skipped:
        guard let next = bytes.continuation(afterLineEnd: start) else {
          return try endInBrackets(atLineEnd: start)
        }
        start = next
      }
      opensLine = true
    }
    guard let byte = bytes[start] else { return end(.source, at: bytes.count) }
    if byte.isDigit { return try number(at: start, opensLine: opensLine) }
    if let end = bytes.identifierEnd(at: start) {
      return Token(kind: .name(bytes.text(start..<end)), span: start..<end, opensLine: opensLine)
    }
    if byte == ASCII.dollar { return try parameter(at: start, opensLine: opensLine) }
    if byte == ASCII.quote { return Token(kind: .quote, span: start..<start + 1, opensLine: opensLine) }
    for (sign, meant) in [("===", "=="), ("!==", "!="), ("<>", "!=")] {
      let span = start..<start + sign.utf8.count
      if bytes.text(span) == sign { throw Diagnostic(.foreignSyntax(sign, purpose: nil, write: meant), at: span) }
    }
    if let symbol = symbol(at: start) {
      return Token(kind: .symbol(symbol), span: start..<start + symbol.rawValue.utf8.count, opensLine: opensLine)
    }
    let span = start..<bytes.characterEnd(at: start)
    let text = bytes.text(span)
    if let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar.isInvisible {
      throw Diagnostic(.invisibleCharacter(code: scalar.value), at: span)
    }
    throw Diagnostic(.unknownCharacter(text), at: span)
  }

  /// Returns the digits after a dot as a tuple index.
  ///
  /// Thus `.0.1` is two indexes instead of a number.
  package func place(at offset: Int) -> Token? {
    let end = digitsEnd(at: offset)
    guard end > offset else { return nil }
    return Token(kind: .name(bytes.text(offset..<end)), span: offset..<end, opensLine: false)
  }

  private func skipTrivia(at offset: Int) throws(Diagnostic) -> Int {
    switch bytes.skipTrivia(at: offset) {
    case .to(let end): return end
    case .unclosedComment(let start): throw Diagnostic(.unclosedComment, at: start..<start + 2)
    }
  }

  private func end(_ end: Token.End, at offset: Int) -> Token {
    Token(kind: .end(end), span: offset..<offset, opensLine: false)
  }

  /// Returns the end token within open brackets, after which no line can close them: a blank line or the end
  /// of the source.
  private func endInBrackets(atLineEnd newline: Int) throws(Diagnostic) -> Token {
    var next = newline
    while bytes[next] == ASCII.newline {
      let start = next + 1
      next = try skipTrivia(at: start)
      if bytes[next] == ASCII.newline, bytes.skipWhitespace(at: start) == next { return end(.blankLine, at: newline) }
    }
    return end(.source, at: bytes.count)
  }

  private func symbol(at offset: Int) -> Token.Symbol? {
    // The longest first: `<=` before `<`.
    for length in [2, 1] where offset + length <= bytes.count {
      if let symbol = Token.Symbol(rawValue: bytes.text(offset..<offset + length)) { return symbol }
    }
    return nil
  }

  private func digitsEnd(at offset: Int) -> Int {
    var end = offset
    while let byte = bytes[end], byte.isDigit { end += 1 }
    return end
  }

  private func parameter(at start: Int, opensLine: Bool) throws(Diagnostic) -> Token {
    let end = digitsEnd(at: start + 1)
    guard end > start + 1 else { throw Diagnostic(.unknownCharacter("$"), at: start..<start + 1) }
    // The limit keeps parameter counts small. A call with so many arguments is an error in any case.
    guard let index = Int(bytes.text(start + 1..<end)), index < 100 else {
      throw Diagnostic(.numberOutOfRange(bytes.excerpt(start + 1..<end)), at: start + 1..<end)
    }
    return Token(kind: .parameter(index), span: start..<end, opensLine: opensLine)
  }

  // MARK: Numbers

  /// Returns a number or a duration: `12`, `1.5`, `1e-3`, `9ms`.
  package func number(at start: Int, isNegative: Bool = false, opensLine: Bool) throws(Diagnostic) -> Token {
    let wholeEnd = digitsEnd(at: start)
    var end = wholeEnd
    var isFraction = false
    if bytes[end] == ASCII.dot, let digit = bytes[end + 1], digit.isDigit {
      isFraction = true
      end = digitsEnd(at: end + 1)
    }
    let mantissaEnd = end
    if let exponentEnd = exponentEnd(at: end) {
      isFraction = true
      end = exponentEnd
    }
    var unitEnd = end
    while let byte = bytes[unitEnd], byte.isWord { unitEnd += 1 }
    if unitEnd == end, let after = bytes.identifierEnd(at: end) { unitEnd = after }
    let kind: Token.Kind
    if unitEnd > end {
      let isWord = (end..<unitEnd).allSatisfy { bytes[$0].map { !$0.isDigit && $0 != ASCII.underscore } ?? false }
      guard end == mantissaEnd, !isNegative, isWord else {
        throw Diagnostic(.malformedNumber(bytes.excerpt(start..<unitEnd)), at: start..<unitEnd)
      }
      guard let duration = bytes.duration(start..<unitEnd) else {
        throw Diagnostic(.unknownUnit(bytes.excerpt(end..<unitEnd)), at: end..<unitEnd)
      }
      if duration.isTooLong { throw Diagnostic(.numberOutOfRange(bytes.excerpt(start..<end)), at: start..<end) }
      kind = .duration
    } else if isFraction {
      kind = try .number(double(start..<end, isNegative: isNegative))
    } else {
      kind = try .integer(integer(start..<end, isNegative: isNegative))
    }
    return Token(kind: kind, span: start..<max(end, unitEnd), opensLine: opensLine)
  }

  /// Returns the end of an exponent such as `e5` or `e-5`.
  private func exponentEnd(at offset: Int) -> Int? {
    guard bytes.has("e", at: offset) || bytes.has("E", at: offset) else { return nil }
    let hasSign = bytes.has("-", at: offset + 1) || bytes.has("+", at: offset + 1)
    let digits = offset + (hasSign ? 2 : 1)
    let end = digitsEnd(at: digits)
    return end > digits ? end : nil
  }

  private func integer(_ span: Span, isNegative: Bool) throws(Diagnostic) -> Int64 {
    // More than 20 digits are out of range without parsing them.
    let digits = bytes.text(span).drop { $0 == "0" }
    guard digits.utf8.count <= 20, let value = Int64((isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)) else {
      throw Diagnostic(.numberOutOfRange(bytes.excerpt(span)), at: span)
    }
    return value
  }

  private func double(_ span: Span, isNegative: Bool) throws(Diagnostic) -> Double {
    guard let value = Double(bytes.text(span)), value.isFinite else {
      throw Diagnostic(.numberOutOfRange(bytes.excerpt(span)), at: span)
    }
    return isNegative ? -value : value
  }
}
