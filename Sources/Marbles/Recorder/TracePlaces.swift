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

  /// The number of events of a place that are shown.
  private static let shown = 20
  /// The numbers of lines of a trace that are drawn: as many as the way back to the first cause has.
  private static let drawn = 50...1_000

  package init(_ bytes: [UInt8]) {
    reader = TraceReader(bytes)
    faults = reader.faults
    if reader.lines.isEmpty, faults.isEmpty { faults.append(TraceFile.Fault(reason: .empty, span: 0..<0)) }
    var indexes: [[String]: Int] = [:]
    // The places of streams and of their subscriptions.
    var sources: [[String?]: String] = [:]
    for line in reader.lines {
      let keys = [[line.stream, line.subscription], [line.stream]]
      if let source = line.source { for key in keys { sources[key] = source } }
      guard let source = line.source ?? sources[keys[0]] ?? sources[keys[1]] else { continue }
      let index = indexes[[line.stream, source]] ?? all.count
      if index == all.count {
        guard let (file, number) = source.sourcePosition else { continue }
        all.append(Place(file: file, line: number, stream: line.stream))
        indexes[[line.stream, source]] = index
      }
      guard case .event(let event) = line.kind else { continue }
      all[index].count += 1
      all[index].last.append(event)
      // Removing in blocks takes less time.
      if all[index].last.count == 2 * Self.shown { all[index].last.removeFirst(Self.shown) }
    }
  }

  /// Returns the reason for the last value of a stream, with the drawing of the stream and of those that caused its
  /// events, or `nil` if it has sent none.
  package func explanation(ofLastValueOf stream: String) -> Explanation? {
    let causes = causes(of: stream)
    guard let first = causes.min() else { return nil }
    let names = Set(causes.map { reader.lines[$0].stream })
    let needed = reader.lines[first...].count { names.contains($0.stream) }
    var selection = TraceFile.Selection(names: Array(names))
    selection.last = min(max(needed, Self.drawn.lowerBound), Self.drawn.upperBound)
    guard let diagram = TraceFile(reader, selecting: selection).diagram else { return nil }
    let lines = diagram.lines
    let asked = lines.indices.filter { lines[$0].name == stream }
    let values = asked.flatMap { lines[$0].marbles }.filter { !$0.event.isTerminating }
    guard let tick = values.map(\.tick).max(), let value = values.last(where: { $0.tick == tick }) else { return nil }
    return RecordedInquiry.explanation(of: EventQuestion(event: value.event, tick: tick), about: asked, in: diagram)
  }

  /// Returns the last lines of a stream and those because of which they were written.
  private func causes(of stream: String) -> Set<Int> {
    let lines = reader.lines
    var (events, starts): ([String: Int], [String: Int]) = ([:], [:])
    for (index, line) in lines.enumerated() {
      if let id = line.id { events[id] = index }
      if case .subscribed = line.kind, let subscription = line.subscription { starts[subscription] = index }
    }
    var waiting = Array(lines.indices.filter { lines[$0].stream == stream }.suffix(Self.shown))
    var seen = Set(waiting)
    while let index = waiting.popLast() {
      // The end of a result is the reason for the end of its input.
      if case .unsubscribed = lines[index].kind { continue }
      let start = lines[index].subscription.flatMap { starts[$0] }
      let parents = [lines[index].parent, start.flatMap { lines[$0].parent }].compactMap(\.self)
      let causes = (lines[index].causes + parents).compactMap { events[$0] ?? starts[$0] }
      waiting += causes.filter { $0 < index && seen.insert($0).inserted }
    }
    return seen
  }
}

extension String {
  /// The file and the line in a place such as `search.ts:12:3` or `search.ts:12`, or `nil` without a line.
  fileprivate var sourcePosition: (file: String, line: Int)? {
    let parts = split(separator: ":", omittingEmptySubsequences: false)
    let count = parts.suffix(2).reversed().prefix { Int($0) != nil }.count
    guard count > 0, count < parts.count, let line = Int(parts[parts.count - count]), line > 0 else { return nil }
    return (parts.dropLast(count).joined(separator: ":"), line)
  }
}
