import MarbleLanguage
import Reactive

/// The events and streams of a recorder.
struct RecorderState {
  /// A recorded event without its time.
  enum Content: Sendable {
    case value(any Sendable)
    case failed(any Error)
    case completed
    case interrupted
  }

  struct Entry: Sendable {
    /// The time since the recorder was created, in nanoseconds.
    var time: Int64
    /// The index of the stream among the streams.
    var slot: Int
    var content: Content
    /// The number of the event that caused it, if it is known.
    var cause: Int?
  }

  /// One start of a stream.
  struct RecordedStream: Sendable {
    var stream: RecorderContents.Stream
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
  private(set) var streams: [RecordedStream?] = []
  private var freeSlots: [Int] = []
  private var streamCount = 0
  /// The number of all events, which is the number of the next one.
  private var count = 0
  private var lastTime: Int64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The number of events that were dropped because others followed.
  var dropped: Int { count - ring.count }

  /// The events that are kept, the oldest first, with their numbers.
  var entries: [(number: Int, entry: Entry)] {
    let first = count - ring.count
    let start = ring.count < capacity ? 0 : first % capacity
    return ring.indices.map { (first + $0, ring[(start + $0) % ring.count]) }
  }

  mutating func begin(
    _ name: String, at time: Int64, for carrier: EventContext.Place?, upstreamOf downstream: Int?
  ) -> (id: Int, slot: Int) {
    let stream = RecorderContents.Stream(
      id: streamCount, name: name, start: advance(to: time), carrier: carrier, downstream: downstream)
    streamCount += 1
    if let slot = freeSlots.popLast() {
      streams[slot] = RecordedStream(stream: stream)
      return (stream.id, slot)
    }
    streams.append(RecordedStream(stream: stream))
    return (stream.id, streams.count - 1)
  }

  /// Adds an event, unless the stream has ended.
  ///
  /// - Returns: The number of the event, and the event that was dropped for it.
  mutating func record(
    _ content: Content, in slot: Int, at time: Int64, because cause: Int?
  ) -> (number: Int?, dropped: Content?) {
    guard streams[slot]?.stream.end == nil else { return (nil, nil) }
    let time = advance(to: time)
    if !content.isValue { streams[slot]?.stream.end = time }
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

extension RecorderContents {
  /// Creates the recording of what a recorder kept, with values as they are written on a timeline.
  init(_ state: RecorderState) {
    let names = MarbleCoder([:])
    streams = state.streams.compactMap { $0?.stream }
    entries = state.entries.compactMap { number, entry in
      state.streams[entry.slot].map {
        Entry(
          number: number, stream: $0.stream.id, time: entry.time, event: entry.content.event(names),
          causes: entry.cause.map { [$0] } ?? [])
      }
    }
    dropped = state.dropped
  }
}

extension RecorderState.Content {
  /// Returns the event as it is written on a timeline.
  fileprivate func event(_ names: MarbleCoder) -> Event {
    switch self {
    case .value(let value): .value(names.write(value))
    case .failed(let error): .failed(names.write(error: error))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}
