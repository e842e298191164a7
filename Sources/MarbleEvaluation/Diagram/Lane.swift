import MarbleLanguage

extension Diagram {
  /// A stream of a diagram.
  package struct Lane: Sendable, Hashable {
    /// The role of a lane in relation to the operators around it.
    package enum Role: String, Sendable, Hashable {
      case input, stage, output
      /// The events that an assertion expects instead of those of an output.
      case expected
    }

    /// The name of the stream.
    package var name: String
    /// The events of the stream.
    package var timeline: Timeline
    /// The role of the lane in relation to the operators around it.
    package var role: Role
    /// Whether the stream starts from its beginning for each subscription.
    package var isCold: Bool
    /// The inner streams in the order in which they were sent.
    ///
    /// The streams within a stream follow it directly.
    package var inner: [Inner]
    /// The origins of the events of the timeline, one for each, or an empty array if they are unknown.
    package var origins: [Origin]
    /// The indexes of the events that were sent while there was no observer, in ascending order.
    package var unobserved: [Int]
    /// The windows in which the stream was observed.
    package var observed: [Window]
    /// Other members of the line of its start in a trace, as an object of JSON.
    package var others: String?

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

    /// Whether the row of an inner stream is a further start of this stream.
    package func isFurtherStart(_ inner: Inner) -> Bool {
      inner.marble == nil && inner.depth == 1 && inner.name == name
    }

    /// The first tick with visible contents.
    var firstTick: Int {
      min(timeline.marbles.first?.tick ?? 0, inner.map(\.firstTick).min() ?? 0)
    }

    /// The last tick with visible contents.
    ///
    /// For an endless lane, this is before its loop.
    package var lastTick: Int {
      let last = timeline.marbles.last
      let hasEnded = last?.event.isTerminating ?? false
      let written = hasEnded ? last?.tick ?? 0 : max(last?.tick ?? 0, timeline.end - 1)
      return max(written, inner.map(\.lastTick).max() ?? 0)
    }
  }
}
