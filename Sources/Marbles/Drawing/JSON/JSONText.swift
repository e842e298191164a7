import MarbleLanguage

/// Writes JSON as it comes, without blanks; keys stay in the order in which they are written.
package struct JSONText {
  package private(set) var text = ""
  /// Whether something stands in front of what comes next.
  private var needsComma = false

  package init() {}

  /// Integers beyond these are no integers to many who read JSON.
  static let exactIntegers = -(1 << 53)...(1 << 53)

  // MARK: Structure

  package mutating func object(_ members: (inout JSONText) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  mutating func array<Items: Sequence>(_ items: Items, _ item: (inout JSONText, Items.Element) -> Void) {
    open("[")
    for element in items { item(&self, element) }
    close("]")
  }

  /// A key of the object that is open; its value has to follow.
  package mutating func key(_ name: StaticString) {
    separate()
    text += "\""
    text += name.description
    text += "\":"
    needsComma = false
  }

  private mutating func open(_ bracket: String) {
    separate()
    text += bracket
    needsComma = false
  }

  private mutating func close(_ bracket: String) {
    text += bracket
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  // MARK: Values

  package mutating func null() {
    separate()
    text += "null"
  }

  mutating func boolean(_ value: Bool) {
    separate()
    text += value ? "true" : "false"
  }

  /// A count or a tick, as a number whatever its size.
  package mutating func integer(_ value: Int) {
    separate()
    text += String(value)
  }

  /// A number that is finite, in the fewest digits that tell it from every other one.
  mutating func number(_ value: Double) {
    separate()
    text += value.description
  }

  package mutating func string(_ value: String) {
    separate()
    text += "\""
    // Most texts need no escapes, and bytes are looked at faster than scalars.
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 < 0x7F }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { escape(scalar) }
    }
    text += "\""
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    // Control characters, those that turn the direction of text, and the two that end lines of JavaScript.
    case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}

// MARK: - Members

extension JSONText {
  package mutating func member(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  package mutating func member(_ key: StaticString, _ value: Int) {
    self.key(key)
    integer(value)
  }

  mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    boolean(value)
  }

  /// `null` where there is none.
  package mutating func member(_ key: StaticString, _ value: Int?) {
    self.key(key)
    if let value { integer(value) } else { null() }
  }

  /// `null` where there is none.
  package mutating func member(_ key: StaticString, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  package mutating func member<Items: Sequence>(
    _ key: StaticString, _ items: Items, _ item: (inout JSONText, Items.Element) -> Void
  ) {
    self.key(key)
    array(items, item)
  }

  package mutating func member(_ key: StaticString, strings: [String]) {
    member(key, strings) { $0.string($1) }
  }
}
