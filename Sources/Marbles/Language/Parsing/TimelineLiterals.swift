/// Reads a timeline, or several with commas between them, as `cold` takes them; a `where` behind the last belongs to
/// all of them.
func parseTimelines(
  in source: Source, at offset: Int, form: TimelineForm, several: Bool, tick: TickLength
) throws(Diagnostic) -> (timelines: [TimelineLiteral], end: Int, warnings: [Diagnostic]) {
  let reader = TimelineReader(source, tick: tick)
  let bytes = SourceBytes(source)
  var timelines: [Timeline] = []
  var spans: [Span] = []
  var warnings: [Diagnostic] = []
  var position = offset
  var end = offset
  var comma: Int?
  while true {
    let reading = try reader.timeline(from: position, as: form)
    let isLast = !several || bytes[reading.end] != ASCII.comma
    // What never sends anything is written `-`.
    if reading.span.isEmpty, let comma = comma ?? (isLast ? nil : reading.end) {
      throw Diagnostic(.missingTimeline(after: ","), at: comma..<comma + 1)
    }
    timelines.append(reading.timeline)
    spans.append(reading.span)
    warnings += reading.lints
    position = reading.end
    // A statement ends where its last token does, without the blanks behind it.
    end = reading.span.upperBound
    if isLast { break }
    comma = position
    position = bytes.skipBlanks(at: position + 1)
  }
  if TimelineKeyword.at(position, in: source.bytes, to: source.bytes.count) == .where {
    let renaming = try reader.renaming(from: position + TimelineKeyword.where.rawValue.utf8.count)
    try renaming.apply(to: &timelines)
    end = renaming.end
  }
  let literals = zip(timelines, spans).map { TimelineLiteral(timeline: $0, form: form, span: $1) }
  return (literals, end, warnings)
}

/// Reads windows with commas between them.
func parseWindows(
  in source: Source, at offset: Int, tick: TickLength
) throws(Diagnostic) -> (windows: [WindowLiteral], end: Int) {
  let reader = TimelineReader(source, tick: tick)
  let bytes = SourceBytes(source)
  var windows: [WindowLiteral] = []
  var position = offset
  var comma: Int?
  while true {
    let reading = try reader.timeline(from: position, as: .window)
    windows.append(try WindowLiteral(reading))
    let isLast = bytes[reading.end] != ASCII.comma
    if reading.span.isEmpty, let comma = isLast ? comma : reading.end {
      throw Diagnostic(.missingWindow(after: ","), at: comma..<comma + 1)
    }
    if isLast { return (windows, reading.span.upperBound) }
    comma = reading.end
    position = bytes.skipBlanks(at: reading.end + 1)
  }
}

extension WindowLiteral {
  /// The window that a timeline of `^` and `!` says.
  init(_ reading: TimelineReading) throws(Diagnostic) {
    let end = reading.timeline.marbles.first?.tick
    guard let start = reading.origin else {
      if end != nil { throw Diagnostic(.windowNeverOpens, at: reading.span) }
      self.init(window: nil, span: reading.span)
      return
    }
    if let end, end < start { throw Diagnostic(.windowEndsFirst, at: reading.span) }
    self.init(window: Window(from: start, until: end), span: reading.span)
  }
}

/// Reads the timeline that a text in quotes holds.
func parseTimeline(quotedAt content: Span, in source: Source, tick: TickLength) throws(Diagnostic) -> Timeline {
  try TimelineReader(source, tick: tick).timeline(from: content.lowerBound, to: content.upperBound, as: .cold).timeline
}
