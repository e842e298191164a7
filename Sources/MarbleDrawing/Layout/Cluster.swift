import MarbleEvaluation
import MarbleLanguage

extension Layout {
  /// The events and marks on one tick of a track.
  struct Cluster: Sendable {
    /// Marks that are shown in addition to events.
    struct Marks: OptionSet, Sendable {
      let rawValue: UInt8

      /// The tick is tick 0 and shows the mark of the origin.
      static let origin = Marks(rawValue: 1)
      /// The observation starts.
      static let start = Marks(rawValue: 2)
      /// The observation ends, after the events that were received on this tick.
      static let stop = Marks(rawValue: 4)
    }

    let tick: Int
    /// The indexes of the events among those of the track.
    var events: Range<Int>
    var marks: Marks = []
  }
}

extension [Layout.Cluster] {
  /// Groups events that are ordered by tick.
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

  /// Adds marks to a tick, with or without events on it.
  mutating func mark(_ marks: Layout.Cluster.Marks, on tick: Int) {
    let place = partitionPoint { $0.tick >= tick }
    if place == count || self[place].tick != tick {
      let events = place < count ? self[place].events.lowerBound : last?.events.upperBound ?? 0
      insert(Layout.Cluster(tick: tick, events: events..<events), at: place)
    }
    self[place].marks.insert(marks)
  }
}
