import MarbleEvaluation
import MarbleLanguage

/// Runs expressions on the examples of a search, and counts the runs.
final class SearchRunner {
  private let isWanted: () -> Bool
  /// The maximum number of runs, so that the result of a search does not depend on the speed of the computer.
  private var budget: Int
  private(set) var runs = 0
  /// Whether the user has stopped the search.
  private(set) var isCancelled = false
  private let limits: Limits
  private let context = PlanContext(Source(name: "", text: ""), .millisecond)

  /// - Parameter deliveries: The maximum number of deliveries of a run.
  init(budget: Int, deliveries: Int = 2_000, while isWanted: @escaping () -> Bool) {
    self.budget = budget
    limits = Limits(ticks: Self.maxTicks, deliveries: deliveries)
    self.isWanted = isWanted
  }

  /// Whether no more runs are possible.
  var isOver: Bool { isCancelled || runs >= budget }

  /// Allows more runs.
  func add(budget: Int) { self.budget = runs + budget }

  /// Returns the events that an expression sends, or `nil` if it has an error or does not end.
  func run(_ expression: PlanExpression, in bindings: Bindings) -> Timeline? {
    guard counts(), let (timeline, isEndless) = start(expression, in: bindings), !isEndless else { return nil }
    return timeline
  }

  /// Counts a run, and returns whether it is possible.
  private func counts() -> Bool {
    guard !isOver else { return false }
    runs += 1
    isCancelled = !isWanted()
    return !isCancelled
  }

  /// Returns the first events that an expression sends, and whether its run was stopped then, or `nil` if it has an
  /// error.
  private func start(_ expression: PlanExpression, in bindings: Bindings) -> SearchMemory.Start? {
    let runContext = RunContext(bindings, limits: limits, while: isWanted)
    guard let producer = try? Evaluation(runContext, context).producer(of: expression) else { return nil }
    let timeline = runContext.record(producer, during: [.always])[0].timeline
    return runContext.fault == nil ? (timeline, runContext.budget.stop != nil) : nil
  }

  /// Returns the events of a candidate for an example.
  func run(_ candidate: SearchCandidate, on example: SearchProblem.Example) -> Timeline? {
    run(candidate.expression(example.inputs), in: example.bindings).map(example.comparable)
  }

  /// Returns the first events of a candidate for an example, and whether its run was stopped then.
  ///
  /// - Parameter memory: The results for other examples with the same inputs, to which this one is added.
  func start(
    _ candidate: SearchCandidate, on example: SearchProblem.Example, _ memory: SearchMemory? = nil
  ) -> SearchMemory.Start? {
    guard counts() else { return nil }
    func start() -> SearchMemory.Start? { self.start(candidate.expression(example.inputs), in: example.bindings) }
    let result = memory.map { $0.start(candidate.text(example.inputs.map(\.name)), run: start) } ?? start()
    return result.map { (example.comparable($0.timeline), $0.isEndless) }
  }

  /// The number of ticks after which a run is stopped.
  ///
  /// It is small because an endless expression is rarely an answer.
  static let maxTicks = 200
}
