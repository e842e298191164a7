/// A text that is read, and the name it goes by in messages.
public struct Source: Sendable {
  /// What a message calls it: a file's path, or `<input>` and the like.
  public let name: String
  /// The text as UTF-8; every offset of a span counts these bytes.
  public let bytes: [UInt8]

  public init(name: String, text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }
}

/// A part of a source, as offsets of UTF-8 bytes.
public typealias Span = Range<Int>
