import MarbleLanguage
import Reactive

/// The lanes of a recording.
struct RecordedLanes {
  fileprivate typealias Number = Int

  /// A recorded stream with its events.
  fileprivate struct Stream {
    let recorded: RecorderContents.Stream
    var marbles: [Timeline.Marble] = []
    /// The number of each event.
    var numbers: [Number] = []
    /// The tick on which it was disposed, if it was.
    var disposed: Int?
  }

  /// The streams by their numbers, which increase with the time of their starts.
  private var streams: [Number: Stream] = [:]
  /// The streams below each stream, and those that are lanes as the streams below `nil`.
  private var children: [Number?: [Number]] = [:]
  /// The events by their numbers.
  private var entries: [Number: RecorderContents.Entry] = [:]
  private let tick: Int64
  private let circumstances: Diagram.RecordingCircumstances
  private var lastTick = 0
  /// The names of lanes in the order in which these are drawn, or an empty array for that of causes.
  private let names: [String]

  init(_ recording: RecorderContents, tick: TickLength, names: [String] = []) {
    self.names = names
    self.tick = tick.duration.wholeNanoseconds
    var circumstances = Diagram.RecordingCircumstances(tick: tick, dropped: recording.dropped)
    circumstances.start = recording.start
    self.circumstances = circumstances
    for stream in recording.streams {
      streams[stream.id] = Stream(recorded: stream)
      lastTick = max(lastTick, self.tick(at: stream.start))
    }
    for entry in recording.entries {
      let tick = self.tick(at: entry.time)
      entries[entry.number] = entry
      lastTick = max(lastTick, tick)
      streams[entry.stream]?.marbles.append(Timeline.Marble(tick: tick, event: entry.event))
      streams[entry.stream]?.numbers.append(entry.number)
      if case .interrupted = entry.event { streams[entry.stream]?.disposed = tick }
    }
    arrange()
  }

  private func tick(at time: Int64) -> Int { Int(clamping: time / tick) }

  // MARK: Arranging

  /// Assigns each stream to the stream above it.
  private mutating func arrange() {
    var lanes: [String: Number] = [:]
    for id in streams.keys.sorted() {
      guard let stream = streams[id]?.recorded else { continue }
      if let carrier = stream.carrier, streams[carrier.stream] != nil {
        children[carrier.stream, default: []].append(id)
      } else if let lane = lanes[stream.name] {
        children[lane, default: []].append(id)
      } else {
        lanes[stream.name] = id
        children[nil, default: []].append(id)
      }
    }
    for (parent, streams) in children { children[parent] = upstreamFirst(streams) }
  }

  /// Returns streams in the order of their starts, with the streams that feed another one before it.
  private func upstreamFirst(_ ids: [Number]) -> [Number] {
    let siblings = Set(ids)
    var feeding: [Number: [Number]] = [:]
    var waiting: [(id: Number, isDone: Bool)] = []
    for id in ids.reversed() {
      if let downstream = streams[id]?.recorded.downstream, siblings.contains(downstream) {
        feeding[downstream, default: []].append(id)
      } else {
        waiting.append((id, false))
      }
    }
    var ordered: [Number] = []
    while let (id, isDone) = waiting.popLast() {
      if isDone {
        ordered.append(id)
      } else {
        waiting.append((id, true))
        waiting += (feeding[id] ?? []).map { ($0, false) }
      }
    }
    return ordered
  }

  /// Returns lanes in the order of their starts, each after those with the causes of its events.
  private func causesFirst(_ ids: [Number]) -> [Number] {
    var roots: [Number: Number] = [:]
    for id in ids {
      roots[id] = id
      for inner in below(id) { roots[inner.id] = id }
    }
    var sources: [Number: Set<Number>] = [:]
    for (id, stream) in streams {
      guard let lane = roots[id] else { continue }
      sources[lane, default: []].formUnion(stream.recorded.sources.compactMap { roots[$0] })
      // The end of a result can be the cause of a disposal above it.
      for (index, number) in stream.numbers.enumerated() where !stream.isInterruption(index) {
        let causes = entries[number]?.causes ?? []
        sources[lane, default: []].formUnion(causes.compactMap { entries[$0].flatMap { roots[$0.stream] } })
      }
    }
    var ordered: [Number] = []
    var seen: Set<Number> = []
    var waiting = ids.reversed().map { (id: $0, isDone: false) }
    while let (id, isDone) = waiting.popLast() {
      if isDone {
        ordered.append(id)
      } else if seen.insert(id).inserted {
        waiting.append((id, true))
        waiting += ids.reversed().filter { sources[id]?.contains($0) == true }.map { ($0, false) }
      }
    }
    return ordered
  }

  /// Returns lanes in the order of their names, if that is known.
  private func namedFirst(_ ids: [Number]) -> [Number] {
    let lanes = Dictionary(grouping: ids) { id in
      streams[id].flatMap { names.firstIndex(of: $0.recorded.name) } ?? names.count
    }
    return lanes.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Returns the streams below a stream, each followed by those below it, with their depths.
  private func below(_ id: Number) -> [(id: Number, depth: Int)] {
    var found: [(Number, Int)] = []
    var waiting = (children[id] ?? []).reversed().map { ($0, 1) }
    while let (next, depth) = waiting.popLast() {
      found.append((next, depth))
      waiting += (children[next] ?? []).reversed().map { ($0, depth + 1) }
    }
    return found
  }

  // MARK: Drawing

  var diagram: Diagram {
    let ids = causesFirst(children[nil] ?? [])
    let causes = origins(on: ids)
    let effects = Set(ids.filter { isEffect($0, causes) })
    let named = namedFirst(ids)
    let origins = origins(on: named)
    let lanes = named.compactMap { lane($0, isEffect: effects.contains($0), origins) }
    var diagram = Diagram(
      rows: lanes.map(Diagram.Row.lane), ticks: Diagram.extent(of: lanes), notes: circumstances.notes)
    diagram.recording = circumstances
    return diagram
  }

  private func origins(on lanes: [Number]) -> RecordedOrigins {
    RecordedOrigins(places: places(on: lanes.flatMap { [$0] + below($0).map(\.id) }), entries: entries)
  }

  /// Whether lanes above caused events of a lane, if the lanes with causes are above.
  private func isEffect(_ id: Number, _ origins: RecordedOrigins) -> Bool {
    let numbers = streams[id]?.numbers ?? []
    let line = numbers.compactMap { origins.places[$0]?.line }.first ?? 0
    // A disposal may be an effect of a lane below.
    return numbers.contains { origins.origin(of: $0).causes.contains { $0.line < line } }
  }

  /// The places of the events that are drawn.
  ///
  /// An inner stream that was disposed shows that, instead of an interruption.
  private func places(on lines: [Number]) -> [Number: Diagram.EventReference] {
    let roots = Set(children[nil] ?? [])
    var places: [Number: Diagram.EventReference] = [:]
    for (line, id) in lines.enumerated() {
      guard let stream = streams[id] else { continue }
      for (index, number) in stream.numbers.enumerated() where roots.contains(id) || !stream.isInterruption(index) {
        places[number] = Diagram.EventReference(line: line, index: index)
      }
    }
    return places
  }

  private func lane(_ id: Number, isEffect: Bool, _ origins: RecordedOrigins) -> Diagram.Lane? {
    guard let stream = streams[id] else { return nil }
    let own = stream.numbers.map { origins.origin(of: $0) }
    let window = Window(from: tick(at: stream.recorded.start), until: stream.recorded.end.map(tick(at:)))
    let timeline = Timeline(stream.marbles, end: lastTick + 1, continues: stream.recorded.continues)
    var lane = Diagram.Lane(
      name: stream.recorded.name, timeline: timeline,
      role: isEffect ? .stage : .input, inner: below(id).compactMap { inner($0.id, depth: $0.depth, of: id, origins) },
      origins: own, observed: [window])
    lane.others = stream.recorded.others
    return lane
  }

  private func inner(_ id: Number, depth: Int, of lane: Number, _ origins: RecordedOrigins) -> Diagram.Inner? {
    guard let stream = streams[id] else { return nil }
    let carrier = stream.recorded.carrier
    let index = carrier.flatMap { carrier in streams[carrier.stream]?.index(of: carrier.event) }
    let arrived = index.flatMap { index in carrier.flatMap { streams[$0.stream]?.marbles[index].tick } }
    let start = tick(at: stream.recorded.start)
    let kept = stream.marbles.indices.filter { !stream.isInterruption($0) }
    var inner = Diagram.Inner(
      name: stream.recorded.name, marble: carrier?.stream == lane ? index : nil, arrived: arrived ?? start,
      subscribed: start, marbles: kept.map { stream.marbles[$0] }, disposed: stream.disposed, depth: depth,
      origins: kept.map { origins.origin(of: stream.numbers[$0]) })
    inner.cause = cause(of: stream.recorded).flatMap { origins.places[$0] }
    inner.endCause = stream.marbles.indices.last(where: stream.isInterruption)
      .flatMap { origins.origin(of: stream.numbers[$0]).causes.first }
    inner.others = stream.recorded.others
    return inner
  }

  /// Returns the number of the event for which a stream started, or `nil` without one.
  private func cause(of stream: RecorderContents.Stream) -> Int? {
    var carrier = stream.carrier
    // A stream that started with another one has the cause of that one.
    while let place = carrier, place.event < 0 { carrier = streams[place.stream]?.recorded.carrier }
    return carrier?.event
  }
}

extension RecordedLanes.Stream {
  /// Returns the index of the event with a number, or `nil` if it was dropped.
  fileprivate func index(of number: Int) -> Int? {
    // The numbers are in ascending order.
    let index = numbers.partitionPoint { $0 >= number }
    return index < numbers.count && numbers[index] == number ? index : nil
  }

  fileprivate func isInterruption(_ index: Int) -> Bool {
    if case .interrupted = marbles[index].event { true } else { false }
  }
}

/// The origins of recorded events, by their numbers.
private struct RecordedOrigins {
  /// The places of the events that are drawn.
  let places: [Int: Diagram.EventReference]
  private let entries: [Int: RecorderContents.Entry]
  private var sources: [Int: Int] = [:]

  init(places: [Int: Diagram.EventReference], entries: [Int: RecorderContents.Entry]) {
    (self.places, self.entries) = (places, entries)
    // A cause has a smaller number than its effects.
    for number in places.keys.sorted() {
      guard let line = places[number]?.line else { continue }
      sources[number] = drawnCauses(of: number).first.flatMap { sources[$0] } ?? line
    }
  }

  /// Returns the events that caused an event, as far as they are drawn.
  private func drawnCauses(of number: Int) -> [Int] { (entries[number]?.causes ?? []).filter { places[$0] != nil } }

  func origin(of number: Int) -> Diagram.Origin {
    Diagram.Origin(
      causes: drawnCauses(of: number).compactMap { places[$0] },
      source: sources[number].map(Diagram.Source.line) ?? .unknown, others: entries[number]?.others)
  }
}
