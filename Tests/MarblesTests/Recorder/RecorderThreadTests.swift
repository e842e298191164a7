import Dispatch
import Marbles
import Testing

struct RecorderThreadTests {
  /// A thread that is inside a join also delivers the events of other threads, which have other causes.
  @Test func causeIsTheEventThatWasMerged() throws {
    let recorder = Recorder(on: VirtualTimeScheduler(), capacity: 100_000)
    let pipes = (0..<4).map { _ in Signal<Int, Never>.pipe() }
    let merged = SignalProducer<Int, Never>.merge(
      pipes.enumerated().map { number, pipe in pipe.output.recorded("input \(number)", by: recorder).producer })
    let start = merged.recorded("merged", by: recorder).start()
    let inputs = pipes.map(\.input)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for value in 0..<500 { inputs[thread].send(value: thread * 1_000 + value) }
    }
    start.dispose()

    let diagram = try #require(try Diagram.drawings(inJSON: Array(recorder.diagram.json.utf8)).first)
    let lines = diagram.lines
    let result = try #require(lines.last)
    #expect(result.marbles.count == 2_001)
    for (marble, origin) in zip(result.marbles, result.origins) where !marble.event.isTerminating {
      let cause = try #require(origin.causes.first)
      #expect(lines[cause.line].marbles[cause.index].event == marble.event)
    }
  }
}
