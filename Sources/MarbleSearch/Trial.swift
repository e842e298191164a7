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
  /// It throws an error in the expression that only a run can find, such as one in a closure.
  func run(with arguments: [Plan.Argument]) throws(Fault) -> [Result] {
    let plan = plan.applied(to: arguments)
    let runContext = RunContext(plan.bindings, limits: limits, while: isWanted)
    runContext.records.conditions = conditions
    let outputs = runContext.run(try plan.producer(on: runContext), during: plan.windows)
    if let fault = runContext.fault { throw fault }
    let (stop, deliveries) = (runContext.budget.stop, runContext.budget.deliveries)
    let compared = plan.recordingStreams(
      in: outputs, isStopped: stop != nil, during: plan.windows, limits: limits, while: isWanted)
    return compared.map { Result(timeline: $0, deliveries: deliveries, stop: stop) }
  }
}
