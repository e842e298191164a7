import Reactive

/// Events on integer ticks, in order.
public struct Timeline: Sendable {
  /// An event and its tick.
  public struct Marble: Sendable, Hashable {
    public var tick: Int
    public var event: Event

    @inlinable public init(tick: Int, event: Event) {
      self.tick = tick
      self.event = event
    }
  }

  /// A part that repeats forever, written `{--a}*`.
  ///
  /// It is always the last part of a timeline.
  public struct Loop: Sendable, Hashable {
    /// The first tick of the first round.
    public var start: Int
    /// The number of ticks of a round, at least 1.
    public var period: Int
    /// The events of a round.
    ///
    /// Their ticks count from the start of the round, which is tick 0.
    public var marbles: [Marble]

    public init(start: Int, period: Int, marbles: [Marble]) {
      self.start = start
      self.period = period
      self.marbles = marbles
    }
  }

  /// The events, ordered by tick and, within a tick, in the order in which they are sent.
  ///
  /// Negative ticks are before the subscription.
  public var marbles: [Marble]
  /// The part at the end that repeats forever, if there is one.
  public var loop: Loop?
  /// The tick after the last one that was written, including silence.
  ///
  /// A drawing of the timeline ends here.
  public var end: Int
  /// Whether the timeline ends in `>`, which means that more events may follow than are written.
  public var continues: Bool
  /// Whether the timeline has a `^`.
  public var hasOrigin: Bool
  /// The error in the literal, or `nil` if it could be parsed.
  public internal(set) var parseError: TimelineParseError?
  /// The warnings about the literal, as rendered messages.
  package var warnings: [String] = []

  /// The terminal event that ends the timeline, or `nil` if it has none.
  package var terminal: Marble? { marbles.last.flatMap { $0.event.isTerminating ? $0 : nil } }

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

/// Two timelines are equal if they have the same events on the same ticks, in the same order within a tick. Silence
/// at the end does not count. A timeline with a parse error equals only a timeline with the same error.
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
  /// Adds an event after the others.
  @inlinable @inline(__always)
  package mutating func append(_ event: consuming Timeline.Event, at tick: Int) {
    // Large timelines grow by a factor of four, because copying the events takes most of the time.
    if count == capacity, count >= 1_024 { reserveCapacity(count * 4) }
    append(Timeline.Marble(tick: tick, event: event))
  }
}
