extension Timeline {
  /// The events of a timeline up to a tick, with what repeats written out.
  package struct Expansion {
    package var marbles: [Marble]
    /// The last tick for which the events are complete: the one asked for, or less where there were too many.
    package var last: Int
    /// Whether there are events behind it.
    package var isCut: Bool
  }

  /// Writes out what repeats, up to and including a tick, in whole rounds until there are `limit` events.
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
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element answers true, where all that answer true stand behind all that do not.
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
  /// Those on the ticks of some ranges, which are ascending and apart.
  package func within(_ ranges: [ClosedRange<Int>]) -> [Timeline.Marble] {
    ranges.flatMap { range in
      self[partitionPoint { $0.tick >= range.lowerBound }..<partitionPoint { $0.tick > range.upperBound }]
    }
  }
}
