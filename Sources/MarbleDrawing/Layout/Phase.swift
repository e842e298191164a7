import MarbleEvaluation
import MarbleLanguage

extension Layout {
  /// The state of a track on silent ticks, from a tick on.
  struct Phase: Sendable, Hashable {
    enum State: UInt8, Sendable {
      /// The track is not drawn.
      case hidden
      /// The stream waits in a queue.
      case waiting
      /// The stream is observed.
      case observed
      /// The stream is not observed, or not anymore: no observer receives its events.
      case ghost
    }

    var from: Int
    var state: State
  }
}

extension [Layout.Phase] {
  /// Creates the phases of a lane with events that no observer received.
  init(of lane: Diagram.Lane, from start: Int) {
    // The line of a cold source shows the ticks of the source, which match those of the run only for windows from
    // tick 0.
    let windows = lane.isCold ? lane.observed.filter { $0.start == 0 } : lane.observed
    self = windows.isEmpty ? Self(of: lane, events: start) : Self(within: windows, from: start)
  }

  /// Creates the phases that follow from windows, which may overlap.
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

  /// Creates the phases that follow from the events.
  private init(of lane: Diagram.Lane, events start: Int) {
    let unobserved = Set(lane.unobserved)
    self = []
    for (index, marble) in lane.timeline.marbles.enumerated() {
      add(unobserved.contains(index) ? .ghost : .observed, from: isEmpty ? start : marble.tick)
    }
    if isEmpty { add(.observed, from: start) }
  }

  /// Adds a phase.
  ///
  /// It replaces a phase that starts on the same tick, and is dropped if it continues the previous state.
  private mutating func add(_ state: Layout.Phase.State, from tick: Int) {
    if last?.from == tick { removeLast() }
    if last?.state != state { append(Layout.Phase(from: tick, state: state)) }
  }

  func state(on tick: Int) -> Layout.Phase.State {
    let index = partitionPoint { $0.from > tick }
    return index > 0 ? self[index - 1].state : .hidden
  }
}
