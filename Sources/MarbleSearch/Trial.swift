import MarbleEvaluation
import MarbleLanguage

/// An expression with parameters that is run many times, each time with other arguments.
///
/// The expression is analyzed once. A run records only the result, and costs 20 to 40 microseconds if it is short.
package struct Trial {
  let plan: Plan
  let limits: Limits
  /// The record of the results of closures and conditions, or `nil` if they are not recorded.
  private let conditions: ConditionLog?
  private let isWanted: () -> Bool

  /// Creates a trial of an expression.
  ///
  /// - Parameters:
  ///   - plan: The plan of the expression, which ``Analysis/plan(_:parameters:_:_:)`` created with parameters.
  ///   - limits: The limits of each run.
  ///   - conditions: The record of the results of closures and conditions.
  ///   - isWanted: A closure that returns whether to continue a run. It is called regularly.
  init(of plan: Plan, limits: Limits, conditions: ConditionLog? = nil, while isWanted: @escaping () -> Bool = { true })
  {
    self.plan = plan
    self.limits = limits
    self.conditions = conditions
    self.isWanted = isWanted
  }

  /// The result of a run for one observer.
  package struct Result: Equatable {
    package let timeline: Timeline
    /// The number of deliveries, which the duration of the run depends on.
    let deliveries: Int
    /// The reason why the run was stopped, or `nil` if it ended by itself.
    let stop: StopReason?

    package init(timeline: Timeline, deliveries: Int, stop: StopReason?) {
      self.timeline = timeline
      self.deliveries = deliveries
      self.stop = stop
    }

    /// The last tick with complete events of a stopped run, or `nil` if the run ended by itself.
    var lastWholeTick: Int? { stop?.lastWholeTick(of: [timeline]) }
  }

  /// Runs the expression with arguments, one for each parameter, and returns the result for each observer.
  ///
  /// Hot streams that share a tick send in the order of the parameters, or in the reverse order.
  ///
  /// It throws an error in the expression that only a run can find, such as one in a closure.
  func run(with arguments: [Plan.Argument], inReverseOrder: Bool = false) throws(Fault) -> [Result] {
    try plan.applied(to: arguments, inReverseOrder: inReverseOrder)
      .run(limits: limits, conditions: conditions, while: isWanted).results
  }
}

/// The record of a run of which only the result is needed.
struct PlanRun {
  /// The results for the observers, with the events of the streams that they send.
  let outputs: [Timeline]
  let context: RunContext

  var stop: StopReason? { context.budget.stop }
  var deliveries: Int { context.budget.deliveries }
  var results: [Trial.Result] {
    outputs.map { Trial.Result(timeline: $0, deliveries: deliveries, stop: stop) }
  }
}

extension Plan {
  /// Runs the plan in its windows, and records only the result.
  ///
  /// It throws an error that only a run can find.
  func run(
    limits: Limits, ordered order: EventOrder? = nil, conditions: ConditionLog? = nil,
    while isWanted: @escaping () -> Bool
  ) throws(Fault) -> PlanRun {
    let context = RunContext(bindings, limits: limits, ordered: order, while: isWanted)
    context.records.conditions = conditions
    let outputs = context.run(try producer(on: context), during: windows)
    if let fault = context.fault { throw fault }
    return PlanRun(
      outputs: recordingStreams(
        in: outputs, isStopped: context.budget.stop != nil, during: windows, limits: limits, ordered: order,
        while: isWanted),
      context: context)
  }
}
