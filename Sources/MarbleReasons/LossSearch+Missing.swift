import MarbleEvaluation
import MarbleLanguage

/// Events that an operator did not receive, or still held when it was unsubscribed.
extension LossSearch {
  /// Returns the operator because of which an input was not observed when an event was sent.
  func missed(by missedInput: StageInput, _ marble: Timeline.Marble) -> Loss {
    var input = missedInput
    if let end = input.stage?.end(beforeOwn: marble) {
      return Loss(stage: input.stage, input: input, marble: marble, state: .afterEnd(end))
    }
    // Each start of a cold source sends its own events, so the subscription that was served by it is known.
    let cut = input.starts.filter { input.sendsOwnEvents && $0.terminal == nil && $0.end ?? .max <= marble.tick }
    var served = cut.last { SourceEvents.missed(by: input, since: [$0], in: run).contains(marble) }
    while true {
      let periods = observedPeriods(of: input.owner)
      let around = served.flatMap { start in start.parent.flatMap { $0.end == start.end ? $0 : nil } }
      served = around
      let period =
        around.map { ObservedPeriod(of: $0) } ?? periods.last { $0.contains(marble.tick) } ?? periods.last {
          $0.start <= marble.tick
        } ?? periods.first
      // After such an end, an operator starts the stream again, or a part of it is still observed.
      if around == nil, let end = period?.terminal, end.tick <= marble.tick {
        if let restarter = period?.observation?.restarter { input = restarter; continue }
        if input.starts.isEmpty, let part = part(observedAfterEndOf: input.owner) { input = part; continue }
      }
      if let state = state(of: marble, missedBy: input, in: period) {
        return Loss(stage: input.owner, input: input, marble: marble, state: state, missedInput: missedInput)
      }
      guard let consumer = period?.observation?.input ?? consumers[ObjectIdentifier(input.owner)]?.first else {
        return Loss(
          stage: input.owner, input: input, marble: marble, state: .unobserved, missedInput: missedInput)
      }
      input = consumer
    }
  }

  /// Returns the input that observed a group or a window until it unsubscribed, or `nil` if none did.
  private func part(observedAfterEndOf stage: Stage) -> StageInput? {
    stage.parts.lazy.compactMap { consumers[ObjectIdentifier($0.stage)]?.last }.last { $0.starts.last?.terminal == nil }
  }

  /// Returns what an operator did instead of receiving an event, or `nil` if the result of the operator was not
  /// observed then.
  private func state(of marble: Timeline.Marble, missedBy input: StageInput, in period: ObservedPeriod?) -> Loss.State?
  {
    guard let period else { return nil }
    if input.isRefused, period.contains(input.arrived) { return .notStarted(until: nil) }
    let left = input.starts.filter { $0.terminal == nil && $0.end ?? .max <= marble.tick }.compactMap(\.end).max()
    if let left, let end = period.end, left < end || input.owner.partsStartTheSource, end <= marble.tick {
      return .left(at: left)
    }
    if let end = period.terminal, end.tick <= marble.tick { return .ended(at: end) }
    guard period.contains(marble.tick), period.end != marble.tick else { return nil }
    if let left { return .left(at: left) }
    let later = input.starts.first { $0.tick >= marble.tick }?.tick
    return later == nil && !input.starts.isEmpty ? .unsent : .notStarted(until: later)
  }

  /// Returns the loss of the next event of an inner stream that was unsubscribed after its operator, instead of the loss
  /// of the value that started this stream.
  func movedToCut(_ loss: Loss) -> Loss {
    guard case .received(let start, let index) = loss.state, !start.marbles[index].event.isTerminating,
      let node = run.node(index, of: start.track)
    else { return loss }
    for input in run.innerStreams(of: node) where input.wasCut && !input.isSignal {
      guard let next = SourceEvents.missed(by: input, in: run).first(where: { !$0.event.isTerminating }) else {
        continue
      }
      let missed = missed(by: input, next)
      if case .unobserved = missed.state { return missed }
      if missed.stage !== loss.stage { return missed }
    }
    return loss
  }

  /// Returns the loss at the operator that unsubscribed while another one still held an event.
  func cutOff(_ loss: Loss) -> Loss? {
    guard case .received(let start, _) = loss.state, let marble = loss.marble else { return nil }
    var stage = start.input.owner
    var input: StageInput?
    // The tick on which the stream before was unsubscribed.
    var cut = Int.max
    while true {
      guard let period = observedPeriods(of: stage).last(where: { $0.contains(marble.tick) }) else { return nil }
      if let input, period.end.map({ $0 > cut }) ?? true {
        return Loss(stage: stage, input: input, marble: marble, state: .left(at: cut))
      }
      guard let end = period.end else { return nil }
      if let terminal = period.terminal {
        guard let input else { return nil }
        return Loss(stage: stage, input: input, marble: marble, state: .ended(at: terminal))
      }
      guard let consumer = period.observation?.input else { return nil }
      (stage, input, cut) = (consumer.owner, consumer, end)
    }
  }

  /// A time during which the result of an operator was observed.
  private struct ObservedPeriod {
    let start: Int
    let end: Int?
    let terminal: Timeline.Marble?
    /// The subscription of the operator that observes, or `nil` for the observer of the result.
    var observation: StageStart?

    init(start: Int, end: Int?, terminal: Timeline.Marble?) {
      (self.start, self.end, self.terminal) = (start, end, terminal)
    }

    init(of start: StageStart) {
      self.init(start: start.tick, end: start.end, terminal: start.terminal)
      observation = start
    }

    func contains(_ tick: Int) -> Bool { start <= tick && end.map { tick <= $0 } ?? true }
  }

  private func observedPeriods(of stage: Stage) -> [ObservedPeriod] {
    var periods = (consumers[ObjectIdentifier(stage)] ?? []).flatMap { input in
      input.starts.map { ObservedPeriod(of: $0) }
    }
    if stage === run.root {
      for window in run.plan.windows.prefix(1) {
        guard let window else { continue }
        // At the end of the window, the observer unsubscribes.
        let terminal = run.output.marbles.last.flatMap {
          $0.event.isTerminating && !run.isEndOfWindow($0) ? $0 : nil
        }
        periods.append(
          ObservedPeriod(start: window.start, end: terminal?.tick ?? window.end, terminal: terminal))
      }
    }
    return periods.sorted { $0.start < $1.start }
  }
}

extension Stage {
  /// Whether the streams that the operator sends start its source, also after its result has ended.
  var partsStartTheSource: Bool { behavior.map { $0.values == .streams && $0.starts == .again } ?? false }
}

extension StageInput {
  /// Whether the operator never subscribes to this stream, because another one was active when it arrived.
  fileprivate var isRefused: Bool {
    guard parameter == nil, starts.isEmpty, let strategy = owner.strategy else { return false }
    return strategy == .throttle || strategy == .race
  }
}
