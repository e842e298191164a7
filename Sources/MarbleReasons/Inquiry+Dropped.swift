import MarbleEvaluation
import MarbleLanguage

/// Answers about events that no stream sends, because an earlier one was dropped.
extension Inquiry {
  /// The answer if an event is missing because an earlier one was dropped, or because a part of it is missing.
  func dropped(_ event: Event) -> Draft? {
    let origins = bypass.sources(of: event)
    if let draft = dropped(event, from: origins) { return draft }
    for origin in origins {
      if let draft = blaming(origin, event) { return draft }
    }
    guard case .value(let value) = event else { return nil }
    // An item that was lost as a part of something else says nothing about this event.
    let findings = value.items.map { item in
      (event: Event.value(item), finding: LossSearch(run, event: .value(item), tick: question.tick).finding())
    }
    let cameOtherwise = findings.contains { if case .came = $0.finding { true } else { false } }
    for (item, finding) in findings {
      guard case .lost(let loss, _) = finding, loss.marble?.event == item else { continue }
      // It could be combined only with a value at its own position.
      if cameOtherwise, loss.stage?.combinesByPosition == true { continue }
      return lost(loss, event)
    }
    return nil
  }

  /// The answer if another event was dropped that would have become the one of the question, on its tick.
  func droppedOnTick(_ event: Event) -> Draft? {
    question.tick.flatMap { dropped(event, from: bypass.sources(of: event, on: $0)) }
  }

  private func dropped(_ event: Event, from origins: [Bypass.Origin]) -> Draft? {
    for origin in origins where !origin.isCreated {
      let search = LossSearch(run, event: origin.marble.event, tick: origin.marble.tick, from: origin.source)
      if case .lost(let loss, _) = search.finding() { return lost(loss, event) }
    }
    return nil
  }

  /// The answer if the event comes without a single operator, which had ended or dropped a value.
  private func blaming(_ origin: Bypass.Origin, _ event: Event) -> Draft? {
    guard let call = origin.call else { return nil }
    for stage in run.log.stages where stage.use?.call === call {
      let loss =
        ownEnd(of: stage, by: origin.tick) ?? lateObserver(of: stage, origin.marble.event)
        ?? lastDrop(of: stage, by: origin.tick)
      if let loss { return lost(loss, event, isOther: true) }
    }
    return nil
  }

  /// Returns the loss if an operator had ended the result without an end of its source.
  private func ownEnd(of stage: Stage, by tick: Int) -> Loss? {
    guard let input = stage.inputs.first, input.starts.allSatisfy({ $0.terminal == nil }) else { return nil }
    let starts = run.log.stages.lazy.flatMap(\.inputs).flatMap(\.starts).filter { $0.input.stage === stage }
    let ends =
      starts.compactMap(\.terminal) + (stage === run.root ? run.end(of: stage)?.terminal.map { [$0] } ?? [] : [])
    guard let end = ends.last(where: { $0.tick <= tick }) else { return nil }
    return Loss(stage: stage, input: input, marble: nil, state: .ended(at: end))
  }

  /// Returns the loss if an operator had received an event before the last of its observers subscribed.
  private func lateObserver(of stage: Stage, _ event: Event) -> Loss? {
    let sent = stage.inputs.lazy.flatMap(\.starts).flatMap(\.marbles).filter { $0.event == event }
    for input in run.log.stages.lazy.flatMap(\.inputs).filter({ $0.stage === stage }).reversed() {
      for start in input.starts.reversed() where !start.marbles.contains(where: { $0.event == event }) {
        guard let marble = sent.last(where: { $0.tick <= start.tick }) else { continue }
        return Loss(stage: input.owner, input: input, marble: marble, state: .notStarted(until: start.tick))
      }
    }
    return nil
  }

  /// Returns the loss of the last value that an operator dropped.
  private func lastDrop(of stage: Stage, by tick: Int) -> Loss? {
    for start in stage.inputs.lazy.flatMap(\.starts) where start.input.parameter != nil {
      for (index, marble) in start.marbles.enumerated().reversed()
      where marble.tick <= tick && !marble.event.isTerminating {
        guard let node = run.node(index, of: start.track), run.effects(of: node, where: { _ in true }).isEmpty else {
          continue
        }
        return Loss(stage: stage, input: start.input, marble: marble, state: .received(start, index: index))
      }
    }
    return nil
  }
}

extension Value {
  /// The values in a tuple or an array.
  fileprivate var items: [Value] {
    switch self {
    case .tuple(let items), .array(let items): items
    default: []
    }
  }
}
