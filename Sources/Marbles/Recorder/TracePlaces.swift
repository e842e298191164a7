import MarbleLanguage

/// The places of a program that a trace names, with the last events of the streams that are written there.
package struct TracePlaces: Sendable {
  package struct Place: Sendable {
    /// The file, as the trace names it.
    package let file: String
    /// The number of the line, from 1.
    package let line: Int
    package let stream: String
    /// The number of events.
    package fileprivate(set) var count = 0
    /// The last events, the oldest first.
    package fileprivate(set) var last: [Timeline.Event] = []
  }

  package private(set) var faults: [TraceFile.Fault]
  /// The places in the order of their first lines in the trace.
  package private(set) var all: [Place] = []
  private let reader: TraceReader

  /// The number of events of a place that are kept.
  private static let kept = 20
  /// The numbers of lines of a trace that are drawn: as many as the way back to the first cause has.
  private static let drawn = 50...1_000

  package init(_ bytes: [UInt8]) {
    reader = TraceReader(bytes)
    faults = reader.faults
    if reader.lines.isEmpty, faults.isEmpty { faults.append(TraceFile.Fault(reason: .empty, span: 0..<0)) }
    var places: [PlaceKey: Int] = [:]
    var sources: [StreamKey: String] = [:]
    var positions: [String: (file: String, line: Int)?] = [:]
    for line in reader.lines {
      let keys = [StreamKey(stream: line.stream, subscription: line.subscription), StreamKey(stream: line.stream)]
      if let source = line.source { for key in keys { sources[key] = source } }
      guard let source = line.source ?? sources[keys[0]] ?? sources[keys[1]] else { continue }
      let known = positions[source]
      let position = known ?? source.sourcePosition
      if known == nil { positions[source] = position }
      guard let (file, number) = position else { continue }
      let key = PlaceKey(source: "\(file):\(number)", stream: line.stream)
      let index = places[key] ?? all.count
      if index == all.count {
        places[key] = index
        all.append(Place(file: file, line: number, stream: line.stream))
      }
      if let event = line.kind.event { all[index].add(event, keeping: Self.kept) }
    }
  }

  private struct PlaceKey: Hashable {
    let source: String
    let stream: String
  }

  private struct StreamKey: Hashable {
    let stream: String
    var subscription: String?
  }

  // MARK: Explaining

  /// Returns the reason for the last value of a stream, with the drawing of the stream and of those that caused its
  /// events, or `nil` if it has sent none.
  package func explanation(ofLastValueOf stream: String) -> Explanation? {
    let links = Links(reader.lines)
    guard let last = reader.lines.lastIndex(where: { $0.stream == stream && $0.kind.isValue }) else { return nil }
    let names = links.inputs(of: stream)
    let first = links.firstCause(of: last)
    let needed = reader.lines[first...].count { names.contains($0.stream) }
    var selection = TraceFile.Selection(names: Array(names))
    selection.last = min(max(needed, Self.drawn.lowerBound), Self.drawn.upperBound)
    guard let diagram = TraceFile(reader, selecting: selection).diagram else { return nil }
    let lines = diagram.lines
    let asked = lines.indices.filter { lines[$0].name == stream }
    let values = asked.flatMap { lines[$0].marbles }.filter { !$0.event.isTerminating }
    guard let value = values.max(by: { $0.tick < $1.tick }) else { return nil }
    let latest = values.last { $0.tick == value.tick } ?? value
    return RecordedInquiry.explanation(
      of: Question(event: latest.event, tick: latest.tick), about: asked, in: diagram)
  }

  /// The lines of a trace that name others.
  private struct Links {
    private let lines: [TraceReader.Line]
    /// The lines with an `id`, and the first lines of subscriptions.
    private var places: [String: Int] = [:]
    private var starts: [StreamKey: Int] = [:]

    init(_ lines: [TraceReader.Line]) {
      self.lines = lines
      for (index, line) in lines.enumerated() {
        if let id = line.id { places[id] = index }
        guard case .subscribed = line.kind, let subscription = line.subscription else { continue }
        starts[StreamKey(stream: line.stream, subscription: subscription)] = index
        if places[subscription] == nil { places[subscription] = index }
      }
    }

    /// Returns the lines because of which a line was written, which come before it.
    private func causes(of index: Int) -> [Int] {
      let line = lines[index]
      let start = line.subscription.flatMap { starts[StreamKey(stream: line.stream, subscription: $0)] }
      let parents = [line.parent, start.flatMap { lines[$0].parent }].compactMap(\.self)
      return (line.causes + parents).compactMap { places[$0] }.filter { $0 < index }
    }

    /// Returns the earliest line that led to a line.
    func firstCause(of index: Int) -> Int {
      var (waiting, seen) = ([index], Set([index]))
      while let next = waiting.popLast() { waiting += causes(of: next).filter { seen.insert($0).inserted } }
      return seen.min() ?? index
    }

    /// Returns a stream and those that caused its events, directly or through others.
    func inputs(of stream: String) -> Set<String> {
      var inputs: [String: Set<String>] = [:]
      for index in lines.indices {
        inputs[lines[index].stream, default: []].formUnion(causes(of: index).map { lines[$0].stream })
      }
      var (waiting, seen) = ([stream], Set([stream]))
      while let next = waiting.popLast() { waiting += (inputs[next] ?? []).filter { seen.insert($0).inserted } }
      return seen
    }
  }
}

extension TracePlaces.Place {
  fileprivate mutating func add(_ event: Timeline.Event, keeping kept: Int) {
    count += 1
    // Removing in blocks takes less time.
    if last.count == 2 * kept { last.removeFirst(kept) }
    last.append(event)
  }
}

extension TraceReader.Line.Kind {
  fileprivate var isValue: Bool { if case .value = self { true } else { false } }

  /// The event, or `nil` for a subscription and its end.
  fileprivate var event: Timeline.Event? {
    switch self {
    case .value(let value): .value(value)
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    case .interrupted: .interrupted
    case .subscribed, .unsubscribed: nil
    }
  }
}

extension String {
  /// The file and the line in a place such as `search.ts:12:3` or `search.ts:12`, or `nil` without a line.
  fileprivate var sourcePosition: (file: String, line: Int)? {
    var parts = split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, var line = parts.popLast().flatMap({ Int($0) }) else { return nil }
    if parts.count > 1, let number = parts.last.flatMap({ Int($0) }) {
      line = number
      parts.removeLast()
    }
    let file = parts.joined(separator: ":")
    return file.isEmpty || line < 1 ? nil : (file, line)
  }
}
