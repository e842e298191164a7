import Reactive

/// What happened when: events on integer ticks, in order.
public struct Timeline: Sendable {
  /// One event and the tick it stands on.
  public struct Marble: Sendable, Hashable {
    public var tick: Int
    public var event: Event

    @inlinable public init(tick: Int, event: Event) {
      self.tick = tick
      self.event = event
    }
  }

  /// A part that repeats for ever, as `{--a}*` writes it; it stands behind everything else.
  public struct Loop: Sendable, Hashable {
    /// The tick on which the first round begins.
    public var start: Int
    /// How many ticks a round takes, at least 1.
    public var period: Int
    /// The events of one round; tick 0 is the round's first.
    public var marbles: [Marble]

    public init(start: Int, period: Int, marbles: [Marble]) {
      self.start = start
      self.period = period
      self.marbles = marbles
    }
  }

  /// The events, by tick, and within a tick in their order; negative ticks come before anyone listens.
  public var marbles: [Marble]
  /// What follows for ever.
  public var loop: Loop?
  /// The tick behind the last one that was written, silence included: where a drawing of it ends.
  public var end: Int
  /// Whether it ends in `>`: more may follow than is written.
  public var continues: Bool
  /// Whether `^` was written.
  public var hasOrigin: Bool
  /// What is wrong with the literal that was meant as this timeline, if it cannot be read.
  public internal(set) var parseError: TimelineParseError?
  /// What the literal may not mean, as it is told.
  package var warnings: [String] = []

  public init(
    _ marbles: [Marble] = [], loop: Loop? = nil, end: Int? = nil, continues: Bool = false, hasOrigin: Bool = false
  ) {
    self.marbles = marbles
    self.loop = loop
    self.end = end ?? min(marbles.last?.tick ?? -1, .max - 1) + 1
    self.continues = continues
    self.hasOrigin = hasOrigin
  }
}

/// Two timelines are equal when they have the same events on the same ticks in the same order within a tick;
/// silence at the end does not count. One that cannot be read equals only the same error.
extension Timeline: Hashable {
  public static func == (left: Timeline, right: Timeline) -> Bool {
    left.marbles == right.marbles && left.loop == right.loop && left.parseError == right.parseError
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(marbles)
    hasher.combine(loop)
  }
}

extension [Timeline.Marble] {
  /// Puts an event behind the others.
  @inlinable @inline(__always)
  package mutating func append(_ event: consuming Timeline.Event, at tick: Int) {
    // Many events take more room at once than arrays do on their own: copying them is most of what they cost.
    if count == capacity, count >= 1_024 { reserveCapacity(count * 4) }
    append(Timeline.Marble(tick: tick, event: event))
  }
}
