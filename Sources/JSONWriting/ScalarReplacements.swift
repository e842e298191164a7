/// Replacements of some scalars in strings.
///
/// Most strings have few of them. The text between two of them is appended as a whole.
package struct ScalarReplacements: Sendable {
  private let replacement: @Sendable (Unicode.Scalar) -> String?
  /// Whether each scalar of ASCII, of which most text consists, remains.
  private let remains: [Bool]

  /// Creates replacements, where `replacement` returns `nil` for the scalars that remain.
  package init(_ replacement: @escaping @Sendable (Unicode.Scalar) -> String?) {
    self.replacement = replacement
    remains = (0..<0x80).map { replacement(Unicode.Scalar(UInt8($0))) == nil }
  }

  /// Returns a string with the scalars replaced.
  package func apply(to text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 && remains[Int($0)] }) { return text }
    var result = ""
    append(text, to: &result)
    return result
  }

  /// Appends a string with the scalars replaced.
  package func append(_ text: String, to result: inout String) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var place = 0
      while place < bytes.count {
        let count = Self.count(of: bytes[place])
        let next = place + count
        if count > 1 || !remains[Int(bytes[place])],
          let scalar = String(decoding: bytes[place..<next], as: UTF8.self).unicodeScalars.first,
          let new = replacement(scalar)
        {
          result += String(decoding: bytes[start..<place], as: UTF8.self)
          result += new
          start = next
        }
        place = next
      }
      result += String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  /// Returns the number of bytes of a scalar that begins with a byte.
  private static func count(of byte: UInt8) -> Int {
    switch byte {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}
