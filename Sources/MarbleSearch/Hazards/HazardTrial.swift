import MarbleEvaluation
import MarbleLanguage

/// The trial of an expression and its remedy.
struct HazardTrial {
  private let plan: Plan
  private let remedy: Plan
  private let evidence: Hazard.Evidence
  private let change: HazardChange
  private let site: HazardSite
  private let window: Window
  private let isWanted: () -> Bool

  private static let limits = Limits(ticks: 500, deliveries: 3_000)
  /// The number of starts of a run that would never end, many more than those of the remedy.
  private static let manyStarts = 16
  /// The limits of the runs whose results are drawn, of which a few ticks are enough.
  private static let briefLimits = Limits(ticks: 16, deliveries: 3_000)
  private static let effort = LawEffort(smallInputs: 2_000, largerInputs: 300, cost: 60_000)
  /// The largest number of sources for which other inputs are tried.
  private static let maxSources = 4

  init(
    of plan: Plan, _ remedy: Plan, _ hazard: Hazard, _ change: HazardChange, at site: HazardSite, during window: Window,
    while isWanted: @escaping () -> Bool
  ) {
    (self.plan, self.remedy, self.change, self.site) = (plan, remedy, change, site)
    evidence = hazard.evidence
    self.window = window
    self.isWanted = isWanted
  }

  /// Returns the first input that proves the hazard, or `nil` if none was found.
  func proof() -> HazardProof? {
    guard let written = run(plan), let changed = run(remedy) else { return nil }
    let sources = (written.context.sources.reached + changed.context.sources.reached + plan.root.sources)
      .uniquedByIdentity()
      .filter { !$0.timelines.isEmpty }
      .sorted { plan.bindings.place(of: $0) < plan.bindings.place(of: $1) }
    // A name that is bound again would mean two sources.
    guard Set(sources.map(\.name)).count == sources.count else { return nil }
    switch evidence {
    case .events(let triesInputs):
      if change.collects, !dropsValues { return nil }
      if sources.allSatisfy(isAdmitted), let proof = proof(with: [], sources, differ) { return proof }
      return triesInputs ? searched(sources, differ) : nil
    case .endlessRun:
      let isEndless = { (left: PlanRun, right: PlanRun) in
        left.result.stop != nil && right.result.stop == nil
          && left.context.sources.subscriptions.count >= Self.manyStarts
      }
      return proof(with: [], sources, isEndless) ?? searched(sources, isEndless)
    case .starts:
      for source in sources where source.isCold {
        let starts = [written, changed].map { run in
          run.context.sources.subscriptions.filter { $0.binding === source }.map(\.start)
        }
        // A source that is started later is meant to send its events again.
        guard let tick = starts[0].first, !starts[1].isEmpty else { continue }
        let counts = starts.map { starts in starts.count { $0 == tick } }
        guard counts[0] > max(1, counts[1]) else { continue }
        return proof(
          written, changed, sources, fact: "on tick \(tick), `\(source.name)` is started \(counts[0]) times")
      }
    case .subscription: return proofOfSubscription(sources)
    case .storedValues: if case .tick? = written.result.stop { return proofOfStoredValues(sources) }
    }
    return nil
  }

  // MARK: Runs

  /// Runs an expression with streams in place of its sources, and returns `nil` for an error.
  private func run(
    _ plan: Plan, _ streams: [Binding] = [], during window: Window? = nil, limits: Limits = Self.limits
  ) -> PlanRun? {
    let bindings = streams.isEmpty ? plan.bindings : plan.bindings.with(streams).replacingOthers()
    let plan = plan.copy(bindings: bindings, windows: [window ?? self.window])
    guard let run = try? plan.run(limits: limits, while: isWanted), run.stop != .cancelled else { return nil }
    return run
  }

  private func differ(_ left: PlanRun, _ right: PlanRun) -> Bool {
    !LawSides(left: left.result, right: right.result).areEqual
  }

  private func proof(_ written: PlanRun, _ changed: PlanRun, _ sources: [Binding], fact: String? = nil) -> HazardProof {
    let sides = LawSides(left: changed.result, right: written.result)
    return HazardProof(
      inputs: sources.map { ($0.name, $0.timelines, $0.isCold) }, comparison: sides.shownComparison,
      fact: fact ?? sides.notes.last)
  }

  /// Returns the proof for streams in place of the sources, of which a few ticks are shown if they prove the hazard.
  private func proof(
    with streams: [Binding], _ sources: [Binding], _ isProof: (PlanRun, PlanRun) -> Bool
  ) -> HazardProof? {
    guard let left = run(plan, streams), let right = run(remedy, streams), isProof(left, right) else { return nil }
    let fact = evidence.isAboutStop ? "only a limit stops the restarts" : nil
    if let brief = run(plan, streams, limits: Self.briefLimits),
      let other = run(remedy, streams, limits: Self.briefLimits),
      (other.result.stop == nil) == (right.result.stop == nil),
      !LawSides(left: other.result, right: brief.result).comparison.isEqual
    {
      return proof(brief, other, sources, fact: fact)
    }
    return proof(left, right, sources, fact: fact)
  }

  // MARK: Inputs

  /// Whether a source may be part of a proof: it does not fail, unless its failure is what the hazard is about.
  private func isAdmitted(_ source: Binding) -> Bool {
    source.timelines.allSatisfy { timeline in
      let ticks = timeline.marbles.map(\.tick)
      if change.hasOneEventPerTick, Set(ticks).count < ticks.count { return false }
      guard case .failed? = timeline.marbles.last?.event else { return true }
      return change.failing.contains { $0 === source }
    }
  }

  /// Returns the smallest other input that proves the hazard.
  private func searched(_ sources: [Binding], _ isProof: (PlanRun, PlanRun) -> Bool) -> HazardProof? {
    guard (1...Self.maxSources).contains(sources.count) else { return nil }
    let streams = sources.map(parameter)
    let constants = MinedConstants([plan.root])
    let space = LawSpace(
      parameters: streams.indices.map { .stream($0) }, streams: streams, constants: [], combinations: [[]],
      counts: constants.triedCounts, gaps: constants.triedGaps(with: []), dependsOnValues: true)
    let replaced = { (input: LawInput) in zip(space.streams, input.streams).map { $0.binding(of: $1) } }
    return withoutActuallyEscaping(isProof) { isProof in
      var search = LawSearch(space, effort: Self.effort, seed: .standard) { input in
        guard isWanted() else { return (.cancelled, 0) }
        let bindings = replaced(input)
        if change.hasOneEventPerTick, !bindings.allSatisfy(isAdmitted) { return (.isExcluded, 1) }
        guard let left = run(plan, bindings), let right = run(remedy, bindings) else {
          return (.isUndefined, 2 * LawSides.costPerRun)
        }
        return (isProof(left, right) ? .fails : .holds, LawSides(left: left.result, right: right.result).cost)
      }
      guard case .fails(let input) = search.run() else { return nil }
      return proof(with: replaced(input), replaced(input), isProof)
    }
  }

  /// Returns the streams to try in place of a source: with its values, and with its ends.
  private func parameter(_ source: Binding) -> LawSpace.StreamParameter {
    let events = source.timelines.flatMap { $0.marbles.prefix(Self.maxMarbles).map(\.event) }
    let values = events.compactMap { if case .value(let value) = $0 { value } else { nil } }.uniqued()
    var ends: [Event] = events.contains { if case .completed = $0 { true } else { false } } ? [.completed] : []
    if change.failing.contains(where: { $0 === source }) { ends.append(.failed(.unnamed)) }
    let domain = values.isEmpty ? [Value.integer(1)] : values
    return LawSpace.StreamParameter(
      name: source.name, isCold: source.isCold,
      values: ValueDomain(domain, important: domain, isOpen: false), ends: ends)
  }

  private static let maxMarbles = 100

  // MARK: Facts

  private func proofOfSubscription(_ sources: [Binding]) -> HazardProof? {
    let end = (sources.compactMap { $0.timelines[0].marbles.first?.tick }.min() ?? 0) + 1
    let window = Window(from: 0, until: end)
    guard let written = run(plan, during: window), let changed = run(remedy, during: window) else { return nil }
    let open = { (run: PlanRun, source: Binding) in
      run.context.sources.subscriptions.contains { $0.binding === source && $0.window.end == nil }
    }
    let held = sources.first { source in
      source.timelines.allSatisfy { $0.terminal == nil } && open(written, source) && !open(changed, source)
    }
    guard let held else { return nil }
    return proof(
      written, changed, sources,
      fact: "after the observer has unsubscribed on tick \(end), `\(held.name)` is still observed")
  }

  /// Whether the arrays of the call do not contain all values of its source.
  ///
  /// Its remedy has another end and maybe an empty array even if they do.
  private var dropsValues: Bool {
    let parts = [site.call.receiver, site.node].map { $0.flatMap { run(plan.copy(root: $0)) }?.result.timeline }
    guard let source = parts[0], let arrays = parts[1], case .completed? = source.terminal?.event else { return false }
    let collected = arrays.marbles.reduce(0) { count, marble in
      if case .value(.array(let items)) = marble.event { count + items.count } else { count }
    }
    return collected < source.marbles.count - 1
  }

  private func proofOfStoredValues(_ sources: [Binding]) -> HazardProof? {
    let ticks = [50, 100, 200]
    let counts = site.call.streams.compactMap { stream -> [Int]? in
      guard let run = run(plan.copy(root: stream), during: .always), case .tick? = run.result.stop else { return nil }
      return ticks.map { tick in run.result.timeline.marbles.count { $0.tick <= tick } }
    }
    guard counts.count == site.call.streams.count, counts.count > 1 else { return nil }
    let stored = ticks.indices.map { index in
      let numbers = counts.map { $0[index] }
      return (numbers.max() ?? 0) - (numbers.min() ?? 0)
    }
    guard stored[0] > 0, stored[0] < stored[1], stored[1] < stored[2],
      let written = run(plan, limits: Self.briefLimits), let changed = run(remedy, limits: Self.briefLimits)
    else { return nil }
    return proof(
      written, changed, sources,
      fact: "\(stored[1]) values are stored on tick \(ticks[1]), and \(stored[2]) on tick \(ticks[2])")
  }
}

extension PlanRun {
  /// The result for the only observer.
  fileprivate var result: Trial.Result { results[0] }
}

extension Hazard.Evidence {
  fileprivate var isAboutStop: Bool { if case .endlessRun = self { true } else { false } }
}
