import Reactive
import Testing

/// Three hot lanes, three cold inner streams and an outer one, driven by a script of steps.
///
/// A script is not written as marbles, because its steps take no time. It defines the order of steps on different
/// lanes, and attributes each output to the step that caused it. This includes output before the first step, and
/// starts and ends of inner streams.
///
/// A step consists of a lane and an event: `a1` is a value, `a|` the completion, `aX` a failure, `a!` an
/// interruption. With `oa`, the outer stream sends the inner stream `a`. A hot lane and an inner stream of the same
/// name get the same steps. The output is written after its step: `a1=>1,|`. `+a` and `-a` are the start and the end
/// of an inner stream.
final class ScriptHarness {
  typealias Lane = Signal<Int, Boom>
  typealias Inner = SignalProducer<Int, Boom>

  private var lanes: [Character: (output: Lane, input: Lane.Observer)] = [:]
  private let outerLane = Signal<Inner, Boom>.pipe()
  private var inners: [Character: Inner.Observer] = [:]
  /// The log is a separate object, so that observers that write to it do not retain the lanes.
  private let log = Log()

  private final class Log {
    var words: [String] = []
  }

  init() {
    for name in "abc" { lanes[name] = Lane.pipe() }
  }

  var a: Lane { lane("a") }
  var b: Lane { lane("b") }
  var c: Lane { lane("c") }
  var outer: Signal<Inner, Boom> { outerLane.output }

  private func lane(_ name: Character) -> Lane {
    lanes[name]?.output ?? .never
  }

  private func inner(_ name: Character) -> Inner {
    Inner { [weak self, log] observer, lifetime in
      log.words.append("+\(name)")
      self?.inners[name] = observer
      lifetime.observeEnded { log.words.append("-\(name)") }
    }
  }

  /// Returns an observer that logs the output.
  func observer<Value>() -> Observer<Value, Boom> {
    Observer { [log] event in log.words.append(word(event)) }
  }

  /// Runs the steps, and returns those with output, in order.
  func play(_ steps: some Sequence<Substring>) -> [String] {
    var outcome = take("start")
    for step in steps {
      perform(step)
      outcome += take(step)
    }
    return outcome
  }

  private func take(_ step: Substring) -> [String] {
    defer { log.words = [] }
    return log.words.isEmpty ? [] : ["\(step)=>\(log.words.joined(separator: ","))"]
  }

  private func perform(_ step: Substring) {
    guard let name = step.first, let sent = step.dropFirst().first else { return }
    if name == "o" {
      if let event: Event<Inner, Boom> = end(sent) {
        outerLane.input.send(event)
      } else {
        outerLane.input.send(value: inner(sent))
      }
    } else {
      let event = end(sent) ?? Event<Int, Boom>.value(Int(step.dropFirst()) ?? 0)
      lanes[name]?.input.send(event)
      inners[name]?.send(event)
    }
  }

  private func end<Value>(_ sign: Character) -> Event<Value, Boom>? {
    switch sign {
    case "|": .completed
    case "X": .failed(Boom())
    case "!": .interrupted
    default: nil
    }
  }
}

/// Returns an event as it is written in scripts, without spaces.
func word<Value, Failure>(_ event: Event<Value, Failure>) -> String {
  switch event {
  case .value(let value): "\(value)".filter { $0 != " " }
  case .failed: "X"
  case .completed: "|"
  case .interrupted: "!"
  }
}

/// Runs each line of a table with the operator's producer and its signal.
///
/// A line contains the steps and then the expected output: `a1 b1 a|   b1=>(1,1)  a|=>|`.
func expectScripts<ProducerValue, SignalValue>(
  _ table: String,
  producer: (ScriptHarness) -> SignalProducer<ProducerValue, Boom>,
  signal: (ScriptHarness) -> Signal<SignalValue, Boom>,
  at location: SourceLocation = #_sourceLocation
) {
  for line in table.split(separator: "\n") {
    let words = line.split(separator: " ")
    let steps = words.filter { !$0.contains("=>") }
    let expected = words.filter { $0.contains("=>") }.map(String.init)

    let cold = ScriptHarness()
    producer(cold).start(cold.observer())
    #expect(cold.play(steps) == expected, "a producer, at \(line)", sourceLocation: location)

    let hot = ScriptHarness()
    let result = signal(hot)
    result.observe(hot.observer())
    #expect(hot.play(steps) == expected, "a signal, at \(line)", sourceLocation: location)
    withExtendedLifetime(result) {}
  }
}
