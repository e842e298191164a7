import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// Drawings as trace events, which are checked against the documented format.
struct TraceEventsTests {
  private static let trace = """
    {"time": 20.1, "stream": "typed", "kind": "value", "value": "j", "id": 1}
    {"time": 22.0, "stream": "search", "kind": "subscribed", "subscription": 7, "parent": 1}
    {"time": 61.4, "stream": "search", "kind": "value", "value": "Jo", "subscription": 7, "id": 2}
    {"time": 61.4, "stream": "results", "kind": "value", "value": "Jo", "cause": 2}
    {"time": 110, "stream": "search", "kind": "disposed", "subscription": 7}
    {"time": 111, "stream": "search", "kind": "subscribed", "subscription": 8, "parent": 1}
    {"time": 130, "stream": "results", "kind": "failed", "message": "lost"}
    """

  private func events(_ diagrams: [Diagram]) throws -> [JSONTree] {
    var style = DrawingStyle()
    style.format = .perfetto
    let document = JSONTree(style.draw(diagrams))
    guard case .array(let events)? = document["traceEvents"] else { return [] }
    return events
  }

  private func text(_ event: JSONTree, _ keys: String...) -> String {
    keys.map { key in if case .scalar(let text)? = event[key] { text } else { "?" } }.joined(separator: " ")
  }

  @Test func eventsAreInstantsAndInnerStreamsAreSlices() throws {
    let selection = TraceFile.Selection(tick: TickLength(.nanoseconds(1)))
    let diagram = try #require(TraceFile(Array(Self.trace.utf8), selecting: selection).diagram)
    let events = try events([diagram]).filter { text($0, "ph") != "\"M\"" }
    #expect(
      events.map { text($0, "ph", "name", "tid", "ts") } == [
        #""i" "j" 1 20100.0"#, #""b" "search" 2 22000.0"#, #""e" "search" 2 110000.0"#, #""X" "Jo" 2 61400.0"#,
        #""b" "search" 2 111000.0"#, #""X" "Jo" 3 61400.0"#, #""i" "failed" 3 130000.0"#,
        #""s" "cause" 2 61400.0"#, #""f" "cause" 3 61400.0"#,
      ])
  }

  /// The times are those of the program also if the drawing begins later.
  @Test func timesOfAPartAreThoseOfTheProgram() throws {
    let selection = TraceFile.Selection(from: .milliseconds(100), tick: TickLength(.nanoseconds(1)))
    let diagram = try #require(TraceFile(Array(Self.trace.utf8), selecting: selection).diagram)
    let times = try events([diagram]).filter { text($0, "name") == "\"failed\"" }.map { text($0, "ts") }
    #expect(times == ["130000.0"])
    #expect(diagram.recording?.startNote == "tick 0 is at 100ms")
  }

  /// The format requires these keys, and viewers drop a flow outside of a slice.
  @Test func formatIsThatOfTheViewers() throws {
    let trace = try #require(TraceFile(Array(Self.trace.utf8)).diagram)
    let events = try events([trace, trace])
    var slices: Set<String> = []
    for event in events {
      #expect(["\"M\"", "\"i\"", "\"X\"", "\"b\"", "\"e\"", "\"s\"", "\"f\""].contains(text(event, "ph")))
      for key in ["name", "pid", "tid"] { #expect(event[key] != nil) }
      if text(event, "ph") != "\"M\"" { #expect(event["ts"] != nil && event["cat"] != nil) }
      if text(event, "ph") == "\"X\"" { slices.insert(text(event, "pid", "tid", "ts")) }
    }
    for event in events where ["\"s\"", "\"f\""].contains(text(event, "ph")) {
      #expect(slices.contains(text(event, "pid", "tid", "ts")))
      #expect(events.count { text($0, "id", "pid", "cat") == text(event, "id", "pid", "cat") } == 2)
    }
    for event in events where text(event, "ph") == "\"e\"" {
      #expect(events.contains { text($0, "ph") == "\"b\"" && text($0, "id", "cat") == text(event, "id", "cat") })
    }
  }
}
