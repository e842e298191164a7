import MarbleLanguage

/// Finds an event that no stream sends because an earlier event was dropped on its way.
///
/// The plan is run again without the operators that only drop or delay. An event that comes then shows which event of
/// a source is missing.
struct Bypass {
  let run: CausalRun
  let limits: Limits
  let isWanted: () -> Bool

  /// Returns the event of a source that becomes an event of the result if no operator drops it.
  func source(of event: Event) -> Timeline.Marble? {
    var hasBypassed = false
    let rewriter = PlanRewriter()
    rewriter.replaceCall = { call in
      guard call.entry.onlyDrops, case .expression(let source)? = call.arguments.first,
        case .stream? = call.overload.parameters.first?.shape
      else { return nil }
      hasBypassed = true
      return source.kind
    }
    let plan = rewriter.plan(run.plan)
    guard hasBypassed, let open = try? CausalRun(running: plan, limits: limits, while: isWanted),
      let index = open.output.marbles.firstIndex(where: { $0.event == event })
    else { return nil }
    let chain = ChainWalk.chain(ofOutput: index, in: open)
    return chain.links.last { if case .wrote = $0.part { true } else { false } }?.marble
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
