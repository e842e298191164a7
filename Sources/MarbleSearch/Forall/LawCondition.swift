import MarbleEvaluation
import MarbleLanguage

/// A condition on the arguments of a law: `n > 2`, or `a.count == b.count`.
///
/// In a condition, a stream is the array of the values that it sends.
package struct LawCondition: Sendable {
  let root: PlanExpression
  private let context: PlanContext
  private let bindings: Bindings
  /// The parameters that are streams, as indexes of slots.
  private let streams: Set<Int>

  /// Analyzes a condition.
  ///
  /// - Parameter parameters: The parameters of both sides of the law.
  static func analyzed(
    _ expression: Expression, with parameters: [PlanParameter], _ context: PlanContext, _ bindings: Bindings
  ) -> Analysis.Outcome<LawCondition> {
    let faults = FaultCollector()
    let root = Resolver(context, bindings, faults, parameters.map(\.name)).value(expression)
    // Other arguments would not help, since a condition has no streams.
    if let fault = faults.faults.first, case ProgramProblem.argument(_, let name, _, _) = fault.diagnostic.problem {
      return .faults([Fault(.operatorInCondition(name), at: fault.diagnostic.span, in: fault.source)])
    }
    var checker = TypeChecker(context, faults)
    checker.isCondition = true
    checker.slots = parameters.map { $0.contents.map { .array(of: $0) } ?? $0.types }
    if !root.isInvalid { checker.expectBoolean(root) }
    let streams = parameters.indices.filter { parameters[$0].contents != nil }
    return Analysis.outcome(faults) {
      LawCondition(root: root, context: context, bindings: bindings, streams: Set(streams))
    }
  }

  /// Whether the condition is about the numbers only.
  var isAboutNumbers: Bool {
    var slots: Set<Int> = []
    root.visitSlots { slot, _ in slots.insert(slot) }
    return !slots.isEmpty && slots.isDisjoint(with: streams)
  }

  /// Returns whether the arguments of a law meet the condition.
  func isMet(by values: [Value]) throws(Fault) -> Bool {
    try Evaluation(RunContext(bindings), context, slots: values).boolean(of: root)
  }

  /// Returns the error that too few combinations of numbers meet the condition.
  func discards(_ count: Int, of total: Int) -> Fault {
    Fault(.conditionDiscards(count, of: total), at: root.span, in: context.source)
  }

  /// Returns the error that too few inputs meet the condition.
  func discardsInputs(_ count: Int, of total: Int) -> Fault {
    Fault(.conditionDiscardsInputs(count, of: total), at: root.span, in: context.source)
  }
}
