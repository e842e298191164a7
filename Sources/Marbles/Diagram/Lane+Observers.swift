import MarbleLanguage

extension Diagram.Lane {
  /// The remarks after the name: whether the source is cold, and the number of simultaneous observers.
  func remarks(times: String) -> [String] {
    let count = observerCount
    return (isCold ? ["cold"] : []) + (count > 1 ? ["\(times)\(count)"] : [])
  }

  /// The maximum number of simultaneous observers of the events on the lane.
  ///
  /// The further starts of a stream have their own rows.
  private var observerCount: Int {
    switch role {
    case .input where !isCold: observed.maxOverlap
    case .stage: observed.filter { $0.start == observed.first?.start }.maxOverlap
    case .input, .output: observed.filter { $0.start == 0 }.maxOverlap
    }
  }
}

extension [Window] {
  /// The maximum number of windows that are open simultaneously.
  fileprivate var maxOverlap: Int {
    guard count > 1 else { return count }
    // On a tick, windows close before others open.
    let changes = flatMap { [($0.start, 1)] + ($0.end.map { [($0, -1)] } ?? []) }.sorted(by: <)
    var (open, most) = (0, 0)
    for (_, change) in changes {
      open += change
      most = Swift.max(most, open)
    }
    return most
  }
}
