/// The bytes of a source, read without ever looking past their end.
struct SourceBytes: Sendable {
  private let bytes: [UInt8]

  init(_ source: Source) { bytes = source.bytes }

  var count: Int { bytes.count }

  /// The byte at an offset, `nil` outside.
  subscript(offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

  func text(_ span: Span) -> String { String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self) }

  /// What a message quotes of a span: all of it, or its beginning if it is long.
  func excerpt(_ span: Span) -> String {
    guard span.count > 40 else { return text(span) }
    var end = span.lowerBound + 40
    // Never through the middle of a scalar.
    while end > span.lowerBound, let byte = self[end], byte & 0xC0 == 0x80 { end -= 1 }
    return text(span.lowerBound..<end) + "…"
  }

  /// Whether a text stands here.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { wanted in
      guard offset >= 0, offset + wanted.count <= bytes.count else { return false }
      var index = 0
      while index < wanted.count {
        if bytes[offset + index] != wanted[index] { return false }
        index += 1
      }
      return true
    }
  }

  /// The offset behind the blanks that begin here.
  func skipBlanks(at offset: Int) -> Int {
    var end = offset
    while let byte = self[end], byte.separatesWords { end += 1 }
    return end
  }

  /// The end of the line that this offset lies in.
  func lineEnd(at offset: Int) -> Int {
    var end = offset
    while let byte = self[end], byte != ASCII.newline { end += 1 }
    return min(end, count)
  }

  /// The scalar at an offset, and the offset behind it; `nil` at the end.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    guard self[offset] != nil else { return nil }
    let (scalar, length) = UTF8Text.scalar(in: bytes, at: offset, to: count)
    return (scalar, offset + length)
  }

  /// The offset behind the character that begins here.
  func characterEnd(at offset: Int) -> Int {
    guard self[offset] != nil else { return count }
    // No character that anyone means is longer; a heap of combining marks must not make this slow.
    return UTF8Text.graphemeEnd(in: bytes, at: offset, to: min(offset + 256, count))
  }

  /// The offset behind the identifier that begins here, `nil` if none does.
  func identifierEnd(at offset: Int) -> Int? {
    guard let (first, afterFirst) = scalar(at: offset), first == "_" || first.isLetter else { return nil }
    var end = afterFirst
    while let byte = self[end] {
      if byte < 0x80 {
        guard byte.isWord else { break }
        end += 1
      } else {
        guard let (next, behind) = scalar(at: end), next.isLetter || next.isMark else { break }
        end = behind
      }
    }
    return end
  }

  /// The duration that a span is, no more and no less.
  func duration(_ span: Span) -> TickLength.Written? {
    let written = TickLength.read(bytes, from: span.lowerBound, to: span.upperBound)
    return written?.end == span.upperBound ? written : nil
  }

  /// Whether exactly this word stands here, and not just as the beginning of a longer one.
  func hasWord(_ word: StaticString, at offset: Int) -> Bool {
    has(word, at: offset) && identifierEnd(at: offset) == offset + word.utf8CodeUnitCount
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { properties.isAlphabetic }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}
