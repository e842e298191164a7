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

  @Test(arguments: 0..<50)
  func `a race starts inner streams until one has sent something`(seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _FlattenState<Int>(.racing)
    var racing: Set<Int> = []
    var winner: Int?
    var outerIsOver = false
    for step in 0..<200 {
      switch Int.random(in: 0..<40, using: &random) {
      case 0...24 where !outerIsOver:
        let expected = winner == nil ? "enter \(step)" : "nothing"
        #expect(describe(state.receive(step)) == expected, "seed \(seed), step \(step)")
        if winner == nil { racing.insert(step) }
      case 25...37:
        guard let sender = racing.sorted().randomElement(using: &random) else { continue }
        #expect(state.decide() == (winner == nil), "seed \(seed), step \(step)")
        winner = sender
        racing = [sender]
        if Bool.random(using: &random) { continue }
        racing = []
        let ended = Bool.random(using: &random) ? state.innerEnded() : state.innerInterrupted()
        #expect(describe(ended) == (outerIsOver ? "complete" : "nothing"), "seed \(seed), step \(step)")
        if outerIsOver { return }
      case 38 where !outerIsOver:
        outerIsOver = true
        let expected = racing.isEmpty ? "complete" : "nothing"
        #expect(describe(state.outerCompleted()) == expected, "seed \(seed), step \(step)")
        if racing.isEmpty { return }
      default:
        continue
      }
    }
  }

  @Test(arguments: [_FlattenPolicy.throttling, .handingOver], 0..<50)
  func `one inner stream at a time, the others dropped`(policy: _FlattenPolicy, seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _FlattenState<Int>(policy)
    var isRunning = false
    var outerIsOver = false
    for step in 0..<200 {
      switch Int.random(in: 0..<40, using: &random) {
      case 0...24 where !outerIsOver:
        #expect(
          describe(state.receive(step)) == (isRunning ? "nothing" : "start \(step)"), "seed \(seed), step \(step)")
        isRunning = true
      case 25...36 where isRunning:
        isRunning = false
        #expect(describe(state.innerEnded()) == (outerIsOver ? "complete" : "nothing"), "seed \(seed), step \(step)")
        if outerIsOver { return }
      case 37 where isRunning:
        isRunning = false
        let expected = policy == .handingOver ? "interrupt" : outerIsOver ? "complete" : "nothing"
        #expect(describe(state.innerInterrupted()) == expected, "seed \(seed), step \(step)")
        if expected != "nothing" { return }
      case 38 where !outerIsOver:
        outerIsOver = true
        #expect(describe(state.outerCompleted()) == (isRunning ? "nothing" : "complete"), "seed \(seed), step \(step)")
        if !isRunning { return }
      default:
        continue
      }
    }
  }

  /// The verdict comes with the first event after which it could not be another.
  @Test(arguments: 0..<200)
  func `comparing sequences`(seed: Int) {
    var random = SeededRandom(seed: seed)
    var state = _SequenceEqualState<Int>()
    var sent: [_SequenceEqualState<Int>._Side: [Int]] = [.left: [], .right: []]
    var running: Set<_SequenceEqualState<Int>._Side> = [.left, .right]
    for step in 0..<100 {
      let sides = [_SequenceEqualState<Int>._Side.left, .right].filter(running.contains)
      guard let side = sides.randomElement(using: &random) else { return }
      let verdict: Bool?
      if Int.random(in: 0..<12, using: &random) == 0 {
        running.remove(side)
        verdict = state.complete(side)
      } else {
        // Seldom another number than all the others.
        let value = Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0
        sent[side, default: []].append(value)
        verdict = state.receive(value, from: side, ==)
      }
      let left = sent[.left, default: []]
      let right = sent[.right, default: []]
      let differs =
        Swift.zip(left, right).contains { $0 != $1 }
        || !running.contains(.left) && left.count < right.count
        || !running.contains(.right) && right.count < left.count
      let expected: Bool? = differs ? false : running.isEmpty ? true : nil
      #expect(verdict == expected, "seed \(seed), step \(step)")
      if expected != nil { return }
    }
  }

  @Test func `what is compared keeps its side`() {
    var state = _SequenceEqualState<Int>()
    #expect(state.receive(1, from: .right, <) == nil)
    #expect(state.receive(0, from: .left, <) == nil)
    #expect(state.receive(1, from: .left, <) == nil)
    #expect(state.receive(0, from: .right, <) == false)
  }

  @Test(arguments: 1...4, 0..<50)
  func `counting what a zip has`(count: Int, seed: Int) {
    var random = SeededRandom(seed: seed)
    var tally = _ZipTally(count: count)
    var sentCounts = Array(repeating: 0, count: count)
    var rowCount = 0
    for step in 0..<200 {
      let input = Int.random(in: 0..<count, using: &random)
      sentCounts[input] += 1
      let isRow = sentCounts.allSatisfy { $0 > rowCount }
      #expect(tally.receive(from: input) == isRow, "count \(count), seed \(seed), step \(step)")
      if isRow { rowCount += 1 }
    }
    for input in 0..<count where !tally.isExhausted {
      tally.complete(input)
      #expect(tally.isExhausted == (0...input).contains { sentCounts[$0] == rowCount })
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
    case .enter(let inner): "enter \(inner)"
    case .complete: "complete"
    case .interrupt: "interrupt"
    }
  }
}
