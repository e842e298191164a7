extension SVG {
  /// What happens on one tick of a line: values one below the other, and what ends the line to their right.
  struct Cluster {
    let tick: Int
    var values: [Mark] = []
    /// With how far to the right of the tick each stands.
    var ends: [(mark: Mark, offset: Double)] = []
    /// How far it reaches to both sides of the tick.
    private(set) var left = 0.0
    private(set) var right = 0.0
    /// What reaches even further into where nothing comes any more.
    private(set) var overhang = 0.0

    /// How many values stand one below the other at most; the last of more counts the rest.
    static let mostValues = 8
    /// How far below each other they stand.
    static let pitch = 27.0
    private static let gap = 3.5

    /// `isLast` says that nothing follows on the line.
    init(tick: Int, _ marks: [Mark], isLast: Bool) {
      self.tick = tick
      for mark in marks where mark.kind == .value { values.append(mark) }
      if values.count > Self.mostValues {
        let rest = values[(Self.mostValues - 1)...]
        let tooltip = rest.prefix(100).map(\.tooltip).joined(separator: "\n") + (rest.count > 100 ? "\n…" : "")
        values = values.prefix(Self.mostValues - 1) + [Mark(more: rest.count, tooltip: tooltip)]
      }
      let half = (values.map(\.width).max() ?? 0) / 2
      var offset = values.isEmpty ? 0 : half + Mark.reach
      (left, right) = (values.isEmpty ? Mark.reach : half, half)
      for mark in marks where mark.kind != .value {
        ends.append((mark, offset))
        right = offset + Mark.reach
        overhang = offset + mark.width
        offset += mark.width + Mark.reach
      }
      if !isLast { right = max(right, overhang) }
      left += Self.gap
      right += Self.gap
      overhang += Self.gap
    }
  }

  /// A line of a diagram as it is drawn: a lane, or an inner stream of one.
  struct Track {
    /// Its number, as ``Diagram/lines`` counts them.
    let line: Int
    var name: String
    var isCold = false
    /// How many streams it travelled through: 0 for a lane.
    var depth = 0
    let tint: Int?
    var clusters: [Cluster] = []
    /// What the line looks like from which tick on.
    let phases: [Strip.Phase]
    /// The last tick on which it is to be seen.
    let last: Int
    /// Whether it goes on where the drawing ends.
    var isOpen: Bool
    /// Whether more is known to follow.
    var isCut = false
    var inner: Diagram.Inner?
    var observed: [Window] = []

    /// A lane.
    init(_ lane: Diagram.Lane, line: Int, tints: [Int?], ticks: ClosedRange<Int>) {
      self.line = line
      name = Self.name(lane.name)
      isCold = lane.isCold
      observed = lane.observed
      tint = tints.indices.contains(line) ? tints[line] : nil
      let strip = Strip(lane, as: .unicode, ticks: ticks, inks: nil)
      (phases, last, isCut) = (strip.phases, strip.last, strip.tail == ">")
      let names = lane.innerNames
      let unheard = Set(lane.unheard)
      let marbles = lane.timeline.expanded(through: ticks.upperBound, limit: 100_000).marbles
      isOpen = !(marbles.last?.event.isTerminating ?? false)
      clusters = Self.clusters(marbles, ticks: ticks) { index in
        Mark(
          marbles[index], index: index, name: names[index],
          source: lane.origins.indices.contains(index) ? lane.origins[index].source : .line(line), tints: tints,
          isGhost: unheard.contains(index))
      }
    }

    /// An inner stream.
    init(_ inner: Diagram.Inner, line: Int, tints: [Int?], ticks: ClosedRange<Int>) {
      self.line = line
      name = Self.name(inner.name)
      depth = max(1, inner.depth)
      tint = tints.indices.contains(line) ? tints[line] : nil
      self.inner = inner
      let strip = Strip(inner, as: .unicode, ticks: ticks, inks: nil)
      (phases, last) = (strip.phases, strip.last)
      let missed = inner.missed.filter { $0.tick >= inner.disposed ?? .min }
      let marbles = inner.marbles + missed
      isOpen = inner.subscribed != nil && inner.disposed == nil && !(marbles.last?.event.isTerminating ?? false)
      clusters = Self.clusters(marbles, ticks: ticks) { index in
        let isGhost = index >= inner.marbles.count
        return Mark(
          marbles[index], index: isGhost ? nil : index, name: nil,
          source: inner.origins.indices.contains(index) ? inner.origins[index].source : .line(line), tints: tints,
          isGhost: isGhost)
      }
    }

    private static func name(_ name: String) -> String { Writing.abridged(Writing.visible(name), limit: 24) }

    private static func clusters(
      _ marbles: [Timeline.Marble], ticks: ClosedRange<Int>, mark: (Int) -> Mark
    ) -> [Cluster] {
      var clusters: [Cluster] = []
      var index = 0
      while index < marbles.count {
        let tick = marbles[index].tick
        var end = index + 1
        while end < marbles.count, marbles[end].tick == tick { end += 1 }
        if ticks.contains(tick) {
          clusters.append(Cluster(tick: tick, (index..<end).map(mark), isLast: end == marbles.count))
        }
        index = end
      }
      return clusters
    }

    /// The clusters on some ticks.
    func clusters(on ticks: ClosedRange<Int>) -> ArraySlice<Cluster> {
      clusters[
        clusters.partitionPoint { $0.tick >= ticks.lowerBound }..<clusters.partitionPoint { $0.tick > ticks.upperBound }
      ]
    }
  }
}

extension Diagram.Lane {
  /// The names of the inner streams that have a row, by the places of the values that they travelled as.
  fileprivate var innerNames: [Int: String] {
    var names: [Int: String] = [:]
    for inner in inner where inner.depth == 1 {
      guard let place = inner.marble, names[place] == nil, timeline.marbles.indices.contains(place),
        case .value(.stream) = timeline.marbles[place].event
      else { continue }
      names[place] = SVG.Writing.visible(inner.name)
    }
    return names
  }
}
