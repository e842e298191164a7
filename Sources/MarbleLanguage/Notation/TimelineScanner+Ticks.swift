/// Syntax that moves the current tick: `^`, `@40` and durations such as `9ms`.
extension TimelineScanner {
  /// Advances the current tick.
  private func pass(_ ticks: Int, at span: Span, in lane: inout Lane) throws(Diagnostic) {
    try checkNoEndlessPart(before: span, in: lane)
    let (sum, overflow) = lane.tick.addingReportingOverflow(ticks)
    guard !overflow, sum <= Timeline.latestTick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    lane.tick = sum
  }

  mutating func readOrigin(into lane: inout Lane) throws(Diagnostic) {
    let span = here
    guard lane.form.allowsOrigin, lane.enclosure == .none else { throw Diagnostic(.originNotAllowed, at: span) }
    try checkNoEndlessPart(before: span, in: lane)
    guard lane.origin == nil else {
      throw Diagnostic(lane.form == .window ? .missingWindowComma : .repeatedOrigin, at: span)
    }
    lane.origin = lane.tick
    position += 1
    // The ticks of a window stay as they are. Everywhere else `^` moves tick 0.
    guard lane.form != .window else { return }
    if let jump = lane.jump { throw Diagnostic(.jumpBeforeOrigin, at: jump, related: span) }
    for index in lane.marbles.indices { lane.marbles[index].tick -= lane.tick }
    lane.tick = 0
  }

  mutating func readJump(into lane: inout Lane) throws(Diagnostic) {
    let first = position
    let isWholeWord = isAtWordStart
    position += 1
    var target = 0
    var overflows = false
    while position < limit, bytes[position].isDigit {
      let digit = Int(bytes[position] - UInt8(ascii: "0"))
      if target > Timeline.latestTick { overflows = true } else { target = target * 10 + digit }
      position += 1
    }
    let span = first..<position
    guard position > first + 1, isWholeWord, isAtWordEnd(position) else { throw Diagnostic(.malformedJump, at: span) }
    guard lane.enclosure != .brace else { throw Diagnostic(.jumpInRepetition, at: span) }
    guard lane.gaps.isEmpty else { throw Diagnostic(.jumpAfterGap, at: span) }
    try checkNoEndlessPart(before: span, in: lane)
    guard !overflows, target <= Timeline.latestTick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    guard target >= lane.tick else { throw Diagnostic(.timeGoesBack(to: target, from: lane.tick), at: span) }
    lane.tick = target
    lane.jump = span
    recorder?.record(.time, at: span, tick: lane.tick)
  }

  /// Reads a duration if there is one as a whole word.
  mutating func readDuration(into lane: inout Lane) throws(Diagnostic) -> Bool {
    guard isAtWordStart, let written = TickLength.read(bytes, from: position, to: limit), isAtWordEnd(written.end)
    else { return false }
    try pass(written, in: &lane)
    return true
  }

  /// Reads a duration that is written as `/60 seconds/`, if there is one.
  mutating func readSlashedDuration(into lane: inout Lane) throws(Diagnostic) -> Bool {
    guard let written = TickLength.readInSlashes(bytes, from: position, to: limit) else { return false }
    try pass(written, in: &lane)
    return true
  }

  private mutating func pass(_ written: TickLength.Written, in lane: inout Lane) throws(Diagnostic) {
    let span = position..<written.end
    try pass(try tickLength.ticks(of: written, at: span, in: bytes), at: span, in: &lane)
    recorder?.record(.time, at: span, tick: lane.tick)
    position = written.end
  }

  var isAtWordStart: Bool {
    guard position > start else { return true }
    let before = bytes[position - 1]
    return before.isWhitespace || before == UInt8(ascii: "<") || before == UInt8(ascii: "{")
  }

  func isAtWordEnd(_ offset: Int) -> Bool {
    guard offset < limit else { return true }
    switch bytes[offset] {
    case UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="): return true
    case let byte: return byte.isWhitespace || byte.isLineEnd
    }
  }
}
