/// Events: values and terminal events.
extension TimelineScanner {
  /// Reads the event that begins at `position`.
  ///
  /// Throws if there is none.
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
      return .value(.string(try readString()))
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

  /// Reads `!`, or a failure that is written as `!timed out!`.
  private mutating func readInterruption() -> Event {
    position += 1
    let first = position
    var end = first
    while end < limit {
      let byte = bytes[end]
      if byte == UInt8(ascii: "!") { break }
      let (scalar, length) = UTF8Text.scalar(in: bytes, at: end, to: limit)
      let isLetter = byte < 0x80 ? byte.isLetter : scalar.properties.isAlphabetic
      guard isLetter || (end > first && (byte.isWord || byte.isWhitespace || scalar.properties.isGraphemeExtend)) else {
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

  /// Reads the message of a failure and the closing bracket.
  mutating func readMessage(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> String {
    let name = closing == UInt8(ascii: "]") ? "#[" : "("
    skipWhitespace()
    let message: String
    if position < limit, bytes[position] == UInt8(ascii: "\"") {
      message = try readString()
      skipWhitespace()
    } else {
      let word = try readWord(endingAtComma: false, inParentheses: closing == UInt8(ascii: ")"))
      message = word.text
    }
    guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(.unclosed(name), at: opening) }
    guard bytes[position] == closing else { throw Diagnostic(.textAfterItem, at: here) }
    position += 1
    if message.isEmpty, bytes[position - 2] != UInt8(ascii: "\"") {
      throw Diagnostic(name == "#[" ? .emptyPayload : .emptyItem, at: opening.lowerBound..<position)
    }
    return message
  }

  /// Reads an inner stream: `<--1-2|>`.
  mutating func readStream() throws(Diagnostic) -> Value {
    let opening = here
    try enter(at: opening)
    defer { depth -= 1 }
    recorder?.depth += 1
    position += 1
    var lane = Lane(form: .inner, enclosure: .angle, start: position)
    try read(&lane)
    guard position < limit, bytes[position] == UInt8(ascii: ">") else {
      throw Diagnostic(.unclosed("<"), at: opening)
    }
    recorder?.depth -= 1
    position += 1
    return .stream(Stream(timeline: timeline(of: lane), name: name(of: opening.lowerBound..<position)))
  }

  /// Returns the name of a stream in diagrams: its text, or the beginning of a long text.
  private func name(of span: Span) -> String {
    truncated(bytes[span], toBytes: 40, ending: Ellipsis.mark + ">")
  }
}
