import Marbles

/// A line with a timeline and optionally a name: `name = --a--|`, `name: '--a--|'`, or the timeline alone.
struct PlainTimelineLine {
  /// The name before the timeline, if there is one.
  let name: Span?
  /// The keyword `hot` or `cold` before the timeline, if there is one.
  let keyword: Span?
  /// The timeline, without quotes and surrounding whitespace.
  let marbles: Span
  /// The whole line, without surrounding whitespace.
  let all: Span
  /// Whether the keyword is called with the timeline in quotes: `hot('--a--|')`.
  let isCall: Bool
  /// Whether the timeline contains no code of a program.
  let isPlain: Bool

  /// Parses a line, or returns `nil` if it is blank.
  init?(_ source: Source, _ line: Span, keywords: Set<String> = []) {
    let bytes = SourceBytes(source)
    var end = line.upperBound
    while end > line.lowerBound, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    var start = min(bytes.skipWhitespace(at: line.lowerBound), end)
    guard start < end else { return nil }
    all = start..<end

    var name: Span?
    if let nameEnd = bytes.identifierEnd(at: start), nameEnd <= end {
      let mark = bytes.skipWhitespace(at: nameEnd)
      if mark < end, bytes[mark] == ASCII.equals || bytes[mark] == ASCII.colon {
        name = start..<nameEnd
        start = min(bytes.skipWhitespace(at: mark + 1), end)
      }
    }
    self.name = name

    for mark in [UInt8(ascii: ";"), UInt8(ascii: ",")] where name != nil && end > start && bytes[end - 1] == mark {
      end -= 1
    }
    var keyword: Span?
    var isCall = false
    if let wordEnd = bytes.identifierEnd(at: start), wordEnd < end, keywords.contains(bytes.text(start..<wordEnd)),
      bytes[wordEnd]?.isWhitespace == true || bytes[wordEnd] == ASCII.openParenthesis
    {
      keyword = start..<wordEnd
      isCall = bytes[wordEnd] == ASCII.openParenthesis
      if isCall {
        if bytes[end - 1] == ASCII.semicolon { end -= 1 }
        if bytes[end - 1] == ASCII.closeParenthesis { end -= 1 }
      }
      start = min(bytes.skipWhitespace(at: wordEnd + (isCall ? 1 : 0)), end)
    }
    self.keyword = keyword
    self.isCall = isCall
    let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")]
    if end - start >= 2, let quote = bytes[start], quotes.contains(quote), bytes[end - 1] == quote {
      start += 1
      end -= 1
    }
    marbles = start..<end
    isPlain = !bytes.text(marbles).contains { quotes.contains($0.asciiValue ?? 0) || "=;{".contains($0) }
  }
}

extension Source {
  /// The ranges of the lines, without their line ends.
  var lineSpans: [Span] {
    var lines: [Span] = []
    var start = 0
    for index in bytes.indices where bytes[index] == ASCII.newline {
      lines.append(start..<(index > start && bytes[index - 1] == 0x0D ? index - 1 : index))
      start = index + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }
}
