import Reactive
import Testing

/// Closures release their captured values when the stream has ended, when it is disposed, and when everything is
/// released.
///
/// This holds even if the input, the signal or the disposable is still retained.
@Suite(.noLeaks)
struct LeakTests {
  private typealias Numbers = SignalProducer<Int, Never>

  @Test(arguments: ["ended", "disposed"])
  func pipeReleasesItsObservers(how: String) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let alive = Weak()
    let disposable = observe(signal.map { $0 }, alive)
    input.send(value: 1)
    #expect(alive.isAlive)
    if how == "ended" { input.sendCompleted() } else { disposable.dispose() }
    #expect(!alive.isAlive)
    withExtendedLifetime((signal, input, disposable)) {}
  }

  @Test(arguments: ["ended", "disposed"])
  func subscriptionWithRetainedInputReleasesItsObservers(how: String) {
    for shape in shapes {
      var input: Numbers.Observer?
      let alive = Weak()
      let disposable = start(shape(Numbers { observer, _ in input = observer }), alive)
      input?.send(value: 1)
      #expect(alive.isAlive)
      if how == "ended" { input?.sendCompleted() } else { disposable.dispose() }
      #expect(!alive.isAlive)
      withExtendedLifetime((input, disposable)) {}
    }
  }

  @Test func subscriptionEndedDownstreamReleasesItsObservers() {
    var input: Numbers.Observer?
    let alive = Weak()
    let disposable = start(Numbers { observer, _ in input = observer }.take(first: 1), alive)
    #expect(alive.isAlive)
    input?.send(value: 1)
    #expect(!alive.isAlive)
    withExtendedLifetime((input, disposable)) {}
  }

  @Test(arguments: ["ended", "disposed"])
  func subscriptionToRetainedSignalReleasesItsObservers(how: String) {
    for shape in shapes {
      let (signal, input) = Signal<Int, Never>.pipe()
      let alive = Weak()
      let disposable = start(shape(signal.producer), alive)
      input.send(value: 1)
      #expect(alive.isAlive)
      if how == "ended" { input.sendCompleted() } else { disposable.dispose() }
      #expect(!alive.isAlive)
      withExtendedLifetime((signal, input, disposable)) {}
    }
  }

  @Test func generatedSignalWithRetainedInputReleasesItsObservers() {
    var input: Signal<Int, Never>.Observer?
    let signal = Signal<Int, Never> { observer, _ in input = observer }
    let alive = Weak()
    let disposable = observe(signal, alive)
    input?.sendCompleted()
    #expect(!alive.isAlive)
    withExtendedLifetime((input, disposable, signal)) {}
  }

  @Test func allStreamsAreReleased() {
    let alive = Weak()
    do {
      let (signal, input) = Signal<Int, Never>.pipe()
      let (outer, outerInput) = Signal<Numbers, Never>.pipe()
      let probe = alive.makeProbe()
      for strategy: FlattenStrategy in [.merge, .concat, .latest] {
        outer.flatten(strategy).merge(with: signal).map { probe.touch($0) }.observeValues { _ in probe.touch() }
        signal.producer.map { probe.touch($0) }.repeat(2).zip(with: outer.producer).start()
      }
      outerInput.send(value: signal.producer.map { probe.touch($0) })
      outerInput.send(value: Numbers { observer, lifetime in lifetime.observeEnded { probe.touch() } })
      input.send(value: 1)
      #expect(alive.isAlive)
    }
    #expect(!alive.isAlive)
  }

  @Test func synchronousSubscriptionRetainsNothing() {
    let alive = Weak()
    let disposable = start(Numbers([1, 2, 3]).flatMap(.concat) { Numbers(value: $0) }.repeat(2), alive)
    #expect(!alive.isAlive)
    withExtendedLifetime(disposable) {}
  }

  @Test func replacedInnerStreamIsReleased() {
    let (outer, input) = Signal<Numbers, Never>.pipe()
    let recorder = outer.flatten(.latest).record()
    let (inner, innerInput) = Signal<Int, Never>.pipe()
    let alive = Weak()
    func send() {
      let probe = alive.makeProbe()
      input.send(value: inner.producer.map { probe.touch($0) })
    }
    send()
    innerInput.send(value: 1)
    #expect(alive.isAlive)
    input.send(value: .never)
    #expect(!alive.isAlive)
    innerInput.send(value: 2)
    #expect(recorder.history == "1")
  }

  @Test func queuedInnerStreamIsReleasedWithTheResult() {
    let (outer, input) = Signal<Numbers, Never>.pipe()
    let alive = Weak()
    func send() {
      let probe = alive.makeProbe()
      input.send(value: Numbers { _, _ in probe.touch() })
    }
    let disposable = outer.producer.flatten(.concat).start()
    input.send(value: .never)
    send()
    #expect(alive.isAlive)
    disposable.dispose()
    #expect(!alive.isAlive)
    withExtendedLifetime((outer, input)) {}
  }

  /// A `deinit` may run any code, such as sending into the stream that releases the value.
  @Test func deinitMaySend() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let disposable: any Disposable = {
      let probe = LeakProbe { input.send(value: 7) }
      let first = signal.observeValues { _ in probe.touch() }
      signal.observe(recorder.observer)
      return first
    }()
    input.send(value: 1)
    disposable.dispose()
    #expect(recorder.history == "1 7")
  }

  /// The operators between the source and the observer.
  private let shapes: [(SignalProducer<Int, Never>) -> SignalProducer<Int, Never>] = [
    { $0 }, { $0.map { $0 } }, { $0.merge(with: .empty) }, { $0.flatMap(.latest) { SignalProducer(value: $0) } },
    { $0.take(until: SignalProducer<Int, Never>.never) },
    { $0.combineLatest(with: SignalProducer(value: 1)).map { $0 + $1 } },
    { $0.scan(0, +).repeat(1) },
  ]

  private func observe(_ signal: Signal<Int, Never>, _ alive: Weak) -> any Disposable {
    let probe = alive.makeProbe()
    return signal.observe { _ in probe.touch() }
  }

  private func start(_ producer: SignalProducer<Int, Never>, _ alive: Weak) -> any Disposable {
    let probe = alive.makeProbe()
    return producer.map { probe.touch($0) }.start { _ in probe.touch() }
  }
}
