import MarbleEvaluation
import MarbleLanguage

/// A parser of JSON values, which may follow each other, as in lines of JSON.
package struct JSONParser {
  private let bytes: [UInt8]
  private let end: Int
  package private(set) var offset: Int

  /// - Parameter span: The part to parse, or `nil` for all bytes.
  package init(_ bytes: [UInt8], in span: Range<Int>? = nil) {
    self.bytes = bytes
    offset = span?.lowerBound ?? 0
    end = span?.upperBound ?? bytes.count
  }

  /// The maximum depth of arrays and objects.
  private static let maxDepth = 200

  /// Returns the next value, or `nil` at the end.
  package mutating func next() throws(JSONReadingError) -> JSONNode? {
    skipWhitespace()
    return offset < end ? try value(depth: 0) : nil
  }

  private var byte: UInt8? { offset < end ? bytes[offset] : nil }

  private func expected(_ text: String) -> JSONReadingError { JSONReadingError(expected: text, offset: offset) }

  private mutating func skipWhitespace() {
    while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
  }

  /// Skips whitespace and a character, and returns whether it was there.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipWhitespace()
    guard byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONReadingError) -> JSONNode {
    guard depth < Self.maxDepth else { throw expected("fewer brackets in each other") }
    skipWhitespace()
    let start = offset
    let content = try content(depth: depth)
    return JSONNode(content, at: start..<offset)
  }

  private mutating func content(depth: Int) throws(JSONReadingError) -> JSONNode.Content {
    switch byte {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try items(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    default: break
    }
    let start = offset
    while let byte,
      byte.isDigit || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    {
      offset += 1
    }
    let word = bytes[start..<offset]
    if Self.isNumber(word) { return .number(String(decoding: word, as: UTF8.self)) }
    switch String(decoding: word, as: UTF8.self) {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      offset = start
      throw expected("a JSON value")
    }
  }

  /// Whether a word is a number in JSON, which has fewer forms than in Swift: `3.`, `03` and `0x3` are invalid.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var index = word.startIndex
    func byte() -> UInt8 { index < word.endIndex ? word[index] : 0 }
    func skipDigits() -> Int {
      let start = index
      while byte().isDigit { index += 1 }
      return index - start
    }
    if byte() == UInt8(ascii: "-") { index += 1 }
    let beginsWithZero = byte() == UInt8(ascii: "0")
    let count = skipDigits()
    guard count > 0, count == 1 || !beginsWithZero else { return false }
    if byte() == UInt8(ascii: ".") {
      index += 1
      if skipDigits() == 0 { return false }
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      index += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { index += 1 }
      if skipDigits() == 0 { return false }
    }
    return index == word.endIndex
  }

  private mutating func items(depth: Int) throws(JSONReadingError) -> [JSONNode] {
    offset += 1
    var items: [JSONNode] = []
    if skip("]") { return items }
    repeat { items.append(try value(depth: depth + 1)) } while skip(",")
    guard skip("]") else { throw expected("`,` or `]`") }
    return items
  }

  private mutating func members(depth: Int) throws(JSONReadingError) -> [(key: String, value: JSONNode)] {
    offset += 1
    var members: [(String, JSONNode)] = []
    if skip("}") { return members }
    repeat {
      skipWhitespace()
      guard byte == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
      let key = try string()
      guard skip(":") else { throw expected("`:`") }
      members.append((key, try value(depth: depth + 1)))
    } while skip(",")
    guard skip("}") else { throw expected("`,` or `}`") }
    return members
  }

  // MARK: Strings

  private mutating func string() throws(JSONReadingError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      default: text.append(byte)
      }
    }
    throw expected("`\"`")
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]

  private mutating func escape() throws(JSONReadingError) -> [UInt8] {
    if let byte, let plain = Self.escapes[byte] {
      offset += 1
      return [plain]
    }
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]) { units.append(try secondUnit()) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func secondUnit() throws(JSONReadingError) -> UInt16 {
    guard byte == UInt8(ascii: "\\") else { throw expected("the second half of a character, such as `\\uDE00`") }
    offset += 1
    return try unit()
  }

  /// Reads the letter `u` and four hexadecimal digits.
  private mutating func unit() throws(JSONReadingError) -> UInt16 {
    let next = offset + 5
    guard byte == UInt8(ascii: "u"), next <= end,
      let unit = UInt16(String(decoding: bytes[offset + 1..<next], as: UTF8.self), radix: 16)
    else { throw expected("an escape such as `\\n` or `\\u00E9`") }
    offset = next
    return unit
  }
}
