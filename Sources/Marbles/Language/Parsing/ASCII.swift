/// The bytes that the language gives a meaning to.
enum ASCII {
  static let newline = UInt8(ascii: "\n")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let dot = UInt8(ascii: ".")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")
  static let dollar = UInt8(ascii: "$")
  static let underscore = UInt8(ascii: "_")
  static let minus = UInt8(ascii: "-")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let openSquare = UInt8(ascii: "[")
  static let closeSquare = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
}

extension UInt8 {
  /// Blank, tab or carriage return: what separates words within a line.
  var separatesWords: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
