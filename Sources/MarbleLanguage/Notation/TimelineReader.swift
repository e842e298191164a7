/// Reads timelines out of a source.
///
///     let reader = TimelineReader(source)
///     let reading = try reader.timeline(from: 4, as: .pipe)
///     let next = reading.end  // `where`, `,`, a comment, the line's end …
package struct TimelineReader: Sendable {
  /// Where the text comes from.
  let source: Source
  /// How long a tick is, for durations such as `9ms`.
  var tick: TickLength

  package init(_ source: Source, tick: TickLength = .millisecond) {
    self.source = source
    self.tick = tick
  }

  /// Reads one timeline, as far as it goes.
  ///
  /// It goes to the end of the line, to a `;`, `,` or `=` outside brackets, to a comment, or to one of the words
  /// `where`, `during` and `at` behind a blank. With a bound, as for the text between two quotes, it goes to there,
  /// and none of these ends it.
  package func timeline(
    from start: Int, to bound: Int? = nil, as form: TimelineForm = .pipe
  ) throws(Diagnostic) -> TimelineReading {
    let limit = min(bound ?? source.bytes.count, source.bytes.count)
    let extent = min(max(start, 0), limit)..<limit
    var scanner = TimelineScanner(source.bytes, in: extent, isBounded: bound != nil, form: form, tick: tick)
    return try scanner.read()
  }

  /// Reads what stands behind the word `where`: `x = 10, y = "hello", # = "Out of stuff"`.
  ///
  /// It goes to the end of the line, to a `;`, to a comment, or to one of the words that end a timeline.
  package func renaming(from start: Int, to bound: Int? = nil) throws(Diagnostic) -> Renaming {
    let limit = min(bound ?? source.bytes.count, source.bytes.count)
    let extent = min(max(start, 0), limit)..<limit
    var scanner = TimelineScanner(source.bytes, in: extent, isBounded: bound != nil, form: .pipe, tick: tick)
    return try scanner.readRenaming()
  }
}

/// A timeline that has been read, and where.
package struct TimelineReading: Sendable {
  /// The timeline itself; renamings are still to be applied.
  package var timeline: Timeline
  /// What it was read from, without the blanks around it.
  package var span: Span
  /// Where reading stopped: what stands here is no part of the timeline.
  package var end: Int
  /// The tick of `^`, counted from the first tick that was written; for a window, the tick on which it opens.
  package var origin: Int?
  /// What it may not mean.
  package var lints: [Diagnostic]
}

extension Timeline {
  /// Reads a text that holds one timeline and nothing else but perhaps a `where`.
  package init(
    reading text: String, as form: TimelineForm = .pipe, tick: TickLength = .millisecond
  ) throws(Diagnostic) {
    try self.init(reading: Source(name: "<timeline>", text: text), as: form, tick: tick)
  }

  /// Reads a source that holds one timeline and nothing else but perhaps a `where`.
  package init(
    reading source: Source, as form: TimelineForm = .pipe, tick: TickLength = .millisecond
  ) throws(Diagnostic) {
    let reader = TimelineReader(source, tick: tick)
    let reading = try reader.timeline(from: 0, as: form)
    var timelines = [reading.timeline]
    var end = reading.end
    if TimelineKeyword.at(end, in: source.bytes, to: source.bytes.count) == .where {
      let renaming = try reader.renaming(from: end + 5)
      try renaming.apply(to: &timelines)
      end = renaming.end
    }
    try source.checkEnd(from: end)
    self = timelines.first ?? reading.timeline
  }
}

extension Source {
  /// Throws where anything stands behind a timeline that should be alone.
  package func checkEnd(from end: Int) throws(Diagnostic) {
    guard let rest = bytes[end...].firstIndex(where: { !$0.isWhitespace && !$0.isLineEnd }) else { return }
    let next = UTF8Text.graphemeEnd(in: bytes, at: rest, to: bytes.count)
    throw Diagnostic(.reservedCharacter(text(of: rest..<next)), at: rest..<next)
  }
}

/// The words that end a timeline.
enum TimelineKeyword: String, CaseIterable {
  case `where`, during, at

  /// The keyword that stands at an offset as a whole word; a blank in front of it is for the caller to see.
  static func at(_ offset: Int, in bytes: [UInt8], to limit: Int) -> TimelineKeyword? {
    for keyword in allCases {
      let end = offset + keyword.rawValue.utf8.count
      guard end <= limit, end == limit || bytes[end].isWhitespace || bytes[end].isLineEnd else { continue }
      if bytes[offset..<end].elementsEqual(keyword.rawValue.utf8) { return keyword }
    }
    return nil
  }
}
