import MarbleLanguage

extension Timeline {
  /// Returns the timeline with each event that came a few ticks earlier or later than an expected one on its tick.
  ///
  /// Events are paired in order. Only timelines without a loop are changed.
  package func moved(to expected: Timeline, within tolerance: Int) -> Timeline {
    guard tolerance > 0, loop == nil, expected.loop == nil else { return self }
    var moved = marbles
    var (next, index) = (0, 0)
    while index < moved.count, next < expected.marbles.count {
      let (wanted, got) = (expected.marbles[next], moved[index])
      if abs(wanted.tick - got.tick) <= tolerance, wanted.event == got.event {
        moved[index].tick = wanted.tick
        (next, index) = (next + 1, index + 1)
      } else if expected.marbles[next...].contains(where: { $0.tick <= got.tick + tolerance && $0.event == got.event })
      {
        next += 1
      } else {
        index += 1
      }
    }
    // An event that is not moved may now be before the previous one.
    let ordered = moved.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    return Timeline(ordered.map(\.element), end: max(end, expected.end), continues: continues, hasOrigin: hasOrigin)
  }
}
