import MarbleEvaluation
import MarbleLanguage

/// Finds an event that no stream sends because an earlier event was dropped on its way.
///
/// The plan is run again without one of the operators that only drop or delay, and then without all of them. An event
/// that comes then shows which event of a source is missing.
struct Bypass {
  let run: CausalRun
  let isWanted: () -> Bool
  /// A hot source that starts for each of its observers, or `nil` to leave all as they are.
  var cold: Binding?

  /// The maximum number of runs, each with one of several changes.
  private var maxRuns: Int { min(8, CausalRun.maxDeliveriesOfChanges / max(1, run.runContext.budget.deliveries)) }

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
    for call in single.prefix(maxRuns) {
      let origins = sources(of: event, on: tick, without: { $0 === call }, only: call)
      if !origins.isEmpty { return origins }
    }
    let origins = single.isEmpty ? [] : sources(of: event, on: tick, without: \.onlyDrops)
    if !origins.isEmpty { return origins }
    let hasStrategy = run.log.stages.contains { $0.use?.call.strategyIndex != nil }
    let merged = hasStrategy ? sources(of: event, on: tick, without: \.onlyDrops, mergesAll: true) : []
    if !merged.isEmpty || tick != nil { return merged }
    return late.lazy.map { late in
      late.sources(of: event, on: nil, without: { _ in false }).filter { $0.source === late.cold }
    }.first { !$0.isEmpty } ?? []
  }

  /// The runs in which a source with a late observer is cold.
  private var late: [Bypass] {
    let sources = run.log.stages.filter { $0.source?.isCold == false }
    return sources.filter { run.starts(of: $0).contains { $0.tick > 0 } }.prefix(maxRuns)
      .map { Bypass(run: run, isWanted: isWanted, cold: $0.source) }
  }

  /// Returns the event of the result that an event becomes if no operator drops it, or `nil` if there is none.
  func result(of event: Event) -> Event? {
    ([self] + late).lazy.compactMap { bypass in
      guard let open = bypass.opened(without: \.onlyDrops),
        case .came((0, let index), _) = LossSearch(open, event: event, tick: nil).finding()
      else { return nil }
      return open.output.marbles[index].event
    }.first
  }

  /// Returns the run without some operators.
  private func opened(without isLeftOut: @escaping (PlanCall) -> Bool, mergesAll: Bool = false) -> CausalRun? {
    guard let plan = cold.map(run.plan(withCold:)) ?? run.plan else { return nil }
    let rewriter = PlanRewriter()
    rewriter.replaceCall = { call in
      isLeftOut(call) ? call.source?.kind : mergesAll ? call.merging.map { .call($0) } : nil
    }
    return try? CausalRun(running: rewriter.plan(plan), limits: run.limitsOfChange, while: isWanted)
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
      let source = link.stage?.source.map { [cold] in $0.name == cold?.name ? cold ?? $0 : $0 }
      return Origin(marble: link.marble, source: source, isCreated: link.stage?.use != nil, call: call, tick: tick)
    }
  }
}

extension CausalRun {
  /// Returns the plan with a cold source instead of a hot one, or `nil` if the source cannot be cold.
  func plan(withCold source: Binding) -> Plan? {
    guard case .pipe(let timeline) = source.kind, !timeline.marbles.contains(where: { $0.tick < 0 }) else { return nil }
    let cold = Binding(name: source.name, kind: .cold([timeline]))
    let rewriter = PlanRewriter()
    rewriter.replaceStream = { $0 === source ? cold : nil }
    return rewriter.plan(plan, with: cold)
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
