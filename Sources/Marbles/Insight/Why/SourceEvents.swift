import MarbleLanguage

/// The events of sources that an operator did not receive.
enum SourceEvents {
  /// Returns the events of the source of an input that the operator did not receive from it.
  static func missed(by input: StageInput, in run: CausalRun) -> [Timeline.Marble] {
    switch input.stage?.origin {
    case .source(let binding):
      if case .pipe(let timeline) = binding.kind { return missed(timeline, of: binding, by: input, in: run) }
      let attempts = run.attempts[ObjectIdentifier(binding)] ?? [:]
      return missed(
        attempt: { start in
          let attempt = start.map { attempts[$0] ?? 0 } ?? (attempts.values.max() ?? -1) + 1
          return binding.timelines[min(attempt, binding.timelines.count - 1)]
        }, by: input)
        + furtherStarts(of: input).map(\.marble)
    case .timeline(let timeline):
      return missed(attempt: { _ in timeline }, by: input)
    case .array, .operation, .part, nil:
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
  /// The ticks are those of an operator that starts it immediately.
  static func furtherStarts(of input: StageInput) -> [(start: Int, marble: Timeline.Marble)] {
    guard let timelines = input.stage?.source?.timelines, let end = input.starts.last?.terminal,
      input.starts.count > 1 || input.owner.behavior?.starts.contains(.again) == true
    else { return [] }
    var marbles: [(Int, Timeline.Marble)] = []
    var tick = end.tick
    for (index, timeline) in timelines.enumerated().dropFirst(input.starts.count) {
      marbles += timeline.marbles.map { (index + 1, Timeline.Marble(tick: tick + $0.tick, event: $0.event)) }
      guard let end = timeline.marbles.last, end.event.isTerminating else { break }
      tick += end.tick
    }
    return marbles
  }

  /// Returns the events that cold sources had not sent when they were disposed.
  ///
  /// - Parameter attempt: Returns the events of a subscription on a tick, or of the next one.
  private static func missed(attempt: (Int?) -> Timeline, by input: StageInput) -> [Timeline.Marble] {
    guard !input.starts.isEmpty else {
      // It would have been started when its value arrived, or with the operator.
      return attempt(nil).marbles.map { Timeline.Marble(tick: input.arrived + $0.tick, event: $0.event) }
    }
    return input.starts.flatMap { start -> [Timeline.Marble] in
      guard start.terminal == nil, start.end != nil else { return [] }
      return attempt(start.tick).marbles.dropFirst(start.marbles.count).map {
        Timeline.Marble(tick: $0.tick + start.tick, event: $0.event)
      }
    }
  }
}

extension StageInput {
  /// Whether the stream was to be started later and never was, so that the ticks of its events are not known.
  var isQueued: Bool {
    guard starts.isEmpty, isCold else { return false }
    if parameter != nil { return true }
    return owner.strategy.map { ![.merge, .latest, .throttle, .race].contains($0) } ?? false
  }

  /// Whether the observed stream starts from its beginning for each subscription.
  var isCold: Bool {
    switch stage?.origin {
    case .source(let binding): binding.isCold
    case .timeline, .array: true
    case .operation, .part, nil: false
    }
  }
}
