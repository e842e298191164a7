import Reactive
import Testing

/// Nothing makes the stack grow: neither events, restarts and queued streams nor the length of a chain.
@Suite(.noLeaks)
struct DepthTests {
  /// A number of calls that overflows every stack.
  private let many = 1_000_000
  /// The same number, but smaller in debug builds.
  private let several = rounds(1_000_000, debug: 200_000)

  @Test func tenThousandOperatorsOnAProducerWork() {
    var producer = SignalProducer<Int, Never>([1, 2])
    for _ in 0..<10_000 { producer = producer.map { $0 + 1 } }
    #expect(producer.history == "10001 10002 |")
  }

  @Test func tenThousandOperatorsOnASignalWork() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var derived = signal
    for _ in 0..<10_000 { derived = derived.map { $0 + 1 } }
    let recorder = derived.record()
    input.send(value: 1)
    input.sendCompleted()
    #expect(recorder.history == "10001 |")
  }

  @Test func longChainIsDisposedAndReleased() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var derived = signal
    for _ in 0..<10_000 { derived = derived.map { $0 + 1 } }
    let recorder = Recorder<Int, Never>()
    let disposable = derived.observe(recorder.observer)
    derived = signal
    input.send(value: 1)
    disposable.dispose()
    input.send(value: 2)
    #expect(recorder.history == "10001")
  }

  @Test func subscriptionWithTenThousandOperatorsIsDisposedOrReleased() {
    for disposes in [true, false] {
      let (signal, input) = Signal<Int, Never>.pipe()
      var producer = signal.producer
      for index in 0..<10_000 { producer = index % 2 == 0 ? producer.scan(0, +) : producer.skipRepeats() }
      let recorder = Recorder<Int, Never>()
      let disposable = producer.start(recorder.observer)
      input.send(value: 1)
      if disposes { disposable.dispose() }
      #expect(recorder.history == (disposes ? "1 !" : "1"))
    }
  }

  /// A combination needs more stack than a unary operator.
  ///
  /// A few thousand of them fit into 8 MB in a debug build.
  @Test(arguments: 0..<8)
  func thousandCombinationsWork(kind: Int) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let one = SignalProducer<Int, Never>(value: 1)
    var producer = signal.producer
    for _ in 0..<1_000 {
      switch kind {
      case 0: producer = producer.merge(with: .empty)
      case 1: producer = producer.concat(.empty)
      case 2: producer = producer.flatMap(.latest) { SignalProducer(value: $0) }
      case 3: producer = producer.combineLatest(with: one).map { $0 * $1 }
      case 4: producer = producer.zip(with: one.concat(.never)).map { $0 * $1 }
      case 5: producer = producer.take(until: Signal<Int, Never>.never)
      case 6: producer = producer.observe(on: ImmediateScheduler())
      default: producer = producer.share()
      }
    }
    let recorder = Recorder<Int, Never>()
    let disposable = producer.start(recorder.observer)
    input.send(value: 1)
    disposable.dispose()
    #expect(recorder.history == "1 !")
  }

  @Test func repeatRestartsWithoutRecursion() {
    var count = 0
    SignalProducer<Int, Never>(value: 1).repeat(many).startWithValues { count += $0 }
    #expect(count == many)
  }

  @Test func retryRestartsWithoutRecursion() {
    var starts = 0
    var hasCompleted = false
    SignalProducer<Int, Boom>.deferred {
      starts += 1
      return starts < several ? SignalProducer(error: Boom()) : .empty
    }
    .retry().start(Observer(completed: { hasCompleted = true }))
    #expect(starts == several)
    #expect(hasCompleted)
    var ended = 0
    SignalProducer<Int, Boom>(error: Boom()).retry(upTo: several / 10).startWithFailed { _ in ended += 1 }
    #expect(ended == 1)
  }

  @Test func retryWithAnIntervalRestartsWithoutRecursion() {
    let scheduler = VirtualTimeScheduler()
    var starts = 0
    SignalProducer<Int, Boom>.deferred {
      starts += 1
      return SignalProducer(error: Boom())
    }
    .retry(upTo: several / 10, interval: .zero, on: scheduler).start()
    scheduler.run()
    #expect(starts == several / 10 + 1)
  }

  @Test func nestedErrorHandlersWork() {
    var count = 0
    func failing(_ depth: Int) -> SignalProducer<Int, Boom> {
      SignalProducer<Int, Boom>(error: Boom()).flatMapError { _ in
        count += 1
        return depth == 0 ? SignalProducer(value: 1) : failing(depth - 1)
      }
    }
    #expect(failing(1_000).history == "1 |")
    #expect(count == 1_001)
  }

  @Test func immediateSchedulerDeliversWithoutRecursion() {
    var sum = 0
    SignalProducer<Int, Never>(repeatElement(1, count: several)).observe(on: ImmediateScheduler())
      .startWithValues { sum += $0 }
    #expect(sum == several)
  }

  @Test func concatStartsInnerStreamsWithoutRecursion() {
    var sum = 0
    var hasCompleted = false
    SignalProducer<Int, Never>(0..<several)
      .flatMap(.concat) { SignalProducer(value: $0 & 1) }
      .start(Observer(value: { sum += $0 }, completed: { hasCompleted = true }))
    #expect(sum == several / 2)
    #expect(hasCompleted)
  }

  @Test func queuedInnerStreamsStartWithoutRecursion() {
    let (gate, input) = Signal<Int, Never>.pipe()
    var sum = 0
    SignalProducer<SignalProducer<Int, Never>, Never>(
      (0...many).lazy.map { $0 == 0 ? gate.producer : SignalProducer(value: 1) }
    ).flatten(.concat).startWithValues { sum += $0 }
    #expect(sum == 0)
    input.sendCompleted()
    #expect(sum == many)
  }

  @Test func streamMaySendToItself() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var count = 0
    signal.flatMap(.merge) { SignalProducer<Int, Never>(value: $0 + 1) }.observeValues { value in
      count += 1
      if value < several { input.send(value: value) }
    }
    input.send(value: 0)
    #expect(count == several)
    input.sendCompleted()
  }
}
