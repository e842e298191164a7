import Testing

@testable import Reactive

/// The pure state machines of the joins, alone, under many random events, against models that are plain to see.
@Suite(.leavesNothing)
struct StateTests {
  @Test(arguments: [1, 2, 3, Int.max], 0..<50)
  func flatteningWithAQueue(limit: Int, seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _FlattenState<Int>(.queueing(limit: limit))
    var running = 0
    var waiting: [Int] = []
    var outerIsOver = false
    for step in 0..<200 {
      let action: _FlattenState<Int>._Action
      let expected: String
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4 where !outerIsOver:
        action = state.receive(step)
        if running < limit {
          running += 1
          expected = "start \(step)"
        } else {
          waiting.append(step)
          expected = "nothing"
        }
      case 5...8 where running > 0:
        action = state.innerEnded()
        if waiting.isEmpty {
          running -= 1
          expected = outerIsOver && running == 0 ? "complete" : "nothing"
        } else {
          expected = "start \(waiting.removeFirst())"
        }
      case 9 where !outerIsOver && step > 100:
        outerIsOver = true
        action = state.outerCompleted()
        expected = running == 0 ? "complete" : "nothing"
      default:
        continue
      }
      #expect(describe(action) == expected, "limit \(limit), seed \(seed), step \(step)")
      if expected == "complete" { return }
    }
  }

  @Test(arguments: 0..<50)
  func flatteningTheLatest(seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _FlattenState<Int>(.switching)
    var isRunning = false
    var outerIsOver = false
    for step in 0..<200 {
      let action: _FlattenState<Int>._Action
      let expected: String
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4 where !outerIsOver:
        action = state.receive(step)
        expected = isRunning ? "replace \(step)" : "start \(step)"
        isRunning = true
      case 5...8 where isRunning:
        action = state.innerEnded()
        isRunning = false
        expected = outerIsOver ? "complete" : "nothing"
      case 9 where !outerIsOver && step > 100:
        outerIsOver = true
        action = state.outerCompleted()
        expected = isRunning ? "nothing" : "complete"
      default:
        continue
      }
      #expect(describe(action) == expected, "seed \(seed), step \(step)")
      if expected == "complete" { return }
    }
  }

  @Test(arguments: 1...4, 0..<50)
  func zipping(count: Int, seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _ZipState<Int>(count: count)
    var sent = Array(repeating: [Int](), count: count)
    var completed: Set<Int> = []
    var rowCount = 0
    for step in 0..<200 {
      let input = Int.random(in: 0..<count, using: &random)
      if completed.contains(input) { continue }
      if Int.random(in: 0..<40, using: &random) == 0 {
        state.complete(input)
        completed.insert(input)
      } else {
        let row = state.receive(step, from: input)
        sent[input].append(step)
        if sent.allSatisfy({ $0.count > rowCount }) {
          #expect(row == sent.map { $0[rowCount] }, "count \(count), seed \(seed), step \(step)")
          rowCount += 1
        } else {
          #expect(row == nil, "count \(count), seed \(seed), step \(step)")
        }
      }
      let isExhausted = completed.contains { sent[$0].count == rowCount }
      #expect(state.isExhausted == isExhausted, "count \(count), seed \(seed), step \(step)")
      if isExhausted { return }
    }
  }

  @Test(arguments: 1...4, 0..<50)
  func combiningTheLatest(count: Int, seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _LatestState<Int>(count: count)
    var latest: [Int: Int] = [:]
    var running = Set(0..<count)
    for step in 0..<200 {
      guard let input = running.sorted().randomElement(using: &random) else { return }
      if Int.random(in: 0..<40, using: &random) == 0 {
        running.remove(input)
        #expect(state.complete() == running.isEmpty, "count \(count), seed \(seed), step \(step)")
      } else {
        latest[input] = step
        let row = latest.count == count ? latest.sorted { $0.key < $1.key }.map(\.value) : nil
        #expect(state.receive(step, from: input) == row, "count \(count), seed \(seed), step \(step)")
      }
    }
  }

  private func describe(_ action: _FlattenState<Int>._Action) -> String {
    switch action {
    case .nothing: "nothing"
    case .start(let inner): "start \(inner)"
    case .replace(let inner): "replace \(inner)"
    case .complete: "complete"
    }
  }
}
