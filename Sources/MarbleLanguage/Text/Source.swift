/// Text to parse, and its name in messages.
package struct Source: Sendable {
  private let content: Content

  /// The stored properties.
  ///
  /// They share one reference to keep a source small, because every stack frame of the evaluator has room for
  /// sources.
  private final class Content: Sendable {
    let name: String
    let bytes: [UInt8]
    let embedding: Embedding?
    let lines = LineTable()

    init(name: String, bytes: [UInt8], embedding: Embedding? = nil) {
      self.name = name
      self.bytes = bytes
      self.embedding = embedding
    }
  }

  /// The name in messages: the path of a file, or a name such as `<input>`.
  package var name: String { content.name }
  /// The text as UTF-8.
  ///
  /// The offsets of all spans count these bytes.
  package var bytes: [UInt8] { content.bytes }
  /// The location in a larger document, or `nil` if this is not a part of one.
  package var embedding: Embedding? { content.embedding }

  /// A line and a column, counted from 1.
  package struct Position: Sendable, Hashable {
    /// The line, from 1.
    package let line: Int
    /// The column in graphemes, from 1.
    package let column: Int
  }

  /// The location of a part within a larger document, such as a fence in Markdown.
  package struct Embedding: Sendable, Hashable {
    /// The location of one line of the part in the document.
    package struct Line: Sendable, Hashable {
      /// The offset of its first byte, after a prefix of the document such as `> `.
      package let start: Int
      /// The number of graphemes in that prefix.
      let indentation: Int

      package init(start: Int, indentation: Int = 0) {
        self.start = start
        self.indentation = indentation
      }
    }

    /// The line number of the first line in the document, from 1.
    package let firstLine: Int
    /// All lines of the part.
    ///
    /// Never empty.
    package let lines: [Line]

    package init(firstLine: Int, lines: [Line]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// Creates a source from a string.
  package init(name: String, text: String) {
    content = Content(name: name, bytes: Array(text.utf8))
  }

  /// Creates a source from bytes of unknown content, without a byte order mark at the start.
  ///
  /// The bytes may be invalid UTF-8. Call ``checkEncoding()`` to check them.
  package init(name: String, bytes: [UInt8]) {
    content = Content(name: name, bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
  }

  /// Creates a source from a part of a larger document.
  ///
  /// Messages report positions in the document.
  package init(name: String, bytes: [UInt8], at embedding: Embedding) {
    content = Content(name: name, bytes: bytes, embedding: embedding)
  }

  /// Returns the same text with another name and without its embedding.
  package func alone(named name: String) -> Source { Source(name: name, bytes: bytes) }

  /// Returns the same part of a document in which it is some lines further down.
  package func moved(by lines: Int) -> Source {
    guard let embedding else { return self }
    let moved = Embedding(firstLine: embedding.firstLine + lines, lines: embedding.lines)
    return Source(name: name, bytes: bytes, at: moved)
  }

  /// Converts an offset in this part to an offset in the document.
  ///
  /// Without an embedding, both are the same.
  package func offsetInDocument(of offset: Int) -> Int {
    guard let embedding else { return offset }
    let line = content.lines.line(of: offset, in: bytes)
    return embedding.lines[min(line.number, embedding.lines.count) - 1].start + offset - line.start
  }

  /// Returns the line and column of a byte.
  ///
  /// For a part, these are positions in the document.
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = content.lines.line(of: offset, in: bytes)
    let column = UTF8Text.graphemeCount(in: bytes, from: line.start, to: offset) + 1
    guard let embedding else { return Position(line: line.number, column: column) }
    let indentation = embedding.lines[min(line.number, embedding.lines.count) - 1].indentation
    return Position(line: embedding.firstLine + line.number - 1, column: indentation + column)
  }

  /// Returns the span of the line that contains a byte, without the line end.
  package func line(containing offset: Int) -> Span {
    let offset = min(max(offset, 0), bytes.count)
    let start = content.lines.line(of: offset, in: bytes).start
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// Returns the text of a span, with U+FFFD for bytes that are not valid UTF-8.
  package func text(of span: Span) -> String {
    String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Returns the text of a span with new text in place of some spans in it, which do not overlap.
  package func text(of span: Span, replacing replacements: [(span: Span, text: String)]) -> String {
    var (result, position) = ("", span.lowerBound)
    for (part, new) in replacements.sorted(by: { $0.span.lowerBound < $1.span.lowerBound })
    where part.lowerBound >= position && part.upperBound <= span.upperBound {
      result += text(of: position..<part.lowerBound) + new
      position = part.upperBound
    }
    return result + text(of: position..<max(position, span.upperBound))
  }
}

/// A range of UTF-8 offsets in a source.
package typealias Span = Range<Int>
