import Reactive

/// The events and streams of a recorder.
package struct RecorderState {
  /// A recorded event without its time.
  package enum Content: Sendable {
    case value(any Sendable)
    case failed(any Error)
    case completed
    case interrupted
  }

  package struct Entry: Sendable {
    /// The time since the recorder was created, in nanoseconds.
    package var time: Int64
    /// The index of the stream among the streams.
    package var slot: Int
    package var content: Content
    /// The number of the event that caused it, if it is known.
    package var cause: Int?
  }

  /// One start of a stream.
  package struct Stream: Sendable {
    /// A number that increases with each stream.
    package let id: Int
    package let name: String
    /// The time of its start, in nanoseconds.
    package let start: Int64
    /// The time of its end, or `nil` if it has not ended.
    package fileprivate(set) var end: Int64?
    /// The value for which it was started.
    package let carrier: EventContext.Place?
    /// The number of the stream that it feeds, if it was started by the start of that stream.
    package let downstream: Int?
    /// The number of its events that are kept.
    var kept = 0
    /// Whether it sends no more events.
    var isClosed = false
  }

  private let capacity: Int
  /// The events, which begin at `oldest` as soon as there are as many as the capacity.
  private var ring: [Entry] = []
  /// The streams that may send events or whose events are kept.
  ///
  /// The slots of others are used again.
  package private(set) var streams: [Stream?] = []
  private var freeSlots: [Int] = []
  private var streamCount = 0
  /// The number of all events, which is the number of the next one.
  private var count = 0
  private var lastTime: Int64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The number of events that were dropped because others followed.
  package var dropped: Int { count - ring.count }

  /// The events that are kept, the oldest first, with their numbers.
  package var entries: [(number: Int, entry: Entry)] {
    let first = count - ring.count
    let start = ring.count < capacity ? 0 : first % capacity
    return ring.indices.map { (first + $0, ring[(start + $0) % ring.count]) }
  }

  mutating func begin(
    _ name: String, at time: Int64, for carrier: EventContext.Place?, upstreamOf downstream: Int?
  ) -> (id: Int, slot: Int) {
    let stream = Stream(
      id: streamCount, name: name, start: advance(to: time), carrier: carrier, downstream: downstream)
    streamCount += 1
    if let slot = freeSlots.popLast() {
      streams[slot] = stream
      return (stream.id, slot)
    }
    streams.append(stream)
    return (stream.id, streams.count - 1)
  }

  /// Adds an event, unless the stream has ended.
  ///
  /// - Returns: The number of the event, and the event that was dropped for it.
  mutating func record(
    _ content: Content, in slot: Int, at time: Int64, because cause: Int?
  ) -> (number: Int?, dropped: Content?) {
    guard streams[slot]?.end == nil else { return (nil, nil) }
    let time = advance(to: time)
    if !content.isValue { streams[slot]?.end = time }
    streams[slot]?.kept += 1
    let entry = Entry(time: time, slot: slot, content: content, cause: cause)
    defer { count += 1 }
    if ring.count < capacity {
      ring.append(entry)
      return (count, nil)
    }
    let place = count % capacity
    let dropped = ring[place]
    ring[place] = entry
    streams[dropped.slot]?.kept -= 1
    removeIfUnused(dropped.slot)
    return (count, dropped.content)
  }

  mutating func close(_ slot: Int) {
    streams[slot]?.isClosed = true
    removeIfUnused(slot)
  }

  private mutating func removeIfUnused(_ slot: Int) {
    guard let stream = streams[slot], stream.kept == 0, stream.isClosed else { return }
    streams[slot] = nil
    freeSlots.append(slot)
  }

  /// Returns a time that is not before any earlier one, because threads may have read the clock in another order.
  private mutating func advance(to time: Int64) -> Int64 {
    lastTime = max(lastTime, time)
    return lastTime
  }
}

extension RecorderState.Content {
  var isValue: Bool {
    if case .value = self { true } else { false }
  }

  init(_ end: TerminalEvent<any Error>) {
    switch end {
    case .failed(let error): self = .failed(error)
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }
}
