import MarbleLanguage

/// An expected timeline against the actual one, and why they differ.
public struct Comparison: Sendable {
  public let expected: Timeline
  public let actual: Timeline
  /// The last tick that was compared, where one of the two has no end.
  public let through: Int?
  /// In what they differ, by tick; empty when they are equal.
  public let differences: [Difference]

  /// Compares two timelines; endless ones up to a tick.
  ///
  /// Without that tick they are compared as far as it takes to know: two that repeat, and agree for as long as both of
  /// their rounds take together, agree for ever.
  public init(expected: Timeline, actual: Timeline, through: Int? = nil) {
    self.expected = expected
    self.actual = actual
    guard expected.loop != nil || actual.loop != nil else {
      self.through = nil
      differences = expected.marbles == actual.marbles ? [] : TimelineDiff(expected.marbles, actual.marbles).differences
      return
    }
    let last = through ?? Comparison.decisiveTick(expected, actual)
    var left = expected.expanded(through: last)
    var right = actual.expanded(through: last)
    let reached = min(left.last, right.last)
    if left.last > reached { left = expected.expanded(through: reached) }
    if right.last > reached { right = actual.expanded(through: reached) }
    self.through = reached
    differences = left.marbles == right.marbles ? [] : TimelineDiff(left.marbles, right.marbles).differences
  }

  /// Whether they have the same events on the same ticks, in the same order within a tick.
  public var isEqual: Bool { differences.isEmpty }

  /// The tick after which two timelines that have agreed so far will agree for ever.
  private static func decisiveTick(_ left: Timeline, _ right: Timeline) -> Int {
    // Twice the longer round is no less than both together; no sum overflows below this bound.
    let bound = 1 << 60
    let written = [left, right].map { max($0.loop?.start ?? 0, $0.marbles.last?.tick ?? 0) }
    let rounds = [left, right].map { $0.loop?.period ?? 0 }
    return min(bound, written.max() ?? 0) + rounds.reduce(0) { $0 + min(bound, $1) }
  }
}
