/// A fenced block of Markdown: its lines between two rows of backticks or tildes.
public struct Fence: Sendable {
  /// What stands behind the opening marks, without the blanks around it: `marble svg=merge.svg`.
  public let info: String
  /// What that says, word by word.
  public let words: FenceWords
  /// Where that begins.
  let infoStart: Int
  /// Its opening marks.
  let marks: OpenFence.Marks
  /// The number of the line of its opening marks, from 1.
  public let lineNumber: Int
  /// The line of its opening marks, from its first byte to behind its line end.
  public let opening: Span
  /// The same line, without its line end and without a byte order mark.
  let openingText: Span
  /// Its lines, each where it is written.
  public let lines: [Line]
  /// The line of its closing marks, from its first byte to behind its line end.
  public let closing: Span
  /// What its list items and quotes put in front of each line, and its own indentation.
  let prefix: [UInt8]
  /// The list item or quote that it stands in, the innermost; 0 for none.
  let container: Int
  /// Whether it stands in an HTML comment, where no reader sees it.
  public let isInComment: Bool

  /// A line in it.
  public struct Line: Sendable {
    /// What belongs to the fence, without what lists and quotes put in front of it, and without its line end.
    public let content: Span
    /// How many graphemes stand in front of it.
    public let indentation: Int
  }

  /// Whether its first word says that it is of this language.
  public var isMarble: Bool { words.language == "marble" }

  /// Its text as a source of its own, with the places of the Markdown that it stands in.
  func source(in bytes: [UInt8], named name: String) -> Source {
    var text: [UInt8] = []
    for line in lines { text += bytes[line.content] + [UInt8(ascii: "\n")] }
    let places = lines.map { Source.Place.Line(start: $0.content.lowerBound, indentation: $0.indentation) }
    let end = Source.Place.Line(start: closing.lowerBound)
    return Source(name: name, bytes: text, at: Source.Place(firstLine: lineNumber + 1, lines: places + [end]))
  }
}

// MARK: Writing

extension Fence {
  /// A line as its list items and quotes have it, with its end.
  func line(_ text: [UInt8], in document: Document) -> [UInt8] {
    var line = prefix + text
    if text.isEmpty {
      while line.last?.isBlank ?? false { line.removeLast() }
    }
    return line + lineEnd(in: document)
  }

  /// How its lines end.
  func lineEnd(in document: Document) -> [UInt8] {
    let end = document.bytes[openingText.upperBound..<opening.upperBound]
    return end.isEmpty ? [UInt8(ascii: "\n")] : Array(end)
  }

  /// The line of its opening marks, as something that a mistake stands in.
  func openingSource(in document: Document) -> Source {
    .line(openingText, number: lineNumber, of: document.bytes, named: document.name)
  }

  /// Where a word of the info string stands in that line.
  func span(of key: FenceWords.Key) -> Span { place(ofInfo: words.span(of: key) ?? 0..<0) }

  func place(ofInfo span: Span) -> Span {
    let start = infoStart - openingText.lowerBound
    return start + span.lowerBound..<start + span.upperBound
  }

  /// The number of the line that would close it, from 1, if there is one.
  func lineThatCloses(_ text: [UInt8], in bytes: [UInt8]) -> Int? {
    text.markdownLines.firstIndex { line in
      let indentation = line.prefix(while: \.isBlank).count
      return indentation < 4 && marks.areClosed(by: line.dropFirst(indentation))
        || isInComment && String(decoding: line, as: UTF8.self).contains("-->")
    }.map { $0 + 1 }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Its lines, without their ends; nothing stands behind the last end.
  var markdownLines: [SubSequence] {
    var lines: [SubSequence] = []
    var start = startIndex
    while start < endIndex {
      var end = start
      while end < endIndex, !self[end].isLineEnd { end += 1 }
      lines.append(self[start..<end])
      let isPair = end + 1 < endIndex && self[end] == UInt8(ascii: "\r") && self[end + 1] == UInt8(ascii: "\n")
      start = end + (isPair ? 2 : 1)
    }
    return lines
  }
}
