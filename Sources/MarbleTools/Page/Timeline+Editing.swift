import Marbles
import Reactive

/// Changes of single events, as made by moving marbles.
///
/// The result follows the event grammar: a value that moves beyond the end takes the end along, the end does not move
/// before a value, and events after a new end are removed. A `raw` timeline keeps all other events. Events in a loop do
/// not change.
extension Timeline {
  /// The last tick to which an event can be moved.
  private static var lastTick: Int { 999 }

  /// The ticks on which events can be placed.
  private var room: ClosedRange<Int> {
    let first = min(0, marbles.first?.tick ?? 0)
    return first...max(first, min(Self.lastTick, loop.map { $0.start - 1 } ?? .max))
  }

  /// Returns the timeline with an event on another tick, and the new index of the event.
  func moving(_ index: Int, to tick: Int, as form: TimelineForm) -> (timeline: Timeline, index: Int) {
    let event = marbles[index].event
    var tick = min(max(tick, room.lowerBound), room.upperBound)
    if event.isTerminating, index > 0, form != .raw { tick = max(tick, marbles[index - 1].tick) }
    return replacing(
      marbles[..<index] + marbles[(index + 1)...], adding: Marble(tick: tick, event: event), near: index, as: form)
  }

  /// Returns the timeline with another event, and its index.
  func adding(_ event: Event, at tick: Int, as form: TimelineForm) -> (timeline: Timeline, index: Int) {
    let tick = min(max(tick, room.lowerBound), room.upperBound)
    return replacing(marbles[...], adding: Marble(tick: tick, event: event), near: marbles.count, as: form)
  }

  /// Returns the timeline with another event in the place of one.
  func replacing(_ index: Int, by event: Event, as form: TimelineForm) -> (timeline: Timeline, index: Int) {
    replacing(
      marbles[..<index] + marbles[(index + 1)...], adding: Marble(tick: marbles[index].tick, event: event), near: index,
      as: form)
  }

  /// Returns the timeline without an event.
  func removing(_ index: Int, as form: TimelineForm) -> Timeline {
    var timeline = self
    timeline.marbles.remove(at: index)
    timeline.end = max(end, timeline.extent)
    if marbles[index].event.isTerminating, form != .raw { timeline.end = max(timeline.extent, marbles[index].tick + 1) }
    return timeline
  }

  /// Returns the timeline with other events and a new one among them.
  ///
  /// - Parameter place: The index in front of which the new event is placed among those on its tick.
  private func replacing(
    _ others: ArraySlice<Marble>, adding marble: Marble, near place: Int, as form: TimelineForm
  ) -> (timeline: Timeline, index: Int) {
    var others = Array(others)
    guard form != .raw else { return replacingRaw(others, adding: marble, near: place) }
    if marble.event.isTerminating {
      others.removeAll { $0.event.isTerminating || $0.tick > marble.tick }
    } else if let last = others.last, last.event.isTerminating, last.tick < marble.tick {
      others[others.count - 1].tick = marble.tick
    }
    let index =
      marble.event.isTerminating
      ? others.count
      : others.indices.first { index in
        others[index].tick > marble.tick
          || others[index].tick == marble.tick && (index >= place || others[index].event.isTerminating)
      } ?? others.count
    others.insert(marble, at: index)
    var timeline = self
    timeline.marbles = others
    if marble.event.isTerminating { (timeline.loop, timeline.continues) = (nil, false) }
    let isEnded = others.last?.event.isTerminating ?? false
    timeline.end = isEnded ? timeline.extent : max(end, timeline.extent)
    return (timeline, index)
  }

  /// Returns the timeline with other events and a new one among them, without regard to the event grammar.
  private func replacingRaw(
    _ others: [Marble], adding marble: Marble, near place: Int
  ) -> (timeline: Timeline, index: Int) {
    let index = others.indices.first { others[$0].tick > marble.tick || others[$0].tick == marble.tick && $0 >= place }
    var timeline = self
    timeline.marbles = others
    timeline.marbles.insert(marble, at: index ?? others.count)
    timeline.end = max(end, timeline.extent)
    return (timeline, index ?? others.count)
  }

  /// The tick after the last event.
  private var extent: Int { (marbles.last?.tick ?? -1) + 1 }
}
