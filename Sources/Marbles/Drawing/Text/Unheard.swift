/// What nobody heard, in the line of a lane.
extension Strip {
  /// Makes the line another one where nobody listened.
  ///
  /// Behind what nobody heard stands a piece of that line, so that it can be told from what was heard without colours.
  mutating func showUnheard(of lane: Diagram.Lane) {
    guard !lane.unheard.isEmpty else { return }
    let marbles = lane.timeline.marbles
    let unheard = Set(lane.unheard)
    let start = phases[0].from
    // Of a cold source only what it sends on its own ticks stands on its line.
    let windows = lane.isCold ? lane.observed.filter { $0.start == 0 } : lane.observed
    phases =
      windows.isEmpty
      ? Strip.phases(from: start, of: marbles, unheard: unheard) : Strip.phases(from: start, within: windows)

    let ghosts = Set(unheard.lazy.filter(marbles.indices.contains).map { marbles[$0].tick })
    for index in cells.indices where ghosts.contains(cells[index].tick) {
      let next = cells[index].tick + 1
      guard next <= last else { continue }
      let isFollowed = index + 1 < cells.count && cells[index + 1].tick == next
      if isFollowed || state(on: next) != .missed { cells[index].needsGap = true }
    }
  }

  private func state(on tick: Int) -> State {
    let index = phases.partitionPoint { $0.from > tick }
    return index > 0 ? phases[index - 1].state : .blank
  }

  /// Where somebody listens: in windows that may overlap.
  private static func phases(from start: Int, within windows: [Window]) -> [Phase] {
    var phases = [Phase.missed(from: start)]
    var end: Int? = start
    for window in windows.sorted(by: { $0.start < $1.start }) where window.end.map({ $0 > window.start }) ?? true {
      guard let reached = end else { break }
      if window.start > reached { phases.append(.missed(from: reached)) }
      phases.append(.running(from: max(start, window.start)))
      end = window.end.map { max($0, reached) }
    }
    if let end { phases.append(.missed(from: end)) }
    return phases.reduced
  }

  /// Where somebody listens, as far as the events tell.
  private static func phases(from start: Int, of marbles: [Timeline.Marble], unheard: Set<Int>) -> [Phase] {
    var phases: [Phase] = []
    for (index, marble) in marbles.enumerated() {
      let state = unheard.contains(index) ? State.missed : .running
      phases.append(Phase(from: phases.isEmpty ? start : marble.tick, state: state))
    }
    return phases.isEmpty ? [.running(from: start)] : phases.reduced
  }
}

extension [Strip.Phase] {
  /// The same with nothing said twice: of phases from one tick the last, of equal ones the first.
  fileprivate var reduced: [Strip.Phase] {
    var reduced: [Strip.Phase] = []
    for phase in self {
      if reduced.last?.from == phase.from { reduced.removeLast() }
      if reduced.last?.state != phase.state { reduced.append(phase) }
    }
    return reduced
  }
}
