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
    /// The names of the streams to draw, or an empty array for all of them.
    package var names: [String]
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
      case unknownKind(String)
    }

    package let reason: Reason
    package let span: Span
  }

  package private(set) var faults: [Fault]
  /// The drawing, or `nil` if no event was read.
  package private(set) var diagram: Diagram?

  /// Reads a trace.
  package init(_ bytes: [UInt8], selecting selection: Selection = Selection()) {
    let reader = TraceReader(bytes)
    faults = reader.faults
    let assembly = TraceAssembly(reader.lines, unit: reader.unit, selection)
    guard !assembly.recording.streams.isEmpty else { return }
    let tick = selection.tick ?? assembly.fittingTick
    var lanes = RecordedLanes(assembly.recording, tick: tick).diagram
    lanes.notes += assembly.notes + (reader.isCutOff ? ["the last line is cut off"] : [])
    diagram = lanes
  }

  /// Whether bytes begin with a line of a trace.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    let end = bytes.firstIndex(of: ASCII.newline) ?? bytes.count
    var parser = JSONParser(bytes, in: 0..<end)
    guard let node = try? parser.next() else { return false }
    return ["schema", "kind"].contains { (try? node.optional($0)) != nil }
  }
}
