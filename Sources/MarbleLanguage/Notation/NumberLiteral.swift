/// A number as it is written in brackets: `12`, `-3.5`, `1e+20`.
package struct NumberLiteral {
  private let text: String
  private let isInteger: Bool

  /// The maximum length.
  ///
  /// Parsing a longer number would be slow and serves no purpose.
  private static let maxLength = 400

  /// Creates a literal if the whole string is a number.
  ///
  /// Only ASCII digits count.
  package init?(_ text: String) {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    func skipDigits() -> Bool {
      let rest = digits.drop { $0.isDigit }
      defer { digits = rest }
      return rest.startIndex > digits.startIndex
    }
    guard skipDigits() else { return nil }
    var isInteger = true
    if digits.first == UInt8(ascii: ".") {
      isInteger = false
      digits.removeFirst()
      guard skipDigits() else { return nil }
    }
    if digits.first == UInt8(ascii: "e") || digits.first == UInt8(ascii: "E") {
      isInteger = false
      digits.removeFirst()
      if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") { digits.removeFirst() }
      guard skipDigits() else { return nil }
    }
    guard digits.isEmpty else { return nil }
    self.text = text
    self.isInteger = isInteger
  }

  /// The number, or `nil` if an integer is out of range or the literal is too long.
  package var value: Value? {
    guard text.utf8.count <= Self.maxLength else { return nil }
    if isInteger { return Int64(text).map(Value.integer) }
    // `Double` turns a decimal that is too large into infinity, which is also how infinity is printed.
    return Double(text).map(Value.number)
  }
}
