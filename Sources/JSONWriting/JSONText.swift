/// A JSON writer without whitespace, which keeps the order of keys.
///
/// Its functions are not inlined where they are called, because a function that writes many members would take the
/// optimizer ten seconds.
package struct JSONText {
  package private(set) var text = ""
  /// Whether the next value needs a comma before it.
  private var needsComma = false

  package init() {}

  /// The integers that every JSON reader represents exactly.
  package static let exactIntegers = -(1 << 53)...1 << 53 as ClosedRange<Int64>

  // MARK: Structure

  @inline(never) package mutating func object(_ members: (inout JSONText) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  package mutating func array<Items: Sequence>(_ items: Items, _ item: (inout JSONText, Items.Element) -> Void) {
    open("[")
    for element in items { item(&self, element) }
    close("]")
  }

  /// Writes a key of the current object, which a value must follow.
  @inline(never) package mutating func key(_ name: StaticString) {
    separate()
    text += "\""
    text += name.description
    text += "\":"
    needsComma = false
  }

  /// Writes a key that is not known in advance.
  package mutating func key(named name: String) {
    string(name)
    text += ":"
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

  package mutating func boolean(_ value: Bool) {
    separate()
    text += value ? "true" : "false"
  }

  /// Writes a count or a tick, as a number of any size.
  @inline(never) package mutating func integer(_ value: Int) {
    integer(Int64(value))
  }

  @inline(never) package mutating func integer(_ value: Int64) {
    separate()
    text += String(value)
  }

  /// Writes a finite number, in the fewest digits that identify it.
  package mutating func number(_ value: Double) {
    separate()
    text += value.description
  }

  /// Writes a value that is JSON already.
  package mutating func value(written text: String) {
    separate()
    self.text += text
  }

  @inline(never) package mutating func string(_ value: String) {
    separate()
    text += "\""
    Self.escapes.append(value, to: &text)
    text += "\""
  }

  /// The escape sequences of scalars that need one.
  ///
  /// Besides those that JSON requires, control characters, characters that change the text direction, and the two line
  /// terminators of JavaScript are escaped.
  private static let escapes = ScalarReplacements { scalar in
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return nil
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

  package mutating func member(_ key: StaticString, _ value: Int64) {
    self.key(key)
    integer(value)
  }

  package mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    boolean(value)
  }

  /// Writes a member, with `null` for a missing value.
  package mutating func member(_ key: StaticString, _ value: Int?) {
    self.key(key)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member, with `null` for a missing value.
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

  package mutating func member(_ key: StaticString, numbers: [Int]) {
    member(key, numbers) { $0.integer($1) }
  }

  package mutating func member(_ key: StaticString, strings: [String]) {
    member(key, strings) { $0.string($1) }
  }
}
