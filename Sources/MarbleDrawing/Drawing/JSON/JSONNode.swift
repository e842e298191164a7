import MarbleEvaluation
import MarbleLanguage

/// A JSON value with its position.
package struct JSONNode: Sendable {
  package indirect enum Content: Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([(key: String, value: JSONNode)])
  }

  package let content: Content
  package let span: Span

  /// The offset of the first byte.
  package var offset: Int { span.lowerBound }

  package init(_ content: Content, at span: Span = 0..<0) {
    self.content = content
    self.span = span
  }
}

/// An error in JSON.
package struct JSONReadingError: Error {
  /// The missing part, such as "`,` or `]`".
  package let expected: String
  /// The offset of the byte at which it is missing.
  package let offset: Int

  package init(expected: String, offset: Int) {
    self.expected = expected
    self.offset = offset
  }
}

// MARK: - Members

extension JSONNode {
  package func expected(_ text: String) -> JSONReadingError { JSONReadingError(expected: text, offset: offset) }

  /// Returns a member of an object, or `nil` if it is missing.
  package func optional(_ key: String) throws(JSONReadingError) -> JSONNode? {
    guard case .object(let members) = content else { throw expected("an object") }
    return members.first { $0.key == key }?.value
  }

  package func member(_ key: String) throws(JSONReadingError) -> JSONNode {
    guard let value = try optional(key) else { throw expected("an object with the key `\(key)`") }
    return value
  }

  package var isNull: Bool { if case .null = content { true } else { false } }

  package func array() throws(JSONReadingError) -> [JSONNode] {
    guard case .array(let items) = content else { throw expected("an array") }
    return items
  }

  package func string() throws(JSONReadingError) -> String {
    guard case .string(let text) = content else { throw expected("a string") }
    return text
  }

  package func boolean() throws(JSONReadingError) -> Bool {
    guard case .boolean(let value) = content else { throw expected("`true` or `false`") }
    return value
  }

  package func integer() throws(JSONReadingError) -> Int {
    guard case .number(let text) = content, let number = Int(text) else { throw expected("an integer") }
    return number
  }

  /// A tick that a drawing can have.
  func tick() throws(JSONReadingError) -> Int {
    let tick = try integer()
    guard Diagram.drawable.contains(tick) else { throw expected("a tick that can be drawn") }
    return tick
  }

  /// The tick, or `nil` for `null`.
  func optionalTick() throws(JSONReadingError) -> Int? { isNull ? nil : try tick() }

  package func map<T>(_ transform: (JSONNode) throws(JSONReadingError) -> T) throws(JSONReadingError) -> [T] {
    var items: [T] = []
    for item in try array() { items.append(try transform(item)) }
    return items
  }
}
