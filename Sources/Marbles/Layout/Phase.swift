import MarbleLanguage

extension Layout {
  /// What a track looks like from a tick on where nothing happens.
  struct Phase: Sendable, Hashable {
    enum State: UInt8, Sendable {
      /// There is nothing of it.
      case hidden
      /// It waits for its turn.
      case waiting
      /// Time passes in it, and it is observed.
      case observed
      /// It is not observed, or no longer: this is what would have come.
      case ghost
    }

    var from: Int
    var state: State
  }
}

extension [Layout.Phase] {
  /// The phases of a lane with events that no observer received.
  init(of lane: Diagram.Lane, from start: Int) {
    // Of a cold source only what it sends on its own ticks is on its line.
    let windows = lane.isCold ? lane.observed.filter { $0.start == 0 } : lane.observed
    self = windows.isEmpty ? Self(of: lane, events: start) : Self(within: windows, from: start)
  }

  /// The phases that windows tell; these may overlap.
  private init(within windows: [Window], from start: Int) {
    self = [Element(from: start, state: .ghost)]
    var end: Int? = start
    for window in windows.sorted(by: { $0.start < $1.start }) where window.end.map({ $0 > window.start }) ?? true {
      guard let reached = end else { break }
      if window.start > reached { add(.ghost, from: reached) }
      add(.observed, from: Swift.max(start, window.start))
      end = window.end.map { Swift.max($0, reached) }
    }
    if let end { add(.ghost, from: end) }
  }

  /// The phases as far as the events tell them.
  private init(of lane: Diagram.Lane, events start: Int) {
    let unobserved = Set(lane.unobserved)
    self = []
    for (index, marble) in lane.timeline.marbles.enumerated() {
      add(unobserved.contains(index) ? .ghost : .observed, from: isEmpty ? start : marble.tick)
    }
    if isEmpty { add(.observed, from: start) }
  }

  /// Adds a phase: of phases from one tick the last counts, of equal ones the first.
  private mutating func add(_ state: Layout.Phase.State, from tick: Int) {
    if last?.from == tick { removeLast() }
    if last?.state != state { append(Layout.Phase(from: tick, state: state)) }
  }

  /// The state on a tick.
  func state(on tick: Int) -> Layout.Phase.State {
    let index = partitionPoint { $0.from > tick }
    return index > 0 ? self[index - 1].state : .hidden
  }
}
