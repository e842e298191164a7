import MarbleLanguage

/// A run of asynchronous sequences on virtual time, on the current thread.
///
/// On each tick, observations end and begin first. The plain inputs follow in the order of the arguments or of the
/// trial, then the cold inputs, and the sleepers in the order of their deadlines. After each of these steps, all tasks
/// run until all of them wait.
final class SequenceHarness {
  let time: TaskTime
  private let queue: TaskQueue
  private let bindings: [Binding]
  private let sources: [SequenceSource]
  private let windows: [Window]
  private let order: EventOrder?
  private let names: MarbleCoder
  private let budget: Budget
  private let lastTick: Int
  /// The number of jobs on the current tick.
  private var jobCount = 0
  private static let maxJobsPerTick = 100_000
  private static let maxJobsAfterEnd = 10_000

  init(
    _ bindings: [Binding], during windows: [Window], ordered order: EventOrder? = nil, limits: Limits,
    isOnMainActor: Bool = false, _ names: MarbleCoder
  ) throws {
    guard TaskHooks.install() else { throw TaskProblem(kind: .hasNoHooks, tick: 0) }
    queue = TaskQueue(isOnMainActor: isOnMainActor)
    let first = bindings.flatMap(\.timelines).compactMap(\.marbles.first?.tick).min() ?? 0
    let time = TaskTime(from: min(0, first), on: queue, limit: limits.deliveries)
    self.time = time
    self.bindings = bindings
    sources = bindings.map { SequenceSource($0, on: time) }
    self.windows = windows
    self.order = order
    self.names = names
    budget = Budget(limits) { true }
    let written = bindings.flatMap(\.timelines).map { $0.loop?.start ?? $0.end } + windows.map { $0.end ?? $0.start }
    lastTick = min((written.max() ?? 0).addingReportingOverflow(limits.ticks).partialValue, Timeline.latestTick)
  }

  /// Returns an input as a sequence of Swift values.
  func sequence<Element, Failure>(_ index: Int) -> InputSequence<Element, Failure> {
    InputSequence(sources[index], names)
  }

  /// Runs a sequence until it ends for all observers or is stopped.
  ///
  /// - Parameters:
  ///   - demand: For each observer, the ticks on which it asks for elements, or none to ask immediately.
  ///   - location: The location of the call.
  ///   - make: A closure that returns the sequence.
  func run(demand: [[Int]], location: CallSite, _ make: () throws -> ObservedSequence) throws -> Run {
    let result = try queue.own {
      defer { end() }
      let sequence = try make()
      let observations = zip(windows, demand).map { window, demand in
        SequenceObservation(of: sequence, during: window, names, time, budget, demand: demand)
      }
      drain()
      play(observations)
      let result = (
        outputs: observations.map { $0.output(isStopped: budget.stop != nil) },
        stall: budget.stop == nil ? observations.compactMap(stall).first : nil
      )
      for observation in observations { observation.end() }
      return result
    }
    if let problem = queue.problem { throw TaskProblem(kind: problem, tick: time.now) }
    return Run(
      outputs: result.outputs, subscriptions: sources.map(\.windows), stop: budget.stop, stall: result.stall,
      deliveries: budget.deliveries, location: location)
  }

  private func play(_ observations: [SequenceObservation]) {
    while canContinue, !observations.allSatisfy(\.hasEnded) {
      let boundaries = observations.map { $0.nextBoundary(now: time.now) }
      let inputs = sources.flatMap(\.inputs)
      guard let tick = (boundaries + [time.firstDeadline] + inputs.map(\.nextTick)).compactMap(\.self).min() else {
        return
      }
      guard tick <= lastTick else { return budget.exhaust(.tick(lastTick)) }
      if tick > time.now {
        time.advance(to: tick)
        jobCount = 0
      }
      playTick(observations)
    }
  }

  private func playTick(_ observations: [SequenceObservation]) {
    let now = time.now
    for observation in observations.filter(\.hasBegun) + observations.filter({ !$0.hasBegun })
    where observation.applyWindow(at: now) {
      drain()
    }
    for id in order?.sources(on: now) ?? [] {
      guard canContinue, let index = bindings.firstIndex(where: { ObjectIdentifier($0) == id }) else { break }
      sources[index].inputs[0].send()
      drain()
    }
    for index in bindings.indices.filter({ !bindings[$0].isCold }) + bindings.indices.filter({ bindings[$0].isCold }) {
      // A cold source gets a new input for each iterator.
      for input in sources[index].inputs {
        while canContinue, let tick = input.nextTick, tick <= now {
          input.send()
          drain()
        }
      }
    }
    while canContinue, time.wakeNext() { drain() }
  }

  private var canContinue: Bool { budget.stop == nil && queue.problem == nil }

  /// Runs all tasks until all of them wait.
  private func drain() {
    queue.drain {
      guard canContinue else { return false }
      jobCount += 1
      if jobCount > Self.maxJobsPerTick { budget.exhaust(.jobs(tick: time.now)) }
      return budget.spend()
    }
  }

  /// Returns the reason why a sequence that has not ended does not continue.
  private func stall(of observation: SequenceObservation) -> Run.Stall? {
    guard observation.isWaiting else { return nil }
    let silent = sources.indices.filter { sources[$0].inputs.contains(where: \.isSilent) }
    return Run.Stall(
      tick: time.now, isCanceled: observation.isCanceled, silentInputs: silent.map { bindings[$0].name })
  }

  /// Cancels everything that still waits, so that all tasks can end.
  private func end() {
    for source in sources { source.end() }
    time.end()
    var count = 0
    queue.drain {
      count += 1
      return count <= Self.maxJobsAfterEnd
    }
    queue.end()
  }
}
