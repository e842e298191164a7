import MarbleEvaluation
import MarbleLanguage
import Reactive

extension PlanCall {
  var behavior: Behavior { overload.behavior }

  /// The stream that the operator is applied to.
  var receiver: PlanExpression? {
    guard case .stream? = overload.parameters.first?.shape else { return nil }
    return arguments.first?.expression
  }

  /// The streams of an operator that takes several.
  var streams: [PlanExpression] {
    switch arguments.first {
    case .expressions(let streams): return streams
    case .array(let array): if case .array(let streams) = array.kind { return streams }
    default: break
    }
    return []
  }

  /// The stream that the operator starts for each value and whose values it sends.
  var innerStream: PlanExpression? {
    guard behavior.values == .inner, behavior.role == nil else { return nil }
    return arguments.last.flatMap { if case .closure(let closure) = $0 { closure.body } else { $0.expression } }
  }

  /// The strategy, if it is not a limit.
  var strategy: FlattenStrategy? {
    for case .strategy(.fixed(let strategy)) in arguments { return strategy }
    return nil
  }

  /// Whether an argument depends on the values that a closure receives.
  func usesArguments(of closure: PlanClosure) -> Bool {
    let slots = closure.firstSlot..<closure.firstSlot + closure.arity
    return arguments.dropFirst().contains { argument in
      let parts = if case .closure(let inner) = argument { inner.body } else { argument.expression }
      return parts?.uses(slots) ?? false
    }
  }
}

extension PlanArgument {
  var expression: PlanExpression? { if case .expression(let expression) = self { expression } else { nil } }
}

extension PlanExpression {
  /// Whether the expression contains one of some slots.
  fileprivate func uses(_ slots: Range<Int>) -> Bool {
    var isUsed = false
    visit { if case .slot(let slot, _) = $0.kind, slots.contains(slot) { isUsed = true } }
    return isUsed
  }

  /// The streams that are named in the expression, each once.
  var streams: [Binding] {
    var streams: [Binding] = []
    visit { if case .stream(let binding) = $0.kind { streams.append(binding) } }
    return streams.uniquedByIdentity()
  }

  /// Returns the places at which a stream is named.
  func uses(of stream: Binding) -> [Span] {
    var spans: [Span] = []
    visit { if case .stream(let binding) = $0.kind, binding === stream { spans.append($0.span) } }
    return spans
  }

  /// The sources that the expression uses, also those of named expressions and of custom operators.
  var sources: [Binding] {
    var found: [Binding] = []
    func add(_ root: PlanExpression) {
      root.visit { part in
        switch part.kind {
        case .stream(let binding) where !found.contains { $0 === binding }:
          found.append(binding)
          if let plan = binding.plan { add(plan.root) }
        case .custom(let call): add(call.definition.body)
        default: break
        }
      }
    }
    add(self)
    return found.filter { !$0.timelines.isEmpty }
  }

  /// Whether each value of one stream gives one value on the same tick.
  var keepsCount: Bool {
    switch kind {
    case .stream(let binding): binding.plan?.root.keepsCount ?? true
    case .call(let call):
      [.all, .changed].contains(call.behavior.values) && call.behavior.endsWithSource
        && (call.receiver?.keepsCount ?? false)
    default: false
    }
  }

  /// Whether the stream never ends.
  var isEndless: Bool {
    switch kind {
    case .timeline(let quoted): quoted.timeline.terminal == nil
    case .stream(let binding): binding.plan?.root.isEndless ?? binding.timelines.allSatisfy { $0.terminal == nil }
    case .call(let call):
      call.behavior.role == .isEndless || call.behavior.endsWithSource && (call.receiver?.isEndless ?? false)
    default: false
    }
  }

  /// Returns the edits that apply an operator to the expression.
  func applying(_ suffix: String) -> [(Span, String)] {
    let end = span.upperBound..<span.upperBound
    switch kind {
    case .stream, .timeline, .call, .custom, .slot, .constant, .interpolation: return [(end, suffix)]
    default: return [(span.lowerBound..<span.lowerBound, "("), (end, ")" + suffix)]
    }
  }
}

extension Binding {
  /// Whether the stream starts a cold source for each subscription.
  var coldSources: Bool { isCold || plan?.root.sources.contains { $0.isCold } == true }
}

extension Sequence where Element: AnyObject {
  /// Returns the objects without repetitions, in the order of their first occurrence.
  func uniquedByIdentity() -> [Element] {
    var seen: Set<ObjectIdentifier> = []
    return filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}

extension Catalog {
  /// Returns the name of an operator with a role.
  func name(of role: Behavior.Role) -> String? {
    entries.first { $0.overloads.contains { $0.behavior.role == role } }?.name
  }

  /// The operator that starts its source once for a closure, and the label for the number of values to replay.
  var multicast: (name: String, label: String)? { replaying(.multicasts) }

  /// The operator that starts its source once as long as there are observers.
  var replayingShare: (name: String, label: String)? { replaying(.shares) }

  private func replaying(_ role: Behavior.Role) -> (name: String, label: String)? {
    for entry in entries {
      for overload in entry.overloads where overload.behavior.role == role {
        for parameter in overload.parameters {
          if case .count = parameter.shape, let label = parameter.label { return (entry.name, label) }
        }
      }
    }
    return nil
  }
}
