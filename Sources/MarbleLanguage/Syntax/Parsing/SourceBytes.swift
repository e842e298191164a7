/// The bytes of a source, with bounds-checked access.
package struct SourceBytes: Sendable {
  private let bytes: [UInt8]

  package init(_ source: Source) { bytes = source.bytes }

  package var count: Int { bytes.count }

  /// The byte at an offset, or `nil` if it is out of bounds.
  package subscript(offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

  package func text(_ span: Span) -> String {
    String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Returns the text of a span for use in a message, shortened if it is long.
  package func excerpt(_ span: Span) -> String {
    MarbleLanguage.truncated(bytes[span.clamped(to: 0..<bytes.count)], toBytes: 40)
  }

  /// Whether the given text is at an offset.
  package func has(_ text: StaticString, at offset: Int) -> Bool {
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

  /// Returns the start of the word that ends at an offset.
  func wordStart(before end: Int) -> Int {
    var start = end
    while self[start - 1]?.isWord == true { start -= 1 }
    return start
  }

  /// Returns the offset after the spaces, tabs and carriage returns at an offset.
  package func skipWhitespace(at offset: Int) -> Int {
    var end = offset
    while let byte = self[end], byte.separatesWords { end += 1 }
    return end
  }

  /// Returns the first offset that is neither whitespace nor the end of a line.
  func skipBlank(at offset: Int) -> Int {
    var end = offset
    while let byte = self[end], byte.separatesWords || byte == ASCII.newline { end += 1 }
    return end
  }

  /// Returns the end of the line that contains an offset.
  package func lineEnd(at offset: Int) -> Int {
    var end = offset
    while let byte = self[end], byte != ASCII.newline { end += 1 }
    return min(end, count)
  }

  /// Returns the scalar at an offset and the offset after it, or `nil` at the end.
  package func scalar(at offset: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    guard self[offset] != nil else { return nil }
    let (scalar, length) = UTF8Text.scalar(in: bytes, at: offset, to: count)
    return (scalar, offset + length)
  }

  /// Returns the offset after the character that begins at an offset.
  package func characterEnd(at offset: Int) -> Int {
    guard self[offset] != nil else { return count }
    // The limit keeps a long run of combining marks from being slow.
    return UTF8Text.graphemeEnd(in: bytes, at: offset, to: min(offset + 256, count))
  }

  /// Returns the offset after the identifier that begins at an offset, or `nil` if there is none.
  package func identifierEnd(at offset: Int) -> Int? {
    guard let byte = self[offset], byte >= 0x80 || byte.isLetter || byte == ASCII.underscore,
      let (first, afterFirst) = scalar(at: offset), byte < 0x80 || first.isLetter
    else { return nil }
    var end = afterFirst
    while let byte = self[end] {
      if byte < 0x80 {
        guard byte.isWord else { break }
        end += 1
      } else {
        guard let (next, after) = scalar(at: end), next.isLetter || next.isMark else { break }
        end = after
      }
    }
    return end
  }

  /// Returns the duration in a span, or `nil` if the span is not exactly one duration.
  package func duration(_ span: Span) -> TickLength.Written? {
    let written = TickLength.read(bytes, from: span.lowerBound, to: span.upperBound)
    return written?.end == span.upperBound ? written : nil
  }

  /// Whether a whole word is at an offset, instead of the beginning of a longer one.
  package func hasWord(_ word: StaticString, at offset: Int) -> Bool {
    has(word, at: offset) && identifierEnd(at: offset) == offset + word.utf8CodeUnitCount
  }
}

extension Source {
  /// Returns the span without the whitespace at its end.
  package func trimmingTrailingWhitespace(_ span: Span) -> Span {
    var end = span.upperBound
    while end > span.lowerBound, bytes[end - 1].separatesWords { end -= 1 }
    return span.lowerBound..<end
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
