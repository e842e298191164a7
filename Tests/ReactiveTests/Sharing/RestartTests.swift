import Reactive
import Testing

/// Restarts by the values of another stream.
@Suite(.noLeaks)
struct RestartTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  /// A source that logs its starts and ends, a trigger, and the events that the trigger reacts to.
  private final class RestartHarness {
    var log: [String] = []
    private var input: Numbers.Observer?
    private var triggerInput: Numbers.Observer?

    lazy var source = Numbers { [weak self] observer, lifetime in
      self?.log.append("+")
      self?.input = observer
      lifetime.observeEnded { self?.log.append("-") }
    }

    lazy var trigger = Numbers { [weak self] observer, lifetime in
      self?.log.append("+t")
      self?.triggerInput = observer
      lifetime.observeEnded { self?.log.append("-t") }
    }

    /// Sends the events of the source and, after `t`, of the trigger, and returns the log.
    func play(_ steps: String, on result: Numbers) -> String {
      result.start { [weak self] event in self?.log.append(word(event)) }
      for step in steps.split(separator: " ") {
        let observer = step.hasPrefix("t") ? triggerInput : input
        switch step.last {
        case "|": observer?.sendCompleted()
        case "X": observer?.send(error: Boom())
        case "!": observer?.sendInterrupted()
        case let digit: observer?.send(value: digit?.wholeNumberValue ?? 0)
        }
      }
      defer { (input, triggerInput) = (nil, nil) }
      return log.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("1 X t1 2 |", "+ 1 +t - + 2 | -t -"), ("1 X 2 t1 t2 3 X t3 |", "+ 1 +t - + 3 - + | -t -"),
    ("| t1", "+ | -"), ("!", "+ ! -"), ("X t|", "+ +t - | -t"), ("X t!", "+ +t - | -t"), ("X tX", "+ +t - X -t"),
    ("X t1 1 t|", "+ +t - + 1 | - -t"),
  ])
  func `retry(when:) starts the source again at each value of the trigger`(steps: String, expected: String) {
    let harness = RestartHarness()
    let trigger = harness.trigger
    #expect(harness.play(steps, on: harness.source.retry(when: { _ in trigger })) == expected)
  }

  @Test(arguments: [
    ("1 | t1 2 X", "+ 1 +t - + 2 X -t -"), ("1 | 2 t1 t2 3 | t3 X", "+ 1 +t - + 3 - + X -t -"),
    ("X t1", "+ X -"), ("!", "+ ! -"), ("| t|", "+ +t - | -t"), ("| t!", "+ +t - | -t"), ("| tX", "+ +t - X -t"),
    ("| t1 1 t| 2 |", "+ +t - + 1 -t 2 | -"),
  ])
  func `repeat(when:) starts the source again at each value of the trigger`(steps: String, expected: String) {
    let harness = RestartHarness()
    let trigger = harness.trigger
    #expect(harness.play(steps, on: harness.source.repeat(when: { _ in trigger })) == expected)
  }

  @Test func `the trigger receives each error`() {
    struct Numbered: Error { let number: Int }
    var starts = 0
    var received: [Int] = []
    let source = SignalProducer<Int, Numbered>.deferred {
      starts += 1
      return starts > 3 ? SignalProducer(value: starts) : SignalProducer(error: Numbered(number: starts))
    }
    let result = source.retry(when: { errors in errors.on(value: { received.append($0.number) }) })
    #expect(result.history == "4 |")
    #expect(received == [1, 2, 3])
    starts = 0
    // RxJS drops the source together with the completion of the trigger, too.
    #expect(source.retry(when: { $0.take(first: 2) }).history == "|")
  }

  @Test func `the trigger receives the number of completions`() {
    let result = Numbers([7]).repeat(when: { completions in completions.take(first: 2) })
    #expect(result.history == "7 7 7 |")
    var received: [Int] = []
    let counted = Numbers([7]).repeat(when: { completions in completions.on(value: { received.append($0) }) })
    #expect(counted.take(first: 4).history == "7 7 7 7 |")
    #expect(received == [1, 2, 3])
    #expect(Numbers([7]).repeat(when: { _ in Numbers(error: Boom()) }).history == "7 X")
  }

  @Test func `restarts do not grow the stack`() {
    #expect(Numbers.empty.repeat(when: { $0.take(first: 100_000) }).history == "|")
    #expect(Numbers(error: Boom()).retry(when: { $0.take(first: 100_000) }).history == "|")
  }

  @Test func `the trigger of a producer that cannot fail`() {
    let numbers = SignalProducer<Int, Never>([1])
    #expect(numbers.repeat(when: { $0.take(first: 1) }).history == "1 1 |")
  }
}
