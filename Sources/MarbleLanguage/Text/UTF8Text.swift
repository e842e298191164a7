/// Finds scalars and graphemes in UTF-8 bytes without creating a `String`.
///
/// Invalid bytes never trap. Each of them counts as one U+FFFD.
package enum UTF8Text {
  /// Returns the scalar that begins at `offset`, and its number of bytes.
  static func scalar(in bytes: [UInt8], at offset: Int, to limit: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[offset]
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    let fault: (Unicode.Scalar, Int) = ("\u{FFFD}", 1)
    let length: Int
    var code: UInt32
    switch first {
    case 0xC2...0xDF: (length, code) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, code) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, code) = (4, UInt32(first & 0x07))
    default: return fault
    }
    guard offset + length <= limit else { return fault }
    for index in offset + 1..<offset + length {
      let byte = bytes[index]
      guard byte & 0xC0 == 0x80 else { return fault }
      code = code << 6 | UInt32(byte & 0x3F)
    }
    // Overlong sequences and surrogates are not valid UTF-8.
    let isShortest = length == 2 || (length == 3 && code >= 0x800) || (length == 4 && code >= 0x10000)
    guard isShortest, let scalar = Unicode.Scalar(code) else { return fault }
    return (scalar, length)
  }

  /// Returns the offset after the grapheme that begins at `offset`.
  package static func graphemeEnd(in bytes: [UInt8], at offset: Int, to limit: Int) -> Int {
    let (first, length) = scalar(in: bytes, at: offset, to: limit)
    if neverCombines(first), beginsGrapheme(bytes, at: offset + length, to: limit) { return offset + length }
    var recognizer = Unicode._CharacterRecognizer()
    _ = recognizer.hasBreak(before: first)
    var end = offset + length
    while end < limit {
      let (next, length) = scalar(in: bytes, at: end, to: limit)
      if recognizer.hasBreak(before: next) { break }
      end += length
    }
    return end
  }

  /// Whether a scalar merges only with scalars that merge with everything, which is true of most.
  ///
  /// The recognizer gives the same answer for every scalar, but takes a hundred times as long.
  private static func neverCombines(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x300, 0x2500..<0x2580, 0x4E00..<0xA000: true
    default: false
    }
  }

  /// Whether the first bytes of a scalar show that it does not merge with the text before it: ASCII, Latin,
  /// box-drawing characters, ideographs, or the end of the text.
  static func beginsGrapheme(_ bytes: [UInt8], at offset: Int, to limit: Int) -> Bool {
    guard offset < limit else { return true }
    switch bytes[offset] {
    case 0..<0x80, 0xC2..<0xCC, 0xE5..<0xEA: return true
    case 0xE2: return offset + 1 < limit && bytes[offset + 1] & 0xFE == 0x94
    default: return false
    }
  }

  /// Returns the text of a span.
  package static func text(of bytes: [UInt8], in span: Span) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[span]), as: UTF8.self) }
  }

  /// Returns the number of graphemes between two offsets.
  static func graphemeCount(in bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var count = 0
    var offset = start
    while offset < end {
      let isPlain = bytes[offset] < 0x80 && (offset + 1 >= end || bytes[offset + 1] < 0x80)
      let isLineEnd = bytes[offset] == UInt8(ascii: "\r")
      offset = isPlain && !isLineEnd ? offset + 1 : graphemeEnd(in: bytes, at: offset, to: end)
      count += 1
    }
    return count
  }

  /// Returns the span of the first byte that is not valid UTF-8.
  static func firstFault(in bytes: [UInt8]) -> Span? {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
        continue
      }
      let (found, length) = scalar(in: bytes, at: offset, to: bytes.count)
      // A U+FFFD in the text itself takes three bytes.
      if found == "\u{FFFD}", length == 1 { return offset..<offset + 1 }
      offset += length
    }
    return nil
  }
}
