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
  /// Whether the name is declared, as in `const a = '-1|'`.
  let isDeclared: Bool
  /// The comment after the timeline, with its marks.
  let comment: Span?
  /// The values of characters after the timeline of a call, as the keys and literals of an object.
  let values: [(key: String, value: String)]

  /// Parses a line, or returns `nil` if it is blank.
  init?(_ source: Source, _ line: Span, keywords: Set<String> = []) {
    let bytes = SourceBytes(source)
    var end = line.upperBound
    while end > line.lowerBound, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    var start = min(bytes.skipWhitespace(at: line.lowerBound), end)
    guard start < end else { return nil }
    all = start..<end
    let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")]
    var (quote, comment): (UInt8?, Span?) = (nil, nil)
    if !keywords.isEmpty {
      for offset in start + 1..<end where comment == nil {
        guard let byte = bytes[offset] else { continue }
        if quotes.contains(byte) { quote = quote == byte ? nil : quote ?? byte }
        if quote == nil, bytes.has("//", at: offset), bytes[offset - 1]?.separatesWords == true {
          comment = offset..<end
        }
      }
    }
    self.comment = comment
    end = comment?.lowerBound ?? end
    while end > start, bytes[end - 1]?.separatesWords == true { end -= 1 }
    var isDeclared = false
    if !keywords.isEmpty, let word = bytes.identifierEnd(at: start),
      ["const", "let", "var"].contains(bytes.text(start..<word)),
      bytes[word]?.separatesWords == true
    {
      isDeclared = true
      start = min(bytes.skipWhitespace(at: word), end)
    }
    self.isDeclared = isDeclared

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
    var values: [(key: String, value: String)] = []
    if let wordEnd = bytes.identifierEnd(at: start), wordEnd < end, keywords.contains(bytes.text(start..<wordEnd)),
      bytes[wordEnd]?.isWhitespace == true || bytes[wordEnd] == ASCII.openParenthesis
    {
      keyword = start..<wordEnd
      isCall = bytes[wordEnd] == ASCII.openParenthesis
      if isCall {
        if bytes[end - 1] == ASCII.semicolon { end -= 1 }
        if bytes[end - 1] == ASCII.closeParenthesis { end -= 1 }
        if let object = Self.object(in: bytes, before: end) { (values, end) = object }
      }
      start = min(bytes.skipWhitespace(at: wordEnd + (isCall ? 1 : 0)), end)
    }
    self.keyword = keyword
    self.isCall = isCall
    self.values = values
    let isQuoted = end - start >= 2 && quotes.contains(bytes[start] ?? 0) && bytes[end - 1] == bytes[start]
    if isQuoted {
      start += 1
      end -= 1
    }
    marbles = start..<end
    let text = bytes.text(marbles)
    let isCode = text.contains { quotes.contains($0.asciiValue ?? 0) || "=;{".contains($0) }
    // Without quotes, a call of another function is not a timeline either.
    let beginsCall = bytes.identifierEnd(at: start).map { $0 > start + 1 && bytes[$0] == ASCII.openParenthesis } == true
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let hasMethod = marbles.contains { bytes[$0] == ASCII.dot && letters ~= (bytes[$0 + 1] ?? 0) | 0x20 }
    isPlain = !isCode && (isQuoted || !isCall && !isDeclared && !beginsCall && !hasMethod)
  }

  /// Returns the entries of an object of numbers and strings before an offset, and the end of the text before its comma.
  private static func object(
    in bytes: SourceBytes, before end: Int
  ) -> (values: [(key: String, value: String)], end: Int)? {
    guard bytes[end - 1] == ASCII.closeBrace, let brace = (0..<end).last(where: { bytes[$0] == ASCII.openBrace }),
      let comma = (0..<brace).last(where: { bytes[$0]?.separatesWords == false }), bytes[comma] == ASCII.comma
    else { return nil }
    var values: [(key: String, value: String)] = []
    for entry in bytes.text(brace + 1..<end - 1).split(separator: ",") {
      let parts = entry.split(separator: ":").map { String($0).trimmingWhitespace }
      guard parts.count == 2, parts[0].count == 1 else { return nil }
      let text = parts[1].filter { !"'\"`".contains($0) }
      guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || " .-".contains($0) }) else { return nil }
      values.append((parts[0], text == parts[1] ? text : "\"\(text)\""))
    }
    return values.isEmpty ? nil : (values, comma)
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
