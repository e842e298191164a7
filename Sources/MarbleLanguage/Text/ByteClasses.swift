extension UInt8 {
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  package var isLetter: Bool {
    let lowered = self | 0x20
    return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
  }

  /// Whether a word goes on with it: a letter, a digit, `_`.
  package var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }

  package var isWhitespace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  package var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether it is one of the ASCII characters that nobody can see.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether it means something on a timeline, so that it is a value only in brackets or quotes.
  var isReserved: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
      UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "^"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "\\"),
      UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: "\t"):
      true
    default: false
    }
  }
}

extension String {
  /// Whether every character is printable ASCII, as in most texts: it takes one column, and needs no further look.
  @inlinable package var isPrintableASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Unicode.Scalar {
  /// Whether it belongs to the characters that boxes are drawn with.
  var isBoxDrawing: Bool { (0x2500...0x257F).contains(value) }

  /// Whether nobody can see it: controls, formats, blanks other than the blank itself.
  package var isInvisible: Bool {
    // Of most that are written it is known without a look at the tables.
    switch value {
    case 0x20..<0x7F, 0xC0..<0x300, 0x4E00..<0xA000: return false
    default: break
    }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: self != " "
    default: false
    }
  }
}
