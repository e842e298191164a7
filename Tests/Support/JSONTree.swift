/// A JSON value that keeps its literals as written and its keys in order.
package indirect enum JSONTree: Equatable, Sendable {
  /// A number, a string with its quotes, `true`, `false` or `null`.
  case scalar(String)
  case array([JSONTree])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONTree
  }

  /// Parses a string, which must be valid JSON.
  package init(_ text: String) {
    var rest = text.unicodeScalars[...]
    self.init(&rest)
  }

  private init(_ rest: inout Substring.UnicodeScalarView) {
    Self.skipWhitespace(&rest)
    switch rest.first {
    case "[":
      self = .array(Self.items(&rest, until: "]") { JSONTree(&$0) })
    case "{":
      self = .object(
        Self.items(&rest, until: "}") { rest in
          let key = Self.word(&rest)
          Self.skipWhitespace(&rest)
          rest.removeFirst()
          return Member(key: String(key.dropFirst().dropLast()), value: JSONTree(&rest))
        })
    default: self = .scalar(Self.word(&rest))
    }
  }

  private static func skipWhitespace(_ rest: inout Substring.UnicodeScalarView) {
    rest = rest.drop { " \n".unicodeScalars.contains($0) }
  }

  private static func items<Item>(
    _ rest: inout Substring.UnicodeScalarView, until end: Unicode.Scalar,
    _ item: (inout Substring.UnicodeScalarView) -> Item
  ) -> [Item] {
    var items: [Item] = []
    rest.removeFirst()
    while true {
      skipWhitespace(&rest)
      if rest.first == "," { rest.removeFirst() }
      skipWhitespace(&rest)
      guard let next = rest.first, next != end else { break }
      items.append(item(&rest))
    }
    rest = rest.dropFirst()
    return items
  }

  private static func word(_ rest: inout Substring.UnicodeScalarView) -> String {
    var word = ""
    var isQuoted = false
    while let scalar = rest.first, isQuoted || !",]} :\n".unicodeScalars.contains(scalar) {
      word.unicodeScalars.append(rest.removeFirst())
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == "\\", let escaped = rest.popFirst() { word.unicodeScalars.append(escaped) }
      if scalar == "\"", !isQuoted { break }
    }
    return word
  }

  package subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Returns the value on one line, or on several lines if it would be wider than `width`.
  package func pretty(indent: Int = 0, width: Int = 110) -> String {
    let line = onOneLine
    guard indent + line.count > width else { return line }
    let margin = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .scalar: return line
    case .array(let items):
      return "[\n" + items.map { margin + $0.pretty(indent: indent + 2) }.joined(separator: ",\n") + end + "]"
    case .object(let members):
      let lines = members.map { margin + "\"\($0.key)\": " + $0.value.pretty(indent: indent + 2) }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    }
  }

  private var onOneLine: String {
    switch self {
    case .scalar(let text): text
    case .array(let items): "[" + items.map(\.onOneLine).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}" : "{ " + members.map { "\"\($0.key)\": \($0.value.onOneLine)" }.joined(separator: ", ") + " }"
    }
  }
}
