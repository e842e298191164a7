import MarbleLanguage
import Reactive

/// The streams that the lines of a trace describe.
struct TraceAssembly {
  private(set) var recording = RecorderContents()
  /// The streams of which a subscription was written, in the order of their starts.
  private var subscribed: [(stream: Int, source: String?)] = []
  var hasSubscriptions: Bool { !subscribed.isEmpty }
  /// The events after the end of their stream.
  private var late: [(name: String, time: Int64)] = []
  /// The time from which times are counted, in its unit.
  private var base = TraceTime.zero
  private let unit: String
  /// The time of tick 0 in nanoseconds.
  private var origin: Int64 {
    get { recording.start }
    set { recording.start = newValue }
  }
  /// Whether the end of the trace is selected.
  private var isWhole = true
  private var last: Int64 = 0
  /// The number of events, also of those that are not kept.
  private var count = 0
  /// The number of events that are selected.
  private var selected = 0
  /// The number of different names.
  private var nameCount = 0
  /// The time of the last selected event, or of the first line.
  private var previous: Int64 = 0
  private var silence: (start: Int64, length: Int64) = (0, 0)
  /// The subscriptions that were written and have not ended.
  private(set) var leaks: [TraceFile.Leak] = []

  /// The largest number of events that are drawn.
  private static let maxDrawn = 10_000
  /// The times of the last event before the selected ones and of the first one after them.
  private var nearest: (before: Int64?, after: Int64?) = (nil, nil)

  /// One of the subscriptions of a stream.
  private struct Key: Hashable {
    let stream: String
    let subscription: String?
  }

  private var active: [Key: Int] = [:]
  private var places: [String: EventContext.Place] = [:]
  private var subscriptions: [String: Int] = [:]

  /// The latest time at which a program begins whose times are counted from its start, in nanoseconds.
  private static let farthestStart = 60e9

  /// A number of nanoseconds with which sums do not overflow.
  private static let latest = 4e18

  /// - Parameter unit: The unit of times, and its number of nanoseconds.
  init(_ lines: [TraceReader.Line], unit: (name: String, length: Double), _ selection: TraceFile.Selection) {
    self.unit = unit.name == "tick" ? " ticks" : unit.name
    let unit = unit.length
    let names = Set(selection.names)
    guard let first = lines.first?.time, let last = lines.last?.time else { return }
    // Times since an epoch are far from zero.
    let isFar = first < .zero || first.value > last - first && first.value * unit > Self.farthestStart
    if isFar { base = first }
    origin = selection.from?.wholeNanoseconds ?? 0
    let to = selection.to?.wholeNanoseconds
    func time(_ time: TraceTime) -> Int64 {
      // Far from zero, a fraction of most programs has no more digits than those of a microsecond.
      let isRough = isFar && (time.fraction != 0 || base.fraction != 0)
      let distance = isRough ? ((time - base) * unit / 1000).rounded() * 1000 : ((time - base) * unit).rounded()
      return Int64(min(max(distance, -Self.latest), Self.latest))
    }
    let lines = names.isEmpty ? lines : lines.filter { names.contains($0.stream) }
    if let count = selection.last, count < lines.count { origin = max(origin, time(lines[lines.count - count].time)) }
    for line in lines {
      let time = time(line.time)
      if let to, time > to {
        isWhole = false
        if case .subscribed = line.kind { continue }
        nearest.after = nearest.after ?? time
        let stream = active[Key(stream: line.stream, subscription: line.subscription)]
        if let stream, recording.streams[stream].end == nil { recording.streams[stream].continues = true }
        continue
      }
      add(line, at: time - origin)
    }
    leaks = unended
    let end = isCut ? recording.entries.last?.time ?? 0 : .max
    let kept = Set(recording.entries.map(\.stream))
    recording.streams.removeAll { !kept.contains($0.id) && $0.end.map { $0 < 0 } ?? false }
    nameCount = Set(recording.streams.map(\.name)).count
    recording.streams.removeAll { !kept.contains($0.id) && $0.start > end }
    // Streams are followed from the beginning, so that those of before are drawn as what they are.
    guard origin != 0 else { return }
    for index in recording.streams.indices { recording.streams[index].start = max(0, recording.streams[index].start) }
    late.removeAll { $0.time < 0 }
  }

  /// Whether there are more events than are drawn.
  private var isCut: Bool { selected > recording.entries.count }

  private mutating func add(_ line: TraceReader.Line, at time: Int64) {
    last = time
    let key = Key(stream: line.stream, subscription: line.subscription)
    var stream = active[key]
    switch line.kind {
    case .subscribed:
      stream = begin(line, key, at: time)
      subscribed.append((recording.streams.count - 1, line.source))
    case .unsubscribed:
      // A stream that has ended is also unsubscribed.
      guard let stream, recording.streams[stream].end == nil else { return }
      record(.interrupted, line, in: stream, at: time)
    case .event(let event): record(event, line, in: stream ?? begin(line, key, at: time), at: time)
    }
    if let id = line.id, case .subscribed = line.kind, let stream { subscriptions[id] = stream }
  }

  private mutating func begin(_ line: TraceReader.Line, _ key: Key, at time: Int64) -> Int {
    let stream = recording.streams.count
    let parent = line.parent.flatMap { parent in
      places[parent] ?? subscriptions[parent].map { EventContext.Place(event: -1, stream: $0) }
    }
    // Without a line of its start, a stream without a parent was there from the beginning.
    var start = time
    if parent == nil, case .subscribed = line.kind {} else if parent == nil { start = min(0, time) }
    var others: String?
    if case .subscribed = line.kind { others = line.others }
    recording.streams.append(
      RecorderContents.Stream(id: stream, name: line.stream, start: start, carrier: parent, others: others))
    active[key] = stream
    if let subscription = line.subscription { subscriptions[subscription] = stream }
    return stream
  }

  private mutating func record(_ event: Event, _ line: TraceReader.Line, in stream: Int, at time: Int64) {
    let number = count
    count += 1
    let hasEnded = recording.streams[stream].end != nil
    if hasEnded { late.append((line.stream, time)) }
    if event.isTerminating { recording.streams[stream].end = recording.streams[stream].end ?? time }
    let causes = line.causes.compactMap { places[$0] }
    if time < 0 {
      nearest.before = origin + time
      if case .interrupted = event {} else { addSources(causes, to: stream) }
    } else {
      selected += 1
      if time - previous > silence.length { silence = (previous, time - previous) }
      previous = time
      guard recording.entries.count < Self.maxDrawn else {
        if !hasEnded { recording.streams[stream].continues = true }
        return
      }
      recording.entries.append(
        RecorderContents.Entry(
          number: number, stream: stream, time: time, event: event, causes: causes.map(\.event), others: line.others))
    }
    if let id = line.id { places[id] = EventContext.Place(event: number, stream: stream) }
  }

  /// Adds the streams of causes, and those for whose values these were started.
  private mutating func addSources(_ causes: [EventContext.Place], to stream: Int) {
    for cause in causes {
      var source = cause.stream
      while recording.streams[stream].sources.insert(source).inserted, let carrier = recording.streams[source].carrier {
        source = carrier.stream
      }
    }
  }

  // MARK: Ticks

  /// The number of ticks that a drawing should have at most.
  private static let maxTicks: Int64 = 200
  /// The number of ticks that a search should have at most, whose expressions can send an event on each of them.
  private static let maxSearchedTicks: Int64 = 2_000

  /// The lengths of a tick with which most events are on ticks of their own, unless a search would take too long with
  /// the first, and the drawing would be too long with the second.
  var ticks: (separating: TickLength, fitting: TickLength) {
    let times = recording.entries.map(\.time)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    // Nine of ten gaps are as long.
    let short = gaps.isEmpty ? 1_000_000 : gaps[gaps.count / 10]
    func tick(atMost count: Int64) -> TickLength { Self.tick(within: short, atLeast: (times.last ?? 0) / count) }
    return (tick(atMost: Self.maxSearchedTicks), tick(atMost: Self.maxTicks))
  }

  private static func tick(within short: Int64, atLeast needed: Int64) -> TickLength {
    var tick: Int64 = 1
    var next: Int64 { "\(tick)".hasPrefix("2") ? tick / 2 * 5 : tick * 2 }
    while tick < needed || next <= short { tick = next }
    return TickLength(.nanoseconds(tick))
  }

  // MARK: Notes

  /// A summary: the numbers of events and streams, the longest silence, and what did not end.
  var notes: [String] {
    var notes: [String] = []
    if base != .zero { notes.append("times are counted from \(base.text)\(unit)") }
    if case let latest = Int64(Self.latest), origin + last == latest {
      notes.append("later times than \(Self.text(latest)) are moved there")
    }
    if origin != 0 { notes.append("tick 0 is at \(Self.text(origin))") }
    let count = pluralized(selected, "event")
    notes.append(
      "\(count) of \(pluralized(nameCount, "stream"))" + (last > 0 ? " until \(Self.text(origin + last))" : ""))
    if isCut {
      notes.append("only the first \(Self.maxDrawn.grouped) are drawn: `--from` and `--to` select others")
    }
    if silence.length > 0 {
      notes.append("the longest silence is \(Self.text(silence.length)), from \(Self.text(origin + silence.start)) on")
    }
    let leaks = isWhole ? self.leaks : []
    let counts = Dictionary(leaks.map { ($0.name, 1) }, uniquingKeysWith: +)
    for name in leaks.map(\.name).uniqued() {
      let count = counts[name] ?? 1
      notes.append("`\(name)` was not unsubscribed\(count == 1 ? "" : ", \(count) times")")
    }
    notes += late.prefix(3).map { "`\($0.name)` sent an event after its end, at \(Self.text(origin + $0.time))" }
    return notes
  }

  private var unended: [TraceFile.Leak] {
    var streams: [Int: RecorderContents.Stream] = [:]
    for stream in recording.streams { streams[stream.id] = stream }
    return subscribed.compactMap { id, source in
      guard let stream = streams[id], stream.end == nil else { return nil }
      let parent = stream.carrier.flatMap { place in streams[place.stream].map { text(of: place.event, in: $0) } }
      return TraceFile.Leak(name: stream.name, start: Self.text(origin + stream.start), parent: parent, source: source)
    }
  }

  private func text(of event: Int, in stream: RecorderContents.Stream) -> String {
    if event < 0 { return "the subscription of `\(stream.name)`" }
    let index = recording.entries.partitionPoint { $0.number >= event }
    guard index < recording.entries.count, case let entry = recording.entries[index], entry.number == event else {
      return "an earlier event of `\(stream.name)`"
    }
    return "`\(TimelinePrinter.token(for: entry.event))` of `\(stream.name)` at \(Self.text(origin + entry.time))"
  }

  // MARK: Selection

  /// Why nothing is selected.
  var absence: TraceFile.Fault.Reason {
    nearest == (nil, nil)
      ? .empty : .nothingSelected(before: nearest.before.map(Self.text), after: nearest.after.map(Self.text))
  }

  private static func text(_ nanoseconds: Int64) -> String {
    nanoseconds == 0 ? "0ms" : TickLength(.nanoseconds(nanoseconds)).description
  }
}
