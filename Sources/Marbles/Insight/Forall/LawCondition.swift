import MarbleLanguage

/// A condition on the numbers of a law: `n > 2`.
struct LawCondition: Sendable {
  private let root: PlanExpression
  private let context: PlanContext
  private let bindings: Bindings
  /// The slots of the numbers, and the number of all slots.
  private let slots: [Int]
  private let slotCount: Int

  /// Analyzes a condition.
  static func analyzed(
    _ expression: Expression, of law: Law, _ context: PlanContext, _ bindings: Bindings
  ) -> Analysis.Outcome<LawCondition> {
    let faults = FaultCollector()
    let parameters = law.parameters.map { parameter in
      switch parameter.kind {
      case .stream: PlanParameter.stream(parameter.name.text, of: .unknown)
      case .integer: PlanParameter.integer(parameter.name.text)
      }
    }
    let root = Resolver(context, bindings, faults, parameters.map(\.name)).value(expression)
    var checker = TypeChecker(context, faults)
    checker.slots = parameters.map(\.types)
    if !root.isInvalid { checker.expectBoolean(root) }
    let slots = law.parameters.indices.filter { if case .integer = law.parameters[$0].kind { true } else { false } }
    return Analysis.outcome(faults) {
      LawCondition(root: root, context: context, bindings: bindings, slots: slots, slotCount: parameters.count)
    }
  }

  /// Returns the error that too few combinations of numbers meet the condition.
  func discards(_ count: Int, of total: Int) -> Fault {
    Fault(.conditionDiscards(count, of: total), at: root.span, in: context.source)
  }

  /// Returns the combinations of numbers that meet the condition.
  func met(by combinations: [[Int]]) throws(Fault) -> [[Int]] {
    let runContext = RunContext(bindings)
    var met: [[Int]] = []
    for combination in combinations {
      var values = [Value](repeating: .null, count: slotCount)
      for (slot, number) in zip(slots, combination) { values[slot] = .integer(number) }
      if try Evaluation(runContext, context, slots: values).boolean(of: root) { met.append(combination) }
    }
    return met
  }
}
