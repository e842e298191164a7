import MarbleLanguage

/// The report of the way in which a pattern was read beside a timeline.
package struct PatternReport: Sendable {
  /// A gap with the number of ticks or events that it took.
  package struct Gap: Sendable {
    package let text: String
    package let count: Int
    package let isSilence: Bool

    package var words: String { "`\(text)` took \(pluralized(count, isSilence ? "tick" : "event"))" }
  }

  package var isMatch = false
  package var gaps: [Gap] = []
  /// The events of the nearest timeline that represent any value or a condition.
  package var open: Set<Event> = []
  /// The events that the pattern must have in place of others on the same tick, by their numbers, or `nil` if there are
  /// other differences.
  package var corrections: [Int: Event]? = [:]
}

/// The cheapest way to read a pattern beside a timeline that does not match it: the nearest timeline that does.
///
/// An event that is missing, unexpected, on another tick or with another value costs about the same, and what a gap
/// takes costs nothing. A value in place of another one costs less than a missing or an unexpected one,
/// because a `*` beside it takes the other one. Each pair of a step and a number of used events is weighed once.
struct PatternReading {
  /// The nearest events that match.
  private(set) var nearest: [Timeline.Marble] = []
  private(set) var report = PatternReport()

  private let pattern: TimelinePattern
  private let steps: ArraySlice<(step: TimelinePattern.Step, gap: String?)>
  private let events: ArraySlice<Timeline.Marble>

  /// A choice of how to go on.
  private enum Move: UInt8 {
    /// The step has its event, its silence, or no more events.
    case pair, step
    /// The event is one of any.
    case take
    /// The event is unexpected.
    case event
  }

  /// The cheapest way to a step and an event, and the ticks on which the step can begin.
  private struct Cell {
    var cost = Int.max
    var first = 0
    var last = 0
    /// Whether the last event is on the tick before the first one, on which more events can be taken by `*`.
    var followsEvent = false
    var move = Move.step

    /// Whether the next step can begin on all ticks on which it can after another cell.
    func covers(_ other: Cell) -> Bool {
      first <= other.first && last >= other.last && (followsEvent || !other.followsEvent)
    }

    /// Returns the cell after an event on a tick.
    static func after(_ tick: Int, cost: Int = 0, move: Move = .step) -> Cell {
      Cell(cost: cost, first: tick + 1, last: tick + 1, followsEvent: true, move: move)
    }

    /// Returns the cell after a step that takes some ticks.
    func moved(by least: Int, _ most: Int) -> Cell {
      Cell(
        cost: cost, first: min(first + least, PatternMatch.lastTick), last: min(last + most, PatternMatch.lastTick))
    }

    /// Whether any event on a tick can be taken.
    func canTake(_ tick: Int) -> Bool { tick >= first || followsEvent && tick == first - 1 }

    /// Returns the tick nearest to another one on which an event can come.
    func nearest(to tick: Int, isOnSameTick: Bool, isAfterAnything: Bool) -> Int {
      if isOnSameTick { return first - 1 }
      return isAfterAnything && canTake(tick) ? tick : min(max(tick, first), max(first, last))
    }
  }

  /// The cost of a missing or an unexpected event, and the least cost of one that comes otherwise.
  ///
  /// The other costs are as in an `Alignment`.
  private static let (skip, change) = (1200, 1000)

  init(
    _ pattern: TimelinePattern, _ steps: ArraySlice<(step: TimelinePattern.Step, gap: String?)>,
    _ events: ArraySlice<Timeline.Marble>, from start: PatternMatch.State,
    _ allows: (_ step: Int, _ event: Int) -> Bool
  ) {
    self.pattern = pattern
    self.steps = steps
    self.events = events
    let path = cheapestPath(from: start, allows)
    follow(path, from: start, allows)
  }

  // MARK: Weighing

  private func isAfterAnything(_ step: Int) -> Bool {
    step > steps.startIndex && steps[step - 1].step.isAnything
  }

  private func cheapestPath(from start: PatternMatch.State, _ allows: (Int, Int) -> Bool) -> [Move] {
    let width = events.count + 1
    var cells = [Cell](repeating: Cell(), count: (steps.count + 1) * width)
    cells[0] = Cell(cost: 0, first: start.first, last: start.last)
    func offer(_ index: Int, _ cell: Cell) {
      let known = cells[index]
      if cell.cost < known.cost || cell.cost == known.cost && cell.covers(known) { cells[index] = cell }
    }
    // Nothing comes after an end, so `*` takes none before another event, and nothing after an end of the pattern.
    let lastEvent = steps.lastIndex { if case .event = $0.step { true } else { false } } ?? steps.startIndex
    let end = steps.firstIndex { if case .event(let event, _) = $0.step { event.isTerminating } else { false } }
    for row in 0...steps.count {
      let step = row < steps.count ? steps[steps.startIndex + row].step : nil
      for column in 0..<width {
        let cell = cells[row * width + column]
        guard cell.cost < .max else { continue }
        let event = column < events.count ? events[events.startIndex + column] : nil
        let below = (row + 1) * width + column
        switch step {
        case .silence(let length)?:
          offer(below, cell.moved(by: length.lowerBound, length.upperBound))
        case .anything?:
          var open = cell
          open.last = PatternMatch.lastTick
          open.move = .step
          offer(below, open)
          let index = steps.startIndex + row
          if let event, cell.canTake(event.tick), index <= end ?? index,
            !event.event.isTerminating || index >= lastEvent
          {
            open = .after(event.tick, cost: cell.cost, move: .take)
            open.last = PatternMatch.lastTick
            offer(below - width + 1, open)
          }
        case .event(let open, let isOnSameTick)?:
          var missing = isOnSameTick ? cell : cell.moved(by: 1, 1)
          missing.cost += Self.skip
          missing.move = .step
          missing.followsEvent = isOnSameTick && cell.followsEvent
          offer(below, missing)
          guard let event else { continue }
          let allowed = allows(steps.startIndex + row, events.startIndex + column)
          let tick = cell.nearest(
            to: event.tick, isOnSameTick: isOnSameTick, isAfterAnything: isAfterAnything(steps.startIndex + row))
          if let cost = Self.cost(open, event, on: tick, allowed: allowed) {
            offer(below + 1, .after(tick, cost: cell.cost + cost, move: .pair))
          }
        case nil: break
        }
        if event != nil {
          var extra = cell
          extra.cost += Self.skip
          extra.move = .event
          offer(row * width + column + 1, extra)
        }
      }
    }
    var path: [Move] = []
    var index = cells.count - 1
    while index > 0 {
      path.append(cells[index].move)
      switch cells[index].move {
      case .pair: index -= width + 1
      case .step: index -= width
      case .take, .event: index -= 1
      }
    }
    return path.reversed()
  }

  /// Returns the cost of an event in place of one of the pattern, or `nil` if they have nothing in common.
  private static func cost(_ open: Event, _ event: Timeline.Marble, on tick: Int, allowed: Bool) -> Int? {
    let distance = Int(min((event.tick - tick).magnitude, 400))
    if allowed { return distance == 0 ? 0 : change + distance }
    if open.isTerminating, event.event.isTerminating { return change + 1 + distance }
    guard distance == 0 else { return nil }
    return open.isTerminating || event.event.isTerminating ? change + 900 : change + 100
  }

  // MARK: Reading

  /// A gap whose length is not decided yet.
  private struct OpenGap {
    let text: String?
    /// The ticks of silence, or `nil` for any events.
    let silence: ClosedRange<Int>?
    var events = 0
  }

  private mutating func follow(_ path: [Move], from start: PatternMatch.State, _ allows: (Int, Int) -> Bool) {
    var (step, event) = (steps.startIndex, events.startIndex)
    var clock = Cell(cost: 0, first: start.first, last: start.last)
    var open: [OpenGap] = []
    var (taken, eventCount) = (0, 0)
    for (index, move) in path.enumerated() {
      switch (step < steps.endIndex ? steps[step].step : nil, move) {
      case (.anything?, .take):
        taken += 1
        add(events[event].event, on: events[event].tick)
        clock = .after(events[event].tick)
        event += 1
      case (.anything?, .step):
        open.append(OpenGap(text: steps[step].gap, silence: nil, events: taken))
        taken = 0
        clock.last = PatternMatch.lastTick
        step += 1
      case (.silence(let length)?, .step):
        clock = clock.moved(by: length.lowerBound, length.upperBound)
        open.append(OpenGap(text: steps[step].gap, silence: length))
        step += 1
      case (.event(let pattern, let isOnSameTick)?, .pair):
        let tick = clock.nearest(
          to: events[event].tick, isOnSameTick: isOnSameTick, isAfterAnything: isAfterAnything(step))
        if !isOnSameTick { close(&open, by: tick - clock.first) }
        if allows(step, event) {
          add(events[event].event, on: tick)
        } else {
          addOpen(pattern, on: tick)
        }
        if tick != events[event].tick { report.corrections = nil }
        if !allows(step, event) {
          report.corrections?[eventCount] = self.pattern.correcting(pattern, to: events[event].event)
        }
        eventCount += 1
        clock = .after(tick)
        step += 1
        event += 1
      case (.event(let pattern, let isOnSameTick)?, .step):
        let later = isOnSameTick ? 0 : delay(from: clock, path[(index + 1)...], step: step + 1, event: event)
        if !isOnSameTick { close(&open, by: later) }
        let tick = isOnSameTick ? clock.first - 1 : clock.first + later
        addOpen(pattern, on: tick)
        report.corrections = nil
        clock = .after(tick)
        clock.followsEvent = isOnSameTick
        step += 1
      default:
        report.corrections = nil
        event += 1
      }
    }
    close(&open, by: 0)
  }

  /// Returns the number of ticks by which a missing event is late, so that the next one can be on its tick.
  private func delay(from clock: Cell, _ path: ArraySlice<Move>, step: Int, event: Int) -> Int {
    var (step, event) = (step, event)
    var last = clock.first + 1
    for move in path {
      switch (step < steps.endIndex ? steps[step].step : nil, move) {
      case (.event(_, let isOnSameTick)?, .pair):
        return isOnSameTick ? 0 : min(max(0, events[event].tick - last), max(0, clock.last - clock.first))
      case (.event(_, let isOnSameTick)?, .step):
        if !isOnSameTick { last += 1 }
        step += 1
      case (.silence(let length)?, .step):
        last = min(last + length.upperBound, PatternMatch.lastTick)
        step += 1
      case (.anything?, _): return 0
      default: event += 1
      }
    }
    return 0
  }

  private mutating func add(_ event: Event, on tick: Int) {
    nearest.append(Timeline.Marble(tick: max(tick, nearest.last?.tick ?? tick), event: event))
  }

  private mutating func addOpen(_ event: Event, on tick: Int) {
    let named = pattern.named(event)
    if pattern.isOpen(event) { report.open.insert(named) }
    add(named, on: tick)
  }

  /// Decides how long the open gaps are that together take some ticks more than at least.
  private mutating func close(_ open: inout [OpenGap], by ticks: Int) {
    var ticks = max(0, ticks)
    for gap in open {
      let more = gap.silence.map { min(ticks, $0.upperBound - $0.lowerBound) } ?? ticks
      ticks -= more
      guard let text = gap.text else { continue }
      if let silence = gap.silence {
        report.gaps.append(.init(text: text, count: silence.lowerBound + more, isSilence: true))
      } else {
        report.gaps.append(.init(text: text, count: gap.events, isSilence: false))
      }
    }
    open = []
  }
}
