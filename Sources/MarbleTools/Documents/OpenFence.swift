import Marbles

/// A fence that has begun and not ended yet.
struct OpenFence {
  /// The row of marks that it begins with.
  struct Marks {
    let mark: UInt8
    let count: Int
    /// What stands behind them, without the blanks around it.
    let info: Span

    /// The marks that a line's text begins with.
    init?(_ text: ArraySlice<UInt8>) {
      guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
      let count = text.prefix { $0 == mark }.count
      var info = text.dropFirst(count).drop(while: \.isWhitespace)
      while info.last?.isWhitespace ?? false { info.removeLast() }
      // With a backtick behind them they are code in a line.
      guard count >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
      self.mark = mark
      self.count = count
      self.info = info.startIndex..<info.endIndex
    }

    /// Whether a line's text closes what they have opened.
    func areClosed(by text: ArraySlice<UInt8>) -> Bool {
      let length = text.prefix { $0 == mark }.count
      return length >= count && text.dropFirst(length).allSatisfy(\.isWhitespace)
    }
  }

  let marks: Marks
  /// How many columns its marks are indented in its container.
  let indentation: Int
  let container: Int
  let isInComment: Bool
  /// The line of its marks, with its end, and where its text begins and ends.
  let opening: Span
  let openingText: Span
  let lineNumber: Int
  let attributes: FenceAttributes
  private let info: String
  private var lines: [Fence.Line] = []

  init(
    _ marks: Marks, at cursor: MarkdownCursor, of bytes: [UInt8], lineNumber: Int, next: Int, container: Int,
    isInComment: Bool = false
  ) {
    self.marks = marks
    indentation = cursor.indentation
    self.container = container
    self.isInComment = isInComment
    opening = cursor.line.lowerBound..<next
    openingText = cursor.line
    self.lineNumber = lineNumber
    info = String(decoding: bytes[marks.info], as: UTF8.self)
    attributes = FenceAttributes(bytes[marks.info])
  }

  /// A line that belongs to it.
  mutating func append(_ cursor: MarkdownCursor) {
    var cursor = cursor
    cursor.skip(columns: indentation)
    lines.append(
      Fence.Line(
        content: cursor.offset..<cursor.line.upperBound, indentation: cursor.offset - cursor.line.lowerBound))
  }

  /// The fence, closed by a line that has been read up to what is in its container.
  func closed(by cursor: MarkdownCursor, next: Int) -> Fence {
    var prefix = cursor.passed
    // A quote takes the blank behind its mark; what is written beneath must not lose one of its own.
    if prefix.last == UInt8(ascii: ">") { prefix.append(UInt8(ascii: " ")) }
    prefix += [UInt8](repeating: UInt8(ascii: " "), count: indentation)
    return Fence(
      info: info, attributes: attributes, infoStart: marks.info.lowerBound, marks: marks, lineNumber: lineNumber,
      opening: opening, openingText: openingText, lines: lines,
      closing: cursor.line.lowerBound..<next, prefix: prefix, container: container, isInComment: isInComment)
  }
}

/// A fence that is never closed.
struct UnclosedFence: Error {
  let fence: OpenFence

  func parseError(in bytes: [UInt8], named name: String) -> Document.ParseError {
    let source = Source.line(fence.openingText, number: fence.lineNumber, of: bytes, named: name)
    let start = fence.marks.info.lowerBound - fence.openingText.lowerBound
    var marks = bytes[fence.openingText].prefix(start)
    while marks.last?.isWhitespace ?? false { marks.removeLast() }
    let span = marks.count - fence.marks.count..<marks.count
    let text = String(decoding: marks.suffix(fence.marks.count), as: UTF8.self)
    return Document.ParseError(
      diagnostic: Diagnostic(.unclosedFence(marks: text, isInComment: fence.isInComment), at: span), source: source)
  }
}

extension Source {
  /// A line of a larger text, with its places.
  static func line(_ line: Span, number: Int, of bytes: [UInt8], named name: String) -> Source {
    Source(
      name: name, bytes: Array(bytes[line]),
      at: Embedding(firstLine: number, lines: [Embedding.Line(start: line.lowerBound)]))
  }
}
