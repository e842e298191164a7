import Reactive
import Testing

@Suite(.noLeaks)
struct SharedProducerTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  /// A source that logs its starts and ends, and observers with names.
  private final class SharingHarness {
    var log: [String] = []
    var input: Numbers.Observer?
    private var starts: [String: any Disposable] = [:]

    lazy var source = Numbers { [weak self] observer, lifetime in
      self?.log.append("+")
      self?.input = observer
      lifetime.observeEnded { self?.log.append("-") }
    }

    func start(_ name: String, _ producer: Numbers) {
      starts[name] = producer.start { [weak self] event in self?.log.append(name + word(event)) }
    }

    func dispose(_ name: String) { starts[name]?.dispose() }

    func send(_ values: Int...) { for value in values { input?.send(value: value) } }

    func take() -> String {
      defer { log = [] }
      return log.joined(separator: " ")
    }
  }

  // MARK: replayLazily

  @Test func `replayLazily starts once and replays values to later subscribers`() {
    let harness = SharingHarness()
    let replay = harness.source.replayLazily(upTo: 2)
    #expect(harness.take() == "")
    harness.start("A", replay)
    harness.send(1, 2, 3)
    #expect(harness.take() == "+ A1 A2 A3")
    harness.start("B", replay)
    #expect(harness.take() == "B2 B3")
    harness.dispose("B")
    #expect(harness.take() == "B!")
    harness.send(4)
    #expect(harness.take() == "A4")
    harness.input?.sendCompleted()
    #expect(harness.take() == "A| -")
    harness.start("C", replay)
    #expect(harness.take() == "C3 C4 C|")
  }

  @Test func `replayLazily stops when the producer and all its subscriptions are released`() {
    let harness = SharingHarness()
    harness.start("A", harness.source.replayLazily(upTo: 1))
    harness.send(1)
    harness.dispose("A")
    #expect(harness.take() == "+ A1 A! -")
    var held: Numbers? = harness.source.replayLazily(upTo: 2)
    if let held { harness.start("A", held) }
    harness.send(1)
    harness.dispose("A")
    harness.send(2)
    if let held { harness.start("B", held) }
    #expect(harness.take() == "+ A1 A! B1 B2")
    held = nil
    harness.send(3)
    #expect(harness.take() == "B3")
    harness.dispose("B")
    #expect(harness.take() == "B! -")
  }

  @Test func `replayLazily replays synchronous sources, failures and interruptions`() {
    let replay = Numbers([1, 2, 3]).replayLazily(upTo: 2)
    #expect(replay.history == "1 2 3 |")
    #expect(replay.history == "2 3 |")
    let failing = Numbers([1]).concat(Numbers(error: Boom())).replayLazily(upTo: 5)
    #expect(failing.history == "1 X")
    #expect(failing.history == "1 X")
    let (signal, input) = Signal<Int, Boom>.pipe()
    let interrupted = signal.producer.replayLazily(upTo: 1)
    let recorder = Recorder<Int, Boom>()
    interrupted.start(recorder.observer)
    input.send(value: 1)
    input.sendInterrupted()
    #expect(recorder.history == "1 !")
    #expect(interrupted.history == "1 !")
    #expect(Numbers([1, 2]).replayLazily(upTo: 0).history == "1 2 |")
    #expect(replay.take(first: 1).history == "2 |")
    #expect(replay.merge(with: replay).history == "2 3 2 3 |")
  }

  @Test func `a subscription started during an event receives every value once`() {
    let harness = SharingHarness()
    let replay = harness.source.replayLazily(upTo: 2)
    replay.startWithResult { result in
      if case .success(2) = result { harness.start("B", replay) }
    }
    harness.start("A", replay)
    harness.send(1, 2, 3)
    harness.input?.sendCompleted()
    #expect(harness.take() == "+ A1 B1 B2 A2 A3 B3 A| B| -")
  }

  // MARK: share

  @Test func `share starts with the first subscriber, stops with the last, and can start again`() {
    let harness = SharingHarness()
    let shared = harness.source.share()
    harness.start("A", shared)
    harness.send(1)
    harness.start("B", shared)
    harness.send(2)
    harness.dispose("A")
    harness.send(3)
    #expect(harness.take() == "+ A1 A2 B2 A! B3")
    harness.dispose("B")
    #expect(harness.take() == "B! -")
    harness.start("C", shared)
    harness.send(4)
    harness.input?.sendCompleted()
    #expect(harness.take() == "+ C4 C| -")
    harness.start("D", shared)
    #expect(harness.take() == "+")
  }

  @Test func `share with a replay clears its buffer when it disconnects`() {
    let harness = SharingHarness()
    let shared = harness.source.share(replay: 1)
    harness.start("A", shared)
    harness.send(1, 2)
    harness.start("B", shared)
    #expect(harness.take() == "+ A1 A2 B2")
    harness.dispose("A")
    harness.dispose("B")
    harness.start("C", shared)
    harness.send(3)
    #expect(harness.take() == "A! B! - + C3")
    harness.input?.send(error: Boom())
    harness.start("D", shared)
    #expect(harness.take() == "CX - +")
  }

  @Test func `share with a replay keeps its buffer after a completion, but not after a failure`() {
    let harness = SharingHarness()
    let shared = harness.source.share(replay: 2)
    harness.start("A", shared)
    harness.send(1, 2, 3)
    harness.input?.sendCompleted()
    harness.start("B", shared)
    harness.start("C", shared.take(first: 1))
    harness.start("D", shared)
    #expect(harness.take() == "+ A1 A2 A3 A| - B2 B3 B| C2 C| D2 D3 D|")
    let failing = harness.source.share(replay: 2)
    harness.start("A", failing)
    harness.send(1)
    harness.input?.send(error: Boom())
    harness.start("B", failing)
    #expect(harness.take() == "+ A1 AX - +")
  }

  @Test func `share restarts a synchronous source`() {
    #expect(Numbers([1, 2]).share().history == "1 2 |")
    #expect(Numbers([1, 2]).share().repeat(2).history == "1 2 1 2 |")
    #expect(Numbers([1, 2]).share(replay: 1).repeat(3).history == "1 2 2 2 |")
    #expect(Numbers([1, 2]).share().take(first: 1).history == "1 |")
    var starts = 0
    let counted = Numbers { observer, _ in
      starts += 1
      observer.sendCompleted()
    }
    counted.share().repeat(100_000).start()
    #expect(starts == 100_000)
  }

  @Test func `a shared source is released with its observers`() {
    let alive = Weak()
    let (signal, input) = Signal<Int, Boom>.pipe()
    var disposables: [any Disposable] = []
    do {
      let probe = alive.makeProbe()
      let shared = signal.producer.map { probe.touch($0) }.share(replay: 3)
      disposables = [shared.start(), shared.start()]
    }
    input.send(value: 1)
    #expect(alive.isAlive)
    for disposable in disposables { disposable.dispose() }
    #expect(!alive.isAlive)
  }

  // MARK: Connectable producers

  @Test func `a connectable producer starts once, when it is connected`() {
    let harness = SharingHarness()
    let connectable = harness.source.multicast()
    harness.start("A", connectable.producer)
    harness.start("B", connectable.producer)
    #expect(harness.take() == "")
    let connection = connectable.connect()
    connectable.connect()
    harness.send(1)
    #expect(harness.take() == "+ A1 B1")
    harness.dispose("A")
    harness.dispose("B")
    #expect(harness.take() == "A! B!")
    harness.start("C", connectable.producer)
    harness.send(2)
    connection.dispose()
    #expect(connection.isDisposed)
    #expect(harness.take() == "C2 C! -")
    harness.start("D", connectable.producer)
    connectable.connect()
    harness.send(3)
    harness.input?.sendCompleted()
    #expect(harness.take() == "+ D3 D| -")
  }

  @Test func `a connectable producer may replay values`() {
    let harness = SharingHarness()
    let connectable = harness.source.multicast(replay: 2)
    connectable.connect()
    harness.send(1, 2, 3)
    harness.start("A", connectable.producer)
    #expect(harness.take() == "+ A2 A3")
  }

  @Test func `a completed connection is replayed until the next one`() {
    var fetches = 0
    let fetch = Numbers { observer, _ in
      fetches += 1
      observer.send(value: fetches)
      observer.sendCompleted()
    }
    let connectable = fetch.multicast(replay: .max)
    connectable.connect().dispose()
    #expect(connectable.producer.history == "1 |")
    #expect(connectable.producer.history == "1 |")
    connectable.connect()
    #expect(connectable.producer.history == "2 |")
    #expect(fetches == 2)
  }

  @Test func `a subscriber is interrupted if no connection is possible any more`() {
    let harness = SharingHarness()
    var connectable: ConnectableProducer? = harness.source.multicast()
    if let connectable { harness.start("A", connectable.producer) }
    connectable = nil
    #expect(harness.take() == "A!")
  }

  // MARK: replayed

  @Test func `replayed stores values and the terminal event`() {
    var input: Signal<Int, Boom>.Observer?
    let output: Numbers
    (output, input) = Signal<Int, Boom>.replayed(upTo: 2)
    let harness = SharingHarness()
    harness.start("A", output)
    for value in 1...3 { input?.send(value: value) }
    harness.start("B", output)
    input?.send(value: 4)
    #expect(harness.take() == "A1 A2 A3 B2 B3 A4 B4")
    input?.sendCompleted()
    input?.send(value: 5)
    harness.start("C", output)
    #expect(harness.take() == "A| B| C3 C4 C|")
    let (failed, failing) = Signal<Int, Boom>.replayed()
    for value in 1...3 { failing.send(value: value) }
    failing.send(error: Boom())
    #expect(failed.history == "1 2 3 X")
    let (other, otherInput) = Signal<Int, Boom>.replayed()
    input = otherInput
    harness.start("D", other)
    #expect(harness.take() == "")
  }

  @Test func `releasing a replayed input interrupts`() {
    let recorder = Recorder<Int, Boom>()
    let output: Numbers
    do {
      let (producer, input) = Signal<Int, Boom>.replayed(upTo: 1)
      producer.start(recorder.observer)
      input.send(value: 1)
      output = producer
    }
    #expect(recorder.history == "1 !")
    #expect(output.history == "1 !")
  }

  @Test func `a signal is replayed from the call on`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let alive = Weak()
    var replayed: Numbers? = {
      let probe = alive.makeProbe()
      return signal.map { probe.touch($0) }.replayed(upTo: 2)
    }()
    for value in 1...3 { input.send(value: value) }
    #expect(replayed.map { $0.take(first: 2).history } == "2 3 |")
    #expect(alive.isAlive)
    replayed = nil
    #expect(!alive.isAlive)
  }
}
