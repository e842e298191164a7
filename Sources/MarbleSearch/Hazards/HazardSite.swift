import MarbleEvaluation
import MarbleLanguage
import Reactive

/// A call in an expression that may have the shape of a hazard.
struct HazardSite {
  /// The expression of the statement.
  let plan: Plan
  /// The name that the statement binds, or `nil` if it binds none.
  let name: String?
  let node: PlanExpression
  let call: PlanCall

  /// Returns the calls of an expression, but not those in closures.
  static func all(in plan: Plan, named name: String?) -> [HazardSite] {
    var sites: [HazardSite] = []
    func visit(_ node: PlanExpression) {
      guard case .call(let call) = node.kind else { return }
      sites.append(HazardSite(plan: plan, name: name, node: node, call: call))
      if let receiver = call.receiver { visit(receiver) }
      for argument in call.arguments.dropFirst(call.receiver == nil ? 0 : 1) {
        if case .expression(let part) = argument { visit(part) }
      }
      call.streams.forEach(visit)
    }
    visit(plan.root)
    return sites
  }

  func text(_ span: Span) -> String { plan.context.source.text(of: span) }

  /// Returns the part of a call after its receiver, such as `.map { $0 }`.
  private func suffix(of node: PlanExpression) -> Span? {
    guard case .call(let call) = node.kind, let receiver = call.receiver else { return nil }
    let span = receiver.span.upperBound..<max(receiver.span.upperBound, node.span.upperBound)
    return text(span).onOneLine.drop { $0 == " " }.hasPrefix(".") ? span : nil
  }

  /// Returns the first expression below a node that is not a call with a property.
  private func below(_ node: PlanExpression, through isPassed: (Behavior) -> Bool) -> PlanExpression {
    var node = node
    while case .call(let call) = node.kind, isPassed(call.behavior), let receiver = call.receiver { node = receiver }
    return node
  }

  private func replacingName(by name: String) -> HazardChange {
    HazardChange(mark: call.name.span, edits: [(call.name.span, name)])
  }

  // MARK: Failures

  var movingFailureHandlerInside: HazardChange? {
    let restarts = call.behavior.starts == .again
    guard call.behavior.values == .recovered, call.behavior.role == .handlesFailure || restarts,
      let receiver = call.receiver, suffix(of: node) != nil
    else { return nil }
    let flattening = below(receiver) { $0.role == .isStateless }
    guard case .call(let before) = flattening.kind, let inner = before.innerStream, let outer = before.receiver else {
      return nil
    }
    if case .array = inner.kind { return nil }
    // The events of a hot source that is started again do not come again.
    guard !restarts || outer.sources.allSatisfy({ !$0.isCold }) else { return nil }
    // The operators between the two do not receive the events that replace the failure.
    let moved = flattening.span.upperBound..<max(flattening.span.upperBound, node.span.upperBound)
    var change = HazardChange(mark: call.name.span, edits: inner.applying(text(moved)) + [(moved, "")])
    // A failure of the outer stream is not handled inside.
    change.failing = inner.sources.filter { source in !outer.sources.contains { $0 === source } }
    return change
  }

  var limitingRetry: HazardChange? {
    guard call.behavior.values == .recovered, call.behavior.starts == .again, call.overload.parameters.count == 1,
      let receiver = call.receiver,
      let label = call.entry.overloads.lazy.compactMap({ $0.parameters.dropFirst().first?.label }).first
    else { return nil }
    let arguments = call.name.span.upperBound..<node.span.upperBound
    var change = HazardChange(mark: call.name.span, edits: [(arguments, "(\(label): 3)")])
    change.failing = receiver.sources
    return change
  }

  // MARK: Flattening

  var movingTriggerAfterFlattening: HazardChange? {
    guard call.innerStream != nil || call.behavior.values == .flattened, let receiver = call.receiver else {
      return nil
    }
    let trigger = below(receiver) { $0.endsWithSource }
    guard case .call(let before) = trigger.kind, before.behavior.role == .endsOnSignal,
      let suffix = suffix(of: trigger)
    else { return nil }
    let end = node.span.upperBound
    return HazardChange(mark: before.name.span, edits: [(suffix, ""), (end..<end, text(suffix))])
  }

  var mergingEndlessStreams: HazardChange? {
    guard let strategy = call.strategy, strategy == .concat, let inner = call.innerStream, inner.isEndless else {
      return nil
    }
    let written = text(call.name.span.lowerBound..<inner.span.lowerBound)
    let names = [FlattenStrategy.concat, .merge].compactMap { strategy in
      Strategy.simple.first { $0.strategy == strategy }.map { ".\($0.name)" }
    }
    guard let found = names.first, let replacement = names.last else { return nil }
    guard let range = written.firstRange(of: found) else {
      // An alias implies the strategy.
      return replacingName(by: "\(call.entry.name)(\(replacement))")
    }
    let start = call.name.span.lowerBound + written[..<range.lowerBound].utf8.count
    return HazardChange(mark: call.name.span, edits: [(start..<start + found.utf8.count, replacement)])
  }

  var keepingState: HazardChange? {
    guard call.strategy == .latest, case .closure(let closure)? = call.arguments.last,
      case .call(let state) = closure.body.kind, case .states? = state.behavior.derivation,
      let source = state.receiver, let suffix = suffix(of: closure.body), source.isEndless,
      !source.sources.isEmpty, source.sources.allSatisfy({ !$0.isCold }), !state.usesArguments(of: closure)
    else { return nil }
    let end = node.span.upperBound
    return HazardChange(mark: state.name.span, edits: [(suffix, ""), (end..<end, text(suffix))])
  }

  // MARK: Combining

  /// The sources that several streams of a call use.
  private var sharedSources: [Binding] {
    let sources = call.streams.map(\.sources)
    return sources.joined().uniquedByIdentity().filter { source in
      sources.count { $0.contains { $0 === source } } > 1
    }
  }

  var pairingDiamond: HazardChange? {
    guard call.behavior.role == .usesLatest, !sharedSources.isEmpty,
      call.streams.allSatisfy(\.keepsCount),
      let name = Catalog.standard.name(of: .queues)
    else { return nil }
    var change = replacingName(by: name)
    change.hasOneEventPerTick = true
    return change
  }

  var combiningLatest: HazardChange? {
    guard call.behavior.role == .queues, let name = Catalog.standard.name(of: .usesLatest) else { return nil }
    return replacingName(by: name)
  }

  var sharingColdSource: HazardChange? {
    // Other operators start one of their streams only after the end of another one.
    guard ![.continued, .succeeded, .preceded, .recovered, .replaced].contains(call.behavior.values) else { return nil }
    let arguments = zip(call.overload.parameters, call.arguments).compactMap { parameter, argument in
      if case .stream = parameter.shape { argument.expression } else { nil }
    }
    let parts = call.streams + arguments
    guard
      let shared = parts.flatMap(\.streams).uniquedByIdentity().first(where: { stream in
        parts.count { $0.streams.contains { $0 === stream } } > 1
      }), shared.coldSources
    else { return nil }
    return multicasting(shared, in: parts, replaying: nil)
  }

  var observingEarly: HazardChange? {
    let streams =
      call.streams + [call.receiver].compactMap(\.self) + call.arguments.dropFirst().compactMap(\.expression)
    let late: [PlanExpression]
    switch call.behavior.values {
    case .continued, .succeeded: late = Array(streams.dropFirst())
    case .preceded: late = Array(streams.prefix(1))
    default: return nil
    }
    // A source that is observed before is observed again on purpose.
    let uses = { (stream: Binding) in streams.count { $0.sources.contains { $0 === stream } } }
    let hot = late.flatMap(\.streams).first { if case .pipe = $0.kind { uses($0) == 1 } else { false } }
    guard let hot else { return nil }
    return multicasting(hot, in: late, replaying: 100)
  }

  /// Returns the change that observes a stream once, and replaces it in some expressions.
  private func multicasting(_ stream: Binding, in parts: [PlanExpression], replaying count: Int?) -> HazardChange? {
    guard let (name, label) = Catalog.standard.multicast, plan.bindings[Self.parameter] == nil else { return nil }
    let replay = count.map { "(\(label): \($0))" } ?? ""
    let (start, end) = (node.span.lowerBound, node.span.upperBound)
    let uses = parts.flatMap { part in part.uses(of: stream) }
    return HazardChange(
      mark: uses.last ?? call.name.span,
      edits: [(start..<start, "\(stream.name).\(name)\(replay) { \(Self.parameter) in ")]
        + uses.map { ($0, Self.parameter) } + [(end..<end, " }")])
  }

  private static let parameter = "shared"

  // MARK: Sharing

  var releasingSource: HazardChange? {
    let arguments = Array(zip(call.overload.parameters, call.arguments))
    if call.behavior.role == .shares {
      guard let value = arguments.first(where: { $0.0.releasesSource })?.1.expression, value.constant == .boolean(false)
      else { return nil }
      return HazardChange(mark: value.span, edits: [(value.span, "true")])
    }
    guard call.behavior.role == .replaysForever, call.overload.parameters.count == 2,
      let count = call.arguments.last?.expression, let (name, label) = Catalog.standard.replayingShare
    else { return nil }
    let span = call.name.span.lowerBound..<node.span.upperBound
    return HazardChange(mark: call.name.span, edits: [(span, "\(name)(\(label): \(text(count.span)))")])
  }

  // MARK: Time

  var keepingLastValue: HazardChange? {
    let isPeriodic = call.behavior.role == .collectsPeriods
    guard isPeriodic || [.waitsForSilence, .limitsRate].contains(call.behavior.role),
      case .none? = call.arguments.last,
      let label = call.overload.parameters.last?.label,
      let end = text(node.span).lastIndex(of: ")").map({ text(node.span)[..<$0].utf8.count })
    else { return nil }
    let place = node.span.lowerBound + end
    var change = HazardChange(mark: call.name.span, edits: [(place..<place, ", \(label): false")])
    change.collects = isPeriodic
    return change
  }

  var usingOperatorOfName: HazardChange? {
    guard let name = name?.lowercased(), [.waitsForSilence, .limitsRate].contains(call.behavior.role),
      let other = Catalog.standard.name(of: call.behavior.role == .limitsRate ? .waitsForSilence : .limitsRate),
      name.contains(other), !name.contains(call.entry.name)
    else { return nil }
    // The other operator drops the last value too.
    let change = replacingName(by: other)
    return HazardChange(mark: change.mark, edits: change.edits + (keepingLastValue?.edits ?? []))
  }
}

/// The change of an expression that solves a hazard.
struct HazardChange {
  /// The span to mark.
  let mark: Span
  let edits: [(span: Span, text: String)]
  /// The sources that also fail in the inputs to try, or none.
  var failing: [Binding] = []
  /// Whether only inputs prove the hazard in which no source has two events on one tick.
  var hasOneEventPerTick = false
  /// Whether the call collects its values in arrays, and only inputs prove the hazard with a value that is in none.
  var collects = false

  init(mark: Span, edits: [(Span, String)]) {
    self.mark = mark
    self.edits = edits
  }

  /// Returns the text of an expression with the change.
  func applied(to root: Span, in source: Source) -> String? {
    var text = ""
    var position = root.lowerBound
    for (span, new) in edits.sorted(by: {
      ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound)
    }) {
      guard span.lowerBound >= position, span.upperBound <= root.upperBound else { return nil }
      text += source.text(of: position..<span.lowerBound) + new
      position = span.upperBound
    }
    return (text + source.text(of: position..<root.upperBound)).onOneLine
  }
}
