import MarbleLanguage

/// The decision whether a timeline matches a pattern.
///
/// After each step of the pattern, the possible readings differ only in the number of events that they have used. For
/// each such number, the ticks on which the next step can begin are an interval. The work therefore grows with the
/// product of the numbers of steps and events, and for a pattern without `*` only with their sum.
struct PatternMatch {
  /// The events before `count` are used, and the next step begins on one of the ticks.
  struct State {
    var count: Int
    var first: Int
    var last: Int
  }

  /// The last tick that a step can begin on.
  static let lastTick = Timeline.latestTick * 2

  let isMatch: Bool
  /// The number of steps before the first one with which no event is compatible, and the state before it.
  let reached: (step: Int, state: State)

  /// Matches events with the steps of a pattern.
  ///
  /// - Parameters:
  ///   - through: The last tick of a stopped run. After it, the steps from `repeated` on may follow.
  ///   - allows: A closure that returns whether the event at an index is one of a step.
  init(
    _ steps: [TimelinePattern.Step], _ events: [Timeline.Marble], through: Int?, repeated: Int,
    _ allows: (_ step: Int, _ event: Int) -> Bool
  ) {
    var states = [State(count: 0, first: 0, last: 0)]
    var reached = (0, states[0])
    var isAfterAnything = false
    var goesOn = false
    for (index, step) in steps.enumerated() {
      if let furthest = states.last { reached = (index, furthest) }
      if case .event = step, index >= repeated, let through, let last = states.last, last.count == events.count,
        last.last > through
      {
        goesOn = true
      }
      switch step {
      case .event(_, let isOnSameTick):
        states = states.compactMap { state in
          guard state.count < events.count else { return nil }
          let tick = events[state.count].tick
          let ticks = isOnSameTick ? state.first - 1...state.first - 1 : state.first...max(state.first, state.last)
          let isOpen = isAfterAnything && !isOnSameTick
          let isEmpty = state.first > state.last && !isOnSameTick
          guard isOpen || !isEmpty && ticks.contains(tick), allows(index, state.count) else { return nil }
          return State(count: state.count + 1, first: tick + 1, last: tick + 1)
        }
      case .silence(let length):
        states = states.compactMap { state in
          let end = state.count < events.count ? events[state.count].tick : Self.lastTick
          let first = state.first + length.lowerBound
          let last = min(end, state.last + length.upperBound)
          guard state.first <= state.last, first <= last else { return nil }
          return State(count: state.count, first: first, last: last)
        }
      case .anything:
        guard let least = states.first else { break }
        let known = Dictionary(uniqueKeysWithValues: states.map { ($0.count, $0.first) })
        states = (least.count...events.count).map { count in
          let isNew = count > least.count
          let before = isNew ? events[count - 1].tick + 1 : least.first
          let end = count < events.count ? events[count].tick : Self.lastTick
          return State(count: count, first: isNew ? before : min(before, known[count] ?? before), last: end)
        }
      }
      isAfterAnything = step.isAnything
      if states.isEmpty { break }
    }
    isMatch = goesOn || states.last?.count == events.count
    self.reached = reached
  }
}
