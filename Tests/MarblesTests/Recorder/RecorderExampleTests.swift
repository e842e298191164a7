import Foundation
import Marbles
import TestSupport
import Testing

// The page "Recording" quotes this file, and shows its output.

/// Returns the results of searches for the typed text, recorded.
private func recordedResults(
  of typed: SignalProducer<String, Never>, by recorder: Recorder,
  search: @escaping (String) -> SignalProducer<String, Never>
) -> SignalProducer<String, Never> {
  typed
    .recorded("typed", by: recorder)
    .flatMap(.latest) { text in
      search(text).recorded("search", by: recorder)
    }
    .recorded("results", by: recorder)
}

/// The example of the page "Recording".
///
/// `RECORD=1` updates the page and the file that it loads.
struct RecorderExampleTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Recording.md")
  private static let file = packageRoot.appendingPathComponent("examples/search.json")

  private var diagram: RecordedDiagram {
    let clock = VirtualTimeScheduler(tick: .milliseconds(10))
    let recorder = Recorder(on: clock)
    let (typed, keys) = Signal<String, Never>.pipe()
    let search = { text in
      SignalProducer<String, Never>(value: text == "ji" ? "Jill" : "Jo").delay(.milliseconds(40), on: clock)
    }
    recordedResults(of: typed.producer, by: recorder, search: search).start()
    for (text, ticks) in [("j", 2), ("ji", 9), ("jo", 6)] {
      clock.advance(by: .milliseconds(10 * ticks))
      keys.send(value: text)
    }
    clock.advance(by: .milliseconds(60))
    keys.sendCompleted()
    return recorder.diagram
  }

  @Test func drawingOfThePageIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let fence = try #require(fences(in: text).first { $0.info == "text" })
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try text.replacingOccurrences(of: fence.text, with: diagram.unicode).write(
        to: Self.page, atomically: true, encoding: .utf8)
      try diagram.json.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(diagram.unicode == fence.text)
  }

  @Test func fileOfThePageIsUpToDate() throws {
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == diagram.json)
  }
}
