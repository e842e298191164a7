extension UInt8 {
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  package var isLetter: Bool {
    let lowered = self | 0x20
    return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
  }

  /// Whether this is a letter, a digit or `_`, which can continue a word.
  package var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }

  package var isWhitespace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  package var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether this is an ASCII control character.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether the character has a meaning on a timeline.
  ///
  /// Such a character is a value only in brackets or quotes.
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
  /// Whether every character is printable ASCII.
  ///
  /// Such a string has one column per byte and needs no Unicode tables.
  @inlinable package var isPrintableASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Unicode.Scalar {
  /// Whether this is one of the box-drawing characters.
  var isBoxDrawing: Bool { (0x2500...0x257F).contains(value) }

  /// Whether the scalar is a hyphen, a dash or a minus sign other than `-`.
  var isDash: Bool {
    switch value {
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: true
    default: false
    }
  }

  /// Whether the scalar is invisible: a control, a format character or any space except U+0020.
  package var isInvisible: Bool {
    // The common ranges need no look into the Unicode tables.
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
