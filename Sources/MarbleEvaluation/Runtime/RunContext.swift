import MarbleLanguage
import Reactive

/// A stream of the marble language.
package typealias Producer = SignalProducer<Value, Failure>

/// The context of one run: its clock, and the sources that an expression uses.
///
/// A context must be used for only one run, and from only one thread.
package final class RunContext: @unchecked Sendable {
  package let scheduler: VirtualTimeScheduler
  /// Whether no other code uses the scheduler.
  private let ownsScheduler: Bool
  package let budget: Budget
  /// The first error of the run, for example in a closure.
  package private(set) var fault: Fault?

  let bindings: Bindings
  /// The places in the order of a tick at which observations end and begin, before everything else.
  private let endPlace: VirtualTimeScheduler.Place
  private let startPlace: VirtualTimeScheduler.Place
  /// The places of the pipes in the order of a tick: in the order of their definitions, before scheduled actions.
  let places: VirtualTimeScheduler.Places
  /// The order of the events of the pipes on the same tick, or `nil` for the order of their definitions.
  let order: EventOrder?
  package var sources = RunSources()
  var assembly: Assembly
  package let records: RunRecords
  let deliveryDepth: DeliveryDepth
  /// Checks the events of all senders against the event grammar.
  let grammarChecker = GrammarChecker()
  private var observations: [Observation] = []
  /// Whether the run has begun, so that nothing is assembled before it any more.
  private var isPlaying = false
  /// Whether the run is over, so that disposals are not recorded any more.
  private(set) var isOver = false
  /// The clock of the operators.
  let clock: TracingScheduler

  /// Creates the context of a run.
  ///
  /// - Parameters:
  ///   - bindings: The names that the expression can use.
  ///   - scheduler: A clock to share with other code. It must not have passed the first tick.
  ///   - limits: The limits of the run.
  ///   - order: The order of the events that hot sources send on the same tick.
  ///   - detail: The information to record in addition to the result.
  ///   - isWanted: A closure that returns whether to continue the run. It is called regularly.
  package init(
    _ bindings: Bindings, on scheduler: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
    ordered order: EventOrder? = nil, recording detail: Detail = .result,
    while isWanted: @escaping () -> Bool = { true }
  ) {
    ownsScheduler = scheduler == nil
    let scheduler = scheduler ?? VirtualTimeScheduler(startingAt: bindings.firstTick)
    budget = Budget(limits, while: isWanted)
    budget.waiting = { scheduler.queuedCount * Budget.sizeOfAction }
    records = RunRecords(detail, budget)
    assembly = Assembly(showsStages: detail.showsStages)
    clock = TracingScheduler(scheduler, records.trace)
    self.bindings = bindings
    self.scheduler = scheduler
    self.order = order
    endPlace = scheduler.reservePlace()
    startPlace = scheduler.reservePlace()
    places = scheduler.reservePlaces(max(bindings.placeCount, order?.placeCount ?? 0))
    deliveryDepth = DeliveryDepth(grammarChecker, scheduler, budget)
    deliveryDepth.runContext = self
  }

  /// The information that a run records.
  package enum Detail {
    /// The result.
    case result
    /// Everything that a drawing shows, with or without a lane for each operator.
    case everything(stages: Bool)
    /// Everything that a drawing with a lane for each operator shows, and what each operator received.
    case causes
    /// The events that inner streams would have sent if they had not been disposed or dropped.
    case ghosts(dropped: Set<[Int]>)

    fileprivate var showsStages: Bool {
      switch self {
      case .result, .ghosts: false
      case .everything(let stages): stages
      case .causes: true
      }
    }
  }

  /// Records that the run may continue forever.
  ///
  /// Such a run is stopped a number of ticks after the last event in the script. Any other run ends by itself and is
  /// not stopped at a tick.
  package func expectsNoEnd() {
    sources.mayGoOn = true
    budget.mayLoop = true
  }

  // MARK: Running

  /// Records an error and stops the run.
  func fail(_ fault: Fault) {
    if self.fault == nil { self.fault = fault }
    halt()
  }

  /// Stops the run.
  ///
  /// The resulting interruptions are not recorded.
  func halt() {
    isOver = true
    budget.close()
    for start in assembly.intermediateLanes.flatMap(\.starts) { start.recording.stop() }
    for observation in observations { observation.recording.stop() }
    for observation in observations { observation.end() }
  }

  /// Runs an expression to its end and returns the events of each observer.
  ///
  /// Each observer has a window. An observer without a window never observes.
  package func run(_ producer: Producer, during windows: [Window?] = [.always]) -> [Timeline] {
    record(producer, during: windows).map(\.timeline)
  }

  /// Runs an expression to its end and returns the events of each observer with their causes.
  package func record(
    _ producer: Producer, during windows: [Window?], until horizon: Int = .max,
    following followed: Recording.Followed = .substreams
  ) -> [Recording.Result] {
    // Operators that are assembled during the run, such as those in closures, are not operators of the expression.
    assembly.showsStages = false
    for window in windows {
      sources.recordWritten(tick: window?.end ?? window?.start ?? 0)
      observe(producer, during: window, following: followed)
    }
    play(to: horizon)
    halt()
    let stopped = budget.stop != nil
    let results = observations.map { $0.recording.result(isStopped: stopped) }
    observations = []
    _ = sources.removeStreams()
    records.ghostStreams?.disposable.dispose()
    // The waiting actions of a run that was stopped would keep the run alive.
    if ownsScheduler { scheduler.cancelAll() }
    return results
  }

  private func observe(_ producer: Producer, during window: Window?, following followed: Recording.Followed) {
    let observation = Observation(on: scheduler, records.trace, budget, following: followed)
    observations.append(observation)
    guard let window else { return observation.end() }
    scheduler.schedule(at: window.start, in: startPlace) {
      observation.begin(producer)
      if window.end == window.start { observation.end() }
    }
    if let end = window.end, end > window.start {
      scheduler.schedule(at: end, in: endPlace) { observation.end() }
    }
  }

  /// Returns the events that an observer receives from a timeline that may violate the event grammar.
  package func observe(raw timeline: Timeline) -> Timeline {
    run(pipe(timeline, named: "it", in: [(timeline, places[0])]))[0]
  }

  /// Starts a producer before the first observation of the run, or immediately if the run has begun.
  func startWithRun(_ start: @escaping @Sendable () -> Void) {
    if isPlaying { start() } else { scheduler.schedule(at: 0, in: startPlace, start) }
  }

  /// Plays all sources to their ends, to their limits or to a tick.
  private func play(to horizon: Int) {
    isPlaying = true
    scheduler.advance { tick in
      guard budget.step(), tick <= horizon else { return false }
      budget.begin(tick)
      let limit = sources.lastTick(after: budget.limits.ticks)
      // If all observations are over, the run has ended, even if a stream continues.
      if tick > limit, !observations.allSatisfy(\.isOver) { budget.exhaust(.tick(limit)) }
      return tick <= limit
    }
  }

  /// Counts a delivery.
  ///
  /// Stops the run if it exceeds the limit.
  func spend() -> Bool {
    if budget.spend() { return true }
    if !isOver { halt() }
    return false
  }

  /// Counts the text and the array elements that a closure creates.
  ///
  /// Stops the run if they exceed the limit.
  func spend(letters: Int = 0, elements: Int = 0) {
    if !budget.spend(letters: letters, elements: elements), !isOver { halt() }
  }
}
