import MarbleEvaluation
import MarbleLanguage

/// A writer of diagrams as the trace events that Perfetto and Chromium's tools open.
///
///     {"displayTimeUnit":"ms","traceEvents":[{"name":"j","cat":"value","ph":"i","s":"t","pid":1,"tid":1,"ts":20100.0, …
///
/// Each diagram is a process. Each lane is a thread, and so are its inner streams with the same name. An event is an
/// instant, an inner stream is an asynchronous slice, and a flow leads from a cause to its effect. Flows connect slices
/// only, so the events of a flow are slices of a nanosecond.
struct TraceEvents {
  private struct Entry {
    var name: String
    var category: String
    var phase: String
    var process: Int
    var thread = 0
    /// In nanoseconds.
    var time: Int64 = 0
    var id: String?
    var contents: Event?
  }

  private var entries: [Entry] = []
  private var flows = 0

  /// Returns the diagrams as one document, without a line end.
  static func draw(_ diagrams: [Diagram]) -> String {
    var events = TraceEvents()
    for (index, diagram) in diagrams.enumerated() { events.add(diagram, process: index + 1) }
    var json = JSONText()
    json.object { json in
      json.member("displayTimeUnit", "ms")
      json.member("traceEvents", events.entries) { Self.write($1, to: &$0) }
    }
    return json.text
  }

  private mutating func add(_ diagram: Diagram, process: Int) {
    let layout = Layout(diagram, for: .data)
    let tick = Tick(
      length: (diagram.recording?.tick ?? .millisecond).duration.wholeNanoseconds, start: diagram.recording?.start ?? 0)
    var entry = Entry(name: "process_name", category: "drawing \(process)", phase: "M", process: process)
    entries.append(entry)
    let connected = Set(
      layout.tracks.flatMap { track in
        track.origins.enumerated().flatMap { index, origin in
          origin.causes.isEmpty ? [] : origin.causes + [Diagram.EventReference(line: track.line, index: index)]
        }
      })
    var places: [Diagram.EventReference: Entry] = [:]
    var threads: [String] = []
    for lane in layout.lanes {
      let first = threads.count
      for track in [lane.track] + lane.inner {
        let index = threads[first...].firstIndex(of: track.name) ?? threads.count
        if index == threads.count {
          threads.append(track.name)
          entries.append(
            Entry(name: "thread_name", category: track.name, phase: "M", process: process, thread: index + 1))
        }
        entry.thread = index + 1
        if let inner = track.inner { add(inner, of: track, entry, tick) }
        for (index, marble) in track.marbles.enumerated() where track.hasHappened(index) {
          let place = Diagram.EventReference(line: track.line, index: index)
          entry.name = marble.event.shortText
          entry.category = EventKind(marble.event).rawValue
          entry.phase = connected.contains(place) ? "X" : "i"
          entry.time = tick.time(marble.tick)
          entry.contents = marble.event
          entries.append(entry)
          places[place] = entry
        }
      }
    }
    for track in layout.tracks {
      for (index, origin) in track.origins.enumerated() {
        let effect = places[Diagram.EventReference(line: track.line, index: index)]
        for cause in origin.causes { connect(places[cause], effect) }
      }
    }
  }

  /// Adds the times at which an inner stream begins and ends.
  private mutating func add(_ inner: Diagram.Inner, of track: Layout.Track, _ entry: Entry, _ tick: Tick) {
    guard let start = inner.subscribed else { return }
    let end = inner.marbles.last.flatMap { $0.event.isTerminating ? $0.tick : nil } ?? inner.disposed
    var entry = entry
    (entry.name, entry.category, entry.contents) = (track.name, "stream", nil)
    entry.id = "\(entry.process).\(track.line)"
    for (phase, time) in [("b", start), ("e", end)] {
      guard let time else { continue }
      (entry.phase, entry.time) = (phase, tick.time(time))
      entries.append(entry)
    }
  }

  private mutating func connect(_ cause: Entry?, _ effect: Entry?) {
    guard let cause, let effect else { return }
    flows += 1
    for (phase, var entry) in [("s", cause), ("f", effect)] {
      (entry.name, entry.category, entry.contents) = ("cause", "cause", nil)
      (entry.phase, entry.id) = (phase, String(flows))
      entries.append(entry)
    }
  }

  /// The length of a tick and the time of tick 0, in nanoseconds.
  private struct Tick {
    let length: Int64
    let start: Int64

    /// Returns the time of a tick, limited to what can be represented.
    func time(_ tick: Int) -> Int64 {
      let (time, isTooLarge) = Int64(tick).multipliedReportingOverflow(by: length)
      let (sum, isFar) = time.addingReportingOverflow(start)
      return isTooLarge || isFar ? (tick < 0 ? .min : .max) : sum
    }
  }

  private static func write(_ entry: Entry, to json: inout JSONText) {
    json.object { json in
      json.member("name", entry.name)
      json.member("ph", entry.phase)
      json.member("pid", entry.process)
      json.member("tid", entry.thread)
      if entry.phase == "M" {
        json.key("args")
        return json.object { $0.member("name", entry.category) }
      }
      json.member("cat", entry.category)
      json.key("ts")
      json.number(Double(entry.time) / 1000)
      switch entry.phase {
      case "X":
        json.key("dur")
        json.number(0.001)
      case "i": json.member("s", "t")
      // The slice around the time, and not the next one.
      case "f": json.member("bp", "e")
      default: break
      }
      if let id = entry.id { json.member("id", id) }
      guard let contents = entry.contents else { return }
      json.key("args")
      json.object { json in
        switch contents {
        case .value(let value):
          json.key("value")
          json.value(value)
        case .failed(let failure): json.member("message", failure.message)
        case .completed, .interrupted: break
        }
      }
    }
  }
}

extension Event {
  /// The event in a few words.
  fileprivate var shortText: String {
    if case .value(let value) = self { value.description } else { EventKind(self).rawValue }
  }
}
