import MarbleLanguage

extension Diagram.Lane {
  /// The maximum number of recorded subscriptions, above which the number of observers has a `+`.
  static let maxSubscriptions = 100_000

  /// The remarks after the name: whether the source is cold, and the number of simultaneous observers.
  package func remarks(times: String) -> [String] {
    let count = observerCount
    let more = count >= Self.maxSubscriptions ? "+" : ""
    return (isCold ? ["cold"] : []) + (count > 1 ? ["\(times)\(count)\(more)"] : [])
  }

  /// The maximum number of simultaneous observers of the events on the lane.
  ///
  /// The further starts of a stream have their own rows.
  private var observerCount: Int {
    switch role {
    case .input where !isCold: observed.maxOverlap
    case .stage: observed.filter { $0.start == observed.first?.start }.maxOverlap
    case .input, .output, .expected: observed.filter { $0.start == 0 }.maxOverlap
    }
  }
}

extension [Window] {
  /// The maximum number of windows that are open simultaneously.
  fileprivate var maxOverlap: Int {
    guard count > 1 else { return count }
    // On a tick, windows close before others open.
    var changes = map { (tick: $0.start, change: 1) }
    for window in self { if let end = window.end { changes.append((tick: end, change: -1)) } }
    changes.sort { ($0.tick, $0.change) < ($1.tick, $1.change) }
    var (open, most) = (0, 0)
    for (_, change) in changes {
      open += change
      most = Swift.max(most, open)
    }
    return most
  }
}
