/// A fenced block of Markdown: its lines between two rows of backticks or tildes.
public struct Fence: Sendable {
  /// What stands behind the opening marks, without the blanks around it: `marble svg=merge.svg`.
  public let info: String
  /// The line of its opening marks, from its first byte to behind its line end.
  public let opening: Span
  /// Its lines, each where it is written.
  public let lines: [Line]
  /// The line of its closing marks, from its first byte to behind its line end.
  public let closing: Span

  /// A line in it.
  public struct Line: Sendable {
    /// What belongs to the fence, without what lists and quotes put in front of it, and without its line end.
    public let content: Span
    /// How many graphemes stand in front of it.
    public let indentation: Int
  }

  /// The words of its info string.
  public var words: [Substring] { info.split(separator: " ") }

  /// Whether its first word says that it is of this language.
  public var isMarble: Bool { words.first == "marble" }

  /// Its text as a source of its own, with the places of the Markdown that it stands in.
  func source(in bytes: [UInt8], named name: String) -> Source {
    var text: [UInt8] = []
    for line in lines { text += bytes[line.content] + [UInt8(ascii: "\n")] }
    let places = lines.map { Source.Place.Line(start: $0.content.lowerBound, indentation: $0.indentation) }
    let end = Source.Place.Line(start: closing.lowerBound)
    let firstLine = bytes[..<opening.upperBound].count { $0 == UInt8(ascii: "\n") } + 1
    return Source(name: name, bytes: text, at: Source.Place(firstLine: firstLine, lines: places + [end]))
  }

  /// All fences of a Markdown text, in their order.
  static func all(in bytes: [UInt8]) throws(Diagnostic) -> [Fence] {
    var fences: [Fence] = []
    var open: (info: String, opening: Span, mark: UInt8, count: Int, lines: [Line])?
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      let behind = min(end + 1, bytes.count)
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      let mark = bytes[start..<end].first
      let count = bytes[start..<end].prefix { $0 == mark }.count
      let isMark = (mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")) && count >= 3
      if let fence = open {
        if isMark, mark == fence.mark, count >= fence.count, start + count == end {
          fences.append(
            Fence(info: fence.info, opening: fence.opening, lines: fence.lines, closing: start..<behind))
          open = nil
        } else {
          open?.lines.append(Line(content: start..<end, indentation: 0))
        }
      } else if isMark, let mark {
        let info = String(decoding: bytes[start + count..<end], as: UTF8.self)
        open = (String(info.drop { $0 == " " }), start..<behind, mark, count, [])
      }
      start = behind
    }
    if let open { throw Diagnostic(.unclosed("```"), at: open.opening) }
    return fences
  }
}
