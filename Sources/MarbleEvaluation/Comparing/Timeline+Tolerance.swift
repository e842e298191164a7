import MarbleLanguage

extension Timeline {
  /// Returns the timeline with each event that came a few ticks earlier or later than an expected one on its tick.
  ///
  /// Events on one tick then have the order of the expected ones. Only timelines without a loop are changed.
  package func moved(to expected: Timeline, within tolerance: Int) -> Timeline {
    guard tolerance > 0, loop == nil, expected.loop == nil else { return self }
    var moved = marbles
    /// The positions of the expected events with which events are paired.
    var partners: [Int?] = moved.map { _ in nil }
    var first = 0
    for (index, wanted) in expected.marbles.enumerated() {
      while first < marbles.count, partners[first] != nil || marbles[first].tick < wanted.tick - tolerance {
        first += 1
      }
      let near = marbles[first...].prefix { $0.tick <= wanted.tick + tolerance }
      guard let found = near.indices.first(where: { partners[$0] == nil && marbles[$0].event == wanted.event }) else {
        continue
      }
      partners[found] = index
      moved[found].tick = wanted.tick
    }
    func place(_ index: Int) -> (tick: Int, end: Int, partner: Int, index: Int) {
      (moved[index].tick, moved[index].event.isTerminating ? 1 : 0, partners[index] ?? .max, index)
    }
    let ordered = moved.indices.sorted { place($0) < place($1) }.map { moved[$0] }
    return Timeline(ordered, end: max(end, expected.end), continues: continues, hasOrigin: hasOrigin)
  }
}
