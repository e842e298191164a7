import MarbleLanguage
import Reactive

/// A stream of the marble language, on the core.
package typealias Producer = SignalProducer<Value, Failure>

/// Where one run takes place: a clock that stands at its beginning, and the sources that an expression reaches.
///
/// A stage is used by one thread, for one run.
package final class RunContext: @unchecked Sendable {
  let scheduler: VirtualTimeScheduler
  let budget: Budget
  /// The observations of named streams, in the order of their beginning; of very many, the first.
  var subscriptions: [Subscription] = []
  /// How many of them are kept.
  static let maxSubscriptions = 100_000
  /// The first error that a closure made.
  private(set) var fault: Fault?

  let bindings: Bindings
  /// The turns of those who stop and start observing: before anything else on their tick.
  private let endPlace: VirtualTimeScheduler.Place
  private let startPlace: VirtualTimeScheduler.Place
  /// The turns of the pipes: in the order in which the script defines them, before anything that is scheduled later.
  let places: VirtualTimeScheduler.Places
  var producers: [ObjectIdentifier: (producer: Producer, height: Int)] = [:]
  /// What there is to tell of the pipes, where somebody wants to know.
  var pipes: [ObjectIdentifier: PipeRecord] = [:]
  /// The names that the expression reaches, in the order in which it did.
  var reached: [Binding] = []
  /// Timelines that the expression itself holds, in quotes, each with the name that its lane has.
  var quoted: [Binding] = []
  let deliveryDepth: DeliveryDepth
  /// Sees what senders send, lawful or not.
  let grammarChecker = GrammarChecker()
  /// Whether marbles may turn out to be names of streams.
  private(set) var marblesAreStreams = false
  /// Whether anything takes part that may go on for ever.
  private var mayGoOn = false
  var inputs: [Signal<Value, Failure>.Observer] = []
  private var observations: [Observation] = []
  /// Whether the run is over, so that what is let go now tells nothing of it.
  private(set) var isOver = false
  /// What was logged, and what operators sent where each has a lane of its own.
  var intermediateLanes: [IntermediateLane] = []
  /// How many operators are being put together, one inside the other.
  var depth = 0
  /// How many of them stand one above the other in what has been put together last.
  var height = 0
  /// What led to what, where somebody wants to know.
  let trace: Trace?
  /// The clock that operators wait on.
  let clock: TracingScheduler
  /// Whether the result of each operator that is put together now is a lane of its own.
  private(set) var showsStages: Bool
  /// The streams that were flattened, in the order in which they came.
  var innerStreams: [InnerStream] = []
  /// How many of them traveled in no inner stream.
  var rootCount = 0
  /// Where inner streams go on when they are let go.
  let ghostStreams: GhostStreams?
  /// How many were put together since nothing was.
  var operatorCount = 0

  /// - Parameters:
  ///   - scheduler: the clock, if it is somebody else's too; it must not have passed the first tick.
  ///   - detail: what is recorded besides what comes out.
  package init(
    _ bindings: Bindings, on scheduler: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
    recording detail: Detail = .result, while isWanted: @escaping () -> Bool = { true }
  ) {
    let scheduler = scheduler ?? VirtualTimeScheduler(startingAt: bindings.firstTick)
    switch detail {
    case .result: (trace, ghostStreams, showsStages) = (nil, nil, false)
    case .everything(let stages): (trace, ghostStreams, showsStages) = (Trace(), nil, stages)
    case .ghosts(let dropped): (trace, ghostStreams, showsStages) = (Trace(), GhostStreams(dropped: dropped), false)
    }
    clock = TracingScheduler(scheduler, trace)
    self.bindings = bindings
    self.scheduler = scheduler
    budget = Budget(limits, while: isWanted)
    endPlace = scheduler.reservePlace()
    startPlace = scheduler.reservePlace()
    places = scheduler.reservePlaces(bindings.placeCount)
    deliveryDepth = DeliveryDepth(grammarChecker, scheduler)
    deliveryDepth.runContext = self
  }

  /// What a run records.
  package enum Detail {
    /// What comes out.
    case result
    /// All that a drawing shows; with a lane for each operator's result, or without.
    case everything(stages: Bool)
    /// What inner streams would have sent had they not been let go, or had they been started.
    case ghosts(dropped: Set<[Int]>)
  }

  /// From now on a marble's name may be needed as a stream.
  func expectsNamedStreams() {
    marblesAreStreams = true
  }

  /// From now on the run may go on for ever, so it is stopped some time behind the last event that is written.
  ///
  /// Without this it has an end, however late, and is let run to it.
  func expectsNoEnd() {
    mayGoOn = true
  }

  // MARK: Running

  /// Notes an error, and stops the run.
  func fail(_ fault: Fault) {
    if self.fault == nil { self.fault = fault }
    halt()
  }

  /// Lets go of what runs; the interruption that comes of it is none of the stream's.
  func halt() {
    isOver = true
    for lane in intermediateLanes { lane.recording.stop() }
    for observation in observations { observation.recording.stop() }
    for observation in observations { observation.end() }
  }

  /// Runs an expression to its end and records what it sends to observers, each in a window of its own; `nil` is one
  /// who never observes.
  func run(_ producer: Producer, during windows: [Window?] = [.always]) -> [Timeline] {
    record(producer, during: windows).map(\.timeline)
  }

  /// The same, with what made each event come.
  func record(_ producer: Producer, during windows: [Window?], until horizon: Int = .max) -> [Recording.Result] {
    // What is put together in the course of the run, as for a closure or a marble, is none of the expression's operators.
    showsStages = false
    startNamedPipes()
    for window in windows { observe(producer, during: window) }
    play(to: windows.compactMap { $0?.end ?? $0?.start }.max() ?? 0, horizon: horizon)
    halt()
    let stopped = budget.stop != nil
    let results = observations.map { $0.recording.result(isStopped: stopped) }
    observations = []
    inputs = []
    producers = [:]
    ghostStreams?.disposable.dispose()
    return results
  }

  private func observe(_ producer: Producer, during window: Window?) {
    let observation = Observation(on: scheduler, trace)
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

  /// What an observer sees of a timeline that is sent as it stands, lawful or not.
  package func observe(raw timeline: Timeline) -> Timeline {
    run(pipe(timeline, named: "it", at: places[0]))[0]
  }

  /// - Parameter lastBoundary: the last tick on which somebody begins or ends observing.
  private func play(to lastBoundary: Int, horizon: Int) {
    let ends = (reached + quoted).flatMap(\.timelines).map { $0.loop?.start ?? $0.end }
    let written = max(ends.max() ?? 0, lastBoundary)
    let (sum, overflows) = written.addingReportingOverflow(budget.limits.ticks)
    let limitOfLoops = overflows ? Timeline.latestTick : min(sum, Timeline.latestTick)
    scheduler.advance { tick in
      guard !isOver, tick <= horizon else { return false }
      let limit = mayGoOn ? limitOfLoops : Timeline.latestTick
      // What nobody observes any more may go on without anybody missing it.
      if tick > limit, !observations.allSatisfy(\.isOver) { budget.exhaust(.tick(limit)) }
      return tick <= limit
    }
  }

  /// Sets the pipes going whose names travel as marbles, so that they are under way when they are needed.
  private func startNamedPipes() {
    guard marblesAreStreams else { return }
    var index = 0
    while index < reached.count {
      let timelines = reached[index].timelines
      index += 1
      for marble in timelines.lazy.flatMap({ $0.marbles + ($0.loop?.marbles ?? []) }) {
        guard case .value(.marble(let name)) = marble.event, let binding = bindings[name] else { continue }
        // An error in what it names is told when it is needed.
        _ = try? self.producer(for: binding)
      }
    }
  }

  /// Counts one delivery; stops the run when it is one too many.
  func spend() -> Bool {
    if budget.spend() { return true }
    halt()
    return false
  }

  /// Counts what a closure puts together; stops the run when it is too much to keep.
  func spend(letters: Int = 0, elements: Int = 0) {
    if !budget.spend(letters: letters, elements: elements) { halt() }
  }
}
