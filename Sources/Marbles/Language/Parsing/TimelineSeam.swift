/// How a timeline that stands in a source is to be read.
enum TimelineForm: Sendable, Hashable {
  case pipe, cold, raw, expected, inner, window
}

/// Reads timelines with commas between them, as `cold` takes them; a `where` behind the last belongs to all of them.
func parseTimelines(
  in source: Source, at offset: Int, form: TimelineForm
) throws(Diagnostic) -> (timelines: [TimelineLiteral], end: Int, warnings: [Diagnostic]) {
  let bytes = SourceBytes(source)
  var timelines: [TimelineLiteral] = []
  var warnings: [Diagnostic] = []
  var position = offset
  while true {
    let (timeline, end, found) = try parseTimeline(in: source, at: position, form: form)
    timelines.append(TimelineLiteral(timeline: timeline, form: form, span: position..<max(position, end)))
    warnings += found
    guard bytes[bytes.skipBlanks(at: end)] == ASCII.comma else { return (timelines, end, warnings) }
    position = bytes.skipBlanks(at: bytes.skipBlanks(at: end) + 1)
  }
}

/// Reads the timeline at an offset; stands in for the notation's own parser and knows only the simplest tokens.
func parseTimeline(
  in source: Source, at offset: Int, form: TimelineForm
) throws(Diagnostic) -> (Timeline, end: Int, warnings: [Diagnostic]) {
  let bytes = SourceBytes(source)
  var marbles: [Timeline.Marble] = []
  var tick = 0
  var position = offset
  var end = offset
  var isInGroup = false
  loop: while let byte = bytes[position] {
    let start = position
    var event: Event?
    switch byte {
    case ASCII.newline, ASCII.semicolon, ASCII.comma, ASCII.equals: break loop
    case _ where byte.separatesWords:
      position += 1
      if bytes.hasLineComment(at: position) || bytes.has("/*", at: position) { break loop }
      if bytes.hasWord("where", at: position) || bytes.hasWord("during", at: position) { break loop }
      if bytes.hasWord("at", at: position) { break loop }
      continue
    case ASCII.slash where bytes.has("/*", at: position): break loop
    case ASCII.dot: break
    case ASCII.minus: tick += 1
    case UInt8(ascii: "^"), UInt8(ascii: "!"), UInt8(ascii: ">"): break
    case UInt8(ascii: "|"): event = .completed
    case UInt8(ascii: "#"): event = .failed(.unnamed)
    case ASCII.openParenthesis: isInGroup = true
    case ASCII.closeParenthesis where isInGroup:
      isInGroup = false
      tick += 1
    case ASCII.openSquare, ASCII.quote:
      guard let close = closing(of: byte, at: position, in: bytes) else {
        throw Diagnostic(.unreadableTimeline, at: position..<position + 1)
      }
      event = .value(.marble(bytes.text(position + 1..<close)))
      position = close
    case _ where byte.isASCIIDigit:
      event = .value(.integer(Int(byte - 0x30)))
    case _ where byte >= 0x80 || byte.isASCIIWordByte || byte == ASCII.slash:
      let behind = bytes.characterEnd(at: position)
      event = .value(.marble(bytes.text(position..<behind)))
      position = behind - 1
    default:
      throw Diagnostic(.unreadableTimeline, at: start..<start + 1)
    }
    position += 1
    end = position
    if let event {
      marbles.append(Timeline.Marble(tick: tick, event: event))
      if !isInGroup { tick += 1 }
    }
  }
  return (Timeline(marbles, end: tick), end, [])
}

private func closing(of opening: UInt8, at offset: Int, in bytes: SourceBytes) -> Int? {
  var position = offset + 1
  while let byte = bytes[position], byte != ASCII.newline {
    switch byte {
    case ASCII.backslash: position += 2
    case opening == ASCII.quote ? ASCII.quote : ASCII.closeSquare: return position
    default: position += 1
    }
  }
  return nil
}
