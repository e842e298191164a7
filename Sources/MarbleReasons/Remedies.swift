import MarbleEvaluation
import MarbleLanguage

/// Finds changes of an expression with which an event comes, by trying them.
struct Remedies {
  private let question: EventQuestion
  let run: CausalRun
  private let isWanted: () -> Bool

  private static let maxCount = 3
  private static let maxTries = 60
  /// The largest change of a number.
  private static let maxDistance = 5

  init(_ question: EventQuestion, _ run: CausalRun, while isWanted: @escaping () -> Bool) {
    self.question = question
    self.run = run
    self.isWanted = isWanted
  }

  /// A change to try.
  struct Change {
    let original: String
    let replacement: String
    /// Changes with the same key are alternatives, of which one is shown.
    let key: String
    let plan: () -> Plan
  }

  /// Returns up to three changes with which the event comes, the smallest ones first.
  ///
  /// - Parameter chain: The way of the event.
  func remedies(for loss: Loss?, from chain: Chain) -> [Explanation.Remedy] {
    guard var event = question.event else { return [] }
    // Operators may change a lost value on the rest of its way.
    if !event.isTerminating, loss?.marble != nil, let result = Bypass(run: run, isWanted: isWanted).result(of: event) {
      // A value that becomes equal to one of the result cannot be told from it.
      if result != event, run.output.marbles.contains(where: { $0.event == result }) { return [] }
      event = result
    }
    var remedies: [Explanation.Remedy] = []
    var shown: Set<String> = []
    var tries = min(Self.maxTries, CausalRun.maxDeliveriesOfChanges / max(1, run.runContext.budget.deliveries))
    for change in changes(for: loss) where !shown.contains(change.key) && tries > 0 {
      tries -= 1
      let plan = change.plan()
      guard tick(of: event, in: plan) != nil,
        let tick = tick(of: event, from: chain, in: plan)
      else { continue }
      shown.insert(change.key)
      let result = question.event?.asks(for: event) == true ? nil : event
      let remedy = Explanation.Remedy(
        original: change.original, replacement: change.replacement, tick: tick, result: result)
      // The same change of two operators looks the same.
      if !remedies.contains(remedy) { remedies.append(remedy) }
      if remedies.count == Self.maxCount { break }
    }
    return remedies
  }

  /// Returns the tick on which an event comes in a plan, if it comes as asked.
  private func tick(of event: Event, in plan: Plan) -> Int? {
    guard
      let outcome = try? Outcome(running: plan, during: plan.windows, limits: run.limitsOfChange, while: isWanted),
      let output = outcome.outputs.first
    else { return nil }
    return output.marbles.first { isAsked($0, for: event) }?.tick
  }

  private func isAsked(_ marble: Timeline.Marble, for event: Event) -> Bool {
    (question.tick == nil || marble.tick == question.tick) && event.asks(for: marble.event)
  }

  /// Returns the tick on which an event comes in a plan, and not an equal one of other events, or one that a source sent
  /// on another tick.
  private func tick(of event: Event, from chain: Chain, in plan: Plan) -> Int? {
    guard let changed = try? CausalRun(running: plan, limits: run.limitsOfChange, while: isWanted) else { return nil }
    return changed.output.marbles.indices.first { index in
      guard isAsked(changed.output.marbles[index], for: event) else { return false }
      let origins = ChainWalk.chain(ofOutput: index, in: changed).sent
      return chain.sent.allSatisfy { link in
        let equal = origins.filter { $0.stage?.name == link.stage?.name && $0.marble.event == link.marble.event }
        // An equal value of another origin is not the lost one. The way of an end can be another one.
        if equal.isEmpty { return event.isTerminating || link.marble.event.isTerminating }
        if equal.contains(where: { $0.marble == link.marble }) { return true }
        // The source may send the event on another tick now.
        return !changed.log.stages.contains { stage in
          stage.source != nil && stage.source === link.stage?.source && changed.reference(of: stage, link.marble) != nil
        }
      }
    }.map { changed.output.marbles[$0].tick }
  }

  // MARK: Changes

  private func changes(for loss: Loss?) -> [Change] {
    // The operator that lost the event is most likely the one to change.
    let own = loss?.stage?.use.map { [$0.call] } ?? []
    var seen = Set(own.map(ObjectIdentifier.init))
    let others = run.log.stages.compactMap(\.use?.call).filter { seen.insert(ObjectIdentifier($0)).inserted }
    return recoveries(in: own + others)
      + [own, others].flatMap { calls in numbers(in: calls) + calls.flatMap(flags) + calls.flatMap(strategies) }
      + colds(for: loss) + replays(in: own + others)
  }

  func context(of call: PlanCall) -> PlanContext? {
    run.log.stages.lazy.compactMap(\.use).first { $0.call === call }?.context
  }

  /// Returns changes of numbers by up to five, the smallest first.
  private func numbers(in calls: [PlanCall]) -> [Change] {
    (1...Self.maxDistance).flatMap { distance in
      calls.flatMap { call in
        call.arguments.indices.flatMap { index in
          [-distance, distance].compactMap { number(index, of: call, by: $0) }
        }
      }
    }
  }

  private func number(_ index: Int, of call: PlanCall, by distance: Int) -> Change? {
    let parameter = call.overload.parameters[index]
    guard case .expression(let written) = call.arguments[index], case .integer(let old)? = written.constant,
      parameter.shape.isNumber
    else { return nil }
    let (new, overflows) = old.addingReportingOverflow(Int64(distance))
    guard !overflows, new >= 0, parameter.problem(with: new) == nil, let context = context(of: call),
      let (original, replacement) = text(of: call, in: context, replacing: written.span, by: String(new))
    else { return nil }
    var arguments = call.arguments
    arguments[index] = .expression(PlanExpression(.constant(.integer(new)), written.span))
    return change(
      call, to: arguments, from: original, to: replacement,
      key: "\(call.name.span.lowerBound) \(index) \(distance > 0)")
  }

  /// Returns the changes of options that are not written to the opposite: `debounce(3, discardWhenCompleted: false)`.
  private func flags(of call: PlanCall) -> [Change] {
    call.overload.parameters.indices.compactMap { index in
      let parameter = call.overload.parameters[index]
      guard case .boolean = parameter.shape, case .none = call.arguments[index], let label = parameter.label,
        let isOn = parameter.defaultText.flatMap(Bool.init), let context = context(of: call)
      else { return nil }
      let written = context.source.text(of: call.name.span.lowerBound..<call.written.upperBound).onOneLine
      guard written.hasSuffix(")") else { return nil }
      var arguments = call.arguments
      arguments[index] = .expression(PlanExpression(.constant(.boolean(!isOn)), call.name.span))
      let separator = written.hasSuffix("()") ? "" : ", "
      return change(
        call, to: arguments, from: written, to: "\(written.dropLast())\(separator)\(label): \(!isOn))",
        key: "\(call.name.span.lowerBound) \(label)")
    }
  }

  private func strategies(of call: PlanCall) -> [Change] {
    guard let index = call.arguments.firstIndex(where: { if case .strategy(.fixed) = $0 { true } else { false } }),
      case .strategy(.fixed(let old)) = call.arguments[index], let context = context(of: call),
      let name = Strategy.simple.first(where: { $0.strategy == old })?.name
    else { return [] }
    let span = call.name.span.upperBound..<call.written.upperBound
    let written = context.source.text(of: span)
    guard written.contains(".\(name)") else { return [] }
    return Strategy.simple.filter { $0.name != name }.compactMap { other in
      var arguments = call.arguments
      arguments[index] = .strategy(.fixed(other.strategy))
      let start = call.name.text
      let original = (start + written).onOneLine
      let replacement = (start + written.replacing(".\(name)", with: ".\(other.name)", maxReplacements: 1)).onOneLine
      return change(
        call, to: arguments, from: original, to: replacement, key: "\(call.name.span.lowerBound) strategy")
    }
  }

  /// Returns the change of a hot source that was not observed in time to a cold one.
  private func colds(for loss: Loss?) -> [Change] {
    if case .received? = loss?.state { return [] }
    guard let loss, case .source(let binding)? = loss.sender?.stage?.origin, case .pipe(let timeline) = binding.kind,
      let plan = run.plan(withCold: binding)
    else { return [] }
    let written = TimelinePrinter.text(of: timeline)
    return [
      Change(
        original: "\(binding.name) = \(written)", replacement: "\(binding.name) = cold \(written)", key: binding.name,
        plan: { plan })
    ]
  }

  /// Returns changes that let late observers receive the last value.
  private func replays(in calls: [PlanCall]) -> [Change] {
    calls.compactMap { call in
      guard call.entry.family == .share,
        call.arguments.dropFirst().allSatisfy({ if case .none = $0 { true } else { false } }),
        let overload = call.entry.overloads.first(where: { $0.parameters.contains { $0.isLabeled("replay") } }),
        overload.parameters.count > 1, overload.parameters[1].isLabeled("replay"), let source = call.arguments.first
      else { return nil }
      let one = PlanArgument.expression(PlanExpression(.constant(.integer(1)), call.name.span))
      let arguments = [source, one] + overload.parameters.dropFirst(2).map { _ in PlanArgument.none }
      let name = call.name.text
      return change(
        PlanCall(call.entry, overload, call.name, arguments, written: call.written), insteadOf: call,
        from: "\(name)()", to: "\(name)(replay: 1)", key: "\(call.name.span.lowerBound) replay")
    }
  }

  func change(
    _ call: PlanCall, to arguments: [PlanArgument], from original: String, to replacement: String, key: String
  ) -> Change {
    change(
      PlanCall(call.entry, call.overload, call.name, arguments, written: call.written), insteadOf: call,
      from: original, to: replacement, key: key)
  }

  private func change(
    _ new: PlanCall, insteadOf call: PlanCall, from original: String, to replacement: String, key: String
  ) -> Change {
    Change(
      original: original, replacement: replacement, key: key,
      plan: { [run] in
        let rewriter = PlanRewriter()
        rewriter.replaceCall = { $0 === call ? .call(new) : nil }
        return rewriter.plan(run.plan)
      })
  }

  /// Returns a call as it is written, and with a part of it replaced.
  func text(
    of call: PlanCall, in context: PlanContext, replacing span: Span, by new: String
  ) -> (original: String, replacement: String)? {
    let whole = call.name.span.lowerBound..<max(call.name.span.upperBound, call.written.upperBound)
    guard whole.lowerBound <= span.lowerBound, span.upperBound <= whole.upperBound else { return nil }
    let source = context.source
    let before = source.text(of: whole.lowerBound..<span.lowerBound)
    let after = source.text(of: span.upperBound..<whole.upperBound)
    return (source.text(of: whole).onOneLine, (before + new + after).onOneLine)
  }
}

extension ParameterDescription.Shape {
  /// Whether the argument is a whole number.
  fileprivate var isNumber: Bool {
    switch self {
    case .count, .time: true
    default: false
    }
  }
}
