/// Reads timelines from a source.
///
///     let reader = TimelineReader(source)
///     let reading = try reader.timeline(from: 4, as: .pipe)
///     let next = reading.end  // `where`, `,`, a comment, the line's end …
package struct TimelineReader: Sendable {
  /// The source to read from.
  let source: Source
  /// The length of a tick, which converts durations such as `9ms`.
  var tick: TickLength

  package init(_ source: Source, tick: TickLength = .millisecond) {
    self.source = source
    self.tick = tick
  }

  /// Reads one timeline.
  ///
  /// Without a bound it ends at the end of the line, at a `;`, `,` or `=` outside brackets, at a comment, or at one
  /// of the words `where`, `during` and `at` after a space. With a bound, as for the text between two quotes, it ends
  /// only there.
  package func timeline(
    from start: Int, to bound: Int? = nil, as form: TimelineForm = .pipe
  ) throws(Diagnostic) -> TimelineReading {
    let limit = min(bound ?? source.bytes.count, source.bytes.count)
    let extent = min(max(start, 0), limit)..<limit
    var scanner = TimelineScanner(source.bytes, in: extent, isBounded: bound != nil, form: form, tick: tick)
    return try scanner.read()
  }

  /// Reads the replacements after the word `where`: `x = 10, y = "hello", # = "Out of stuff"`.
  ///
  /// They end at the end of the line, at a `;`, at a comment, or at one of the words that end a timeline.
  package func renaming(
    from start: Int, to bound: Int? = nil, isSingle: Bool = false
  ) throws(Diagnostic) -> Renaming {
    let limit = min(bound ?? source.bytes.count, source.bytes.count)
    let extent = min(max(start, 0), limit)..<limit
    var scanner = TimelineScanner(source.bytes, in: extent, isBounded: bound != nil, form: .pipe, tick: tick)
    return try scanner.readRenaming(isSingle: isSingle)
  }
}

/// A parsed timeline and its location.
package struct TimelineReading: Sendable {
  /// The timeline, before any renaming is applied.
  package var timeline: Timeline
  /// The span of the timeline, without the whitespace around it.
  package var span: Span
  /// The offset after the timeline, where parsing continues.
  package var end: Int
  /// The tick of `^`, counted from the first written tick.
  ///
  /// For a window, this is the tick of the subscription.
  package var origin: Int?
  /// The warnings about the literal.
  package var lints: [Diagnostic]
  /// The gaps of a pattern.
  var gaps: [TimelinePattern.Gap] = []
}

extension Timeline {
  /// Parses a string that contains one timeline and an optional `where`.
  package init(
    reading text: String, as form: TimelineForm = .pipe, tick: TickLength = .millisecond
  ) throws(Diagnostic) {
    try self.init(reading: Source(name: "<timeline>", text: text), as: form, tick: tick)
  }

  /// Parses a source that contains one timeline and an optional `where`.
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
  /// Throws if there is any text after the timeline.
  package func checkEnd(from end: Int) throws(Diagnostic) {
    guard let rest = bytes[end...].firstIndex(where: { !$0.isWhitespace && !$0.isLineEnd }) else { return }
    let next = UTF8Text.graphemeEnd(in: bytes, at: rest, to: bytes.count)
    throw Diagnostic(.reservedCharacter(text(of: rest..<next)), at: rest..<next)
  }
}

/// The words that end a timeline.
enum TimelineKeyword: String, CaseIterable {
  case `where`, during, at

  /// Returns the keyword that is a whole word at an offset.
  ///
  /// The caller must check for the space before it.
  static func at(_ offset: Int, in bytes: [UInt8], to limit: Int) -> TimelineKeyword? {
    for keyword in allCases {
      let end = offset + keyword.rawValue.utf8.count
      guard end <= limit, end == limit || bytes[end].isWhitespace || bytes[end].isLineEnd else { continue }
      if bytes[offset..<end].elementsEqual(keyword.rawValue.utf8) { return keyword }
    }
    return nil
  }
}
