import MarbleLanguage

/// Iterates over the events of a timeline, including its endless part.
package struct TimelineCursor {
  /// The events to iterate over: first the written ones, then those of each round.
  private var marbles: [Timeline.Marble]
  private var index = 0
  /// The offset of their ticks.
  private var shift = 0
  /// The loop after the written events, or `nil` once it was entered.
  ///
  /// `period` is set from then on.
  private var loop: Timeline.Loop?
  private var period: Int?
  /// The tick of the next event, or `nil` if there is none.
  package private(set) var tick: Int?

  package init(_ timeline: Timeline) {
    marbles = timeline.marbles
    loop = timeline.loop
    look()
  }

  /// Returns the next event.
  ///
  /// Must not be called if `tick` is `nil`.
  package mutating func next() -> Event {
    let event = marbles[index].event
    index += 1
    look()
    return event
  }

  private mutating func look() {
    if index == marbles.count, !goesRound() {
      tick = nil
    } else {
      let (sum, overflows) = marbles[index].tick.addingReportingOverflow(shift)
      tick = overflows ? nil : sum
    }
  }

  /// Begins the next round of the loop, and returns whether there is one.
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
