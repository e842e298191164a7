import Reactive

/// A stream of the marble language, on the core.
typealias Producer = SignalProducer<Value, Failure>

/// Where one run takes place: a clock that stands at its beginning, and the sources that an expression reaches.
///
/// A stage is used by one thread, for one run.
final class Stage: @unchecked Sendable {
  let scheduler: VirtualTimeScheduler
  let budget: Budget
  /// The observations of named streams, in the order of their beginning; of very many, the first.
  private(set) var subscriptions: [Subscription] = []
  /// How many of them are kept.
  private static let mostSubscriptions = 100_000
  /// The first mistake that a closure made.
  private(set) var fault: Fault?

  let bindings: Bindings
  /// The turns of those who stop and start observing: before anything else on their tick.
  private let endPlace: VirtualTimeScheduler.Place
  private let startPlace: VirtualTimeScheduler.Place
  /// The turns of the pipes: in the order in which the script defines them, before anything that is scheduled later.
  private let places: VirtualTimeScheduler.Places
  private(set) var producers: [ObjectIdentifier: (producer: Producer, height: Int)] = [:]
  /// What there is to tell of the pipes, where somebody wants to know.
  private(set) var pipes: [ObjectIdentifier: PipeRecord] = [:]
  /// The names that the expression reaches, in the order in which it did.
  private(set) var reached: [Binding] = []
  /// Timelines that the expression itself holds, in quotes, each with the name that its lane has.
  private(set) var quoted: [Binding] = []
  let underWay = UnderWay()
  /// Sees what senders send, lawful or not.
  let judge = Judge()
  /// Whether marbles may turn out to be names of streams.
  private(set) var marblesAreStreams = false
  /// Whether anything takes part that may go on for ever.
  private var mayGoOn = false
  private var inputs: [Signal<Value, Failure>.Observer] = []
  private var observations: [Observation] = []
  /// Whether the run is over, so that what is let go now tells nothing of it.
  private(set) var isOver = false
  /// What is drawn besides, by name.
  private(set) var logs: [(name: String, recording: Recording, track: Trace.Track?)] = []
  /// What operators sent, where each has a lane of its own.
  var operatorLanes: [OperatorLane] = []
  /// How many operators are being put together, one inside the other.
  var depth = 0
  /// How many of them stand one above the other in what has been put together last.
  var height = 0
  /// What led to what, where somebody wants to know.
  let trace: Trace?
  /// The clock that operators wait on.
  let clock: StageClock
  /// Whether each operator's result is a lane of its own.
  let showsStages: Bool
  /// The streams that were flattened, in the order in which they came.
  var innerStreams: [InnerStream] = []
  /// How many of them travelled in no inner stream.
  var rootCount = 0
  /// Where inner streams go on when they are let go.
  let kept: Kept?
  /// How many were put together since nothing was.
  var operatorCount = 0

  /// - Parameters:
  ///   - scheduler: the clock, if it is somebody else's too; it must not have passed the first tick.
  ///   - detail: what is recorded besides what comes out.
  init(
    _ bindings: Bindings, on scheduler: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
    recording detail: Detail = .result, while isWanted: @escaping () -> Bool = { true }
  ) {
    let scheduler = scheduler ?? VirtualTimeScheduler(startingAt: bindings.firstTick)
    switch detail {
    case .result: (trace, kept, showsStages) = (nil, nil, false)
    case .everything(let stages): (trace, kept, showsStages) = (Trace(), nil, stages)
    case .ghosts(let dropped): (trace, kept, showsStages) = (Trace(), Kept(dropped: dropped), false)
    }
    clock = StageClock(scheduler, trace)
    self.bindings = bindings
    self.scheduler = scheduler
    budget = Budget(limits, while: isWanted)
    endPlace = scheduler.reservePlace()
    startPlace = scheduler.reservePlace()
    places = scheduler.reservePlaces(bindings.placeCount)
  }

  /// What a run records.
  enum Detail {
    /// What comes out.
    case result
    /// All that a drawing shows; with a lane for each operator's result, or without.
    case everything(stages: Bool)
    /// What inner streams would have sent had they not been let go, or had they been started.
    case ghosts(dropped: Set<[Int]>)
  }

  // MARK: Streams

  /// The stream that a name stands for; asked again, the same one.
  func producer(for binding: Binding) throws(Fault) -> Producer {
    let identity = ObjectIdentifier(binding)
    if let (producer, height) = producers[identity] {
      rise(to: height)
      return producer
    }
    let around = height
    height = 0
    defer { rise(to: around) }
    let producer: Producer
    switch binding.kind {
    case .pipe(let timeline):
      let record = trace.map { PipeRecord(track: $0.newTrack(), skipping: timeline, to: scheduler.currentTick) }
      pipes[ObjectIdentifier(binding)] = record
      producer = noted(
        pipe(timeline, named: binding.name, at: places[bindings.place(of: binding)], record), as: binding)
    case .cold(let timelines):
      producer = cold(timelines, binding)
    case .expression(let code):
      let laneCount = operatorLanes.count
      producer = noted(try Evaluator(self, code).producer(of: code.expression), as: binding)
      if operatorLanes.count > laneCount { operatorLanes.last?.name = binding.name }
    case .operator:
      // It is found by calls only, and these apply it.
      producer = .never
    }
    producers[identity] = (producer, height)
    reached.append(binding)
    return producer
  }

  /// Notes that a stream is observed from now on.
  private func subscribe(_ binding: Binding) -> Subscription {
    let subscription = Subscription(of: binding, from: scheduler.currentTick, inside: trace?.now.inner)
    if subscriptions.count < Self.mostSubscriptions { subscriptions.append(subscription) }
    pipes[ObjectIdentifier(binding)]?.listeners += 1
    return subscription
  }

  private func close(_ subscription: Subscription) {
    if !isOver { subscription.close(at: scheduler.currentTick) }
    pipes[ObjectIdentifier(subscription.binding)]?.listeners -= 1
  }

  /// The same stream, with its observations noted.
  private func noted(_ producer: Producer, as binding: Binding) -> Producer {
    .deferred { [weak self] in
      guard let self, spend() else { return .never }
      let subscription = subscribe(binding)
      return producer.lift(closing { [weak self] in self?.close(subscription) })
    }
  }

  /// Tells when a stream has ended: where its end has been sent on, even if what stands behind it goes on, or where it
  /// is let go.
  func closing(_ close: @escaping () -> Void) -> Operator<Value, Failure, Value, Failure> {
    Operator { downstream, lifetime in
      lifetime.observeEnded(close)
      var hasEnded = false
      return Observer(
        value: { downstream.send(value: $0) },
        ended: { end in
          // What has ended may be let go as well, and is not interrupted then.
          guard !hasEnded else { return }
          hasEnded = true
          downstream.send(end: end)
          close()
        })
    }
  }

  /// The stream that travelled as a value.
  func producer(of stream: Stream) -> Producer {
    rise(to: stream.height)
    if let producer = stream.producer { return producer }
    return cold([stream.timeline ?? Timeline()])
  }

  /// A hot source, set going at once: what it sends from now on.
  private func pipe(
    _ timeline: Timeline, named name: String, at place: VirtualTimeScheduler.Place, _ record: PipeRecord? = nil
  ) -> Producer {
    if timeline.loop != nil { expectsNoEnd() }
    let (signal, input) = Signal<Value, Failure>.pipe()
    // Kept to the end of the run: letting an input go would interrupt its signal.
    inputs.append(input)
    let lawless = timeline.marbles.dropLast().contains { $0.event.isTerminating }
    var grammar = EventGrammar()
    Player(timeline, offset: 0, place: place, on: scheduler) { [budget, judge, scheduler, trace, weak self] event in
      guard budget.spend() else {
        self?.halt()
        return false
      }
      if lawless { judge.judge(event, by: .source(name), at: scheduler.currentTick, with: &grammar) }
      if let trace, let record {
        trace.from(record.track, index: record.next()) { input.send(event) }
      } else {
        input.send(event)
      }
      return true
    }.play(from: scheduler.currentTick)
    return signal.producer
  }

  /// A timeline in quotes that stands in the expression, outside closures.
  func quoted(_ timeline: Timeline) -> Producer {
    let binding = Binding(name: "in \(quoted.count + 1)", kind: .cold([timeline]))
    quoted.append(binding)
    return trace == nil ? cold([timeline]) : cold([timeline], binding)
  }

  /// A cold source: each start plays a timeline of its own from the tick on which it is started.
  ///
  /// Where a name stands for it, its observations are noted, with what came.
  private func cold(_ timelines: [Timeline], _ binding: Binding) -> Producer {
    cold(timelines) { [weak self] in self?.subscribe(binding) }
  }

  /// A cold source; `note` gives the record of a start, where there is one.
  func cold(_ timelines: [Timeline], note: @escaping () -> Subscription? = { nil }) -> Producer {
    if timelines.contains(where: { $0.loop != nil }) { expectsNoEnd() }
    var starts = 0
    return Producer { [weak self] observer, lifetime in
      guard let self else { return }
      let subscription = note()
      guard spend() else { return }
      let attempt = min(starts, timelines.count - 1)
      let timeline = timelines[attempt]
      starts += 1
      subscription?.begin(attempt: attempt, track: trace?.newTrack())
      let inner = trace?.now.inner
      let player = Player(
        timeline, offset: scheduler.currentTick, place: scheduler.reservePlace(), on: scheduler
      ) { [weak self] event in
        guard let self, spend() else { return false }
        let index = subscription?.record(event, at: scheduler.currentTick)
        if let trace, let track = subscription?.track, let index {
          trace.from(track, index: index, inner: inner) { observer.send(event) }
        } else if let trace {
          trace.at(Trace.Moment(inner: inner)) { observer.send(event) }
        } else {
          observer.send(event)
        }
        return true
      }
      lifetime.observeEnded { [weak self] in
        player.stop()
        if let subscription { self?.close(subscription) }
        // A timeline that just stops is silent from then on: letting its observer go would interrupt it.
        withExtendedLifetime(observer) {}
      }
      player.play()
    }
  }

  /// A producer of the core's that makes its events by itself, with its starts and events counted.
  func counted(_ producer: Producer) -> Producer {
    .deferred { [weak self] in
      guard let self, spend() else { return .never }
      return producer.map { [weak self] value in
        _ = self?.spend()
        return value
      }
    }
  }

  /// The same stream, what comes of its first start drawn as a lane of its own.
  func logged(_ producer: Producer, as name: String) -> Producer {
    let track = trace?.newTrack()
    let recording = Recording(on: scheduler, trace, followsParts: false)
    logs.append((name, recording, track))
    var hasStarted = false
    return .deferred { [weak self] in
      guard !hasStarted, let self else { return producer }
      hasStarted = true
      guard let track else { return producer.on(event: recording.observer.send) }
      return passing(track, producer, record: recording.observer.send)
    }
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

  /// The stream that a value is, or names, or spells.
  func stream(from value: Value) -> Producer? {
    switch value {
    case .stream(let stream):
      return producer(of: stream)
    case .marble(let name):
      guard let binding = bindings[name] else { return nil }
      do {
        return try producer(for: binding)
      } catch {
        fail(error)
        return .never
      }
    case .array(let items):
      items.forEach(rise(on:))
      return counted(Producer(items))
    default:
      return nil
    }
  }

  // MARK: Running

  /// Notes a mistake, and stops the run.
  func fail(_ fault: Fault) {
    if self.fault == nil { self.fault = fault }
    halt()
  }

  /// Lets go of what runs; the interruption that comes of it is none of the stream's.
  private func halt() {
    isOver = true
    for log in logs { log.recording.stop() }
    for lane in operatorLanes { lane.recording.stop() }
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
    startNamedPipes()
    for window in windows { observe(producer, during: window) }
    play(to: windows.compactMap { $0?.end ?? $0?.start }.max() ?? 0, horizon: horizon)
    halt()
    let stopped = budget.stop != nil
    let results = observations.map { $0.recording.result(isStopped: stopped) }
    observations = []
    inputs = []
    producers = [:]
    kept?.disposable.dispose()
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
  func observe(raw timeline: Timeline) -> Timeline {
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
        // A mistake in what it names is told when it is needed.
        _ = try? self.producer(for: binding)
      }
    }
  }

  /// Counts one delivery; stops the run when it is one too many.
  private func spend() -> Bool {
    if budget.spend() { return true }
    halt()
    return false
  }

  /// Counts what a closure puts together; stops the run when it is too much to keep.
  func spend(letters: Int = 0, elements: Int = 0) {
    if !budget.spend(letters: letters, elements: elements) { halt() }
  }
}
