/// Repetitions: `{--a}*3` and `{--a}*`.
extension TimelineScanner {
  mutating func readRepetition(into lane: inout Lane) throws(Diagnostic) {
    let opening = here
    try checkNoEndlessPart(before: opening, in: lane)
    try enter(at: opening)
    defer { depth -= 1 }
    recorder?.depth += 1
    position += 1
    var part = Lane(form: lane.form, enclosure: .brace, start: position)
    part.end = lane.end
    let eventsBefore = repeatedEvents
    try read(&part)
    guard position < limit, bytes[position] == UInt8(ascii: "}") else { throw Diagnostic(.unclosed("{"), at: opening) }
    position += 1
    let braces = opening.lowerBound..<position
    if part.loop != nil { throw Diagnostic(.textAfterLoop, at: position - 1..<position) }
    guard part.tick > 0 else { throw Diagnostic(.emptyRepetition, at: braces) }
    guard position < limit, bytes[position] == UInt8(ascii: "*") else {
      try rejectOtherSign()
      throw Diagnostic(.repetitionWithoutCount, at: braces)
    }
    position += 1

    guard position < limit, bytes[position].isDigit else {
      try checkRepeatedEnd(of: part, in: lane)
      guard part.gaps.isEmpty else { throw Diagnostic(.gapInEndlessPart, at: opening.lowerBound..<position) }
      lane.loop = Timeline.Loop(start: lane.tick, period: part.tick, marbles: part.marbles)
      recordRepetition(from: opening, in: lane)
      return
    }
    let count = readCount()
    let span = opening.lowerBound..<position
    if count > 1 { try checkRepeatedEnd(of: part, in: lane) }
    let (ticks, overflow) = part.tick.multipliedReportingOverflow(by: count)
    guard !overflow, ticks <= Timeline.latestTick - lane.tick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    recordRepetition(from: opening, in: lane)
    // The repetitions inside the part are counted with its events.
    repeatedEvents = eventsBefore
    try expand(part, count, at: span, into: &lane)
    lane.tick += ticks
    if count > 0 { lane.end = part.end }
  }

  /// Throws an error for another sign before the number of repetitions, or for a space: `{-1} * 3` and `{-1}x3`.
  private func rejectOtherSign() throws(Diagnostic) {
    func skippingSpaces(_ offset: Int) -> Int {
      var offset = offset
      while offset < limit, bytes[offset].separatesWords { offset += 1 }
      return offset
    }
    let sign = skippingSpaces(position)
    guard sign < limit, [UInt8(ascii: "*"), UInt8(ascii: "x")].contains(bytes[sign]) else { return }
    let first = skippingSpaces(sign + 1)
    var end = first
    while end < limit, bytes[end].isDigit { end += 1 }
    guard end > first else { return }
    let count = String(decoding: bytes[first..<end], as: UTF8.self)
    let text = String(decoding: bytes[sign..<end], as: UTF8.self)
    var error = Diagnostic(
      .foreignSyntax(text, purpose: "directly after the brace", write: "*\(count)"), at: sign..<end)
    error.replaced = position..<end
    throw error
  }

  private func recordRepetition(from opening: Span, in lane: Lane) {
    recorder?.depth -= 1
    recorder?.record(.repetition, at: opening.lowerBound..<position, tick: lane.tick)
  }

  /// Reads the number of repetitions.
  ///
  /// A count that is too large for any timeline is capped.
  private mutating func readCount() -> Int {
    var count = 0
    while position < limit, bytes[position].isDigit {
      if count <= Timeline.latestTick { count = count * 10 + Int(bytes[position] - UInt8(ascii: "0")) }
      position += 1
    }
    return count
  }

  private mutating func expand(
    _ part: Lane, _ count: Int, at span: Span, into lane: inout Lane
  ) throws(Diagnostic) {
    guard !(part.marbles.isEmpty && part.gaps.isEmpty), recorder == nil else { return }
    let (events, overflow) = (part.marbles.count + part.gaps.count).multipliedReportingOverflow(by: count)
    guard !overflow, events <= Self.maxRepeatedEvents - repeatedEvents else {
      throw Diagnostic(.tooManyRepeatedEvents(limit: Self.maxRepeatedEvents), at: span)
    }
    repeatedEvents += events
    for round in 0..<count {
      let start = lane.tick + round * part.tick
      for var gap in part.gaps {
        gap.tick += start
        gap.eventCount += lane.marbles.count
        lane.gaps.append(gap)
      }
      for marble in part.marbles {
        lane.marbles.append(Timeline.Marble(tick: start + marble.tick, event: marble.event))
      }
    }
  }

  /// Throws if a part contains a terminal event and would send events after it.
  private func checkRepeatedEnd(of part: Lane, in lane: Lane) throws(Diagnostic) {
    guard let end = part.end, lane.end == nil, !lane.form.allowsEventsAfterEnd else { return }
    throw Diagnostic(.endInRepetition(end.kind), at: end.span)
  }
}
