/// Gaps of a pattern: `...`, `2...5t` and `*`.
extension TimelineScanner {
  mutating func readOpenEvents(into lane: inout Lane) throws(Diagnostic) {
    try append(nil, at: here, to: &lane)
  }

  /// Reads silence of any length, or of a range of lengths, if there is one as a whole word.
  mutating func readGap(into lane: inout Lane) throws(Diagnostic) -> Bool {
    var dots = position
    while dots < limit, bytes[dots].isWord || isDecimalPoint(at: dots) { dots += 1 }
    var afterDots = dots
    while afterDots < limit, bytes[afterDots] == UInt8(ascii: ".") { afterDots += 1 }
    guard afterDots >= dots + 3 || dots == position else { return false }
    var end = afterDots
    while end < limit, bytes[end].isWord || isDecimalPoint(at: end) { end += 1 }
    let (first, last) = (bytes[position..<dots], bytes[afterDots..<end])
    // `2...5t` has the unit of its end.
    let unit = first.allSatisfy(\.isDigit) ? last.drop { $0.isDigit || $0 == UInt8(ascii: ".") } : []
    guard afterDots == dots + 3, isAtWordStart, isAtWordEnd(end),
      let least = try ticks(of: first + unit, or: 0, at: position..<dots),
      let most = try ticks(of: last, or: Timeline.latestTick, at: afterDots..<end), least <= most
    else {
      let sides = [first, last].map { String(decoding: $0, as: UTF8.self) }
      throw Diagnostic(.malformedGap(write: sides.joined(separator: " ... ")), at: position..<end)
    }
    try append(least...most, at: position..<end, to: &lane)
    return true
  }

  /// Returns the error for one character in place of the three dots of a gap: `…` and `2…5t`.
  func ellipsis(at span: Span) -> Diagnostic {
    let before = bytes[start..<span.lowerBound].reversed().prefix { !$0.isWhitespace }.count
    let after = bytes[span.upperBound..<limit].prefix { !$0.isWhitespace && !$0.isLineEnd }.count
    let word = span.lowerBound - before..<span.upperBound + after
    let gap = String(decoding: bytes[word], as: UTF8.self).replacing("\u{2026}", with: "...")
    let isGap = (try? TimelineReader(Source(name: "", text: gap)).timeline(from: 0, as: .pattern)) != nil
    return Diagnostic(.malformedGap(write: isGap ? gap : " ... "), at: isGap ? word : span)
  }

  private func isDecimalPoint(at offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: ".") && offset > position && bytes[offset - 1].isDigit && offset + 1 < limit
      && bytes[offset + 1].isDigit
  }

  /// Returns the ticks of a duration, another number for an empty one, or `nil` if it is invalid.
  private func ticks(of text: ArraySlice<UInt8>, or number: Int, at span: Span) throws(Diagnostic) -> Int? {
    if span.isEmpty { return number }
    let text = Array(text)
    guard let written = TickLength.read(text, from: 0, to: text.count), written.end == text.count else { return nil }
    return try tickLength.ticks(of: written, at: span, in: bytes)
  }

  private mutating func append(
    _ silence: ClosedRange<Int>?, at span: Span, to lane: inout Lane
  ) throws(Diagnostic) {
    let least = silence?.lowerBound ?? 0
    try checkNoEndlessPart(before: span, in: lane)
    guard lane.tick + least <= Timeline.latestTick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    recorder?.record(.time, at: span, tick: lane.tick)
    let text = String(decoding: bytes[span], as: UTF8.self)
    lane.gaps.append(.init(silence: silence, text: text, eventCount: lane.marbles.count, tick: lane.tick))
    lane.tick += least
    position = span.upperBound
  }
}
