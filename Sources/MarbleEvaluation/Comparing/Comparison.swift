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

  /// Compares two timelines.
  ///
  /// Endless timelines are compared through the tick `through`. Without it, they are compared far enough to decide
  /// whether they agree forever: through their written parts and the sum of their periods.
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

  /// Whether both timelines have the same events on the same ticks, in the same order within a tick.
  public var isEqual: Bool { differences.isEmpty }

  /// Returns a tick through which two timelines must agree in order to agree forever.
  private static func decisiveTick(_ left: Timeline, _ right: Timeline) -> Int {
    // Twice the longer period is at least the sum of both. Sums below this bound cannot overflow.
    let bound = Int.max / 8
    let written = [left, right].map { max($0.loop?.start ?? 0, $0.marbles.last?.tick ?? 0) }
    let rounds = [left, right].map { $0.loop?.period ?? 0 }
    return min(bound, written.max() ?? 0) + rounds.reduce(0) { $0 + min(bound, $1) }
  }
}
