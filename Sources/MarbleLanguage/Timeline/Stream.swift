import Reactive

/// A stream that travels as a value: a timeline in `< >`, or what an expression made.
public final class Stream: Sendable {
  /// What a diagram calls it.
  public let name: String
  /// Its events, counted from the tick on which it is started; `nil` when an expression made it.
  public let timeline: Timeline?
  /// Starts it.
  package let producer: SignalProducer<Value, Failure>?
  /// Whether it is part of the stream that sent it, as a window is, so that what it sends belongs to the result.
  package let isSubstream: Bool
  /// What the values of a group have in common.
  package let key: Value?
  /// How many operators stand one above the other in it.
  package let height: Int

  public init(timeline: Timeline, name: String) {
    self.timeline = timeline
    self.name = name
    producer = nil
    isSubstream = false
    key = nil
    height = 0
  }

  private init(_ stream: Stream, timeline: Timeline) {
    self.timeline = timeline
    name = stream.name
    producer = nil
    isSubstream = stream.isSubstream
    key = stream.key
    height = 0
  }

  /// The same stream as what it sent.
  package func recorded(as timeline: Timeline) -> Stream { Stream(self, timeline: timeline) }

  package init(
    producer: SignalProducer<Value, Failure>, name: String, isSubstream: Bool = false, key: Value? = nil,
    height: Int = 0
  ) {
    self.producer = producer
    self.name = name
    self.isSubstream = isSubstream
    self.key = key
    self.height = height
    timeline = nil
  }
}

/// Two streams are equal when their timelines are; streams made by expressions, when they are the same one.
extension Stream: Hashable {
  public static func == (left: Stream, right: Stream) -> Bool {
    if let a = left.timeline, let b = right.timeline { a == b } else { left === right }
  }

  public func hash(into hasher: inout Hasher) {
    if let timeline { hasher.combine(timeline) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}
