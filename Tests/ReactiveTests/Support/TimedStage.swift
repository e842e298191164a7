import Reactive
import Testing

/// A hot lane `a`, a condition `p` and a clock, driven by a script.
///
/// A step is a tick and what is sent on it: `5:1` a value, `5:|` the completion, `5:X` a failure, `5:!` an interruption;
/// `5:p1` and `5:p0` are the condition's values, `5:p|` and so on its ends, and `5:dispose` lets the result go. What comes
/// out on a tick is written behind it: `@5=>1,|`.
final class TimedStage {
  let scheduler = VirtualTimeScheduler()
  private let lane = Signal<Int, Boom>.pipe()
  private let condition = Signal<Bool, Boom>.pipe()

  var a: Signal<Int, Boom> { lane.output }
  var p: Signal<Bool, Boom> { condition.output }

  /// Does what is to be done without time passing: what goes to a scheduler is kept there, interruptions too.
  func settle() { scheduler.advance(by: 0) }

  /// So many ticks.
  func ticks(_ count: Int) -> Duration { scheduler.ticks(count) }

  /// Plays the steps on what is made of the lanes, and tells on which ticks what came out.
  func play<Value: Sendable>(_ steps: [Substring], on result: SignalProducer<Value, Boom>) -> [String] {
    let recorder = Recorder<Value, Boom>()
    let disposable = result.start(recorder.observer)
    for step in steps {
      let parts = step.split(separator: ":")
      let sent = parts[1]
      scheduler.schedule(at: Int(parts[0]) ?? 0) { [lane, condition] in
        if sent == "dispose" {
          disposable.dispose()
        } else if sent.hasPrefix("p") {
          condition.input.send(event(sent.dropFirst()) { $0 == 1 })
        } else {
          lane.input.send(event(sent) { $0 })
        }
      }
    }
    var outcome: [String] = []
    var seen = 0
    while let tick = scheduler.nextTick, tick <= 1_000 {
      scheduler.advance(to: tick)
      let new = recorder.events[seen...].map(word)
      seen = recorder.events.count
      if !new.isEmpty { outcome.append("@\(tick)=>\(new.joined(separator: ","))") }
    }
    disposable.dispose()
    return outcome
  }
}

private func event<Value>(_ sign: Substring, _ value: (Int) -> Value) -> Event<Value, Boom> {
  switch sign {
  case "|": .completed
  case "X": .failed(Boom())
  case "!": .interrupted
  default: .value(value(Int(sign) ?? 0))
  }
}

/// Plays each line of a table on the producer, and if there is one on the signal, that the operator makes; in a line the
/// steps come first, then what came out: `0:1 20:|   @10=>1  @30=>|`.
func expectTimes<Value: Sendable>(
  _ table: String,
  producer: (TimedStage) -> SignalProducer<Value, Boom>,
  signal: ((TimedStage) -> Signal<Value, Boom>)? = nil,
  at location: SourceLocation = #_sourceLocation
) {
  for line in table.split(separator: "\n") {
    let words = line.split(separator: " ")
    let steps = words.filter { !$0.contains("=>") }
    let expected = words.filter { $0.contains("=>") }.map(String.init)

    let cold = TimedStage()
    #expect(cold.play(steps, on: producer(cold)) == expected, "a producer, at \(line)", sourceLocation: location)
    cold.settle()

    guard let signal else { continue }
    let hot = TimedStage()
    #expect(hot.play(steps, on: signal(hot).producer) == expected, "a signal, at \(line)", sourceLocation: location)
    hot.settle()
  }
}
