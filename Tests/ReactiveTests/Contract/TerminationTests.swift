import Reactive
import Testing

/// Rules 5 to 8: how streams end, by terminal events, disposal or release.
@Suite(.noLeaks)
struct TerminationTests {
  // MARK: Rule 5: observing an ended stream.

  @Test func endedSignalSendsOneInterruption() {
    for end: TerminalEvent<Boom> in [.completed, .interrupted, .failed(Boom())] {
      let (signal, input) = Signal<Int, Boom>.pipe()
      input.send(value: 1)
      input.send(end: end)
      #expect(signal.record().history == "!")
      #expect(signal.map { $0 }.record().history == "!")
      #expect(signal.producer.history == "!")
      #expect(signal.merge(with: signal).record().history == "!")
    }
    #expect(Signal<Int, Never>.empty.record().history == "!")
  }

  @Test func observingDuringATerminalEventSendsOneInterruption() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let late = Recorder<Int, Never>()
    signal.observeCompleted { signal.observe(late.observer) }
    input.sendCompleted()
    #expect(late.history == "!")
  }

  /// An operator checks this.
  ///
  /// Observers are protected by a guard, which would hide a second terminal event.
  @Test func disposingDuringATerminalEventSendsNoInterruptionAfterIt() {
    for producer in [
      SignalProducer<Int, Never>(value: 1), SignalProducer([1, 2]), SignalProducer([1].lazy.map { $0 }),
    ] {
      let seen = Recorder<Int, Never>()
      producer.lift(recording(to: seen)).startWithSignal { signal, interrupt in
        signal.observeCompleted { interrupt.dispose() }
      }
      #expect(seen.history.hasSuffix("|"), "\(seen.history)")
    }
  }

  /// `count` sends a value and its end in one delivery, and the value causes the disposal.
  @Test func disposingDuringTheLastValueSendsOneEnd() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let scheduler = VirtualTimeScheduler()
    let sources = [
      signal.producer, .merge([signal.producer]), signal.producer.observe(on: scheduler),
      signal.producer.delay(.zero, on: scheduler), SignalProducer { $1 += signal.producer.start($0) },
    ]
    let records = sources.map { source in
      let seen = Recorder<Int, Never>()
      source.lift(recording(to: seen)).count().startWithSignal { signal, interrupt in
        signal.observeValues { _ in interrupt.dispose() }
      }
      return seen
    }
    input.sendCompleted()
    scheduler.run()
    #expect(records.map(\.history) == records.map { _ in "|" })
  }

  @Test func disposingWhileAnEndWaitsForItsSchedulerSendsOneInterruption() {
    let scheduler = VirtualTimeScheduler()
    let streams: [(SignalProducer<Int, Never>) -> SignalProducer<Int, Never>] = [
      { $0.observe(on: scheduler) }, { $0.delay(.zero, on: scheduler) }, { $0.throttle(.zero, on: scheduler) },
      { $0.debounce(.zero, on: scheduler) }, { $0.lazyMap(on: scheduler) { $0 } },
    ]
    for stream in streams {
      let seen = Recorder<Int, Never>()
      stream(SignalProducer(value: 1)).lift(recording(to: seen)).start().dispose()
      scheduler.run()
      #expect(seen.history == "!")
    }
  }

  /// Returns an operator that records all events that reach it.
  private func recording(to recorder: Recorder<Int, Never>) -> Operator<Int, Never, Int, Never> {
    Operator { downstream, _ in
      Observer(
        value: { value in
          recorder.observer.send(value: value)
          downstream.send(value: value)
        },
        ended: { end in
          recorder.observer.send(end: end)
          downstream.send(end: end)
        })
    }
  }

  // MARK: Rule 6: releasing the input.

  @Test func releasingAPipesInputInterrupts() {
    var (signal, input): (Signal<Int, Never>, Signal<Int, Never>.Observer?) = Signal<Int, Never>.pipe()
    let recorder = signal.record()
    input?.send(value: 1)
    input = nil
    #expect(recorder.history == "1 !")
    signal = .never
    #expect(recorder.history == "1 !")
  }

  @Test func releasingAnEndedPipesInputSendsNothing() {
    var (signal, input): (Signal<Int, Never>, Signal<Int, Never>.Observer?) = Signal<Int, Never>.pipe()
    let recorder = signal.record()
    input?.sendCompleted()
    input = nil
    #expect(recorder.history == "|")
    withExtendedLifetime(signal) {}
  }

  @Test func releasingTheObserverOfASubscriptionInterrupts() {
    var input: SignalProducer<Int, Never>.Observer?
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never> { observer, _ in input = observer }.start(recorder.observer)
    input?.send(value: 1)
    #expect(recorder.history == "1")
    input = nil
    #expect(recorder.history == "1 !")
    #expect(SignalProducer<Int, Never> { _, _ in }.history == "!")
  }

  @Test func releasingAGeneratorsObserverInterrupts() {
    var input: Signal<Int, Never>.Observer?
    let signal = Signal<Int, Never> { observer, _ in input = observer }
    let recorder = signal.record()
    input?.send(value: 1)
    input = nil
    #expect(recorder.history == "1 !")
    #expect(Signal<Int, Never> { _, _ in }.record().history == "!")
  }

  @Test func inputReleasedDuringItsLastEventInterruptsAfterIt() {
    var (signal, input): (Signal<Int, Never>, Signal<Int, Never>.Observer?) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    signal.observe { event in
      if case .value = event { input = nil }
      recorder.observer.send(event)
    }
    input?.send(value: 1)
    #expect(recorder.history == "1 !")
    signal = .never
  }

  // MARK: Rule 7: disposal.

  @Test func disposingAnObservationSendsNothing() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let disposable = signal.observe(recorder.observer)
    input.send(value: 1)
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    input.send(value: 2)
    input.sendCompleted()
    #expect(recorder.history == "1")
    #expect(disposable.isDisposed)
  }

  @Test func disposingASubscriptionInterruptsImmediately() {
    for (name, producer) in sources {
      let recorder = Recorder<Int, Never>()
      let disposable = producer.start(recorder.observer)
      #expect(recorder.history == "")
      #expect(!disposable.isDisposed)
      disposable.dispose()
      #expect(recorder.history == "!", "\(name)")
      disposable.dispose()
      #expect(recorder.history == "!", "\(name)")
      #expect(disposable.isDisposed)
    }
  }

  @Test func disposingDuringAValueInterruptsAfterItAndBeforeQueuedValues() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let shapes: [(SignalProducer<Int, Never>) -> SignalProducer<Int, Never>] = [
      { $0 }, { $0.map { $0 } }, { $0.merge(with: .never) },
      { producer in SignalProducer { observer, lifetime in lifetime += producer.start(observer) } },
    ]
    for shape in shapes {
      let disposable = SerialDisposable()
      var log: [String] = []
      disposable.inner = shape(signal.producer).start { event in
        if case .value(1) = event {
          input.send(value: 2)
          disposable.dispose()
          input.send(value: 3)
          log.append("still in 1")
        }
        log.append(word(event))
      }
      input.send(value: 1)
      #expect(log == ["still in 1", "1", "!"])
    }
  }

  @Test func synchronousSubscriptionIsDisposedDuringAValue() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(1...).startWithSignal { signal, interrupt in
      signal.observe { event in
        if case .value(3) = event { interrupt.dispose() }
        recorder.observer.send(event)
      }
    }
    #expect(recorder.history == "1 2 3 !")
  }

  @Test func disposingDuringTheLastValueInterruptsInsteadOfCompleting() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(value: 1).startWithSignal { signal, interrupt in
      signal.observeValues { _ in interrupt.dispose() }
      signal.observe(recorder.observer)
    }
    // No value is sent after the call, not even to another observer of the same subscription.
    #expect(recorder.history == "1 !")
  }

  @Test func disposingBeforeAPendingCompletionInterruptsInstead() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let disposable = SerialDisposable()
    disposable.inner = signal.producer.take(first: 1).start { event in
      disposable.dispose()
      recorder.observer.send(event)
    }
    input.send(value: 1)
    #expect(recorder.history == "1 !")
  }

  @Test func interruptionPrecedesQueuedEvents() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let disposable = SerialDisposable()
    var log: [String] = []
    signal.observeValues { value in
      if value == 1 {
        input.send(value: 2)
        disposable.dispose()
      }
      log.append("A\(value)")
    }
    disposable.inner = signal.producer.start { log.append("B" + word($0)) }
    input.send(value: 1)
    #expect(log == ["A1", "B!", "A2"])
    input.sendCompleted()
  }

  /// An inner stream is disposed too if the result is disposed while the inner stream starts.
  @Test func innerStreamIsDisposedIfTheResultIsDisposedDuringItsStart() {
    let (outer, input) = Signal<Int, Never>.pipe()
    let (inner, innerInput) = Signal<Int, Never>.pipe()
    let disposable = SerialDisposable()
    let alive = Weak()
    disposable.inner = outer.producer.flatMap(.merge) { _ in
      SignalProducer<Int, Never>.deferred {
        disposable.dispose()
        let probe = alive.makeProbe()
        return inner.producer.map { probe.touch($0) }
      }
    }.start()
    input.send(value: 1)
    #expect(!alive.isAlive)
    withExtendedLifetime(innerInput) {}
  }

  @Test func disposingDuringATerminalEventSendsNothing() {
    let disposable = SerialDisposable()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    disposable.inner = signal.producer.start { event in
      recorder.observer.send(event)
      if event.isTerminating { disposable.dispose() }
    }
    input.sendCompleted()
    #expect(recorder.history == "|")
  }

  @Test func subscriptionDisposedBeforeItsStartDoesNotStart() {
    var starts = 0
    let producer = SignalProducer<Int, Never> { _, _ in starts += 1 }
    let recorder = Recorder<Int, Never>()
    producer.startWithSignal { signal, interrupt in
      signal.observe(recorder.observer)
      interrupt.dispose()
      #expect(recorder.history == "!")
    }
    #expect(recorder.history == "!")
    #expect(starts == 0)
  }

  // MARK: Rule 8: terminal events before the release of resources.

  @Test func terminalEventIsDeliveredBeforeResourcesAreReleased() {
    for end: TerminalEvent<Boom> in [.completed, .interrupted, .failed(Boom())] {
      var log: [String] = []
      let producer = SignalProducer<Int, Boom> { observer, lifetime in
        lifetime.observeEnded { log.append("first") }
        lifetime.observeEnded { log.append("second") }
        observer.send(end: end)
        log.append("sent")
      }
      producer.start { log.append(word($0)) }
      #expect(log == [word(Event<Int, Boom>(end)), "first", "second", "sent"])

      log = []
      var input: Signal<Int, Boom>.Observer?
      let signal = Signal<Int, Boom> { observer, lifetime in
        input = observer
        lifetime.observeEnded { log.append("over") }
      }
      signal.map { $0 }.observe { log.append("mapped" + word($0)) }
      signal.observe { log.append(word($0)) }
      input?.send(end: end)
      let sign = word(Event<Int, Boom>(end))
      #expect(log == ["mapped" + sign, sign, "over"])
    }
  }

  @Test func disposalReleasesResourcesAfterTheInterruption() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded {
        log.append("over")
        _ = observer
      }
    }
    producer.map { $0 }.start { log.append(word($0)) }.dispose()
    #expect(log == ["!", "over"])
  }

  @Test func disposableAddedToAnEndedLifetimeIsDisposedImmediately() {
    var log: [String] = []
    SignalProducer<Int, Never> { observer, lifetime in
      observer.sendCompleted()
      #expect(lifetime.hasEnded)
      lifetime.observeEnded { log.append("over") }
      log.append("next")
    }.start()
    #expect(log == ["over", "next"])
  }

  /// Producers that send nothing themselves.
  private let sources: [(String, SignalProducer<Int, Never>)] = {
    let silent = SignalProducer<Int, Never> { observer, lifetime in lifetime.observeEnded { _ = observer } }
    let pipe = Signal<Int, Never>.pipe()
    let held = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { _ = pipe.input }
      lifetime += pipe.output.observe(observer)
    }
    return [
      ("never", .never), ("of a closure", silent), ("of a signal", held), ("never as a signal", Signal.never.producer),
      ("mapped", silent.map { $0 }), ("merged", silent.merge(with: .empty)),
      ("zipped", silent.zip(with: held).map { $0 + $1 }), ("flattened", SignalProducer(value: silent).flatten(.latest)),
      ("queued", SignalProducer([silent, held]).flatten(.concat)), ("repeated", silent.repeat()),
      ("deferred", .deferred { silent }), ("until", silent.take(until: held)),
    ]
  }()
}
