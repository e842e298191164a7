import MarbleLanguage

/// A comparison of an expected timeline with the actual one.
public struct Comparison: Sendable {
  /// The expected timeline.
  public let expected: Timeline
  /// The actual timeline.
  public let actual: Timeline
  /// The last tick that was compared, or `nil` if both timelines have an end.
  public let through: Int?
  /// The differences, ordered by tick.
  ///
  /// The array is empty if the timelines are equal.
  public let differences: [Difference]
  /// Whether only a part of the events was compared, so that there can be more differences.
  package let isPartial: Bool
  /// The report about the pattern whose nearest timeline is the expected one, or `nil` if there is no pattern.
  package let reading: PatternReport?

  /// Compares two timelines.
  ///
  /// Endless timelines are compared through the tick `through`. Without it, they are compared far enough to decide
  /// whether they agree forever: an endless timeline with one that ends through the first event that the other lacks,
  /// and two endless ones through their written parts and the sum of their periods.
  public init(expected: Timeline, actual: Timeline, through: Int? = nil) {
    self.expected = expected
    self.actual = actual
    reading = nil
    guard expected.loop != nil || actual.loop != nil else {
      self.through = nil
      let diff = TimelineDiff(expected.marbles, actual.marbles)
      (differences, isPartial) = (diff.differences, through != nil || diff.isPartial)
      return
    }
    let last = through ?? Comparison.decisiveTick(expected, actual)
    var left = expected.expanded(through: last)
    var right = actual.expanded(through: last)
    let reached = min(left.last, right.last)
    if left.last > reached { left = expected.expanded(through: reached) }
    if right.last > reached { right = actual.expanded(through: reached) }
    self.through = reached
    let diff = TimelineDiff(left.marbles, right.marbles)
    (differences, isPartial) = (diff.differences, left.isCut || right.isCut || diff.isPartial)
  }

  /// The number of steps and events that are weighed together for a reading of a pattern.
  private static let maxCells = 1_000_000

  /// Compares a timeline with a pattern.
  ///
  /// If they differ, the expected timeline is the nearest one that matches. Of many events, it is found for those from
  /// the first one on with which the pattern cannot go on.
  package init(pattern: TimelinePattern, actual: Timeline, through: Int? = nil) {
    var marbles = actual.marbles
    if let through { marbles = actual.expanded(through: through).marbles.filter { $0.tick <= through } }
    let steps = pattern.unrolled(toContain: marbles.count)
    let allowed = AllowedEvents(pattern, steps, marbles)
    let match = PatternMatch(
      steps.map(\.step), marbles, through: through, repeated: pattern.loop == nil ? .max : pattern.steps.count,
      allowed.isAllowed)
    self.actual = actual
    self.through = through
    if match.isMatch {
      (expected, differences, reading, isPartial) = (actual, [], PatternReport(isMatch: true), false)
      return
    }
    var (step, state, count) = (0, PatternMatch.State(count: 0, first: 0, last: 0), marbles.count)
    var end = steps.count
    if (end + 1) * (count + 1) > Self.maxCells {
      let length = 900
      (step, state) = match.reached
      end = min(end, step + length)
      count = min(count, state.count + length)
    }
    let reading = PatternReading(
      pattern, steps[step..<end], marbles[state.count..<count], from: state, allowed.isAllowed)
    let nearest = (marbles[..<state.count] + reading.nearest).filter { $0.tick <= through ?? .max }
    expected = Timeline(nearest, end: actual.end)
    differences = TimelineDiff(nearest, Array(marbles[..<count])).differences
    var report = reading.report
    let isPart = end < steps.count || count < marbles.count
    if isPart || step > 0 { report.corrections = nil }
    isPartial = isPart || through != nil
    self.reading = report
  }

  /// Whether both timelines have the same events on the same ticks, in the same order within a tick.
  public var isEqual: Bool { differences.isEmpty && reading?.isMatch != false }

  /// Returns the number of differences, with its noun, or of the differences that a list omits.
  package func count(_ noun: String = "difference", after listed: Int = 0) -> String {
    (isPartial ? "at least " : "") + pluralized(differences.count - listed, noun)
  }

  /// Returns a tick through which two timelines must agree in order to agree forever.
  private static func decisiveTick(_ left: Timeline, _ right: Timeline) -> Int {
    if left.loop == nil { return right.tick(after: left.marbles.last?.tick ?? -1) }
    if right.loop == nil { return left.tick(after: right.marbles.last?.tick ?? -1) }
    // Twice the longer period is at least the sum of both. Sums below this bound cannot overflow.
    let bound = Int.max / 8
    let written = [left, right].map { max($0.loop?.start ?? 0, $0.marbles.last?.tick ?? 0) }
    let rounds = [left, right].map { $0.loop?.period ?? 0 }
    return min(bound, written.max() ?? 0) + rounds.reduce(0) { $0 + min(bound, $1) }
  }
}

/// The events that each step of a pattern allows.
///
/// Each pair of different events is compared once.
private final class AllowedEvents {
  private let pattern: TimelinePattern
  private let steps: [Int?]
  private let marbles: [Int]
  private let events: NumberedEvents
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let open: Int
    let event: Int
  }

  init(
    _ pattern: TimelinePattern, _ steps: [(step: TimelinePattern.Step, gap: String?)], _ marbles: [Timeline.Marble]
  ) {
    self.pattern = pattern
    var events = NumberedEvents()
    self.steps = steps.map { step, _ in
      guard case .event(let event, _) = step else { return nil }
      return events.number(of: event, isOpen: pattern.isOpen(event))
    }
    self.marbles = marbles.map { events.number(of: $0.event, isOpen: false) }
    self.events = events
  }

  func isAllowed(step: Int, event: Int) -> Bool {
    guard let open = steps[step] else { return false }
    let pair = Pair(open: open, event: marbles[event])
    if let isAllowed = known[pair] { return isAllowed }
    let isAllowed = pattern.allows(events.all[pair.event].event, for: events.all[open].event)
    known[pair] = isAllowed
    return isAllowed
  }
}

/// Different events with their numbers.
///
/// The `_` that is any value equals the string, but is another event.
private struct NumberedEvents {
  struct Entry: Hashable {
    let event: Event
    let isOpen: Bool
  }

  private(set) var all: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  mutating func number(of event: Event, isOpen: Bool) -> Int {
    let entry = Entry(event: event, isOpen: isOpen)
    if let number = numbers[entry] { return number }
    numbers[entry] = all.count
    all.append(entry)
    return all.count - 1
  }
}
