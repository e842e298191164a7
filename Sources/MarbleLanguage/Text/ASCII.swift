/// The ASCII bytes with a meaning in the language.
package enum ASCII {
  package static let newline = UInt8(ascii: "\n")
  package static let quote = UInt8(ascii: "\"")
  package static let backslash = UInt8(ascii: "\\")
  package static let slash = UInt8(ascii: "/")
  package static let star = UInt8(ascii: "*")
  package static let dot = UInt8(ascii: ".")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")
  package static let semicolon = UInt8(ascii: ";")
  package static let at = UInt8(ascii: "@")
  package static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")
  package static let dollar = UInt8(ascii: "$")
  package static let underscore = UInt8(ascii: "_")
  package static let minus = UInt8(ascii: "-")
  package static let openParenthesis = UInt8(ascii: "(")
  package static let closeParenthesis = UInt8(ascii: ")")
  package static let openSquare = UInt8(ascii: "[")
  package static let closeSquare = UInt8(ascii: "]")
  package static let openBrace = UInt8(ascii: "{")
  package static let closeBrace = UInt8(ascii: "}")
}

extension UInt8 {
  /// Whether this is a space, a tab or a carriage return, which separate words within a line.
  package var separatesWords: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
