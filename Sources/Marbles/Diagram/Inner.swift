import MarbleLanguage

extension Diagram {
  /// A stream that traveled as a value, or one more start of a cold source.
  package struct Inner: Sendable, Hashable {
    /// What the stream is called.
    package var name: String
    /// The value of the lane that it traveled as, by its place in the timeline; none for what is only started again.
    package var marble: Int?
    /// The tick on which it came.
    var arrived: Int
    /// The tick on which it was subscribed: where its own tick 0 stands; `nil` where that never happened.
    var subscribed: Int?
    /// What it sent, on the ticks of the diagram.
    var marbles: [Timeline.Marble]
    /// The tick on which it was let go before its end; where it was never subscribed, on which its turn was given up.
    var disposed: Int?
    /// What it would have sent had it not been let go, on the ticks of the diagram.
    var missed: [Timeline.Marble]
    /// How many streams it traveled through: 1 for a value of the lane.
    var depth: Int
    /// Where its events come from, one for each of `marbles`; none where nobody knows.
    var origins: [Origin]

    package init(
      name: String, marble: Int? = nil, arrived: Int? = nil, subscribed: Int?, marbles: [Timeline.Marble],
      disposed: Int? = nil, missed: [Timeline.Marble] = [], depth: Int = 1, origins: [Origin] = []
    ) {
      self.name = name
      self.marble = marble
      self.arrived = arrived ?? subscribed ?? 0
      self.subscribed = subscribed
      self.marbles = marbles
      self.disposed = disposed
      self.missed = missed
      self.depth = depth
      self.origins = origins
    }

    /// The tick from which on it waited for its turn, if it had to.
    var queued: Int? { arrived < (subscribed ?? disposed ?? .max) ? arrived : nil }

    /// The first tick on which anything is to be seen.
    var firstTick: Int { min(arrived, subscribed ?? arrived) }

    /// The last tick on which anything is to be seen.
    var lastTick: Int {
      [subscribed, marbles.last?.tick, disposed, missed.last?.tick].compactMap(\.self).reduce(arrived, max)
    }
  }
}
