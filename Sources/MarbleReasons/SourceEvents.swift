import MarbleEvaluation
import MarbleLanguage

/// The events of sources that an operator did not receive.
enum SourceEvents {
  /// Returns the events of the source of an input that the operator did not receive from it.
  static func missed(by input: StageInput, in run: CausalRun) -> [Timeline.Marble] {
    missed(by: input, since: input.starts, in: run) + furtherStarts(of: input, in: run).map(\.marble)
  }

  /// Returns the events that some subscriptions to the source of an input did not receive.
  static func missed(by input: StageInput, since starts: [StageStart], in run: CausalRun) -> [Timeline.Marble] {
    switch input.stage?.origin {
    case .source(let binding):
      if case .pipe(let timeline) = binding.kind { return missed(timeline, of: binding, by: input, in: run) }
      let attempts = run.attempts[ObjectIdentifier(binding)] ?? [:]
      return missed(
        attempt: { start in
          let attempt = start.map { attempts[$0] ?? 0 } ?? (attempts.values.max() ?? -1) + 1
          return binding.timelines[min(attempt, binding.timelines.count - 1)]
        }, by: input, since: starts)
    case .timeline(let timeline):
      return missed(attempt: { _ in timeline }, by: input, since: starts)
    case .operation:
      // An operator that was not unsubscribed has sent all its events.
      guard input.starts.isEmpty || input.starts.contains(where: { $0.terminal == nil && $0.end != nil }) else {
        return []
      }
      guard let timeline = input.stage.flatMap(run.creation) else { return run.inner(of: input)?.missed ?? [] }
      return missed(attempt: { _ in timeline }, by: input, since: starts)
    case .array, .part, nil:
      return []
    }
  }

  /// Returns the events of a pipe on the ticks on which the operator did not observe it.
  private static func missed(
    _ timeline: Timeline, of binding: Binding, by input: StageInput, in run: CausalRun
  ) -> [Timeline.Marble] {
    var received: [Int: Int] = [:]
    for marble in input.starts.lazy.flatMap(\.marbles) { received[marble.tick, default: 0] += 1 }
    let last = run.runContext.scheduler.currentTick
    return timeline.expanded(through: max(last, timeline.end), limit: 10_000).marbles.filter { marble in
      guard let count = received[marble.tick], count > 0 else { return true }
      received[marble.tick] = count - 1
      return false
    }
  }

  /// Returns the events that a cold source would have sent if an operator had started it more often, each with the
  /// number of the start.
  ///
  /// The ticks are those of an operator that starts it immediately, or at the end of its wait.
  static func furtherStarts(
    of input: StageInput, in run: CausalRun
  ) -> [(start: Int, marble: Timeline.Marble)] {
    guard let source = input.stage?.source, let end = input.starts.last?.terminal,
      input.starts.count > 1 || input.owner.startsAgain
    else { return [] }
    // The operator that starts the source again may observe the result of this one.
    let restarting = input.owner.startsAgain ? [input.owner] : run.log.stages.filter(\.startsAgain)
    func mayFollow(_ end: Event) -> Bool {
      end.isTerminating && (restarting.isEmpty || restarting.contains { $0.startsAgain(after: end) })
    }
    let count = run.attempts[ObjectIdentifier(source)]?.values.max().map { $0 + 1 } ?? input.starts.count
    var marbles: [(Int, Timeline.Marble)] = []
    var last = Timeline.Marble(tick: endOfWait(for: input, in: run) ?? end.tick, event: end.event)
    for (index, timeline) in source.timelines.enumerated().dropFirst(count) {
      guard mayFollow(last.event) else { break }
      let next = timeline.marbles.map { Timeline.Marble(tick: last.tick + $0.tick, event: $0.event) }
      marbles += next.map { (index + 1, $0) }
      guard let end = next.last else { break }
      last = end
    }
    return marbles
  }

  /// Returns the tick on which an operator was unsubscribed while it waited to start the source of an input again, or
  /// `nil` if it would never have started it.
  private static func endOfWait(for input: StageInput, in run: CausalRun) -> Int? {
    guard let restarter = input.starts.last?.restarter, let observation = restarter.starts.last?.parent,
      let end = observation.end, observation.terminal == nil
    else { return nil }
    let signals = restarter.owner.inputs.filter { $0 !== restarter }
    let isAwaited = signals.contains { signal in
      let isDelayed = sequence(first: signal) { $0.stage?.inputs.first }.contains { $0.stage?.waitsForTime == true }
      return signal.starts.last?.end == end
        && (isDelayed || missed(by: signal, in: run).contains { !$0.event.isTerminating })
    }
    return signals.isEmpty || isAwaited ? end : nil
  }

  /// Returns the events that cold sources had not sent when they were disposed.
  ///
  /// - Parameter attempt: Returns the events of a subscription on a tick, or of the next one.
  private static func missed(
    attempt: (Int?) -> Timeline, by input: StageInput, since starts: [StageStart]
  ) -> [Timeline.Marble] {
    guard !starts.isEmpty else {
      // It would have been started when its value arrived, or with the operator.
      return attempt(nil).marbles.map { Timeline.Marble(tick: input.arrived + $0.tick, event: $0.event) }
    }
    return starts.flatMap { start -> [Timeline.Marble] in
      guard start.terminal == nil, start.end != nil else { return [] }
      return attempt(start.tick).marbles.dropFirst(start.marbles.count).map {
        Timeline.Marble(tick: $0.tick + start.tick, event: $0.event)
      }
    }
  }
}

extension Stage {
  /// Whether the operator starts its source several times.
  fileprivate var startsAgain: Bool { behavior?.starts.contains(.again) ?? false }

  /// Whether an end of the source makes the operator start it again.
  ///
  /// The parts that an operator sends start its source each time they are observed.
  fileprivate func startsAgain(after end: Event) -> Bool {
    guard startsAgain else { return false }
    if behavior?.values == .streams { return true }
    let rule = use?.call.entry.terminationRules.first
    return (end == .completed ? rule?.completed : EventKind(end) == .failed ? rule?.failed : nil)?.kind == .other
  }
}

extension StageStart {
  /// The input through which an operator starts the stream again after its end, also after others that pass this end.
  var restarter: StageInput? {
    guard let terminal else { return nil }
    if input.owner.startsAgain(after: terminal.event) { return input }
    return parent.flatMap { $0.terminal?.event == terminal.event ? $0.restarter : nil }
  }
}

extension StageInput {
  /// Whether the stream was to be started later and never was, so that the ticks of its events are not known.
  var isQueued: Bool {
    guard starts.isEmpty, isCold else { return false }
    if parameter != nil { return true }
    return owner.strategy.map { ![.merge, .latest, .throttle, .race].contains($0) } ?? false
  }

  /// Whether an event of the stream would have been sent only to another subscription.
  func wouldSend(_ marble: Timeline.Marble) -> Bool {
    sendsOwnEvents && !starts.contains { $0.marbles.contains(marble) }
  }

  /// Whether each subscription to the stream has its own events, also after the operators of a closure.
  var sendsOwnEvents: Bool { isCold || parameter == nil && stage?.use != nil }

  /// Whether the observed stream starts from its beginning for each subscription.
  var isCold: Bool {
    switch stage?.origin {
    case .source(let binding): binding.isCold
    case .timeline, .array: true
    case .operation: stage?.createsStream ?? false
    case .part, nil: false
    }
  }
}
