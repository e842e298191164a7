import Reactive

/// A stream as a value: either a timeline in `< >` or the result of an expression.
public final class Stream: Sendable {
  /// The name of the stream in a diagram.
  public let name: String
  /// The events of the stream, relative to the tick on which it starts, or `nil` for the result of an expression.
  public let timeline: Timeline?
  /// The producer that starts the stream, or `nil` if it is a timeline.
  package let producer: SignalProducer<Value, Failure>?
  /// Whether this is a substream, such as a window, whose events belong to the result of the stream that sent it.
  package let isSubstream: Bool
  /// The key that the values of a group share.
  package let key: Value?
  /// The height of the tree of operators that produces the stream, or 0 for a timeline.
  package let height: Int
  /// For a substream that can be started, the copy that all recordings of it contain.
  private let copy: Stream?

  public init(timeline: Timeline, name: String) {
    self.timeline = timeline
    self.name = name
    producer = nil
    isSubstream = false
    key = nil
    height = 0
    copy = nil
  }

  private init(name: String, isSubstream: Bool, key: Value?, timeline: Timeline?) {
    self.timeline = timeline
    self.name = name
    producer = nil
    self.isSubstream = isSubstream
    self.key = key
    height = 0
    copy = nil
  }

  /// Returns a copy of this stream with its recorded events as its timeline.
  package func recorded(as timeline: Timeline) -> Stream {
    Stream(name: name, isSubstream: isSubstream, key: key, timeline: timeline)
  }

  /// The stream for a recording.
  ///
  /// A group or a window keeps its source subscribed as long as it is referenced, so a recording contains none that can
  /// be started.
  package var recorded: Stream { copy ?? self }

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
    copy = isSubstream ? Stream(name: name, isSubstream: true, key: key, timeline: nil) : nil
  }
}

/// Streams with timelines are equal if their timelines are equal. Results of expressions are equal only if they are
/// identical.
extension Stream: Hashable {
  public static func == (left: Stream, right: Stream) -> Bool {
    if let a = left.timeline, let b = right.timeline { a == b } else { left === right }
  }

  public func hash(into hasher: inout Hasher) {
    if let timeline { hasher.combine(timeline) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}

extension Value {
  /// The value for a recording, without substreams that can be started.
  package var recorded: Value { holdsStream(where: \.isSubstream) ? replacingStreams(\.recorded) : self }

  /// Whether the value is or contains a stream that could be started, of which a recording has no events.
  package var holdsOpenStream: Bool { holdsStream { $0.producer != nil } }

  private func holdsStream(where isWanted: (Stream) -> Bool) -> Bool {
    switch self {
    case .stream(let stream): isWanted(stream)
    case .tuple(let items): items.contains { $0.holdsStream(where: isWanted) }
    case .array(let items): items.first?.holdsStream(where: isWanted) == true
    case .event(.value(let value)): value.holdsStream(where: isWanted)
    default: false
    }
  }

  /// Returns the value with each stream in it replaced, in their order.
  package func replacingStreams(_ replacement: (Stream) -> Stream) -> Value {
    switch self {
    case .stream(let stream): .stream(replacement(stream))
    case .tuple(let items): .tuple(items.map { $0.replacingStreams(replacement) })
    case .array(let items): .array(items.map { $0.replacingStreams(replacement) })
    case .event(.value(let value)): .event(.value(value.replacingStreams(replacement)))
    default: self
    }
  }
}
