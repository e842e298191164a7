/// A text that is read, and the name it goes by in messages.
package struct Source: Sendable {
  private let content: Content

  /// What is known of it, behind one reference: every frame of the evaluator has room for sources.
  private final class Content: Sendable {
    let name: String
    let bytes: [UInt8]
    let place: Embedding?
    /// Where the lines begin, found when somebody first asks.
    let lines = LineTable()

    init(name: String, bytes: [UInt8], place: Embedding? = nil) {
      self.name = name
      self.bytes = bytes
      self.place = place
    }
  }

  /// What a message calls it: a file's path, or `<input>` and the like.
  package var name: String { content.name }
  /// The text as UTF-8; every offset of a span counts these bytes.
  package var bytes: [UInt8] { content.bytes }
  /// Where it stands, if it is a part of a larger text.
  package var place: Embedding? { content.place }

  /// A place as people count it.
  package struct Position: Sendable, Hashable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in graphemes.
    package let column: Int
  }

  /// Where a part stands in a larger text, such as a fence in Markdown.
  package struct Embedding: Sendable, Hashable {
    /// A line of the part, in the larger text.
    package struct Line: Sendable, Hashable {
      /// The offset of its first byte, behind what the larger text puts in front of it, such as `> `.
      package let start: Int
      /// How many graphemes stand in front of it.
      let indentation: Int

      package init(start: Int, indentation: Int = 0) {
        self.start = start
        self.indentation = indentation
      }
    }

    /// The number of its first line, from 1.
    package let firstLine: Int
    /// All of its lines; never empty.
    package let lines: [Line]

    package init(firstLine: Int, lines: [Line]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// A source of text that is already in memory.
  package init(name: String, text: String) {
    content = Content(name: name, bytes: Array(text.utf8))
  }

  /// A source of bytes from outside, which may be anything; ``checkEncoding()`` tells whether they are text.
  ///
  /// A byte order mark at the start is left out.
  package init(name: String, bytes: [UInt8]) {
    content = Content(name: name, bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
  }

  /// A part of a larger text of that name, whose places are told as places of the larger text.
  package init(name: String, bytes: [UInt8], at place: Embedding) {
    content = Content(name: name, bytes: bytes, place: place)
  }

  /// The same text by another name, on its own if it was a part.
  package func alone(named name: String) -> Source { Source(name: name, bytes: bytes) }

  /// The offset in the larger text of a byte of this part, or the offset itself where there is none.
  package func offsetInDocument(of offset: Int) -> Int {
    guard let place else { return offset }
    let line = content.lines.line(of: offset, in: bytes)
    return place.lines[min(line.number, place.lines.count) - 1].start + offset - line.start
  }

  /// The line and the column of a byte; for a part, those in the larger text.
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = content.lines.line(of: offset, in: bytes)
    let column = UTF8Text.graphemeCount(in: bytes, from: line.start, to: offset) + 1
    guard let place else { return Position(line: line.number, column: column) }
    let indentation = place.lines[min(line.number, place.lines.count) - 1].indentation
    return Position(line: place.firstLine + line.number - 1, column: indentation + column)
  }

  /// The span of the line that a byte stands in, without its end.
  package func line(containing offset: Int) -> Span {
    let offset = min(max(offset, 0), bytes.count)
    let start = content.lines.line(of: offset, in: bytes).start
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// The text of a span; bytes that are no UTF-8 appear as U+FFFD.
  package func text(of span: Span) -> String {
    String(decoding: bytes[span.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

/// A part of a source, as offsets of UTF-8 bytes.
package typealias Span = Range<Int>
