/// What stands on one tick: values, ends, and what is in brackets and quotes.
extension TimelineScanner {
  /// Reads the event that begins at `position`; throws where none does.
  mutating func readEvent() throws(Diagnostic) -> Event {
    let byte = bytes[position]
    let isWide = byte >= 0x80 || (position + 1 < limit && bytes[position + 1] >= 0x80)
    let end = isWide ? UTF8Text.graphemeEnd(in: bytes, at: position, to: limit) : position + 1
    if byte >= 0x80 || end > position + 1 { return try readGrapheme(to: end) }
    switch byte {
    case UInt8(ascii: "|"):
      position += 1
      return .completed
    case UInt8(ascii: "!"):
      return readInterruption()
    case UInt8(ascii: "#"):
      return .failed(try readFailure())
    case UInt8(ascii: "["):
      return .value(try readBrackets())
    case UInt8(ascii: "\""):
      return .value(.text(try readString()))
    case UInt8(ascii: "<"):
      return .value(try readStream())
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw Diagnostic(.unopened(String(Unicode.Scalar(byte))), at: here)
    case let byte where byte.isControl:
      throw Diagnostic(.invisibleCharacter(code: UInt32(byte)), at: here)
    case let byte where byte.isReserved:
      throw Diagnostic(.reservedCharacter(String(Unicode.Scalar(byte))), at: here)
    case let byte:
      position += 1
      return Self.asciiEvents[Int(byte)]
    }
  }

  /// Reads a grapheme that is not one ASCII character.
  private mutating func readGrapheme(to end: Int) throws(Diagnostic) -> Event {
    let span = position..<end
    let (scalar, length) = UTF8Text.scalar(in: bytes, at: position, to: limit)
    if length == span.count {
      // A character of its own, and not one that something combines with.
      if scalar == "\u{2524}" {
        position = end
        return .completed
      }
      if scalar.isBoxDrawing { throw Diagnostic(.boxDrawing(String(scalar)), at: span) }
      if scalar.isInvisible { throw Diagnostic(.invisibleCharacter(code: scalar.value), at: span) }
    }
    position = end
    return .value(.marble(String(decoding: bytes[span], as: UTF8.self)))
  }

  /// Reads `!`, or a failure that is written `!timed out!`.
  private mutating func readInterruption() -> Event {
    position += 1
    let first = position
    var end = first
    while end < limit {
      let byte = bytes[end]
      if byte == UInt8(ascii: "!") { break }
      let (scalar, length) = UTF8Text.scalar(in: bytes, at: end, to: limit)
      let isLetter = byte < 0x80 ? byte.isLetter : scalar.properties.isAlphabetic
      guard isLetter || (end > first && (byte.isWord || byte.isBlank || scalar.properties.isGraphemeExtend)) else {
        return .interrupted
      }
      end += length
    }
    guard end < limit, end > first else { return .interrupted }
    position = end + 1
    return .failed(Failure(String(decoding: bytes[first..<end], as: UTF8.self)))
  }

  /// Reads `#`, `#[Boom]` or `#"Boom"`.
  private mutating func readFailure() throws(Diagnostic) -> Failure {
    let opening = position
    position += 1
    guard position < limit else { return .unnamed }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      return Failure(try readString())
    case UInt8(ascii: "["):
      position += 1
      let message = try readMessage(upTo: UInt8(ascii: "]"), opening: opening..<position)
      return Failure(message)
    default:
      return .unnamed
    }
  }

  /// Reads the text of a failure and the bracket behind it.
  private mutating func readMessage(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> String {
    let name = closing == UInt8(ascii: "]") ? "#[" : "("
    skipBlanks()
    let message: String
    if position < limit, bytes[position] == UInt8(ascii: "\"") {
      message = try readString()
      skipBlanks()
    } else {
      let word = try readWord(endingAtComma: false, inParentheses: closing == UInt8(ascii: ")"))
      message = word.text
    }
    guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(.unclosed(name), at: opening) }
    guard bytes[position] == closing else { throw Diagnostic(.textBehindItem, at: here) }
    position += 1
    if message.isEmpty, bytes[position - 2] != UInt8(ascii: "\"") {
      throw Diagnostic(name == "#[" ? .emptyPayload : .emptyItem, at: opening.lowerBound..<position)
    }
    return message
  }

  // MARK: - Quotes

  /// Reads a text in quotes, the quotes included.
  mutating func readString() throws(Diagnostic) -> String {
    let opening = here
    position += 1
    var text = ""
    var plain = position
    while position < limit, !bytes[position].isLineEnd {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let rest = String(decoding: bytes[plain..<position], as: UTF8.self)
        position += 1
        return text.isEmpty ? rest : text + rest
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[plain..<position], as: UTF8.self)
        text.unicodeScalars.append(try readEscape())
        plain = position
      default:
        position += 1
      }
    }
    throw Diagnostic(.unclosed("\""), at: opening)
  }

  /// Reads a backslash and what it stands in front of.
  private mutating func readEscape() throws(Diagnostic) -> Unicode.Scalar {
    let first = position
    position += 1
    guard position < limit, !bytes[position].isLineEnd else {
      throw Diagnostic(.unknownEscape("\\"), at: first..<position)
    }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "n"):
      position += 1
      return "\n"
    case UInt8(ascii: "t"):
      position += 1
      return "\t"
    case UInt8(ascii: "r"):
      position += 1
      return "\r"
    case UInt8(ascii: "0"):
      position += 1
      return "\0"
    case UInt8(ascii: "u"):
      return try readScalar(from: first)
    case let byte where byte < 0x80 && !byte.isWord && !byte.isControl:
      position += 1
      return Unicode.Scalar(byte)
    default:
      let end = UTF8Text.graphemeEnd(in: bytes, at: position, to: limit)
      let escape = String(decoding: bytes[first..<end], as: UTF8.self)
      throw Diagnostic(.unknownEscape(escape), at: first..<end)
    }
  }

  /// Reads `u{1F600}`, of which the backslash is at `first`.
  private mutating func readScalar(from first: Int) throws(Diagnostic) -> Unicode.Scalar {
    position += 1
    var code: UInt32 = 0
    var digits = 0
    if position < limit, bytes[position] == UInt8(ascii: "{") {
      position += 1
      while position < limit, digits < 8, let digit = Unicode.Scalar(bytes[position]).hexadecimalDigit {
        code = code << 4 | digit
        digits += 1
        position += 1
      }
      if position < limit, bytes[position] == UInt8(ascii: "}"), digits > 0, let scalar = Unicode.Scalar(code) {
        position += 1
        return scalar
      }
    }
    throw Diagnostic(.invalidScalar, at: first..<position)
  }

  // MARK: - Brackets

  /// Reads `[…]`: a value of several characters, or a tuple of those between the commas.
  mutating func readBrackets() throws(Diagnostic) -> Value {
    let opening = here
    // One character alone between brackets is itself, also where more would mean something.
    if position + 2 < limit, bytes[position + 2] == UInt8(ascii: "]") {
      switch bytes[position + 1] {
      case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "<"):
        let text = String(Unicode.Scalar(bytes[position + 1]))
        position += 3
        return .marble(text)
      default: break
      }
    }
    position += 1
    let items = try readItems(upTo: UInt8(ascii: "]"), opening: opening)
    if items.isEmpty { throw Diagnostic(.emptyBrackets, at: opening.lowerBound..<position) }
    return items.count == 1 ? items[0] : .tuple(items)
  }

  /// Reads values with commas between them, and the bracket behind the last.
  private mutating func readItems(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> [Value] {
    try enter(at: opening)
    defer { depth -= 1 }
    var items: [Value] = []
    while true {
      skipBlanks()
      guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(unclosed(opening), at: opening) }
      if bytes[position] == closing, items.isEmpty {
        position += 1
        return []
      }
      items.append(try readItem(inParentheses: closing == UInt8(ascii: ")")))
      skipBlanks()
      guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(unclosed(opening), at: opening) }
      if bytes[position] == closing {
        position += 1
        return items
      }
      guard bytes[position] == UInt8(ascii: ",") else { throw Diagnostic(.textBehindItem, at: here) }
      position += 1
    }
  }

  /// Reads one value as it stands in brackets, or behind `=` in a `where`.
  mutating func readItem(inParentheses: Bool) throws(Diagnostic) -> Value {
    let opening = here
    switch bytes[position] {
    case UInt8(ascii: "\""):
      return .text(try readString())
    case UInt8(ascii: "["):
      position += 1
      return .array(try readItems(upTo: UInt8(ascii: "]"), opening: opening))
    case UInt8(ascii: "("):
      position += 1
      let items = try readItems(upTo: UInt8(ascii: ")"), opening: opening)
      // As in Swift, one value in parentheses is that value.
      return items.count == 1 ? items[0] : .tuple(items)
    case UInt8(ascii: "<"):
      return try readStream()
    case UInt8(ascii: "."):
      if let event = try readEventValue() { return .event(event) }
    default: break
    }
    let word = try readWord(endingAtComma: true, inParentheses: inParentheses)
    guard !word.text.isEmpty else {
      throw Diagnostic(.emptyItem, at: max(opening.lowerBound - 1, start)..<min(position + 1, limit))
    }
    return word.isPlain ? try value(ofWord: word.text, at: word.span) : .marble(word.text)
  }

  /// Reads `.value(1)`, `.failed(Boom)`, `.completed` or `.interrupted`; `nil` where another word begins with a dot.
  private mutating func readEventValue() throws(Diagnostic) -> Event? {
    let first = position
    if skip(".value(") {
      let items = try readItems(upTo: UInt8(ascii: ")"), opening: position - 1..<position)
      if items.isEmpty { throw Diagnostic(.emptyItem, at: first..<position) }
      return .value(items.count == 1 ? items[0] : .tuple(items))
    }
    if skip(".failed(") {
      return .failed(Failure(try readMessage(upTo: UInt8(ascii: ")"), opening: position - 1..<position)))
    }
    if skip(".completed"), isAtItemEnd { return .completed }
    position = first
    if skip(".interrupted"), isAtItemEnd { return .interrupted }
    position = first
    return nil
  }

  private var isAtItemEnd: Bool {
    guard position < limit else { return true }
    switch bytes[position] {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ";"): return true
    case let byte: return byte.isBlank || byte.isLineEnd
    }
  }

  /// A text that stands for itself, without quotes.
  private struct Word {
    var text: String
    var span: Span
    /// Whether it is written without escapes, so that it may be a number.
    var isPlain: Bool
  }

  /// Reads a text up to the bracket or the comma behind it; blanks around it do not count.
  private mutating func readWord(endingAtComma: Bool, inParentheses: Bool) throws(Diagnostic) -> Word {
    var word = Word(text: "", span: position..<position, isPlain: true)
    var plain = position
    var open = 0
    /// Where the text ends when blanks at its end do not count, in bytes that are still to be added.
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
    word.text += String(decoding: bytes[plain..<lastInk], as: UTF8.self)
    word.span = word.span.lowerBound..<lastInk
    return word
  }

  /// Whether behind the blank at `position` a `where` ends: at a comment, a keyword, or `==`.
  private var endsLiteral: Bool {
    let next = position + 1
    guard next < limit else { return false }
    if bytes[next] == UInt8(ascii: "=") { return true }
    if bytes[next] == UInt8(ascii: "/"), next + 1 < limit {
      return bytes[next + 1] == UInt8(ascii: "/") || bytes[next + 1] == UInt8(ascii: "*")
    }
    return TimelineKeyword.at(next, in: bytes, to: limit) != nil
  }

  /// What a word means: a number, a Boolean, nothing, or itself.
  private func value(ofWord text: String, at span: Span) throws(Diagnostic) -> Value {
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "nil": return .null
    default: break
    }
    guard let numeral = Numeral(text) else { return .marble(text) }
    guard let value = numeral.value else {
      let shown = text.utf8.count <= 40 ? text : text.prefix(20) + "…"
      throw Diagnostic(.numberTooLarge(String(shown)), at: span)
    }
    return value
  }

  // MARK: - Streams

  /// Reads `<--1-2|>`: a stream that is a value.
  mutating func readStream() throws(Diagnostic) -> Value {
    let opening = here
    try enter(at: opening)
    defer { depth -= 1 }
    position += 1
    var lane = Lane(form: .inner, enclosure: .angle, start: position)
    try read(&lane)
    guard position < limit, bytes[position] == UInt8(ascii: ">") else {
      throw Diagnostic(.unclosed("<"), at: opening)
    }
    position += 1
    return .stream(Stream(timeline: timeline(of: lane), name: name(of: opening.lowerBound..<position)))
  }

  /// What a diagram calls a stream: its text, or the beginning of a long one.
  private func name(of span: Span) -> String {
    let longest = 40
    guard span.count > longest else { return String(decoding: bytes[span], as: UTF8.self) }
    var end = span.lowerBound + longest
    while bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[span.lowerBound..<end], as: UTF8.self) + "…>"
  }

  // MARK: - Small steps

  /// Counts one more open bracket.
  mutating func enter(at opening: Span) throws(Diagnostic) {
    guard depth < Self.deepest else { throw Diagnostic(.nestedTooDeep(limit: Self.deepest), at: opening) }
    depth += 1
  }

  mutating func skipBlanks() {
    while position < limit, bytes[position].isBlank { position += 1 }
  }

  /// Steps over a text, if it stands here.
  private mutating func skip(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= limit else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] { return false }
    position = end
    return true
  }

  private func unclosed(_ opening: Span) -> Problem {
    .unclosed(String(decoding: bytes[opening], as: UTF8.self))
  }
}

extension Unicode.Scalar {
  /// What it is worth as a hexadecimal digit.
  var hexadecimalDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
