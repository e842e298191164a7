import Reactive
import Testing

/// Rules 1, 2 and 4: the order of events, and their receivers.
@Suite(.noLeaks)
struct OrderTests {
  // MARK: Rule 1: values, then at most one terminal event, then nothing.

  @Test(arguments: ["X", "|", "!"])
  func nothingFollowsTheTerminationOfAPipe(end: String) {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder = signal.record()
    input.send(value: 1)
    input.send(ending(end))
    input.send(value: 2)
    for other in ["X", "|", "!"] { input.send(ending(other)) }
    #expect(recorder.history == "1 \(end)")
  }

  @Test(arguments: ["X", "|", "!"])
  func nothingFollowsTheTerminationOfASubscription(end: String) {
    let producer = SignalProducer<Int, Boom> { observer, _ in
      observer.send(value: 1)
      observer.send(self.ending(end))
      observer.send(value: 2)
      for other in ["X", "|", "!"] { observer.send(self.ending(other)) }
    }
    #expect(producer.history == "1 \(end)")
    #expect(producer.map { $0 }.history == "1 \(end)")
    #expect(producer.merge(with: .empty).history == "1 \(end == "!" ? "|" : end)")
  }

  /// A faulty operator may send events after it has ended the stream.
  ///
  /// Observers do not receive them.
  @Test func nothingFollowsTheTerminationOfAnOperator() {
    let endless = Operator<Int, Never, Int, Never> { downstream, _ in
      downstream.handling { value in
        downstream.send(value: value)
        downstream.sendCompleted()
        downstream.send(value: -value)
        downstream.sendInterrupted()
      }
    }
    let (signal, input) = Signal<Int, Never>.pipe()
    let hot = signal.lift(endless).record()
    let cold = Recorder<Int, Never>()
    signal.producer.lift(endless).start(cold.observer)
    let (silent, silentInput) = Signal<Int, Never>.pipe()
    let joined = signal.lift(endless).merge(with: silent).record()
    let inner = Recorder<Int, Never>()
    signal.producer.lift(endless).merge(with: silent.producer).start(inner.observer)
    input.send(value: 1)
    input.send(value: 2)
    #expect(hot.history == "1 |")
    #expect(cold.history == "1 |")
    #expect(joined.history == "1")
    #expect(inner.history == "1")
    withExtendedLifetime(silentInput) {}
  }

  /// Events that an observer sends during a terminal event are ignored.
  @Test func nothingIsSentDuringATerminalEvent() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder = Recorder<Int, Boom>()
    signal.observe { event in
      recorder.observer.send(event)
      if event.isTerminating {
        input.send(value: 2)
        input.send(error: Boom())
      }
    }
    input.sendCompleted()
    #expect(recorder.history == "|")
  }

  // MARK: Rule 2: one event at a time.

  @Test func valueSentDuringAnEventFollowsItAtEveryObserver() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var log: [String] = []
    signal.observeValues { value in
      log.append("A\(value)")
      if value == 1 { input.send(value: 2) }
    }
    signal.observeValues { log.append("B\($0)") }
    input.send(value: 1)
    #expect(log == ["A1", "B1", "A2", "B2"])
    input.sendCompleted()
  }

  @Test func valueSentDuringAnEventOfASubscriptionFollowsIt() {
    var log: [Int] = []
    var input: SignalProducer<Int, Never>.Observer?
    SignalProducer<Int, Never> { observer, _ in
      input = observer
      observer.send(value: 1)
      observer.send(value: 10)
    }.startWithValues { value in
      if value < 3 { input?.send(value: value + 1) }
      log.append(value)
    }
    #expect(log == [1, 2, 3, 10])
    input?.sendCompleted()
  }

  @Test func eventsOfMergedStreamsDoNotOverlap() {
    let (left, leftInput) = Signal<Int, Never>.pipe()
    let (right, rightInput) = Signal<Int, Never>.pipe()
    var log: [String] = []
    left.merge(with: right).observeValues { value in
      log.append("<\(value)")
      if value == 1 {
        rightInput.send(value: 2)
        leftInput.send(value: 3)
        rightInput.send(value: 4)
      }
      log.append("\(value)>")
    }
    leftInput.send(value: 1)
    // The left pipe is still delivering the first value, so its next value is sent after those of the right pipe.
    #expect(log == ["<1", "1>", "<2", "2>", "<4", "4>", "<3", "3>"])
    leftInput.sendCompleted()
    rightInput.sendCompleted()
  }

  @Test func deliveryIsFinishedWhenSendReturns() {
    let (left, leftInput) = Signal<Int, Never>.pipe()
    let (right, rightInput) = Signal<Int, Never>.pipe()
    let recorder = left.map { $0 + 1 }.combineLatest(with: right.filter { $0 > 0 }).map { $0 * $1 }.record()
    rightInput.send(value: 5)
    #expect(recorder.history == "")
    leftInput.send(value: 1)
    #expect(recorder.history == "10")
  }

  @Test func twoStreamsMaySendToEachOther() {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    var log: [String] = []
    ping.observeValues { value in
      log.append("ping\(value)")
      if value < 5 { pongInput.send(value: value + 1) }
    }
    pong.observeValues { value in
      log.append("pong\(value)")
      if value < 5 { pingInput.send(value: value + 1) }
    }
    pingInput.send(value: 0)
    #expect(log == ["ping0", "pong1", "ping2", "pong3", "ping4", "pong5"])
    pingInput.sendCompleted()
    pongInput.sendCompleted()
  }

  // MARK: Rule 4: the receivers of an event.

  @Test func observersAreCalledInTheOrderOfObservation() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var log = ""
    let disposables = "abcdef".map { name in signal.observeValues { _ in log.append(name) } }
    input.send(value: 1)
    for index in [0, 2, 5] { disposables[index].dispose() }
    signal.observeValues { _ in log.append("g") }
    input.send(value: 2)
    #expect(log == "abcdef" + "bdeg")
  }

  @Test func observerAddedDuringAnEventReceivesTheNextOne() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let late = Recorder<Int, Never>()
    signal.take(first: 1).observeValues { _ in
      signal.observe(late.observer)
      input.send(value: 2)
    }
    input.send(value: 1)
    #expect(late.history == "2")
  }

  /// The queued events are delivered after the observer was added, so it receives them.
  @Test func observerAddedDuringAnEventReceivesQueuedEvents() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let late = Recorder<Int, Never>()
    signal.take(first: 1).observeValues { _ in
      input.send(value: 2)
      signal.observe(late.observer)
    }
    input.send(value: 1)
    #expect(late.history == "2")
  }

  @Test func observerAddedToADerivedSignalDuringAnEventReceivesTheNextOne() {
    for derive in derivations {
      let (signal, input) = Signal<Int, Never>.pipe()
      let derived = derive(signal)
      let late = Recorder<Int, Never>()
      var isFirst = true
      derived.observeValues { _ in
        if isFirst { derived.observe(late.observer) }
        isFirst = false
      }
      input.send(value: 1)
      #expect(late.history == "")
      input.send(value: 2)
      #expect(late.history == "2")
    }
  }

  @Test func observerDisposedDuringAnEventReceivesNothingMore() {
    for derive in derivations {
      let (signal, input) = Signal<Int, Never>.pipe()
      let derived = derive(signal)
      let second = Recorder<Int, Never>()
      let disposable = SerialDisposable()
      derived.observeValues { _ in disposable.dispose() }
      disposable.inner = derived.observe(second.observer)
      input.send(value: 1)
      input.sendCompleted()
      #expect(second.history == "")
    }
  }

  @Test func observerMayDisposeItself() {
    for derive in derivations {
      let (signal, input) = Signal<Int, Never>.pipe()
      let derived = derive(signal)
      let recorder = Recorder<Int, Never>()
      let disposable = SerialDisposable()
      let probe = LeakProbe()
      disposable.inner = derived.observe { event in
        disposable.dispose()
        recorder.observer.send(event)
        probe.touch()
      }
      let third = derived.record()
      input.send(value: 1)
      input.send(value: 2)
      #expect(recorder.history == "1")
      #expect(third.history == "1 2")
    }
  }

  @Test func observerDisposedDuringATerminalEventDoesNotReceiveIt() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let second = Recorder<Int, Never>()
    let disposable = SerialDisposable()
    signal.observeCompleted { disposable.dispose() }
    disposable.inner = signal.observe(second.observer)
    input.sendCompleted()
    #expect(second.history == "")
  }

  /// The ways to derive a signal from another one.
  ///
  /// All of them keep the rules.
  private let derivations: [(Signal<Int, Never>) -> Signal<Int, Never>] = [
    { $0 },
    { $0.map { $0 } },
    { $0.merge(with: .empty) },
    { $0.flatMap(.latest) { SignalProducer(value: $0) } },
    { signal in signal.lift { (producer: SignalProducer<Int, Never>) in producer } },
    { signal in signal.lift { (producer: SignalProducer<Int, Never>) in producer.map { $0 } } },
    { signal in signal.producer.startWithSignal { started, _ in started } },
    { signal in
      Signal { observer, lifetime in
        lifetime += signal.observe(observer)
      }
    },
  ]

  private func ending(_ sign: String) -> Event<Int, Boom> {
    switch sign {
    case "X": .failed(Boom())
    case "|": .completed
    default: .interrupted
    }
  }
}
