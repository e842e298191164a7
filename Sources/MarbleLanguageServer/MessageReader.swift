/// A reader of messages, each of which follows a header with its length.
///
///     Content-Length: 52\r\n
///     \r\n
///     {"jsonrpc":"2.0","method":"initialized","params":{}}
package struct MessageReader: Sendable {
  /// A part of the input.
  package enum Part: Equatable, Sendable {
    case message([UInt8])
    /// A header without a valid length, which is skipped.
    case malformedHeader
  }

  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were already returned.
  private var consumed = 0
  /// The length of the next message, once its header is complete.
  private var length: Int?

  /// The maximum size of a header, in bytes.
  private static let maxHeaderSize = 4096
  /// The maximum size of a message, in bytes.
  private static let maxSize = 64 << 20

  package init() {}

  /// Adds bytes of the input.
  package mutating func add(_ bytes: [UInt8]) {
    if consumed > 0 {
      buffer.removeFirst(consumed)
      consumed = 0
    }
    buffer += bytes
  }

  /// Returns the next part, or `nil` if it is incomplete.
  package mutating func next() -> Part? {
    guard let length else { return header() }
    guard buffer.count - consumed >= length else { return nil }
    defer {
      consumed += length
      self.length = nil
    }
    return .message(Array(buffer[consumed..<consumed + length]))
  }

  private mutating func header() -> Part? {
    let rest = buffer[consumed...]
    guard let end = rest.endOfHeader else {
      guard rest.count > Self.maxHeaderSize else { return nil }
      consumed = buffer.count
      return .malformedHeader
    }
    consumed = end
    length = rest[..<end].contentLength.flatMap { $0 <= Self.maxSize ? $0 : nil }
    return length == nil ? .malformedHeader : next()
  }
}

extension ArraySlice<UInt8> {
  /// The offset after the empty line that ends a header.
  fileprivate var endOfHeader: Int? {
    var lineStart = startIndex
    for index in indices where self[index] == UInt8(ascii: "\n") {
      let isEmpty = index == lineStart || index == lineStart + 1 && self[lineStart] == UInt8(ascii: "\r")
      // The empty lines before a header belong to it.
      if isEmpty, lineStart > startIndex { return index + 1 }
      lineStart = index + 1
    }
    return nil
  }

  /// The length in a header, or `nil` if it is missing, repeated or malformed.
  fileprivate var contentLength: Int? {
    var length: Int?
    for line in split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "content-length" else { continue }
      let value = text[text.index(after: colon)...].filter { !$0.isWhitespace }
      guard length == nil, value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
        let number = Int(value)
      else { return nil }
      length = number
    }
    return length
  }
}
