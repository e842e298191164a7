/// A timeline, or several separated by commas after `cold`.
///
/// A `where` after the last one applies to all of them.
package struct TimelineList {
  package private(set) var literals: [TimelineLiteral] = []
  package private(set) var warnings: [Diagnostic] = []
  /// The end of the last token.
  package let end: Int
  /// The span of the word `where`.
  let keyword: Span?
  /// The offsets of the commas.
  let commas: [Int]

  package init(
    in source: Source, at offset: Int, form: TimelineForm, several: Bool, tick: TickLength
  ) throws(Diagnostic) {
    let reader = TimelineReader(source, tick: tick)
    var timelines: [Timeline] = []
    var gaps: [[TimelinePattern.Gap]] = []
    var spans: [Span] = []
    var warnings: [Diagnostic] = []
    let (last, commas) = try reader.list(from: offset, as: form, several: several) {
      (reading, commas) throws(Diagnostic) in
      // A timeline must not be empty. One without events is written `-`.
      if reading.span.isEmpty, let comma = commas.before ?? commas.after {
        throw Diagnostic(.missingTimeline(after: ","), at: comma..<comma + 1)
      }
      timelines.append(reading.timeline)
      gaps.append(reading.gaps)
      spans.append(reading.span)
      warnings += reading.lints
    }
    let written = timelines
    if TimelineKeyword.at(last.end, in: source.bytes, to: source.bytes.count) == .where {
      let keyword = last.end..<last.end + TimelineKeyword.where.rawValue.utf8.count
      self.keyword = keyword
      // The parser reads the conditions of a pattern, which are expressions.
      guard form != .pattern else {
        end = keyword.upperBound
        self.commas = commas
        literals = spans.indices.map {
          TimelineLiteral(timeline: timelines[$0], form: form, gaps: gaps[$0], span: spans[$0])
        }
        self.warnings = warnings
        return
      }
      let renaming = try reader.renaming(from: keyword.upperBound)
      try renaming.apply(to: &timelines)
      end = renaming.end
    } else {
      keyword = nil
      end = last.span.upperBound
    }
    self.commas = commas
    self.warnings = warnings
    literals = spans.indices.map { index in
      TimelineLiteral(
        timeline: timelines[index], written: written[index], form: form, gaps: gaps[index], span: spans[index])
    }
  }
}

extension WindowLiteral {
  /// Reads windows separated by commas.
  static func list(
    in source: Source, at offset: Int, tick: TickLength
  ) throws(Diagnostic) -> (windows: [WindowLiteral], commas: [Int]) {
    var windows: [WindowLiteral] = []
    let reader = TimelineReader(source, tick: tick)
    let (_, commas) = try reader.list(from: offset, as: .window, several: true) {
      (reading, commas) throws(Diagnostic) in
      windows.append(try WindowLiteral(reading))
      if reading.span.isEmpty, let comma = commas.after ?? commas.before {
        throw Diagnostic(.missingWindow(after: ","), at: comma..<comma + 1)
      }
    }
    return (windows, commas)
  }
}

extension TimelineReader {
  /// The offsets of the commas around a timeline.
  fileprivate typealias Commas = (before: Int?, after: Int?)

  /// Reads a timeline, or several separated by commas, and passes each of them to a closure.
  ///
  /// - Returns: The last timeline, and the offsets of the commas.
  fileprivate func list(
    from start: Int, as form: TimelineForm, several: Bool,
    _ take: (TimelineReading, Commas) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> (last: TimelineReading, commas: [Int]) {
    let bytes = SourceBytes(source)
    var position = start
    var commas: [Int] = []
    while true {
      let reading = try timeline(from: position, as: form)
      let isLast = !several || bytes[reading.end] != ASCII.comma
      try take(reading, (commas.last, isLast ? nil : reading.end))
      if isLast { return (reading, commas) }
      commas.append(reading.end)
      position = bytes.skipWhitespace(at: reading.end + 1)
    }
  }
}

extension WindowLiteral {
  /// Creates the window that a timeline with `^` and `!` describes.
  ///
  /// Throws if it is not a valid window.
  package init(_ reading: TimelineReading) throws(Diagnostic) {
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

/// Parses the timeline within a quoted string.
package func parseTimeline(quotedAt content: Span, in source: Source, tick: TickLength) throws(Diagnostic) -> Timeline {
  try TimelineReader(source, tick: tick).timeline(from: content.lowerBound, to: content.upperBound, as: .cold).timeline
}
