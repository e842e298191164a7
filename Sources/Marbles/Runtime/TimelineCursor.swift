import MarbleLanguage

/// Walks along a timeline, event by event, into its endless part as far as anyone asks.
struct TimelineCursor {
  /// What is being walked: the events that are written, then those of a round, again and again.
  private var marbles: [Timeline.Marble]
  private var index = 0
  /// What is added to their ticks.
  private var shift = 0
  /// What comes behind the written events; `nil` once it is being walked, with its period kept.
  private var loop: Timeline.Loop?
  private var period: Int?
  /// The tick of the next event; `nil` behind the last.
  private(set) var tick: Int?

  init(_ timeline: Timeline) {
    marbles = timeline.marbles
    loop = timeline.loop
    look()
  }

  /// The next event; asked only where there is a `tick`.
  mutating func next() -> Event {
    let event = marbles[index].event
    index += 1
    look()
    return event
  }

  /// Steps over the next event.
  mutating func skip() {
    index += 1
    look()
  }

  private mutating func look() {
    if index == marbles.count, !goesRound() {
      tick = nil
    } else {
      let (sum, overflows) = marbles[index].tick.addingReportingOverflow(shift)
      tick = overflows ? nil : sum
    }
  }

  /// Goes on with the first round or one more; whether there is one.
  private mutating func goesRound() -> Bool {
    if let loop {
      guard !loop.marbles.isEmpty else { return false }
      (marbles, shift, period) = (loop.marbles, loop.start, loop.period)
      self.loop = nil
    } else {
      guard let period else { return false }
      let (sum, overflows) = shift.addingReportingOverflow(period)
      guard !overflows else { return false }
      shift = sum
    }
    index = 0
    return true
  }
}
