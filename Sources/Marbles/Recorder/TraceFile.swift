import MarbleLanguage

/// A trace: what a running program wrote about its streams, one JSON object in each line.
///
///     {"time": 20.1, "stream": "typed", "kind": "value", "value": "j", "id": 1}
///     {"time": 61.4, "stream": "results", "kind": "value", "value": "Jo", "cause": 1}
///
/// `Documentation/Traces.md` describes the keys. Lines may be in any order, and invalid lines are left out.
package struct TraceFile: Sendable {
  /// The part of a trace to draw.
  package struct Selection: Sendable, Hashable {
    /// The times from which and until which events are drawn.
    package var from: Duration?
    package var to: Duration?
    /// The names of the streams to draw, of which one can be a list with commas, or an empty array for all of them.
    package var names: [String]
    /// The number of events at the end to draw, or `nil` for all of them.
    package var last: Int?
    /// The length of a tick, or `nil` for one that fits the events.
    package var tick: TickLength?

    package init(from: Duration? = nil, to: Duration? = nil, names: [String] = [], tick: TickLength? = nil) {
      (self.from, self.to, self.names, self.tick) = (from, to, names, tick)
    }
  }

  /// Something in a line that cannot be read.
  package struct Fault: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
      case expected(String)
      case expectedInHeader(String)
      case unknownKind(String)
      /// A cause or a parent that is not an earlier event, as it is written, and the number of other lines with one.
      case unknownReference(String, isParent: Bool, others: Int)
      /// An identifier that an earlier event has too, or one of another subscription, as it is written.
      case repeatedIdentifier(String, isSubscription: Bool)
      /// A stream of which only some lines have a `subscription`.
      case mixedSubscriptions(String)
      /// A selected name that no line has, with those that there are.
      case unknownStream(String, known: [String])
      /// A selection without an event, with the times of the nearest ones, or a file without events.
      case nothingSelected(before: String?, after: String?)
      case empty
    }

    package let reason: Reason
    package let span: Span
  }

  /// A subscription that has not ended.
  package struct Leak: Sendable, Hashable {
    package let name: String
    /// The time of its start, such as `22ms`.
    package let start: String
    /// The event or subscription for which it was started, such as "`j` of `typed` at 20.1ms", or `nil` if the trace
    /// does not name it.
    package let parent: String?
    /// The place in the program, if the trace names it.
    package let source: String?
  }

  package private(set) var faults: [Fault]
  /// The subscriptions that have not ended, the oldest first.
  package private(set) var leaks: [Leak] = []
  /// Whether a line tells of a subscription.
  package private(set) var hasSubscriptions = false
  /// A length of a tick with which most events are on ticks of their own, if the ticks of the drawing are longer.
  package private(set) var shorterTick: TickLength?
  /// A length of a tick that allows larger differences of times, unless the length was selected.
  package private(set) var longerTick: TickLength?
  /// The drawing, or `nil` if no event was read.
  package private(set) var diagram: Diagram?

  /// Reads a trace.
  package init(_ bytes: [UInt8], selecting selection: Selection = Selection()) {
    self.init(TraceReader(bytes), selecting: selection)
  }

  init(_ reader: TraceReader, selecting selection: Selection) {
    // Of a trace that is followed, only the end is read.
    faults = (reader.faults + (selection.last == nil ? reader.referenceFaults : []))
      .sorted { $0.span.lowerBound < $1.span.lowerBound }
    let known = selection.names.isEmpty ? [] : reader.lines.map(\.stream).uniqued()
    var selection = selection
    selection.names = selection.names.flatMap { Self.names(in: $0, among: known) }
    for name in selection.names where !known.contains(name) {
      faults.append(Fault(reason: .unknownStream(name, known: known), span: 0..<0))
    }
    let assembly = TraceAssembly(reader.lines, unit: reader.unit, selection)
    let isCut = selection.from != nil || selection.to != nil
    guard !assembly.recording.streams.isEmpty, !isCut || !assembly.recording.entries.isEmpty else {
      let absence = assembly.absence
      // Unknown kinds are only warnings.
      let isReported = faults.contains { if case .unknownKind = $0.reason { false } else { true } }
      if absence != .empty || !isReported { faults.append(Fault(reason: absence, span: 0..<0)) }
      return
    }
    (leaks, hasSubscriptions) = (assembly.leaks, assembly.hasSubscriptions)
    let ticks = assembly.ticks
    let tick = selection.tick ?? (reader.isInTicks ? .millisecond : ticks.fitting)
    if !reader.isInTicks, ticks.separating.duration < tick.duration { shorterTick = ticks.separating }
    if !reader.isInTicks, selection.tick == nil { longerTick = TickLength(tick.duration * 5) }
    var lanes = RecordedLanes(assembly.recording, tick: tick, names: selection.names).diagram
    lanes.notes += assembly.notes + (reader.isCutOff ? ["the last line is cut off"] : [])
    diagram = lanes
  }

  /// Returns the streams in a list, whose names can contain commas or be those that they have in scripts.
  private static func names(in list: String, among known: [String]) -> [String] {
    let scriptNames = Dictionary(known.scriptNames.map { ($0.value, $0.key) }) { first, _ in first }
    var parts = list.split(separator: ",")[...]
    var names: [String] = []
    while !parts.isEmpty {
      func name(_ count: Int) -> String {
        let name = parts.prefix(count).joined(separator: ",")
        return known.contains(name) ? name : name.trimmingWhitespace
      }
      let count = (1...parts.count).last { known.contains(name($0)) } ?? 1
      names.append(known.contains(name(count)) ? name(count) : scriptNames[name(count)] ?? name(count))
      parts.removeFirst(count)
    }
    return names
  }

  /// Whether bytes begin with a line of a trace, before which a program may have written other lines.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    var (start, count) = (0, 0)
    // Each script is searched when the program starts, so nothing is copied until a line begins with a brace.
    while start < bytes.count, count < 100 {
      var end = start
      while end < bytes.count, bytes[end] != ASCII.newline { end += 1 }
      if end > start { count += 1 }
      if bytes[start] == ASCII.openBrace, begins(Array(bytes[start..<end]), withAny: ["schema", "kind"]) {
        return true
      }
      start = end + 1
    }
    return false
  }

  /// Whether bytes begin with the header of a trace.
  package static func beginsWithHeader(_ bytes: [UInt8]) -> Bool { begins(bytes, withAny: ["schema"]) }

  /// Whether bytes begin with the header or an event of a trace, and not with a drawing.
  package static func beginsWithEvent(_ bytes: [UInt8]) -> Bool {
    begins(bytes, withAny: ["stream"]) || (try? firstLine(of: bytes)?.optional("schema")?.string()) == "rxrepl/trace"
  }

  private static func begins(_ bytes: [UInt8], withAny keys: [String]) -> Bool {
    guard let node = firstLine(of: bytes) else { return false }
    return keys.contains { (try? node.optional($0)) != nil }
  }

  private static func firstLine(of bytes: [UInt8]) -> JSONNode? {
    var parser = JSONParser(bytes, in: 0..<(bytes.firstIndex(of: ASCII.newline) ?? bytes.count))
    return try? parser.next()
  }
}

extension [String] {
  /// The names that the lanes of a trace with these names have in scripts, by the names in the trace.
  package var scriptNames: [String: String] { identifiers { Catalog.standard[$0] != nil } }
}
