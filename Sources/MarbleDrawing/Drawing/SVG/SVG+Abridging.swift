import MarbleEvaluation
import MarbleLanguage

extension Diagram {
  /// Returns the diagram up to the last tick at which it has at most `room` events, with a note if that omits any.
  ///
  /// The first tick is always included. The events are subtracted from `room`.
  func abridged(toFit room: inout Int, of limit: Int, innerLimit: Int) -> Diagram {
    let drawn = rows.flatMap { $0.drawnEvents(innerLimit: innerLimit) }
    func count(through tick: Int) -> Int {
      drawn.reduce(0) { $0 + $1.partitionPoint { $0.tick > tick } }
    }
    var (first, last) = (ticks.lowerBound, ticks.upperBound)
    if count(through: last) <= room { first = last }
    while first < last {
      let middle = first + (last - first + 1) / 2
      if count(through: middle) <= room { first = middle } else { last = middle - 1 }
    }
    room = max(0, room - count(through: last))
    guard last < ticks.upperBound else { return self }
    var diagram = self
    diagram.ticks = ticks.lowerBound...last
    diagram.notes.append(
      "only the events up to tick \(last) are drawn, because a picture has at most \(limit); JSON has all of them")
    return diagram
  }
}

extension Diagram.Row {
  /// Returns the events of the lines that are drawn.
  fileprivate func drawnEvents(innerLimit: Int) -> [[Timeline.Marble]] {
    guard case .lane(let lane) = self else { return [] }
    return [lane.timeline.marbles] + lane.inner.prefix(innerLimit).flatMap { [$0.marbles, $0.missed] }
  }
}
