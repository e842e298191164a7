/// Graphemes that are not a single ASCII character, and the lines of a pasted drawing.
extension TimelineScanner {
  /// Reads the lines and the end mark of a drawing, or a grapheme that is not a single ASCII character.
  ///
  /// Returns `false` if the next grapheme is a single ASCII character.
  mutating func readNonASCII(into lane: inout Lane) throws(Diagnostic) -> Bool {
    if startsLine(at: position) {
      try checkNoEndlessPart(before: position..<position + 3, in: lane)
      repeat {
        recorder?.record(.silence, at: position..<position + 3, tick: lane.tick)
        position += 3
        lane.tick += 1
      } while startsLine(at: position)
      return true
    }
    let first = position
    let end = UTF8Text.graphemeEnd(in: bytes, at: position, to: limit)
    if end == position + 1, bytes[position] < 0x80 { return false }
    let event = try readGrapheme(to: end)
    try append(event, at: first..<position, to: &lane)
    return true
  }

  /// Whether there is a `─` at an offset, without a combining scalar after it.
  func startsLine(at offset: Int) -> Bool {
    guard offset + 3 <= limit, bytes[offset] == 0xE2, bytes[offset + 1] == 0x94, bytes[offset + 2] == 0x80 else {
      return false
    }
    return UTF8Text.beginsGrapheme(bytes, at: offset + 3, to: limit)
      || UTF8Text.graphemeEnd(in: bytes, at: offset, to: limit) == offset + 3
  }

  /// Reads a grapheme that is not a single ASCII character.
  mutating func readGrapheme(to end: Int) throws(Diagnostic) -> Event {
    let span = position..<end
    let (scalar, length) = UTF8Text.scalar(in: bytes, at: position, to: limit)
    if length == span.count {
      // The grapheme is a single scalar without any combining one.
      if scalar == "\u{2524}" {
        position = end
        return .completed
      }
      if scalar.isBoxDrawing { throw Diagnostic(.boxDrawing(String(scalar)), at: span) }
      if scalar == "\u{2026}", form == .pattern { throw ellipsis(at: span) }
      lintDash(scalar, at: span)
      if scalar.isInvisible { throw Diagnostic(.invisibleCharacter(code: scalar.value), at: span) }
    }
    position = end
    return .value(.marble(UTF8Text.text(of: bytes, in: span)))
  }
}
