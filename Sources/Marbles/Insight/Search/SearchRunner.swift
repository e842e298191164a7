import MarbleLanguage

/// Runs expressions on the examples of a search, and counts the runs.
final class SearchRunner {
  private let isWanted: () -> Bool
  /// The maximum number of runs, so that the result of a search does not depend on the speed of the computer.
  private var budget: Int
  private(set) var runs = 0
  /// Whether the user has stopped the search.
  private(set) var isCancelled = false
  private let context = PlanContext(Source(name: "", text: ""), .millisecond)

  init(budget: Int, while isWanted: @escaping () -> Bool) {
    self.budget = budget
    self.isWanted = isWanted
  }

  /// Whether no more runs are possible.
  var isOver: Bool { isCancelled || runs >= budget }

  /// Allows more runs.
  func add(budget: Int) { self.budget = runs + budget }

  /// Returns the events that an expression sends, or `nil` if it has an error or does not end.
  func run(_ expression: PlanExpression, in bindings: Bindings) -> Timeline? {
    guard !isOver else { return nil }
    runs += 1
    guard isWanted() else {
      isCancelled = true
      return nil
    }
    let runContext = RunContext(bindings, limits: Self.limits, while: isWanted)
    guard let producer = try? Evaluation(runContext, context).producer(of: expression) else { return nil }
    let timeline = runContext.record(producer, during: [.always])[0].timeline
    guard runContext.fault == nil, runContext.budget.stop == nil else { return nil }
    return timeline
  }

  /// Returns the events of a candidate for an example.
  func run(_ candidate: SearchCandidate, on example: SearchProblem.Example) -> Timeline? {
    run(candidate.expression(example.inputs), in: example.bindings)
  }

  /// Whether the run of a candidate for an example has to be stopped.
  func isEndless(_ candidate: SearchCandidate, on example: SearchProblem.Example) -> Bool {
    let runContext = RunContext(example.bindings, limits: Self.limits, while: isWanted)
    guard let producer = try? Evaluation(runContext, context).producer(of: candidate.expression(example.inputs)) else {
      return false
    }
    _ = runContext.record(producer, during: [.always])
    return runContext.fault == nil && runContext.budget.stop != nil
  }

  /// The limits of a run, which are small because an endless expression is rarely an answer.
  private static let limits = Limits(ticks: 200, deliveries: 2_000)
}
