/// Strings in quotes, and escapes.
extension TimelineScanner {
  /// Reads a string with its quotes.
  mutating func readString() throws(Diagnostic) -> String {
    let opening = here
    position += 1
    var text = ""
    var plain = position
    while position < limit, !bytes[position].isLineEnd {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let rest = UTF8Text.text(of: bytes, in: plain..<position)
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

  /// Reads a backslash and the rest of the escape.
  mutating func readEscape() throws(Diagnostic) -> Unicode.Scalar {
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

  /// Reads `u{1F600}`, whose backslash is at `first`.
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
}

extension Unicode.Scalar {
  /// The value of a hexadecimal digit.
  fileprivate var hexadecimalDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
