import MarbleLanguage

/// Finds an event that no stream sends because an earlier event was dropped on its way.
///
/// The plan is run again without one of the operators that only drop or delay, and then without all of them. An event
/// that comes then shows which event of a source is missing.
struct Bypass {
  let run: CausalRun
  let limits: Limits
  let isWanted: () -> Bool

  /// The maximum number of operators that are left out one by one.
  private static let maxSingle = 8
  /// The maximum number of deliveries of all runs.
  private static let maxDeliveries = 30_000

  /// An event of a source.
  struct Origin {
    let marble: Timeline.Marble
    let source: Binding?
    /// The only operator without which the event comes, or `nil` if there are several.
    let call: PlanCall?
    /// The tick on which the event comes without it.
    let tick: Int
  }

  /// Returns the event of a source that becomes an event of the result if no operator drops it.
  func source(of event: Event) -> Origin? {
    // The operators closest to the result are first.
    let calls = run.log.stages.compactMap(\.use?.call).filter(\.onlyDrops)
    var seen: Set<ObjectIdentifier> = []
    let single = calls.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let count = min(Self.maxSingle, Self.maxDeliveries / max(1, run.runContext.budget.deliveryCount))
    for call in single.prefix(count) {
      if let origin = source(of: event, without: { $0 === call }, only: call) { return origin }
    }
    return single.isEmpty ? nil : source(of: event, without: \.onlyDrops)
  }

  /// Returns the event of a source that becomes an event of the result if some operators are left out.
  private func source(
    of event: Event, without isLeftOut: @escaping (PlanCall) -> Bool, only call: PlanCall? = nil
  ) -> Origin? {
    let rewriter = PlanRewriter()
    rewriter.replaceCall = { isLeftOut($0) ? $0.source?.kind : nil }
    guard let open = try? CausalRun(running: rewriter.plan(run.plan), limits: limits, while: isWanted),
      let index = open.output.marbles.firstIndex(where: { $0.event == event })
    else { return nil }
    let chain = ChainWalk.chain(ofOutput: index, in: open)
    return chain.links.last { if case .wrote = $0.part { true } else { false } }
      .map { Origin(marble: $0.marble, source: $0.stage?.source, call: call, tick: open.output.marbles[index].tick) }
  }
}

extension PlanCall {
  /// Whether the operator only drops or delays events of its source.
  fileprivate var onlyDrops: Bool { source != nil && entry.onlyDrops }

  /// The source that the operator can be replaced by, or `nil` if there is none.
  fileprivate var source: PlanExpression? {
    guard case .expression(let source)? = arguments.first, case .stream? = overload.parameters.first?.shape else {
      return nil
    }
    return source
  }
}

extension CatalogEntry {
  /// Whether the operator only drops or delays events of its source.
  fileprivate var onlyDrops: Bool {
    switch family {
    case .filter, .time, .share:
      !reasons.contains { [.changed, .unsent, .unneeded, .endHandled].contains($0.condition) }
    default: false
    }
  }
}
