import Reactive

/// One subscription to a tested operator, or one observation of it.
final class OperatorRun {
  enum Mode: CaseIterable {
    /// A producer of a closure, which sends when the test does.
    case cold
    /// The producer of a pipe.
    case producer
    /// A pipe.
    case signal
  }

  let environment = OperatorEnvironment()
  let recorder = OverlapRecorder()
  let source: Source
  private let lane = Signal<Int, Boom>.pipe()
  private let mode: Mode
  private let isHeld = Weak()
  private var result: Signal<String, Boom>?
  private(set) var disposable: any Disposable = AnyDisposable {}

  /// Sets up an operator and starts it.
  ///
  /// - Parameters:
  ///   - testedOperator: The operator.
  ///   - mode: The kind of source.
  ///   - immediateEvents: The events that a cold source sends during its start.
  ///   - during: Called during each event, with its number.
  init(
    _ testedOperator: TestedOperator, _ mode: Mode, immediateEvents: [Event<Int, Boom>] = [],
    during: ((OperatorRun, Int) -> Void)? = nil
  ) {
    self.mode = mode
    source = Source(immediateEvents)
    if let during {
      recorder.during = { [unowned self] in during(self, $0) }
    }
    let observer = recorder.observer(holding: isHeld.makeProbe())
    switch mode {
    case .signal:
      guard let hot = testedOperator.hot else { return }
      let signal = hot(lane.output, environment)
      result = signal
      disposable = signal.observe(observer)
    case .cold, .producer:
      let numbers = mode == .cold ? source.producer : lane.output.producer
      if mode == .cold, immediateEvents.isEmpty {
        disposable = testedOperator.cold(numbers, environment).start(observer)
      } else {
        // With a signal, the subscription can be disposed before its start returns.
        testedOperator.cold(numbers, environment).startWithSignal { signal, interrupt in
          disposable = interrupt
          signal.observe(observer)
        }
      }
    }
    environment.begin()
  }

  /// The events that the observer received, as words.
  var received: [String] { recorder.received }

  var hasEnded: Bool { received.last.map { ["|", "X", "!"].contains($0) } ?? false }

  /// Whether the observer is still retained.
  var isObserverRetained: Bool { isHeld.isAlive }

  func send(_ step: Step) {
    switch (step.lane, mode) {
    case (.b, _): environment.sideInput.send(step.event)
    case (.a, .cold): source.input?.send(step.event)
    case (.a, _): lane.input.send(step.event)
    }
  }

  /// Sends events, one per tick.
  func play(_ script: some Sequence<Step>) {
    for step in script {
      send(step)
      environment.scheduler.advance()
    }
  }

  /// Advances the time far enough for all scheduled events.
  func wait() {
    environment.scheduler.advance(by: 50)
  }

  /// Releases the observed signal.
  func releaseSignal() {
    result = nil
  }

  /// Ends and releases everything, as at the end of a test.
  func close() {
    recorder.during = nil
    disposable.dispose()
    result = nil
    source.input = nil
    environment.sideInput.sendInterrupted()
    lane.input.sendInterrupted()
    wait()
  }
}

/// An observer that records events, and detects events that arrive during another one.
final class OverlapRecorder {
  private(set) var received: [String] = []
  private(set) var overlaps = false
  private var isInside = false
  var during: ((Int) -> Void)?

  func observer(holding probe: LeakProbe) -> Observer<String, Boom> {
    Observer { event in
      probe.touch()
      self.receive(event)
    }
  }

  private func receive(_ event: Event<String, Boom>) {
    if isInside { overlaps = true }
    isInside = true
    received.append(word(event))
    during?(received.count)
    isInside = false
  }
}

/// A cold stream that counts its starts and disposals.
final class Source {
  private(set) var starts = 0
  private(set) var ends = 0
  /// The number of events sent during starts.
  private(set) var sent = 0
  private let immediateEvents: [Event<Int, Boom>]
  var input: Observer<Int, Boom>?

  init(_ immediateEvents: [Event<Int, Boom>]) {
    self.immediateEvents = immediateEvents
  }

  var producer: SignalProducer<Int, Boom> {
    SignalProducer { [weak self] observer, lifetime in
      guard let self else { return }
      starts += 1
      lifetime.observeEnded { [weak self] in self?.ends += 1 }
      if immediateEvents.isEmpty { input = observer }
      for event in immediateEvents where !lifetime.hasEnded {
        sent += 1
        observer.send(event)
      }
    }
  }

  /// Whether every start was disposed.
  var isDisposed: Bool { starts == ends }
}
