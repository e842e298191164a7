import MarbleEvaluation
import MarbleLanguage

/// Finds out why a stream did not end as asked.
struct EndInquiry {
  let run: CausalRun
  let event: Event

  /// Returns where an end is missing, or `nil` if it has to be followed like a value.
  func finding() -> Loss? {
    guard event == .completed, run.output.marbles.last?.event.isTerminating != true, let root = run.root else {
      return nil
    }
    return openEnd(of: root)
  }

  /// Returns the operator that waits for an end, or the source that never ends.
  private func openEnd(of root: Stage) -> Loss {
    var stage = root
    while true {
      guard stage.use != nil, !stage.ignoresAllEnds else {
        return Loss(stage: stage, input: nil, marble: nil, state: .endless)
      }
      let relevant = stage.inputs.filter { !$0.starts.isEmpty && !$0.isIgnoredAtCompletion }
      let open = relevant.filter { $0.starts.contains { $0.end == nil } }
      let ended = relevant.filter { $0.starts.contains { $0.terminal != nil } }
      // An operator that combines values by their positions needs those of the stream that has sent the fewest.
      let fewest =
        stage.combinesByPosition && !ended.isEmpty ? open.min { $0.valueCount < $1.valueCount } : open.first
      guard let first = fewest else {
        guard let input = ended.first, let start = input.starts.last(where: { $0.terminal != nil }) else {
          return Loss(stage: stage, input: nil, marble: nil, state: .endless)
        }
        let index = start.marbles.count - 1
        return Loss(
          stage: stage, input: input, marble: start.marbles[index], state: .received(start, index: index))
      }
      // An operator that starts its source again does not wait for it.
      if let start = first.starts.last(where: { $0.terminal != nil }),
        first.stage?.use != nil || first.stage?.isEndless == false
      {
        let index = start.marbles.count - 1
        return Loss(
          stage: stage, input: first, marble: start.marbles[index], state: .received(start, index: index))
      }
      let waits = ended.contains { $0 !== first && $0.parameter != nil } || first.parameter == nil
      guard !waits, let next = first.stage else {
        return Loss(stage: stage, input: first, marble: nil, state: .waits(for: first))
      }
      stage = next
    }
  }
}

extension Stage {
  /// Whether the operator combines the first values of its streams, the second values, and so on.
  var combinesByPosition: Bool { use?.call.entry.reasons.contains { $0.condition == .partnerBehind } ?? false }

  /// Whether no end of a stream ends the result of the operator.
  fileprivate var ignoresAllEnds: Bool {
    let rules = use?.call.entry.terminationRules ?? []
    return rules.contains { $0.completed.kind == .isIgnored }
      && rules.allSatisfy { [.isIgnored, .other].contains($0.completed.kind) }
  }
}

extension StageInput {
  /// Whether the operator ignores the completion of this input.
  fileprivate var isIgnoredAtCompletion: Bool {
    let name = parameter ?? CatalogEntry.TerminationRule.innerStream
    let rules = owner.use?.call.entry.terminationRules ?? []
    let own = rules.filter { $0.stream == name }
    return !own.isEmpty && own.allSatisfy { $0.completed.kind == .isIgnored }
  }
}
