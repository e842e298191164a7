/// A timeline that leaves values and times open: `--_ ... 2 * |`.
public struct TimelinePattern: Sendable {
  /// A part of a pattern.
  package enum Step: Sendable {
    /// An event, on the tick of the event before it or on the next free one.
    case event(Event, isOnSameTick: Bool)
    /// Silence for a number of ticks.
    case silence(ClosedRange<Int>)
    /// Any events on any ticks.
    case anything

    package var isAnything: Bool { if case .anything = self { true } else { false } }
  }

  /// A condition on a value, and its text.
  package struct Condition: Sendable {
    package let text: String
    package let isMet: @Sendable (Value) -> Bool

    package init(text: String, isMet: @escaping @Sendable (Value) -> Bool) {
      self.text = text
      self.isMet = isMet
    }
  }

  /// A part of a written pattern that is not fixed: silence of some length, or any events.
  package struct Gap: Sendable {
    /// The ticks of silence, or `nil` if events may come.
    package let silence: ClosedRange<Int>?
    package let text: String
    /// The number of events before the gap.
    package var eventCount: Int
    /// The tick on which the gap begins if all gaps are as short as possible.
    package var tick: Int
  }

  /// The parts, without those of an endless repetition, and the gaps as they are written.
  package private(set) var steps: [(step: Step, gap: String?)] = []
  /// The part at the end that repeats forever.
  package let loop: Timeline.Loop?
  /// The conditions on values, by their marbles.
  package var conditions: [Value: Condition] = [:]
  /// The error in the literal, or `nil` if it could be parsed.
  package var parseError: TimelineParseError?
  /// The warnings about the literal, as rendered messages.
  package var warnings: [String] = []

  /// Creates a pattern from a timeline whose gaps are as short as possible.
  package init(_ timeline: Timeline, gaps: [Gap]) {
    loop = timeline.loop.flatMap { $0.marbles.isEmpty ? nil : $0 }
    var tick = 0
    var rest = gaps[...]
    func takeGaps(before eventCount: Int) {
      while let gap = rest.first, gap.eventCount <= eventCount {
        wait(until: gap.tick)
        steps.append((gap.silence.map { .silence($0) } ?? .anything, gap.text))
        tick += gap.silence?.lowerBound ?? 0
        rest.removeFirst()
      }
    }
    func wait(until next: Int) {
      if next > tick { steps.append((.silence(next - tick...next - tick), nil)) }
      tick = max(tick, next)
    }
    for (index, marble) in timeline.marbles.enumerated() {
      takeGaps(before: index)
      let isOnSameTick = marble.tick < tick
      wait(until: marble.tick)
      steps.append((.event(marble.event, isOnSameTick: isOnSameTick), nil))
      tick = marble.tick + 1
    }
    takeGaps(before: .max)
    if let loop { wait(until: loop.start) }
  }

  /// Whether a stream that never ends can match.
  package var isEndless: Bool {
    if steps.last?.step.isAnything == true { return true }
    return loop != nil
  }

  /// The note that another pattern is expected for such a stream.
  package static let endlessNote = "expected a pattern for an endless stream, which ends in `*`"

  /// Returns the parts with enough rounds of the endless repetition for a number of events.
  package func unrolled(toContain count: Int) -> [(step: Step, gap: String?)] {
    guard let loop else { return steps }
    let round = TimelinePattern(Timeline(loop.marbles), gaps: [])
    let last = loop.period - (loop.marbles.last?.tick ?? 0) - 1
    let steps = round.steps + (last > 0 ? [(.silence(last...last), nil)] : [])
    return self.steps + (0...count / loop.marbles.count + 1).flatMap { _ in steps }
  }

  // MARK: Values

  /// Whether an event of the pattern allows an event.
  package func allows(_ event: Event, for open: Event) -> Bool {
    switch (open, event) {
    case (.value(let open), .value(let value)): allows(value, for: open)
    case (.failed(let open), .failed(let failure)): open == failure || open.message == Self.anyValue
    default: open == event
    }
  }

  private func allows(_ value: Value, for open: Value) -> Bool {
    if let condition = condition(on: open) { return condition.isMet(value) }
    switch (open, value) {
    case (.marble(Self.anyValue), _): return true
    case (.tuple(let all), .tuple(let values)), (.array(let all), .array(let values)):
      return all.count == values.count && zip(all, values).allSatisfy { allows($1, for: $0) }
    case (.event(let open), .event(let event)): return allows(event, for: open)
    default: return open == value
    }
  }

  /// Returns an event of the pattern that allows another event, with all parts that already allow theirs.
  package func correcting(_ open: Event, to event: Event) -> Event {
    guard case .value(let open) = open, case .value(let value) = event else { return event }
    return .value(correcting(open, to: value))
  }

  private func correcting(_ open: Value, to value: Value) -> Value {
    if allows(value, for: open) { return open }
    switch (open, value) {
    case (.tuple(let all), .tuple(let values)) where all.count == values.count:
      return .tuple(zip(all, values).map { correcting($0, to: $1) })
    case (.array(let all), .array(let values)) where all.count == values.count:
      return .array(zip(all, values).map { correcting($0, to: $1) })
    default: return value
    }
  }

  /// Returns the condition of a marble, which a string in quotes does not have.
  private func condition(on value: Value) -> Condition? {
    if case .string = value { nil } else { conditions[value] }
  }

  /// Whether several values are allowed for an event of the pattern.
  package func isOpen(_ event: Event) -> Bool {
    switch event {
    case .value(let value): isOpen(value)
    case .failed(let failure): failure.message == Self.anyValue
    case .completed, .interrupted: false
    }
  }

  private func isOpen(_ value: Value) -> Bool {
    switch value {
    case .marble(Self.anyValue): true
    case .tuple(let items), .array(let items): items.contains(where: isOpen)
    case .event(let event): isOpen(event)
    default: condition(on: value) != nil
    }
  }

  /// Returns an event of the pattern with the text of its condition in place of a value.
  package func named(_ event: Event) -> Event {
    guard case .value(let value) = event, let condition = condition(on: value) else { return event }
    return .value(.marble(condition.text))
  }

  private static let anyValue = "_"
}
