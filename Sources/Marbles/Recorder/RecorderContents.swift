import Reactive

/// The streams and events of a running program, which a recorder kept or a trace lists.
struct RecorderContents {
  /// One start of a stream.
  struct Stream: Sendable {
    /// A number that increases with each stream.
    var id: Int
    var name: String
    /// The time of its start in nanoseconds.
    var start: Int64
    /// The time of its end, or `nil` if it has not ended.
    var end: Int64?
    /// The value for which it was started.
    var carrier: EventContext.Place?
    /// The number of the stream that it feeds, if it was started by the start of that stream.
    var downstream: Int?
    /// The numbers of the streams that caused events of it which are not kept.
    var sources: Set<Int> = []
    /// Whether it sent later events than those that are kept.
    var continues = false
    /// Other members of the line of its start in a trace, as an object of JSON.
    var others: String?
  }

  struct Entry: Sendable {
    /// A number that increases with each event.
    var number: Int
    /// The number of its stream.
    var stream: Int
    /// The time in nanoseconds.
    var time: Int64
    var event: Event
    /// The numbers of the events that caused it, if they are known.
    var causes: [Int]
    /// Other members of its line in a trace, as an object of JSON.
    var others: String?
  }

  var streams: [Stream] = []
  var entries: [Entry] = []
  /// The number of earlier events that were not kept.
  var dropped = 0
  /// The time in nanoseconds from which the others are counted.
  var start: Int64 = 0
}
