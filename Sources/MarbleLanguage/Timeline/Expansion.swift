extension Timeline {
  /// The events of a timeline up to a tick, with the rounds of its loop written out.
  package struct Expansion {
    package var marbles: [Marble]
    /// The last tick for which the events are complete.
    ///
    /// This is the requested tick, or an earlier one if the event limit was reached.
    package var last: Int
    /// Whether the timeline has events after `last`.
    package var isCut: Bool
  }

  /// Expands the loop up to and including a tick, in whole rounds until it has added `limit` events.
  package func expanded(through last: Int, limit: Int = 1_000_000) -> Expansion {
    var events = marbles
    if let final = events.last, final.tick > last {
      events.removeLast(events.count - events.partitionPoint { $0.tick > last })
      return Expansion(marbles: events, last: last, isCut: true)
    }
    guard let loop, !loop.marbles.isEmpty else {
      return Expansion(marbles: events, last: last, isCut: loop != nil)
    }
    let enough = events.count + limit
    var round = loop.start
    while round <= last {
      if events.count >= enough { return Expansion(marbles: events, last: round - 1, isCut: true) }
      for marble in loop.marbles {
        let (tick, overflow) = round.addingReportingOverflow(marble.tick)
        if overflow || tick > last { return Expansion(marbles: events, last: last, isCut: true) }
        events.append(Marble(tick: tick, event: marble.event))
      }
      let (next, overflow) = round.addingReportingOverflow(max(1, loop.period))
      if overflow { break }
      round = next
    }
    return Expansion(marbles: events, last: last, isCut: true)
  }

  /// Returns the tick of the first event after a tick, or that tick if there is none.
  package func tick(after tick: Int) -> Int {
    let next = marbles.partitionPoint { $0.tick > tick }
    if next < marbles.count { return marbles[next].tick }
    guard let loop, let first = loop.marbles.first, tick < Int.max / 2 else { return tick }
    let period = max(1, loop.period)
    let round = loop.start + max(0, tick - loop.start) / period * period
    let later = loop.marbles.first { round + $0.tick > tick }
    return round + (later?.tick ?? period + first.tick)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which the predicate is true.
  ///
  /// The collection must be partitioned: no element for which the predicate is false may follow one for which it is
  /// true.
  package func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Timeline.Marble] {
  /// Returns the events whose ticks are in one of the ranges.
  ///
  /// The ranges must be ascending and must not overlap.
  package func within(_ ranges: [ClosedRange<Int>]) -> [Timeline.Marble] {
    ranges.flatMap { range in
      self[partitionPoint { $0.tick >= range.lowerBound }..<partitionPoint { $0.tick > range.upperBound }]
    }
  }
}
