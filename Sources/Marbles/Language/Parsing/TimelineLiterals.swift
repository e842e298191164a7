/// Reads a timeline, or several with commas between them, as `cold` takes them; a `where` behind the last belongs to
/// all of them.
func parseTimelines(
  in source: Source, at offset: Int, form: TimelineForm
) throws(Diagnostic) -> (timelines: [TimelineLiteral], end: Int, warnings: [Diagnostic]) {
  let reader = TimelineReader(source)
  let bytes = SourceBytes(source)
  var timelines: [Timeline] = []
  var spans: [Span] = []
  var warnings: [Diagnostic] = []
  var position = offset
  var end = offset
  while true {
    let reading = try reader.timeline(from: position, as: form)
    timelines.append(reading.timeline)
    spans.append(reading.span)
    warnings += reading.lints
    position = reading.end
    // A statement ends where its last token does, without the blanks behind it.
    end = reading.span.upperBound
    guard form == .cold, bytes[position] == ASCII.comma else { break }
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

/// Reads the timeline that a text in quotes holds.
func parseTimeline(quotedAt content: Span, in source: Source) throws(Diagnostic) -> Timeline {
  try TimelineReader(source).timeline(from: content.lowerBound, to: content.upperBound, as: .cold).timeline
}
