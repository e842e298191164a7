import MarbleLanguage

extension Diagram {
  /// One stream of a diagram.
  package struct Lane: Sendable, Hashable {
    /// What a lane is to the operators around it.
    package enum Role: Sendable, Hashable {
      case input, stage, output
    }

    /// What the stream is called.
    package var name: String
    /// What happened in it.
    package var timeline: Timeline
    /// What it is to the operators around it.
    var role: Role
    /// Whether it starts afresh for each observer.
    package var isCold: Bool
    /// The streams that traveled in it as values, in the order in which they came, what is inside one right behind it.
    package var inner: [Inner]
    /// Where its events come from, one for each of the timeline's; none where nobody knows.
    package var origins: [Origin]
    /// The events that were sent while nobody listened, by their places in the timeline, ascending.
    package var unobserved: [Int]
    /// When it was observed.
    package var observed: [Window]

    package init(
      name: String, timeline: Timeline, role: Role = .input, isCold: Bool = false, inner: [Inner] = [],
      origins: [Origin] = [], unobserved: [Int] = [], observed: [Window] = []
    ) {
      self.name = name
      self.timeline = timeline
      self.role = role
      self.isCold = isCold
      self.inner = inner
      self.origins = origins
      self.unobserved = unobserved
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
    package var lastTick: Int {
      let last = timeline.marbles.last
      let hasEnded = last?.event.isTerminating ?? false
      let written = hasEnded ? last?.tick ?? 0 : max(last?.tick ?? 0, timeline.end - 1)
      return max(written, inner.map(\.lastTick).max() ?? 0)
    }
  }
}
