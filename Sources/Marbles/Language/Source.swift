/// A text that is read, and the name it goes by in messages.
public struct Source: Sendable {
  /// What a message calls it: a file's path, or `<input>` and the like.
  public let name: String
  /// The text as UTF-8; every offset of a span counts these bytes.
  public let bytes: [UInt8]
  /// Where the lines begin, found when somebody first asks.
  private let lines = LineTable()

  /// A place as people count it.
  public struct Position: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in graphemes.
    public let column: Int
  }

  /// A source of text that is already in memory.
  public init(name: String, text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// A source of bytes from outside, which may be anything; ``checkEncoding()`` tells whether they are text.
  ///
  /// A byte order mark at the start is left out.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Throws where the first byte stands that is no UTF-8.
  public func checkEncoding() throws(Diagnostic) {
    if let span = UTF8Text.firstFault(in: bytes) {
      throw Diagnostic(.invalidUTF8, at: span)
    }
  }

  /// The line and the column of a byte.
  public func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset, in: bytes)
    let column = UTF8Text.graphemeCount(in: bytes, from: line.start, to: offset) + 1
    return Position(line: line.number, column: column)
  }

  /// The span of the line that a byte stands in, without its end.
  public func line(containing offset: Int) -> Span {
    let offset = min(max(offset, 0), bytes.count)
    let start = lines.line(of: offset, in: bytes).start
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// The text of a span; bytes that are no UTF-8 appear as U+FFFD.
  public func text(of span: Span) -> String {
    String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

/// A part of a source, as offsets of UTF-8 bytes.
public typealias Span = Range<Int>
