import Testing

@testable import Reactive

/// Tests the state machines of the combining operators alone, with millions of random events, against simple models.
@Suite(.noLeaks)
struct StateTests {
  // MARK: Flattening

  @Test(arguments: [
    _FlattenPolicy.queueing(limit: 1), .queueing(limit: 2), .queueing(limit: 3), .queueing(limit: .max), .switching,
    .racing, .throttling, .handingOver,
  ])
  func flattening(policy: _FlattenPolicy) {
    walk { random in
      var state = _FlattenState<Int>(policy)
      var model = NaiveFlattening(policy: policy)
      // Some walks collect a long queue, others almost none.
      let growth = Int.random(in: 1...5, using: &random)
      for step in 0..<Int.random(in: 1...300, using: &random) {
        let expected: Act
        let action: Act
        switch Int.random(in: 0..<60, using: &random) {
        case 0:
          if model.outerIsOver { continue }
          expected = model.outerCompleted()
          action = Act(state.outerCompleted())
        case ..<(10 * growth):
          if model.outerIsOver { continue }
          expected = model.receive(step)
          action = Act(state.receive(step), step)
        default:
          guard let inner = model.running.randomElement(using: &random) else { continue }
          if policy == .racing {
            let isFirst = model.decide(for: inner)
            if state.decide() != isFirst { return (step, "decides wrongly") }
            if Bool.random(using: &random) { continue }
          }
          let isInterrupted = Int.random(in: 0..<8, using: &random) == 0
          expected = model.end(of: inner, isInterrupted: isInterrupted)
          action = Act(isInterrupted ? state.innerInterrupted() : state.innerEnded())
        }
        if action != expected { return (step, "\(action) instead of \(expected)") }
        if expected == .complete || expected == .interrupt { return (step, nil) }
      }
      return (300, nil)
    }
  }

  // MARK: Zipping

  @Test(arguments: 1...4)
  func zipping(count: Int) {
    walk { random in
      var rows = _CombinationState<Int>(.next, count: count)
      var sent = Array(repeating: [Int](), count: count)
      var hasCompleted = Array(repeating: false, count: count)
      var rowCount = 0
      for step in 0..<Int.random(in: 1...300, using: &random) {
        let input = Int.random(in: 0..<count, using: &random)
        if hasCompleted[input] { continue }
        if Int.random(in: 0..<60, using: &random) == 0 {
          rows._tally.complete(input)
          hasCompleted[input] = true
        } else {
          sent[input].append(step)
          let isRow = sent.allSatisfy { $0.count > rowCount }
          let row = rows.receive(step, from: input)
          if row != (isRow ? sent.map { $0[rowCount] } : nil) { return (step, "sends \(row ?? [])") }
          if isRow { rowCount += 1 }
        }
        let isExhausted = (0..<count).contains { hasCompleted[$0] && sent[$0].count == rowCount }
        if rows._tally.isExhausted != isExhausted { return (step, "ends wrongly") }
        if isExhausted { return (step, nil) }
      }
      return (300, nil)
    }
  }

  // MARK: Combining the latest

  @Test(arguments: 1...4)
  func combiningTheLatest(count: Int) {
    walk { random in
      var rows = _CombinationState<Int>(.latest, count: count)
      var latest = Array(repeating: -1, count: count)
      var isRunning = Array(repeating: true, count: count)
      for step in 0..<Int.random(in: 1...300, using: &random) {
        let input = Int.random(in: 0..<count, using: &random)
        if !isRunning[input] { continue }
        if Int.random(in: 0..<60, using: &random) == 0 {
          isRunning[input] = false
          let isOver = !isRunning.contains(true)
          rows._tally.complete(input)
          if rows._tally.isExhausted != isOver { return (step, "ends wrongly") }
          if isOver { return (step, nil) }
        } else {
          latest[input] = step
          let isComplete = !latest.contains(-1)
          let row = rows.receive(step, from: input)
          if row != (isComplete ? latest : nil) { return (step, "sends \(row ?? [])") }
        }
      }
      return (300, nil)
    }
  }

  // MARK: Comparing

  /// The result must be sent with the first event that makes it certain.
  @Test func comparingSequences() {
    typealias Side = _SequenceEqualState<Int>._Side
    walk { random in
      var state = _SequenceEqualState<Int>()
      var left: [Int] = []
      var right: [Int] = []
      var running: [Side] = [.left, .right]
      for step in 0..<100 {
        guard let side = running.randomElement(using: &random) else { break }
        let verdict: Bool?
        if Int.random(in: 0..<12, using: &random) == 0 {
          running.removeAll { $0 == side }
          verdict = state.complete(side)
        } else {
          // Most numbers are equal.
          let value = Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0
          if side == .left { left.append(value) } else { right.append(value) }
          verdict = state.receive(value, from: side, ==)
        }
        let differs =
          Swift.zip(left, right).contains { $0 != $1 }
          || !running.contains(.left) && left.count < right.count
          || !running.contains(.right) && right.count < left.count
        let expected: Bool? = differs ? false : running.isEmpty ? true : nil
        if verdict != expected { return (step, "returns \(String(describing: verdict))") }
        if expected != nil { return (step, nil) }
      }
      return (100, nil)
    }
  }

  @Test func `compared values keep their side`() {
    var state = _SequenceEqualState<Int>()
    #expect(state.receive(1, from: .right, <) == nil)
    #expect(state.receive(0, from: .left, <) == nil)
    #expect(state.receive(1, from: .left, <) == nil)
    #expect(state.receive(0, from: .right, <) == false)
  }

  // MARK: Random walks

  /// Takes random walks until the given number of events is reached.
  ///
  /// - Parameters:
  ///   - location: The location of reported failures.
  ///   - path: Takes one walk, and returns its number of events and an error, if any.
  private func walk(
    at location: SourceLocation = #_sourceLocation, _ path: (inout SeededRandom) -> (steps: Int, error: String?)
  ) {
    let budget = rounds(2_000_000, debug: 100_000)
    var steps = 0
    var seed = 0
    while steps < budget {
      var random = SeededRandom(seed: seed)
      let (taken, error) = path(&random)
      if let error {
        Issue.record("seed \(seed), step \(taken): \(error)", sourceLocation: location)
        return
      }
      steps += taken + 1
      seed += 1
    }
  }
}

/// The action of a flattening, for comparison.
private enum Act: Equatable {
  case nothing, complete, interrupt
  case start(Int)
  case replace(Int)
  case enter(Int)

  init(_ action: _FlattenState<Int>._Action) {
    switch action {
    case .nothing: self = .nothing
    case .complete: self = .complete
    case .interrupt: self = .interrupt
    case .start(let inner): self = .start(inner)
    }
  }

  init(_ arrival: _FlattenState<Int>._Arrival, _ inner: Int) {
    switch arrival {
    case .nothing: self = .nothing
    case .start: self = .start(inner)
    case .replace: self = .replace(inner)
    case .enter: self = .enter(inner)
    }
  }
}

/// The flattening strategies, written in a simple way: lists of running and waiting streams.
private struct NaiveFlattening {
  let policy: _FlattenPolicy
  var running: [Int] = []
  var waiting: [Int] = []
  var hasWinner = false
  var outerIsOver = false

  init(policy: _FlattenPolicy) {
    self.policy = policy
  }

  mutating func receive(_ inner: Int) -> Act {
    switch policy {
    case .queueing(let limit) where running.count >= limit:
      waiting.append(inner)
      return .nothing
    case .switching where !running.isEmpty:
      running = [inner]
      return .replace(inner)
    case .racing:
      if hasWinner { return .nothing }
      running.append(inner)
      return .enter(inner)
    case .throttling where !running.isEmpty, .handingOver where !running.isEmpty:
      return .nothing
    case .queueing, .switching, .throttling, .handingOver:
      running.append(inner)
      return .start(inner)
    }
  }

  /// Decides the race for an inner stream.
  ///
  /// Returns whether it has won now.
  mutating func decide(for inner: Int) -> Bool {
    if hasWinner { return false }
    hasWinner = true
    running = [inner]
    return true
  }

  mutating func end(of inner: Int, isInterrupted: Bool) -> Act {
    running.removeAll { $0 == inner }
    if isInterrupted, policy == .handingOver { return .interrupt }
    if !waiting.isEmpty {
      running.append(waiting.removeFirst())
      return .start(running[running.count - 1])
    }
    return outerIsOver && running.isEmpty ? .complete : .nothing
  }

  mutating func outerCompleted() -> Act {
    outerIsOver = true
    return running.isEmpty ? .complete : .nothing
  }
}
