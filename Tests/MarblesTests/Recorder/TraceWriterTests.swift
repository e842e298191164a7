import Foundation
import MarbleLanguage
import Reactive
import Testing

@testable import Marbles

/// Recorders that write a trace.
struct TraceWriterTests {
  private struct Lost: Error, CustomStringConvertible {
    let description = "lost"
  }

  /// A search box, of which the last search fails.
  private func run(_ recorder: Recorder, on scheduler: VirtualTimeScheduler) {
    let typed = Signal<String, any Error>.pipe()
    let results = typed.output.recorded("typed", by: recorder).flatMap(.latest) { text in
      let answer = SignalProducer<[String], any Error>(value: [text, "x\"y"])
      return (text == "z" ? SignalProducer(error: Lost()) : answer).delay(.milliseconds(3), on: scheduler)
        .recorded("search", by: recorder)
    }
    results.recorded("results", by: recorder).observe { _ in }
    for text in ["j", "ji", "z"] {
      typed.input.send(value: text)
      scheduler.advance(by: text == "j" ? 2 : 5)
    }
  }

  @Test func traceIsDrawnAsTheRecorderDrawsIt() throws {
    let path = NSTemporaryDirectory() + "rxrepl-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scheduler = VirtualTimeScheduler()
    let kept = Recorder(on: scheduler)
    run(kept, on: scheduler)
    let second = VirtualTimeScheduler()
    run(Recorder(to: path, on: second), on: second)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let trace = TraceFile(bytes, selecting: TraceFile.Selection(tick: TickLength(scheduler.tick)))
    #expect(trace.faults.isEmpty)
    let places = TracePlaces(bytes).all
    #expect(places.map(\.stream) == ["typed", "results", "search"])
    #expect(places.allSatisfy { $0.file.hasSuffix("/TraceWriterTests.swift") })
    #expect(places.map(\.line) == [17, 22, 20])
    let drawn = try #require(trace.diagram).lanes
    let lines = try #require(RecorderLines(drawn))
    #expect(lines == RecorderLines(kept.diagram.diagram.lanes))
    #expect(lines.names == ["typed", "search", "search", "search", "results"])
  }

  /// The events of lanes and of the streams below them.
  private struct RecorderLines: Equatable {
    var names: [String] = []
    var events: [[String]] = []

    init?(_ lanes: [Diagram.Lane]) {
      for lane in lanes {
        add(lane.name, lane.timeline.marbles)
        for inner in lane.inner { add(inner.name, inner.marbles) }
      }
    }

    private mutating func add(_ name: String, _ marbles: [Timeline.Marble]) {
      names.append(name)
      events.append(marbles.map { "\($0.tick) \(TimelinePrinter.token(for: $0.event))" })
    }
  }

  private struct Person: TraceValue {
    let name: String
    var traceValue: Any { ["name", name] }
  }

  private enum Direction: String, MarbleValue {
    case up = "north"
  }

  private enum Mode {
    case fast
  }

  @Test func valuesHaveTheFormsOfJSON() throws {
    let path = NSTemporaryDirectory() + "rxrepl-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let values = Signal<any Sendable, Never>.pipe()
    let recorded = values.output.recorded("a", by: Recorder(to: path, on: VirtualTimeScheduler()))
    recorded.observe { _ in }
    let event = Reactive.Event<Int, Never>.value(4)
    let sent: [any Sendable] = [
      1, UInt8(2), UInt64.max, 1.5, Double.infinity, true, "a\"b", Character("c"), [1, 2], [Int?.none, 3],
      (1, "a"), Int?.none, Int?.some(5), Person(name: "Jo"), [Person(name: "Al")], Direction.up, Mode.fast, event,
      SignalProducer<Int, Never>(value: 1),
    ]
    for value in sent { values.input.send(value: value) }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    let written = lines.map { line in
      String(line.split(separator: "\"value\":", maxSplits: 1)[1].split(separator: ",\"id\"")[0])
    }
    #expect(
      written == [
        "1", "2", "\"18446744073709551615\"", "1.5", "\"inf\"", "true", "\"a\\\"b\"", "\"c\"", "[1,2]", "[null,3]",
        "[1,\"a\"]", "null", "5", "[\"name\",\"Jo\"]", "[[\"name\",\"Al\"]]", "\"north\"", "\"fast\"", "\"value(4)\"",
        "\"stream\"",
      ])
  }

  /// A program is not disturbed by a recorder that cannot write.
  @Test func unwritableFileChangesNothing() {
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder(to: "/missing/folder/trace.jsonl", on: scheduler)
    let values = Signal<Int, Never>.pipe()
    let received = Property(initial: 0, then: values.output.recorded("a", by: recorder))
    values.input.send(value: 7)
    #expect(received.value == 7)
  }
}
