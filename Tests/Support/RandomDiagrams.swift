import MarbleLanguage
import Marbles

/// A generator of diagrams with lanes, inner streams, ghosts, windows, causes and operators.
package struct RandomDiagrams {
  package private(set) var random: RandomTimelines

  package init(seed: UInt64) { random = RandomTimelines(seed: seed) }

  package mutating func diagram() -> Diagram {
    var rows: [Diagram.Row] = []
    for index in 0..<(1 + random.below(3)) {
      if index > 0, random.flip() { rows.append(.operation(random.pick(["merge(a, b)", "a\n  .map { $0 }", "f"]))) }
      rows.append(.lane(lane(named: random.pick(["a", "long", "漢字", "out"]) + "\(index)")))
    }
    let lanes = rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
    let extent = Diagram.extent(of: lanes)
    return Diagram(rows: rows, ticks: extent.lowerBound...min(extent.upperBound, 20_000), notes: ["a note"])
  }

  private mutating func lane(named name: String) -> Diagram.Lane {
    let timeline = timeline()
    var lane = Diagram.Lane(
      name: name, timeline: timeline, role: random.pick([.input, .stage, .output]), isCold: random.below(4) == 0)
    lane.inner = (0..<(random.below(3) == 0 ? random.below(15) : 0)).map { inner(number: $0, of: timeline) }
    lane.origins = random.flip() ? timeline.marbles.map { _ in origin() } : []
    lane.unobserved = timeline.marbles.indices.filter { _ in random.below(4) == 0 }
    lane.observed = (0..<random.below(4)).map { _ in window() }
    return lane
  }

  /// Returns a timeline whose tokens are narrow, so that a drawing of it can have any width.
  private mutating func timeline() -> Timeline {
    var timeline = random.timeline(isLawful: true)
    for index in timeline.marbles.indices {
      if case .value = timeline.marbles[index].event { timeline.marbles[index].event = .value(value()) }
      if case .failed = timeline.marbles[index].event { timeline.marbles[index].event = .failed(Failure("no")) }
    }
    timeline.loop = nil
    return timeline
  }

  private mutating func value() -> Value {
    switch random.below(6) {
    case 0: .integer(random.below(1_000))
    case 1: .tuple([.integer(random.below(10)), .marble("x")])
    case 2: .marble(random.pick(["漢", "👨‍👩‍👧", "🇩", "🇪", "é"]))
    case 3: .stream(Stream(timeline: Timeline([.init(tick: 1, event: .value(.null))]), name: "s"))
    default: .marble(random.pick(["a", "b", "c"]))
    }
  }

  private mutating func inner(number: Int, of timeline: Timeline) -> Diagram.Inner {
    let arrived = random.below(10)
    let subscribed = random.below(4) == 0 ? nil : arrived + random.below(4)
    let marbles = subscribed.map { subscribed in
      (0..<random.below(4)).map { Timeline.Marble(tick: subscribed + 2 * $0, event: .value(value())) }
    }
    let end = marbles?.last?.tick ?? arrived
    let disposed = random.flip() ? end + random.below(3) : nil
    let pause = random.below(2)
    let missed = (0..<random.below(3)).map {
      Timeline.Marble(tick: (disposed ?? 0) + pause + $0, event: .value(.integer($0)))
    }
    return Diagram.Inner(
      name: "i\(number)", marble: random.below(8), arrived: arrived, subscribed: subscribed, marbles: marbles ?? [],
      disposed: disposed, missed: disposed == nil ? [] : missed, depth: 1 + random.below(3),
      origins: (marbles ?? []).map { _ in origin() })
  }

  private mutating func origin() -> Diagram.Origin {
    Diagram.Origin(source: random.pick([.unknown, .line(0), .line(1), .line(99), .parts([.line(0), .line(1)])]))
  }

  private mutating func window() -> Window {
    let start = random.below(12)
    return Window(from: start, until: random.flip() ? start + random.below(6) : nil)
  }
}
