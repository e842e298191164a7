import MarbleLanguage

extension Layout {
  /// What happens on one tick of a track.
  struct Cluster: Sendable {
    /// What happens besides events.
    struct Marks: OptionSet, Sendable {
      let rawValue: UInt8

      /// The tick is tick 0, and says so.
      static let origin = Marks(rawValue: 1)
      /// The observation starts.
      static let start = Marks(rawValue: 2)
      /// The observation is given up, after the events that were received on this tick.
      static let stop = Marks(rawValue: 4)
    }

    let tick: Int
    /// The events, by their places among the track's.
    var events: Range<Int>
    var marks: Marks = []
  }
}

extension [Layout.Cluster] {
  /// Groups events, which are in the order of their ticks, by tick.
  init(of marbles: [Timeline.Marble], on ticks: ClosedRange<Int>) {
    self.init()
    reserveCapacity(marbles.count)
    var index = 0
    while index < marbles.count {
      let tick = marbles[index].tick
      var end = index + 1
      while end < marbles.count, marbles[end].tick == tick { end += 1 }
      if ticks.contains(tick) { append(Layout.Cluster(tick: tick, events: index..<end)) }
      index = end
    }
  }

  /// Marks a tick, on which there may be no event.
  mutating func mark(_ marks: Layout.Cluster.Marks, on tick: Int) {
    let place = partitionPoint { $0.tick >= tick }
    if place == count || self[place].tick != tick {
      let events = place < count ? self[place].events.lowerBound : last?.events.upperBound ?? 0
      insert(Layout.Cluster(tick: tick, events: events..<events), at: place)
    }
    self[place].marks.insert(marks)
  }
}
