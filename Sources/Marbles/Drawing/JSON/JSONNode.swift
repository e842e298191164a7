import MarbleLanguage

/// A JSON value with its position.
struct JSONNode {
  indirect enum Content {
    case null
    case boolean(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([(key: String, value: JSONNode)])
  }

  let content: Content
  /// The offset of the first byte.
  let offset: Int
}

/// An error in JSON that should contain drawings.
package struct JSONReadingError: Error {
  /// The missing part, such as "`,` or `]`".
  package let expected: String
  /// The offset of the byte at which it is missing.
  package let offset: Int
}

// MARK: - Members

extension JSONNode {
  func expected(_ text: String) -> JSONReadingError { JSONReadingError(expected: text, offset: offset) }

  /// Returns a member of an object, or `nil` if it is missing.
  func optional(_ key: String) throws(JSONReadingError) -> JSONNode? {
    guard case .object(let members) = content else { throw expected("an object") }
    return members.first { $0.key == key }?.value
  }

  func member(_ key: String) throws(JSONReadingError) -> JSONNode {
    guard let value = try optional(key) else { throw expected("an object with the key `\(key)`") }
    return value
  }

  var isNull: Bool { if case .null = content { true } else { false } }

  func array() throws(JSONReadingError) -> [JSONNode] {
    guard case .array(let items) = content else { throw expected("an array") }
    return items
  }

  func string() throws(JSONReadingError) -> String {
    guard case .string(let text) = content else { throw expected("a string") }
    return text
  }

  func boolean() throws(JSONReadingError) -> Bool {
    guard case .boolean(let value) = content else { throw expected("`true` or `false`") }
    return value
  }

  func integer() throws(JSONReadingError) -> Int {
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

  func map<T>(_ transform: (JSONNode) throws(JSONReadingError) -> T) throws(JSONReadingError) -> [T] {
    var items: [T] = []
    for item in try array() { items.append(try transform(item)) }
    return items
  }
}
