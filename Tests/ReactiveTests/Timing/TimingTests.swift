import Reactive
import Testing

/// What the operators on a scheduler do, tick by tick.
///
/// A step is a tick and what is sent on it: `5:1` a value, `5:|` the completion, `5:X` a failure, `5:!` an interruption.
@Suite(.leavesNothing)
struct TimingTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func delay() {
    expect(
      """
      0:1 5:2 12:|   @10=>1  @15=>2  @22=>|
      0:1 20:|       @10=>1  @30=>|
      0:1 5:X        @5=>X
      0:1 5:!        @5=>!
      0:1 0:2 0:|    @10=>1,2,|
      0:1 10:X       @10=>1,X
      """,
      producer: { $0.delay($1.ticks(10), on: $1) }, signal: { $0.delay($1.ticks(10), on: $1) })
  }

  @Test func delayByNothing() {
    expect(
      "0:1 5:2 5:|   @0=>1  @5=>2,|",
      producer: { $0.delay(.zero, on: $1) }, signal: { $0.delay(.zero, on: $1) })
  }

  @Test func debounce() {
    expect(
      """
      0:1 5:2 20:3 25:|   @15=>2  @25=>|
      0:1 15:2 40:|       @10=>1  @25=>2  @40=>|
      0:1 5:X             @5=>X
      0:1 5:!             @5=>!
      0:1 9:2 18:3        @28=>3
      0:1 10:2            @20=>2
      """,
      producer: { $0.debounce($1.ticks(10), on: $1) }, signal: { $0.debounce($1.ticks(10), on: $1) })
  }

  @Test func debounceThatKeepsTheLastValue() {
    expect(
      """
      0:1 5:2 20:3 25:|   @15=>2  @30=>3,|
      0:1 15:|            @10=>1  @15=>|
      5:|                 @5=>|
      0:1 5:X             @5=>X
      0:1 5:!             @5=>!
      """,
      producer: { $0.debounce($1.ticks(10), on: $1, discardWhenCompleted: false) },
      signal: { $0.debounce($1.ticks(10), on: $1, discardWhenCompleted: false) })
  }

  @Test func aDisposalTakesTheWayOfTheScheduler() {
    for debounces in [false, true] {
      let scheduler = VirtualTimeScheduler()
      let (signal, input) = Signal<Int, Boom>.pipe()
      let recorder = Recorder<Int, Boom>()
      let producer = signal.producer
      let interval = scheduler.ticks(3)
      let timed = debounces ? producer.debounce(interval, on: scheduler) : producer.delay(interval, on: scheduler)
      let disposable = timed.start(recorder.observer)
      input.send(value: 1)
      disposable.dispose()
      #expect(recorder.history == "")
      scheduler.advance(by: 0)
      #expect(recorder.history == "!")
      scheduler.run()
      #expect(recorder.history == "!")
    }
  }

  @Test func whatEndsDownstreamStopsTheSource() {
    let scheduler = VirtualTimeScheduler()
    var isOver = false
    let source = Numbers { observer, lifetime in
      lifetime.observeEnded { isOver = true }
      for value in 1...3 { observer.send(value: value) }
      lifetime.observeEnded { _ = observer }
    }
    let recorder = Recorder<Int, Boom>()
    source.delay(scheduler.ticks(2), on: scheduler).take(first: 1).start(recorder.observer)
    scheduler.advance(by: 1)
    #expect(!isOver)
    scheduler.run()
    #expect(recorder.history == "1 |")
    #expect(isOver)
  }

  @Test func aValueThatIsReplacedMaySendWhenItGoes() {
    final class Value: Sendable {
      let onDeinit: @Sendable () -> Void
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let scheduler = VirtualTimeScheduler()
    let (signal, input) = Signal<Value, Never>.pipe()
    let count = Recorder<Int, Never>()
    signal.producer.debounce(scheduler.ticks(1), on: scheduler).map { _ in 1 }.start(count.observer)
    input.send(value: Value { input.send(value: Value {}) })
    input.send(value: Value {})
    scheduler.run()
    #expect(count.history == "1")
  }

  // MARK: The table

  private func expect(
    _ table: String,
    producer: (Numbers, VirtualTimeScheduler) -> Numbers,
    signal: (Signal<Int, Boom>, VirtualTimeScheduler) -> Signal<Int, Boom>,
    at location: SourceLocation = #_sourceLocation
  ) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let steps = words.filter { !$0.contains("=>") }
      let expected = words.filter { $0.contains("=>") }.map(String.init)
      #expect(
        play(steps) { producer($0.producer, $1) } == expected, "a producer, at \(line)", sourceLocation: location)
      #expect(
        play(steps) { signal($0, $1).producer } == expected, "a signal, at \(line)", sourceLocation: location)
    }
  }

  /// Sends what the steps say, and tells on which ticks what came out.
  private func play(
    _ steps: [Substring], _ build: (Signal<Int, Boom>, VirtualTimeScheduler) -> Numbers
  ) -> [String] {
    let scheduler = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder = Recorder<Int, Boom>()
    build(signal, scheduler).start(recorder.observer)
    for step in steps {
      let parts = step.split(separator: ":")
      scheduler.schedule(at: Int(parts[0]) ?? 0) { input.send(event(String(parts[1]))) }
    }
    var outcome: [String] = []
    var seen = 0
    while let tick = scheduler.nextTick {
      scheduler.advance(to: tick)
      let new = recorder.events[seen...].map(word)
      seen = recorder.events.count
      if !new.isEmpty { outcome.append("@\(tick)=>\(new.joined(separator: ","))") }
    }
    // Nothing is left to wait on a scheduler that goes.
    input.sendInterrupted()
    scheduler.run()
    return outcome
  }
}

private func event(_ sign: String) -> Event<Int, Boom> {
  switch sign {
  case "|": .completed
  case "X": .failed(Boom())
  case "!": .interrupted
  default: .value(Int(sign) ?? 0)
  }
}
