/// Words: strings in brackets that need no quotes.
extension TimelineScanner {
  /// A string without quotes.
  struct Word {
    var text: String
    var span: Span
    /// Whether the word has no escapes.
    ///
    /// Only such a word can be a number.
    var isPlain: Bool
  }

  /// Reads a word up to the next bracket or comma, without the whitespace around it.
  mutating func readWord(endingAtComma: Bool, inParentheses: Bool) throws(Diagnostic) -> Word {
    var word = Word(text: "", span: position..<position, isPlain: true)
    var plain = position
    var open = 0
    /// The end of the last character that is not whitespace, among the bytes that are not in `word` yet.
    var lastInk = position
    scan: while position < limit, !bytes[position].isLineEnd {
      switch bytes[position] {
      case UInt8(ascii: "]") where !inParentheses: break scan
      case UInt8(ascii: ",") where endingAtComma: break scan
      case UInt8(ascii: ";") where depth == 0 && endingAtComma: break scan
      case UInt8(ascii: ")") where inParentheses && open == 0: break scan
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"): open -= 1
      case UInt8(ascii: "\\"):
        word.text += String(decoding: bytes[plain..<position], as: UTF8.self)
        word.text.unicodeScalars.append(try readEscape())
        word.isPlain = false
        plain = position
        lastInk = position
        continue scan
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if depth == 0, endingAtComma, endsLiteral { break scan }
        position += 1
        continue scan
      default: break
      }
      position += 1
      lastInk = position
    }
    let rest = UTF8Text.text(of: bytes, in: plain..<lastInk)
    if word.text.isEmpty { word.text = rest } else { word.text += rest }
    word.span = word.span.lowerBound..<lastInk
    return word
  }

  /// Reads a word of ASCII letters, digits and `_` up to the end of an item.
  ///
  /// Returns `nil` for any other item.
  mutating func readPlainWord(inParentheses: Bool) throws(Diagnostic) -> Value? {
    var end = position
    while end < limit, bytes[end].isWord { end += 1 }
    guard end > position, end < limit else { return nil }
    switch bytes[end] {
    case UInt8(ascii: ","): break
    case UInt8(ascii: "]") where !inParentheses: break
    case UInt8(ascii: ")") where inParentheses: break
    default: return nil
    }
    let span = position..<end
    position = end
    if let number = shortNumber(in: span) { return .integer(number) }
    return try value(ofWord: UTF8Text.text(of: bytes, in: span), at: span)
  }

  /// Returns the number of a short run of digits, which cannot overflow.
  private func shortNumber(in span: Span) -> Int64? {
    guard span.count <= 18 else { return nil }
    var number: Int64 = 0
    for offset in span {
      guard bytes[offset].isDigit else { return nil }
      number = number * 10 + Int64(bytes[offset] - UInt8(ascii: "0"))
    }
    return number
  }

  /// Whether the `where` ends after the space at `position`: at a comment, a keyword or `==`.
  private var endsLiteral: Bool {
    let next = position + 1
    guard next < limit else { return false }
    if bytes[next] == UInt8(ascii: "=") { return true }
    if bytes[next] == UInt8(ascii: "/"), next + 1 < limit {
      return bytes[next + 1] == UInt8(ascii: "/") || bytes[next + 1] == UInt8(ascii: "*")
    }
    return TimelineKeyword.at(next, in: bytes, to: limit) != nil
  }

  /// Returns the value of a word: a number, a Boolean, `nil` or a string.
  func value(ofWord text: String, at span: Span) throws(Diagnostic) -> Value {
    guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-"), let numeral = NumberLiteral(text)
    else {
      return switch text {
      case "true": .boolean(true)
      case "false": .boolean(false)
      case "nil": .null
      default: .marble(text)
      }
    }
    guard let value = numeral.value else {
      throw Diagnostic(.numberTooLarge(text.truncated(toCharacters: 20, beyondBytes: 40)), at: span)
    }
    return value
  }
}
