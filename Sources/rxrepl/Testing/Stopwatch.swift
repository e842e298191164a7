/// The time since the start, and since the last lap.
struct Stopwatch {
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  /// The time since the start.
  var total: Duration { start.duration(to: .now) }

  /// Ends a lap, and returns its time.
  mutating func lap() -> Duration {
    let now = ContinuousClock.now
    defer { last = now }
    return last.duration(to: now)
  }
}
