/// Values in brackets: values of several characters, tuples, arrays and events.
extension TimelineScanner {
  /// Reads `[…]`: a value of several characters, or a tuple if it contains commas.
  mutating func readBrackets() throws(Diagnostic) -> Value {
    let opening = here
    // A single character in brackets is that character, even if it begins other syntax.
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
    guard let value = try readValue(upTo: UInt8(ascii: "]"), opening: opening) else {
      throw Diagnostic(.emptyBrackets, at: opening.lowerBound..<position)
    }
    return value
  }

  /// Reads a value, or a tuple if there are commas, and the closing bracket.
  ///
  /// Returns `nil` if there is no value.
  private mutating func readValue(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> Value? {
    try enter(at: opening)
    defer { depth -= 1 }
    guard try !closes(closing, opening: opening) else { return nil }
    let first = try readItem(inParentheses: closing == UInt8(ascii: ")"))
    guard try goesOn(upTo: closing, opening: opening) else { return first }
    var items = [first]
    repeat {
      items.append(try readItem(inParentheses: closing == UInt8(ascii: ")")))
    } while try goesOn(
      upTo: closing, opening: opening)
    return .tuple(items)
  }

  /// Reads values separated by commas, and the closing bracket.
  private mutating func readItems(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> [Value] {
    try enter(at: opening)
    defer { depth -= 1 }
    guard try !closes(closing, opening: opening) else { return [] }
    var items: [Value] = []
    repeat {
      items.append(try readItem(inParentheses: closing == UInt8(ascii: ")")))
    } while try goesOn(
      upTo: closing, opening: opening)
    return items
  }

  /// Skips the closing bracket and returns whether it was there.
  private mutating func closes(_ closing: UInt8, opening: Span) throws(Diagnostic) -> Bool {
    skipWhitespace()
    guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(unclosed(opening), at: opening) }
    guard bytes[position] == closing else { return false }
    position += 1
    return true
  }

  /// Skips a comma or the closing bracket after an item, and returns whether another item follows.
  private mutating func goesOn(upTo closing: UInt8, opening: Span) throws(Diagnostic) -> Bool {
    if try closes(closing, opening: opening) { return false }
    guard bytes[position] == UInt8(ascii: ",") else { throw Diagnostic(.textAfterItem, at: here) }
    position += 1
    skipWhitespace()
    guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(unclosed(opening), at: opening) }
    return true
  }

  /// Reads a value as it is written in brackets, or after `=` in a `where`.
  mutating func readItem(inParentheses: Bool) throws(Diagnostic) -> Value {
    if let value = try readPlainWord(inParentheses: inParentheses) { return value }
    let opening = here
    switch bytes[position] {
    case UInt8(ascii: "\""):
      return .string(try readString())
    case UInt8(ascii: "["):
      position += 1
      return .array(try readItems(upTo: UInt8(ascii: "]"), opening: opening))
    case UInt8(ascii: "("):
      position += 1
      // As in Swift, a single value in parentheses is that value.
      return try readValue(upTo: UInt8(ascii: ")"), opening: opening) ?? .tuple([])
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

  /// Reads `.value(1)`, `.failed(Boom)`, `.completed` or `.interrupted`.
  ///
  /// Returns `nil` for any other word.
  private mutating func readEventValue() throws(Diagnostic) -> Event? {
    let first = position
    if skip(".value(") {
      guard let value = try readValue(upTo: UInt8(ascii: ")"), opening: position - 1..<position) else {
        throw Diagnostic(.emptyItem, at: first..<position)
      }
      return .value(value)
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
    case let byte: return byte.isWhitespace || byte.isLineEnd
    }
  }

  /// Increments the number of open brackets, or throws if there are too many.
  mutating func enter(at opening: Span) throws(Diagnostic) {
    guard depth < Self.maxDepth else { throw Diagnostic(.nestedTooDeep(limit: Self.maxDepth), at: opening) }
    depth += 1
  }

  mutating func skipWhitespace() {
    while position < limit, bytes[position].isWhitespace { position += 1 }
  }

  /// Skips a string if it begins at `position`, and returns whether it does.
  private mutating func skip(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= limit else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] { return false }
    position = end
    return true
  }

  private func unclosed(_ opening: Span) -> LanguageProblem {
    .unclosed(String(decoding: bytes[opening], as: UTF8.self))
  }
}
