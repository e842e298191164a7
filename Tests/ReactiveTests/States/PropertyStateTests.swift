import Reactive
import Testing

/// Random scripts for the combining operators: their output keeps the grammar and equals that of a simple model.
@Suite(.noLeaks)
struct PropertyStateTests {
  private static let seeds = 0..<300

  @Test(arguments: seeds)
  func merge(seed: Int) {
    expect(seed, play: { ScriptHarness.Inner.merge($0.map(\.producer)).map { [$0] } }) { script in
      var running = Set(0..<3)
      return Model.run(script) { input, event, out in
        switch event {
        case .value(let value): out.send([value])
        case .failed: out.end("X")
        case .completed, .interrupted:
          running.remove(input)
          if running.isEmpty { out.end("|") }
        }
      }
    }
  }

  @Test(arguments: seeds)
  func concat(seed: Int) {
    expect(seed, play: { ScriptHarness.Inner.concat($0.map(\.producer)).map { [$0] } }) { script in
      var ended: Set<Int> = []
      var current = 0
      return Model.run(script) { input, event, out in
        if event.isTerminating { ended.insert(input) }
        guard input == current else { return }
        switch event {
        case .value(let value): out.send([value])
        case .failed: out.end("X")
        case .completed, .interrupted:
          // A hot input that ended earlier interrupts when it is started, and so is skipped.
          while ended.contains(current) { current += 1 }
          if current == 3 { out.end("|") }
        }
      }
    }
  }

  @Test(arguments: seeds)
  func zip(seed: Int) {
    expect(seed, play: { ScriptHarness.Inner.zip($0.map(\.producer)) }) { script in
      var sent = [[Int]](repeating: [], count: 3)
      var completed: Set<Int> = []
      return Model.run(script) { input, event, out in
        switch event {
        case .value(let value):
          sent[input].append(value)
          if sent.allSatisfy({ !$0.isEmpty }) {
            out.send(sent.map { $0[0] })
            for index in sent.indices { sent[index].removeFirst() }
          }
        case .failed: return out.end("X")
        case .interrupted: return out.end("!")
        case .completed: completed.insert(input)
        }
        if completed.contains(where: { sent[$0].isEmpty }) { out.end("|") }
      }
    }
  }

  @Test(arguments: seeds)
  func combineLatest(seed: Int) {
    expect(seed, play: { ScriptHarness.Inner.combineLatest($0.map(\.producer)) }) { script in
      var latest = [Int?](repeating: nil, count: 3)
      var running = Set(0..<3)
      return Model.run(script) { input, event, out in
        switch event {
        case .value(let value):
          latest[input] = value
          let known = latest.compactMap { $0 }
          if known.count == 3 { out.send(known) }
        case .failed: out.end("X")
        case .interrupted: out.end("!")
        case .completed:
          running.remove(input)
          if running.isEmpty { out.end("|") }
        }
      }
    }
  }

  /// Chains of operators keep the grammar for every input, also after the end.
  @Test(arguments: seeds)
  func chains(seed: Int) {
    var random = SeededRandom(seed: seed)
    let pipes = (0..<3).map { _ in Signal<Int, Boom>.pipe() }
    var producer = pipes[0].output.producer
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let other = pipes[Int.random(in: 0..<3, using: &random)].output.producer
      switch Int.random(in: 0..<12, using: &random) {
      case 0: producer = producer.map { $0 + 1 }
      case 1: producer = producer.filter { $0 % 3 != 0 }
      case 2: producer = producer.take(first: 4)
      case 3: producer = producer.scan(0, +)
      case 4: producer = producer.reduce(0, +)
      case 5: producer = producer.collect(count: 2).map(\.count)
      case 6: producer = producer.merge(with: other)
      case 7: producer = producer.zip(with: other).map { $0 + $1 }
      case 8: producer = producer.combineLatest(with: other).map { $0 + $1 }
      case 9: producer = producer.take(until: other)
      case 10: producer = producer.flatMap(.latest) { value in other.take(first: 2).map { $0 + value } }
      default: producer = producer.concat(other).repeat(2)
      }
    }
    var history = ""
    let signal: Signal<Int, Boom> = producer.startWithSignal { signal, _ in signal }
    // Some observers send values. The observer must not retain the input, because the stream would then retain
    // itself.
    let answer = Answer(pipes[1].input)
    let disposable = producer.start { [weak answer] event in
      history += event.value == nil ? word(event) : "v"
      if case .value(let value) = event, value % 5 == 0, value < 100 { answer?.input.send(value: value + 1) }
    }
    var shared = ""
    signal.observe { shared += $0.value == nil ? word($0) : "v" }
    for (input, event) in script(&random, count: 3) { pipes[input].input.send(event) }
    if Bool.random(using: &random) { disposable.dispose() }
    #expect(history.wholeMatch(of: /v*[X|!]?/) != nil, "seed \(seed): \(history)")
    #expect(shared.wholeMatch(of: /v*[X|!]?/) != nil, "seed \(seed): \(shared)")
    withExtendedLifetime(answer) {}
  }

  private final class Answer {
    let input: Observer<Int, Boom>

    init(_ input: Observer<Int, Boom>) {
      self.input = input
    }
  }

  // MARK: Running

  private func expect(
    _ seed: Int, play: ([Signal<Int, Boom>]) -> SignalProducer<[Int], Boom>,
    model: ([(Int, Event<Int, Boom>)]) -> String, at location: SourceLocation = #_sourceLocation
  ) {
    var random = SeededRandom(seed: seed)
    let script = script(&random, count: 3)
    let pipes = (0..<3).map { _ in Signal<Int, Boom>.pipe() }
    let recorder = Recorder<[Int], Boom>()
    play(pipes.map(\.output)).start(recorder.observer)
    for (input, event) in script { pipes[input].input.send(event) }
    let description = script.map { "\("abc".dropFirst($0).prefix(1))\(word($1))" }.joined(separator: " ")
    #expect(recorder.history == model(script), "seed \(seed): \(description)", sourceLocation: location)
  }

  /// Returns random events on several lanes that keep the grammar.
  private func script(_ random: inout SeededRandom, count: Int) -> [(Int, Event<Int, Boom>)] {
    var events: [(Int, Event<Int, Boom>)] = []
    var running = Array(0..<count)
    for step in 0..<Int.random(in: 5...60, using: &random) {
      guard let lane = running.randomElement(using: &random) else { break }
      let event: Event<Int, Boom>
      switch Int.random(in: 0..<30, using: &random) {
      case 0: event = .failed(Boom())
      case 1: event = .interrupted
      case 2, 3: event = .completed
      default: event = .value(step)
      }
      events.append((lane, event))
      if event.isTerminating { running.removeAll { $0 == lane } }
    }
    return events
  }
}

/// The output of a simple model.
private struct Model {
  private var words: [String] = []
  private var isOver = false

  mutating func send(_ values: [Int]) {
    if !isOver { words.append("\(values)") }
  }

  mutating func end(_ sign: String) {
    if !isOver { words.append(sign) }
    isOver = true
  }

  static func run(
    _ script: [(Int, Event<Int, Boom>)], _ step: (Int, Event<Int, Boom>, inout Model) -> Void
  ) -> String {
    var model = Model()
    for (input, event) in script where !model.isOver { step(input, event, &model) }
    return model.words.joined(separator: " ")
  }
}
