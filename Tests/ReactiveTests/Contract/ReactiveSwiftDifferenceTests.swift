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

  @Test func `a start without its observer is interrupted unless its lifetime holds work`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var effects: [Int] = []
    let acting = Numbers { _, lifetime in lifetime += signal.observeValues { effects.append($0) } }
    let recorder = Recorder<Int, Boom>()
    let disposable = acting.start(recorder.observer)
    input.send(value: 1)
    #expect(effects == [1] && recorder.history == "")
    disposable.dispose()
    input.send(value: 2)
    #expect(effects == [1] && recorder.history == "!")

    #expect(Numbers { _, _ in }.history == "!")
    #expect(Numbers { _, lifetime in lifetime += Signal<Int, Never>.empty.observeValues { _ in } }.history == "!")
    input.sendCompleted()
  }

  @Test func `a start that kept its observer is interrupted when that is released`() {
    var kept: Observer<Int, Boom>?
    let keeping = Numbers { observer, lifetime in
      kept = observer
      lifetime += AnyDisposable {}
    }
    let recorder = Recorder<Int, Boom>()
    keeping.start(recorder.observer)
    kept?.send(value: 1)
    #expect(recorder.history == "1")
    kept = nil
    #expect(recorder.history == "1 !")
  }

  @Test func `a signal without its observer is interrupted, also if its lifetime holds work`() {
    let (source, input) = Signal<Int, Never>.pipe()
    var effects: [Int] = []
    var ends = 0
    let acting = Signal<Int, Boom> { observer, lifetime in
      observer.send(value: 0)
      lifetime += source.observeValues { effects.append($0) }
      lifetime.observeEnded { ends += 1 }
    }
    input.send(value: 1)
    #expect(acting.record().history == "!")
    #expect(effects == [] && ends == 1)
    #expect(Signal<Int, Boom> { _, _ in }.record().history == "!")
    input.sendCompleted()
  }

  @Test func `a part of a chain without its observer lasts until the chain is disposed`() {
    let (source, input) = Signal<Int, Never>.pipe()
    var effects: [Int] = []
    let acting = Numbers { _, lifetime in lifetime += source.observeValues { effects.append($0) } }
    let recorder = Recorder<Int, Boom>()
    let disposable = Numbers([1]).concat(acting.map { $0 + 1 }).take(first: 2).start(recorder.observer)
    input.send(value: 7)
    #expect(effects == [7] && recorder.history == "1")
    disposable.dispose()
    input.send(value: 8)
    #expect(effects == [7] && recorder.history == "1 !")
    input.sendCompleted()
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
