import MarbleEvaluation
import MarbleLanguage

/// Finds an event that no stream sends because an earlier event was dropped on its way.
///
/// The plan is run again without one of the operators that only drop or delay, and then without all of them. An event
/// that comes then shows which event of a source is missing.
struct Bypass {
  let run: CausalRun
  let isWanted: () -> Bool

  /// The maximum number of operators that are left out one by one.
  private static let maxSingle = 8

  /// An event of a source, or of an operator that creates it.
  struct Origin {
    let marble: Timeline.Marble
    package let source: Binding?
    let isCreated: Bool
    /// The only operator without which the event comes, or `nil` if there are several.
    let call: PlanCall?
    /// The tick on which the event comes without it.
    let tick: Int
  }

  /// Returns the events of sources that become an event of the result if no operator drops it, the closest first.
  ///
  /// - Parameter tick: The tick of that event of the result, if only one counts.
  func sources(of event: Event, on tick: Int? = nil) -> [Origin] {
    // The operators closest to the result are first.
    let calls = run.log.stages.compactMap(\.use?.call).filter(\.onlyDrops)
    var seen: Set<ObjectIdentifier> = []
    let single = calls.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let count = min(Self.maxSingle, CausalRun.maxDeliveriesOfChanges / max(1, run.runContext.budget.deliveries))
    for call in single.prefix(count) {
      let origins = sources(of: event, on: tick, without: { $0 === call }, only: call)
      if !origins.isEmpty { return origins }
    }
    let origins = single.isEmpty ? [] : sources(of: event, on: tick, without: \.onlyDrops)
    let hasStrategy = run.log.stages.contains { $0.use?.call.strategyIndex != nil }
    return origins.isEmpty && hasStrategy
      ? sources(of: event, on: tick, without: \.onlyDrops, mergesAll: true) : origins
  }

  /// Returns the event of the result that an event becomes if no operator drops it, or `nil` if there is none.
  func result(of event: Event) -> Event? {
    guard let open = opened(without: \.onlyDrops),
      case .came((0, let index), _) = LossSearch(open, event: event, tick: nil).finding()
    else { return nil }
    return open.output.marbles[index].event
  }

  /// Returns the run without some operators.
  private func opened(without isLeftOut: @escaping (PlanCall) -> Bool, mergesAll: Bool = false) -> CausalRun? {
    let rewriter = PlanRewriter()
    rewriter.replaceCall = { call in
      isLeftOut(call) ? call.source?.kind : mergesAll ? call.merging.map { .call($0) } : nil
    }
    return try? CausalRun(running: rewriter.plan(run.plan), limits: run.limitsOfChange, while: isWanted)
  }

  /// Returns the events of sources that become an event of the result if some operators are left out.
  private func sources(
    of event: Event, on tick: Int?, without isLeftOut: @escaping (PlanCall) -> Bool, only call: PlanCall? = nil,
    mergesAll: Bool = false
  ) -> [Origin] {
    guard let open = opened(without: isLeftOut, mergesAll: mergesAll),
      let index = open.output.marbles.firstIndex(where: { $0.event == event && tick ?? $0.tick == $0.tick })
    else { return [] }
    // An inner stream is closer than the value that started it.
    let chain = ChainWalk.chain(ofOutput: index, in: open)
    let tick = open.output.marbles[index].tick
    return (chain.sent + chain.created).sorted { $0.branch < $1.branch }.map { link in
      Origin(
        marble: link.marble, source: link.stage?.source, isCreated: link.stage?.use != nil, call: call, tick: tick)
    }
  }
}

extension PlanCall {
  /// Whether the operator only drops or delays events of its source.
  fileprivate var onlyDrops: Bool { source != nil && overload.behavior.onlyDrops }

  /// The position of the strategy for inner streams, if it is written.
  fileprivate var strategyIndex: Int? {
    arguments.firstIndex { if case .strategy(.fixed) = $0 { true } else { false } }
  }

  /// The call with the strategy `.merge`, or `nil` if it has that one or none.
  fileprivate var merging: PlanCall? {
    guard let strategyIndex, case .strategy(.fixed(let strategy)) = arguments[strategyIndex], strategy != .merge else {
      return nil
    }
    var arguments = arguments
    arguments[strategyIndex] = .strategy(.fixed(.merge))
    return PlanCall(entry, overload, name, arguments, written: written)
  }

  /// The source that the operator can be replaced by, or `nil` if there is none.
  fileprivate var source: PlanExpression? {
    guard case .expression(let source)? = arguments.first, case .stream? = overload.parameters.first?.shape else {
      return nil
    }
    return source
  }
}
