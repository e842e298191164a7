/// Writes diagrams as data: one line of JSON, which `Documentation/JSON.md` describes.
///
///     {"schema":"rxrepl/diagram","version":1,"ticks":{"first":0,"last":5},"lanes":[{"line":0,"name":"a", …
///
/// Keys have a fixed order, and the same diagram gives the same bytes.
public struct JSON: Sendable {
  /// The version of the schema; what is only added does not change it.
  public static let version = 1

  public init() {}

  /// The diagram, without a line end.
  public func draw(_ diagram: Diagram) -> String {
    var json = JSONText()
    json.diagram(diagram)
    return json.text
  }
}

extension JSONText {
  mutating func diagram(_ diagram: Diagram) {
    object { json in
      json.header("rxrepl/diagram")
      json.key("ticks")
      json.object { json in
        json.member("first", diagram.ticks.lowerBound)
        json.member("last", diagram.ticks.upperBound)
      }
      json.key("lanes")
      var line = 0
      json.array(diagram.lanes) { json, lane in
        json.lane(lane, line: line, last: diagram.ticks.upperBound)
        line += 1 + lane.inner.count
      }
      json.member("operations", diagram.operations) { json, operation in
        json.object { json in
          json.member("text", operation.text)
          json.member("below", operation.lanesAbove)
        }
      }
      json.member("notes", strings: diagram.notes)
    }
  }

  mutating func header(_ schema: String) {
    member("schema", schema)
    member("version", JSON.version)
  }

  private mutating func lane(_ lane: Diagram.Lane, line: Int, last: Int) {
    let timeline = lane.timeline.shown(through: last)
    object { json in
      json.member("line", line)
      json.member("name", lane.name)
      json.member("role", lane.role.name)
      json.member("cold", lane.isCold)
      let unheard = Set(lane.unheard)
      json.timeline(timeline, origins: lane.origins) { unheard.contains($0) }
      json.member("subscriptions", lane.observed) { $0.window($1) }
      // What comes later than is shown keeps its number, so that the others keep theirs.
      let shown = lane.inner.enumerated().filter { $0.element.arrived <= last }
      json.member("inner", shown) { json, inner in
        json.inner(inner.element, line: line + 1 + inner.offset, last: last)
      }
    }
  }

  private mutating func inner(_ inner: Diagram.Inner, line: Int, last: Int) {
    object { json in
      json.member("line", line)
      json.member("name", inner.name)
      json.member("depth", inner.depth)
      json.member("event", inner.marble)
      json.member("arrived", inner.arrived)
      json.member("subscribed", inner.subscribed)
      json.member("disposed", inner.disposed)
      json.key("events")
      json.events(inner.marbles.shown(through: last), origins: inner.origins)
      json.key("missed")
      json.events(inner.missed.shown(through: last))
    }
  }

  mutating func window(_ window: Window) {
    object { json in
      json.member("from", window.start)
      json.member("until", window.end)
    }
  }
}

extension Timeline {
  /// As much of it as a drawing up to a tick shows, with the sign that more follows.
  fileprivate func shown(through last: Int) -> Timeline {
    let shown = marbles.shown(through: last)
    guard shown.count < marbles.count else { return self }
    return Timeline(shown, end: last + 1, continues: true, hasOrigin: hasOrigin)
  }
}

extension [Timeline.Marble] {
  /// Those up to a tick.
  fileprivate func shown(through last: Int) -> [Timeline.Marble] { Array(prefix(partitionPoint { $0.tick > last })) }
}

extension Diagram {
  /// The operators from top to bottom, and how many lanes are above each.
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

extension Diagram.Lane.Role {
  fileprivate var name: String {
    switch self {
    case .input: "input"
    case .stage: "stage"
    case .output: "output"
    }
  }
}
