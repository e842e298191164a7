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
    /// The streams that travelled in it as values, in the order in which they came, what is inside one right behind it.
    public var inner: [Inner]
    /// Where its events come from, one for each of the timeline's; none where nobody knows.
    public var origins: [Origin]
    /// The events that were sent while nobody listened, by their places in the timeline, ascending.
    public var unheard: [Int]
    /// When it was observed.
    public var observed: [Window]

    public init(
      name: String, timeline: Timeline, role: Role = .input, isCold: Bool = false, inner: [Inner] = [],
      origins: [Origin] = [], unheard: [Int] = [], observed: [Window] = []
    ) {
      self.name = name
      self.timeline = timeline
      self.role = role
      self.isCold = isCold
      self.inner = inner
      self.origins = origins
      self.unheard = unheard
      self.observed = observed
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
}
