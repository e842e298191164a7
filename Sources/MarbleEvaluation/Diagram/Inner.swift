import MarbleLanguage

extension Diagram {
  /// An inner stream that was sent as a value, or a further start of a cold source.
  package struct Inner: Sendable, Hashable {
    /// The name of the stream.
    package var name: String
    /// The index of the value in the timeline of the lane, or `nil` if the lane itself did not send the stream.
    package var marble: Int?
    /// The event for which the stream started, which only a recording knows, or `nil` if that is unknown.
    package var cause: EventReference?
    /// The event for which the stream was unsubscribed, which only a recording knows, or `nil` if that is unknown.
    package var endCause: EventReference?
    /// The tick on which the stream was sent.
    package var arrived: Int
    /// The tick of the subscription, which is tick 0 of the stream, or `nil` if it was never subscribed to.
    package var subscribed: Int?
    /// The events that the stream sent, on the ticks of the diagram.
    package var marbles: [Timeline.Marble]
    /// The tick on which the stream was disposed before its end, or removed from the queue before it was subscribed
    /// to.
    package var disposed: Int?
    /// The events that the stream would have sent after its disposal, on the ticks of the diagram.
    package var missed: [Timeline.Marble]
    /// The nesting level: 1 for a value of the lane, 2 for a value of such a stream, and so on.
    package var depth: Int
    /// The origins of `marbles`, one for each, or an empty array if they are unknown.
    package var origins: [Origin]
    /// Other members of the line of its start in a trace, as an object of JSON.
    package var others: String?

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

    /// The tick from which the stream was queued, or `nil` if it did not have to wait.
    package var queued: Int? { arrived < (subscribed ?? disposed ?? .max) ? arrived : nil }

    /// The first tick with visible contents.
    package var firstTick: Int { min(arrived, subscribed ?? arrived) }

    /// The last tick with visible contents.
    var lastTick: Int {
      [subscribed, marbles.last?.tick, disposed, missed.last?.tick].compactMap(\.self).reduce(arrived, max)
    }
  }
}
