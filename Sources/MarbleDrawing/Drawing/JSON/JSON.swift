import MarbleEvaluation
import MarbleLanguage

/// A writer of diagrams as one line of JSON, in the format that `Documentation/JSON.md` describes.
///
///     {"schema":"rxrepl/diagram","version":1,"ticks":{"first":0,"last":5},"lanes":[{"line":0,"name":"a", …
///
/// Keys have a fixed order, and equal diagrams produce equal bytes.
package struct JSON: Sendable {
  /// The version of the schema, which does not change for additions.
  static let version = 1

  package init() {}

  /// Returns the diagram, without a line end.
  package func draw(_ diagram: Diagram) -> String {
    var json = JSONText()
    json.diagram(diagram)
    return json.text
  }
}

extension JSONText {
  package mutating func diagram(_ diagram: Diagram) {
    let layout = Layout(diagram, for: .data)
    object { json in
      json.header("rxrepl/diagram")
      json.key("ticks")
      json.object { json in
        json.member("first", layout.ticks.lowerBound)
        json.member("last", layout.ticks.upperBound)
      }
      json.member("lanes", layout.lanes) { $0.lane($1.track, inner: $1.inner) }
      json.member("operations", diagram.operations) { json, operation in
        json.object { json in
          json.member("text", operation.text)
          json.member("below", operation.lanesAbove)
        }
      }
      json.member("notes", strings: diagram.notes)
      if let recording = diagram.recording {
        json.key("recording")
        json.object { json in
          json.member("tick", recording.tick.description)
          json.member("dropped", recording.dropped)
          if recording.start != 0 { json.member("start", TickLength(.nanoseconds(recording.start)).description) }
        }
      }
    }
  }

  package mutating func header(_ schema: String) {
    member("schema", schema)
    member("version", JSON.version)
  }

  private mutating func lane(_ track: Layout.Track, inner: ArraySlice<Layout.Track>) {
    guard let lane = track.lane else { return }
    object { json in
      json.member("line", track.line)
      json.member("name", lane.name)
      json.member("role", lane.role.rawValue)
      json.member("cold", lane.isCold)
      json.timeline(track.shown(lane.timeline), origins: lane.origins, isUnobserved: track.isGhost)
      json.member("subscriptions", lane.observed) { $0.window($1) }
      json.member("inner", inner) { $0.inner($1) }
      json.member(ofTrace: lane.others)
    }
  }

  private mutating func inner(_ track: Layout.Track) {
    guard let inner = track.inner else { return }
    object { json in
      json.member("line", track.line)
      json.member("name", inner.name)
      json.member("depth", inner.depth)
      json.member("event", inner.marble)
      if inner.marble == nil, let cause = inner.cause {
        json.key("cause")
        json.reference(cause)
      }
      json.member("arrived", inner.arrived)
      json.member("subscribed", inner.subscribed)
      json.member("disposed", inner.disposed)
      json.key("events")
      json.events(track.shown(inner.marbles), origins: inner.origins)
      json.key("missed")
      json.events(track.shown(inner.missed))
      json.member(ofTrace: inner.others)
    }
  }

  package mutating func window(_ window: Window) {
    object { json in
      json.member("from", window.start)
      json.member("until", window.end)
    }
  }
}

extension Diagram {
  /// The operators from top to bottom, each with the number of lanes above it.
  fileprivate var operations: [(text: String, lanesAbove: Int)] {
    var above = 0
    return rows.compactMap { row in
      switch row {
      case .lane:
        above += 1
        return nil
      case .operation(let text):
        return (text, above)
      }
    }
  }
}
