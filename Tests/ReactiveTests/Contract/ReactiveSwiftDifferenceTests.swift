import Reactive
import Testing

/// The differences in behavior that the guide for users of ReactiveSwift lists.
@Suite(.noLeaks)
struct ReactiveSwiftDifferenceTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func `a value that is sent from inside an event arrives after it at all observers`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    var log: [String] = []
    signal.observe { event in
      log.append("A\(event.value ?? 0)")
      if event.value == 1 { input.send(value: 2) }
    }
    signal.observe { log.append("B\($0.value ?? 0)") }
    input.send(value: 1)
    #expect(log == ["A1", "B1", "A2", "B2"])
    input.sendCompleted()
  }

  @Test func `an interruption is queued like any other event`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder = signal.record()
    signal.observe { event in
      guard event.value == 1 else { return }
      input.send(value: 2)
      input.sendInterrupted()
      input.send(value: 3)
    }
    input.send(value: 1)
    #expect(recorder.history == "1 2 !")
  }

  @Test func `an observer that is disposed during an event does not receive it`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    var disposable: (any Disposable)?
    signal.observe { _ in disposable?.dispose() }
    let recorder = Recorder<Int, Boom>()
    disposable = signal.observe(recorder.observer)
    input.send(value: 1)
    #expect(recorder.history == "")
    input.sendCompleted()
  }

  @Test(arguments: [FlattenStrategy.merge, .concat, .latest, .race, .concurrent(limit: 2), .throttle])
  func `the interruption of an inner stream counts as its completion`(strategy: FlattenStrategy) {
    let interrupted = Numbers { observer, _ in observer.sendInterrupted() }
    #expect(SignalProducer<Numbers, Boom>(value: interrupted).flatten(strategy).history == "|")
  }

  @Test func `take of no values completes`() {
    #expect(Numbers([1, 2]).take(first: 0).history == "|")
  }

  @Test func `a function that cannot throw makes a producer that cannot fail`() {
    func one() -> Int { 1 }
    let producer = SignalProducer(one)
    let _: SignalProducer<Int, Never> = producer
    #expect(producer.history == "1 |")
  }

  @Test func `a start without its observer is interrupted`() {
    let dropping = Numbers { _, lifetime in lifetime += AnyDisposable {} }
    let retaining = Numbers { observer, lifetime in lifetime.observeEnded { withExtendedLifetime(observer) {} } }
    #expect(dropping.history == "!")
    let recorder = Recorder<Int, Boom>()
    let disposable = retaining.start(recorder.observer)
    #expect(recorder.history == "")
    disposable.dispose()
    #expect(recorder.history == "!")
  }

  @Test func `the start of a lifted producer lives until it is disposed`() {
    var isDisposed = false
    let recorder = Recorder<Int, Boom>()
    let silent = Numbers.empty.lift { _ in Signal<Int, Boom>.never.on(disposed: { isDisposed = true }) }
    let disposable = silent.start(recorder.observer)
    #expect(recorder.history == "" && !isDisposed)
    disposable.dispose()
    #expect(recorder.history == "!" && isDisposed)
  }

  @Test func `a binding to an observer retains it`() {
    let (values, valuesInput) = Signal<Int, Never>.pipe()
    let recorder: Recorder<Int, Never>
    do {
      let (signal, input) = Signal<Int, Never>.pipe()
      recorder = signal.record()
      input <~ values
    }
    valuesInput.send(value: 1)
    #expect(recorder.history == "1")
    valuesInput.sendCompleted()
  }

  @Test func `skip until a trigger ends with its source`() {
    let trigger = Signal<Void, Never>.pipe()
    #expect(Numbers([1, 2]).skip(until: trigger.output).history == "|")
  }
}
