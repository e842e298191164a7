extension Diagram {
  /// One stream of a diagram.
  public struct Lane: Sendable, Hashable {
    /// What a lane is to the operators around it.
    public enum Role: Sendable, Hashable {
      case input, stage, output
    }

    /// What the stream is called.
    public var name: String
    /// What happened in it.
    public var timeline: Timeline
    /// What it is to the operators around it.
    public var role: Role
    /// Whether it starts afresh for each observer.
    public var isCold: Bool
    /// The streams that travelled in it as values, in the order of their subscription.
    public var inner: [Inner]

    public init(
      name: String, timeline: Timeline, role: Role = .input, isCold: Bool = false, inner: [Inner] = []
    ) {
      self.name = name
      self.timeline = timeline
      self.role = role
      self.isCold = isCold
      self.inner = inner
    }

    func being(_ role: Role) -> Lane {
      var lane = self
      lane.role = role
      return lane
    }

    /// The first tick on which anything is to be seen.
    var firstTick: Int {
      min(timeline.marbles.first?.tick ?? 0, inner.map(\.firstTick).min() ?? 0)
    }

    /// The last tick on which anything is to be seen; for an endless lane, before it begins to repeat.
    var lastTick: Int {
      let last = timeline.marbles.last
      let hasEnded = last?.event.isTerminating ?? false
      let written = hasEnded ? last?.tick ?? 0 : max(last?.tick ?? 0, timeline.end - 1)
      return max(written, inner.map(\.lastTick).max() ?? 0)
    }
  }

  /// One subscription of a stream that travelled as a value.
  public struct Inner: Sendable, Hashable {
    /// What the stream is called.
    public var name: String
    /// The tick on which it was subscribed: where its own tick 0 stands.
    public var subscribed: Int
    /// What it sent, on the ticks of the diagram.
    public var marbles: [Timeline.Marble]
    /// The tick on which it was let go before its end.
    public var disposed: Int?
    /// The tick since which it had waited for its turn.
    public var queued: Int?
    /// What it would have sent had it not been let go, on the ticks of the diagram.
    public var missed: [Timeline.Marble]
    /// How many streams it travelled through: 1 for a value of the lane.
    public var depth: Int

    public init(
      name: String, subscribed: Int, marbles: [Timeline.Marble], disposed: Int? = nil, queued: Int? = nil,
      missed: [Timeline.Marble] = [], depth: Int = 1
    ) {
      self.name = name
      self.subscribed = subscribed
      self.marbles = marbles
      self.disposed = disposed
      self.queued = queued
      self.missed = missed
      self.depth = depth
    }

    var firstTick: Int { min(subscribed, queued ?? subscribed) }

    var lastTick: Int {
      max(subscribed, marbles.last?.tick ?? subscribed, disposed ?? subscribed, missed.last?.tick ?? subscribed)
    }
  }
}
