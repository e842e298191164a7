import MarbleEvaluation
import MarbleLanguage

/// The trial of a law with many inputs.
package struct LawTrial {
  private let plan: LawPlan
  private let effort: LawEffort
  private let seed: LawSeed
  private let limits: Limits
  private let isWanted: () -> Bool

  /// Creates the trial of a law.
  ///
  /// - Parameters:
  ///   - plan: The law.
  ///   - effort: The amount of work.
  ///   - seed: The seed of the random inputs.
  ///   - limits: The limits of the runs for which the law fails. All other runs have narrower limits.
  ///   - isWanted: A closure that returns whether to continue. It is called regularly.
  package init(
    of plan: LawPlan, effort: LawEffort = LawEffort(), seed: LawSeed = .standard, limits: Limits = Limits(),
    while isWanted: @escaping () -> Bool = { true }
  ) {
    self.plan = plan
    self.effort = effort
    self.seed = seed
    self.limits = limits
    self.isWanted = isWanted
  }

  /// The result of a trial.
  package enum Result: Sendable {
    case holds(LawReport)
    /// The law fails. The plan is that of the left side with the smallest input, and the text is the left side as it
    /// is written.
    case fails(Refutation, Plan, text: String)
    /// The trial was cancelled after a number of inputs.
    case cancelled(inputs: Int)
  }

  /// Tries the law.
  ///
  /// It throws an error in the expressions if most inputs cause one.
  package func run() throws(Fault) -> Result {
    let plan = runnable
    let runner = PlanRunner(plan, limits: limits, while: isWanted)
    var search = LawSearch(plan.space, effort: effort, seed: seed, check: runner.verdict)
    switch search.run() {
    case .cancelled: return .cancelled(inputs: search.statistics.total)
    case .fails(let input):
      let sides = try runner.sides(of: input)
      let refutation = Refutation(by: input, runner, sides, tried: search.statistics.total) {
        plan.script($0, inReverseOrder: input.isReversed)
      }
      let left = plan.left.applied(to: plan.arguments(for: input), inReverseOrder: input.isReversed)
      return .fails(refutation, left, text: plan.leftText)
    case .holds:
      let statistics = search.statistics
      if let condition = plan.condition, statistics.hasTooManyExcluded {
        throw condition.discardsInputs(statistics.excluded, of: statistics.total + statistics.excluded)
      }
      if let fault = runner.fault, statistics.hasTooManyUndefined { throw fault }
      return .holds(
        LawReport(
          statistics: statistics, seed: seed, reason: runner.fault?.diagnostic.problem.message,
          unvaried: runner.unvariedConditions))
    }
  }
}

extension LawTrial {
  /// The law with the first kind of values with which it can be run.
  var runnable: LawPlan {
    guard !plan.others.isEmpty else { return plan }
    return ([plan] + plan.others).first { plan in
      let runner = PlanRunner(plan, limits: limits, while: isWanted)
      // Some operators send a value only if no other follows for some time.
      return [1, 2 + (plan.space.gaps.last ?? 0)].allSatisfy { gap in
        let streams = DirectedInputs(plan.space).plain(every: gap)
        let input = LawInput(constants: plan.space.combinations[0], streams: streams)
        if case .isUndefined = runner.verdict(of: input).0 { return false }
        return true
      }
    } ?? plan
  }
}
