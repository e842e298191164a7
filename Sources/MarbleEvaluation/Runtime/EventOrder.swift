import MarbleLanguage
import Reactive

/// An order of the events of hot sources, in which events can have other ticks than in their timelines.
///
/// In a run without one, the hot sources of a tick send in the order of their definitions.
package struct EventOrder: Sendable {
  /// For the first events of each source, their ticks and their places in the order of the tick.
  private var turns: [ObjectIdentifier: [(tick: Int, place: Int)]] = [:]
  /// The number of places that the turns need.
  private(set) var placeCount = 0

  /// Creates the order of turns, each of a source to send its next event, which are sorted by tick.
  ///
  /// Later events of the sources keep their ticks.
  package init(_ turns: [(source: Binding, tick: Int)]) {
    var place = 0
    for (index, turn) in turns.enumerated() {
      place = index > 0 && turns[index - 1].tick == turn.tick ? place + 1 : 0
      placeCount = max(placeCount, place + 1)
      self.turns[ObjectIdentifier(turn.source), default: []].append((turn.tick, place))
    }
  }

  /// Returns the sources of the turns on a tick, in their order.
  package func sources(on tick: Int) -> [ObjectIdentifier] {
    turns.flatMap { source, turns in turns.filter { $0.tick == tick }.map { (source, $0.place) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Divides the events of a source by their place in the order of a tick, which is `nil` for those without a turn.
  func parts(of timeline: Timeline, sentBy source: Binding) -> [(timeline: Timeline, place: Int?)] {
    let turns = turns[ObjectIdentifier(source), default: []]
    var rest = timeline.unrolled(toContain: turns.count)
    var parts: [Int: [Timeline.Marble]] = [:]
    for (marble, turn) in zip(rest.marbles, turns) {
      parts[turn.place, default: []].append(Timeline.Marble(tick: turn.tick, event: marble.event))
    }
    rest.marbles.removeFirst(min(turns.count, rest.marbles.count))
    return [(rest, nil)] + parts.sorted { $0.key < $1.key }.map { (Timeline($0.value), $0.key) }
  }
}

extension Timeline {
  /// Returns the same events with as many rounds of the loop written out as are needed for a number of events.
  package func unrolled(toContain count: Int) -> Timeline {
    var unrolled = self
    while let loop = unrolled.loop, !loop.marbles.isEmpty, unrolled.marbles.count < count {
      unrolled.marbles += loop.marbles.map { Marble(tick: loop.start + $0.tick, event: $0.event) }
      unrolled.loop?.start += max(1, loop.period)
    }
    return unrolled
  }
}
