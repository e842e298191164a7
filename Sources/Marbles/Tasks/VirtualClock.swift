/// The virtual clock of a run of asynchronous sequences.
///
///     try await run("--1--2--|") { input, clock in input.debounce(for: .ticks(2), clock: clock) }
///
/// One tick is a millisecond. So the clock is also an `any Clock<Duration>`, and `.milliseconds(2)` means two ticks. A
/// task that sleeps until a time between two ticks wakes on the later one.
public struct VirtualClock: Clock, Sendable {
  public typealias Duration = Swift.Duration

  /// A time, counted from tick 0 of the run.
  public struct Instant: InstantProtocol {
    /// The time since tick 0.
    public var offset: Swift.Duration

    /// Creates the instant of a tick.
    public init(tick: Int) { offset = .ticks(tick) }

    private init(offset: Swift.Duration) { self.offset = offset }

    /// The tick of the instant, or the next tick if it is between two ticks.
    public var tick: Int {
      let (seconds, attoseconds) = offset.components
      let part = attoseconds / 1_000_000_000_000_000
      let isWhole = attoseconds % 1_000_000_000_000_000 == 0
      let (ticks, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
      let isLate = overflows || ticks > Int64.max / 2
      if isLate { return seconds > 0 ? .max / 2 : .min / 2 }
      return Int(clamping: ticks + part + (!isWhole && attoseconds > 0 ? 1 : 0))
    }

    public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time: TaskTime

  init(_ time: TaskTime) {
    self.time = time
  }

  public var now: Instant { Instant(tick: time.now) }
  /// The length of a tick.
  public var minimumResolution: Swift.Duration { .ticks(1) }

  /// Suspends the current task until a tick.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    guard await time.sleep(until: deadline.tick) else { throw CancellationError() }
  }
}

extension Duration {
  /// Returns the duration of a number of ticks of a ``VirtualClock``, which are milliseconds.
  public static func ticks(_ count: Int) -> Duration { .milliseconds(count) }
}
