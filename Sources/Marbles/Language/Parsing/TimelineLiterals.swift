/// Reads a timeline, or several with commas between them, as `cold` takes them; a `where` behind the last belongs to
/// all of them.
func parseTimelines(
  in source: Source, at offset: Int, form: TimelineForm, several: Bool, tick: TickLength
) throws(Diagnostic) -> (timelines: [TimelineLiteral], end: Int, warnings: [Diagnostic]) {
  let reader = TimelineReader(source, tick: tick)
  var timelines: [Timeline] = []
  var spans: [Span] = []
  var warnings: [Diagnostic] = []
  let last = try reader.list(from: offset, as: form, several: several) { (reading, commas) throws(Diagnostic) in
    // What never sends anything is written `-`.
    if reading.span.isEmpty, let comma = commas.before ?? commas.behind {
      throw Diagnostic(.missingTimeline(after: ","), at: comma..<comma + 1)
    }
    timelines.append(reading.timeline)
    spans.append(reading.span)
    warnings += reading.lints
  }
  var end = last.span.upperBound
  if TimelineKeyword.at(last.end, in: source.bytes, to: source.bytes.count) == .where {
    let renaming = try reader.renaming(from: last.end + TimelineKeyword.where.rawValue.utf8.count)
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
  var windows: [WindowLiteral] = []
  let last = try reader.list(from: offset, as: .window, several: true) { (reading, commas) throws(Diagnostic) in
    windows.append(try WindowLiteral(reading))
    if reading.span.isEmpty, let comma = commas.behind ?? commas.before {
      throw Diagnostic(.missingWindow(after: ","), at: comma..<comma + 1)
    }
  }
  return (windows, last.span.upperBound)
}

extension TimelineReader {
  /// Where the commas stand around one of several timelines.
  fileprivate typealias Commas = (before: Int?, behind: Int?)

  /// Reads timelines with commas between them, or just one, and hands them on one by one.
  ///
  /// - Returns: the last; a statement ends where its last token does, without the blanks behind it.
  fileprivate func list(
    from start: Int, as form: TimelineForm, several: Bool,
    _ take: (TimelineReading, Commas) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> TimelineReading {
    let bytes = SourceBytes(source)
    var position = start
    var comma: Int?
    while true {
      let reading = try timeline(from: position, as: form)
      let isLast = !several || bytes[reading.end] != ASCII.comma
      try take(reading, (comma, isLast ? nil : reading.end))
      if isLast { return reading }
      comma = reading.end
      position = bytes.skipBlanks(at: reading.end + 1)
    }
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
