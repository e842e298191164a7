import Reactive

/// Plays one start, or one observation, of a specimen.
final class OperatorRun {
  enum Mode: CaseIterable {
    /// A producer of a closure, which sends when it is told to.
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

  /// Sets a specimen up and starts it.
  ///
  /// - Parameters:
  ///   - atOnce: what a cold source sends while it is started.
  ///   - during: called from inside each event, with the number of it.
  init(
    _ testedOperator: TestedOperator, _ mode: Mode, atOnce: [Event<Int, Boom>] = [],
    during: ((OperatorRun, Int) -> Void)? = nil
  ) {
    self.mode = mode
    source = Source(atOnce)
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
      if mode == .cold, atOnce.isEmpty {
        disposable = testedOperator.cold(numbers, environment).start(observer)
      } else {
        // By way of a signal, so that the start can be disposed before it returns.
        testedOperator.cold(numbers, environment).startWithSignal { signal, interrupt in
          disposable = interrupt
          signal.observe(observer)
        }
      }
    }
    environment.begin()
  }

  /// What the observer heard, in words.
  var received: [String] { recorder.received }

  var hasEnded: Bool { received.last.map { ["|", "X", "!"].contains($0) } ?? false }

  /// Whether something still holds the observer.
  var isObserverHeld: Bool { isHeld.isAlive }

  func send(_ step: Step) {
    switch (step.lane, mode) {
    case (.b, _): environment.sideInput.send(step.event)
    case (.a, .cold): source.input?.send(step.event)
    case (.a, _): lane.input.send(step.event)
    }
  }

  /// Sends some events, one a tick.
  func play(_ script: some Sequence<Step>) {
    for step in script {
      send(step)
      environment.scheduler.advance()
    }
  }

  /// Lets time pass for what is due, more than any specimen waits.
  func wait() {
    environment.scheduler.advance(by: 50)
  }

  /// Lets go of the signal that is observed.
  func letGo() {
    result = nil
  }

  /// Ends and lets go of what is left, as the end of a test does.
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

/// Hears events, and notices when one comes while another is being heard.
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

/// A cold stream that counts its starts and when they were let go.
final class Source {
  private(set) var starts = 0
  private(set) var ends = 0
  /// What it has sent at once.
  private(set) var sent = 0
  private let atOnce: [Event<Int, Boom>]
  var input: Observer<Int, Boom>?

  init(_ atOnce: [Event<Int, Boom>]) {
    self.atOnce = atOnce
  }

  var producer: SignalProducer<Int, Boom> {
    SignalProducer { [weak self] observer, lifetime in
      guard let self else { return }
      starts += 1
      lifetime.observeEnded { [weak self] in self?.ends += 1 }
      if atOnce.isEmpty { input = observer }
      for event in atOnce where !lifetime.hasEnded {
        sent += 1
        observer.send(event)
      }
    }
  }

  /// Whether every start has been let go.
  var isLetGo: Bool { starts == ends }
}
