import Marbles

/// A run of an answer with the inputs of an example.
package final class AnswerRun {
  let example: ExerciseExample
  let plan: Plan
  /// Whether the answer is a timeline and not an expression.
  let isTimeline: Bool
  package let outcome: Outcome
  let comparisons: [Comparison]
  /// The first stream that was not observed as expected.
  let misobserved: (name: String, comparison: WindowComparison)?
  /// The names of the run, in a log of their own.
  private let names: Bindings

  /// The limits of a run, which is shorter than that of other expressions because every answer is run several times.
  static let limits = Limits(ticks: 2_000, deliveries: 50_000)

  /// Runs an answer.
  ///
  /// - Returns: The run, or `nil` if the answer is not an expression or a timeline.
  package init?(
    of answer: ExerciseAnswer, with example: ExerciseExample, while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    let names = AnswerNames(example, answer.definitions)
    guard let (plan, isTimeline) = names.plan(answer.text) else {
      names.bindings.end()
      return nil
    }
    self.example = example
    self.plan = plan
    self.isTimeline = isTimeline
    self.names = names.bindings
    let outcome = try Outcome(
      running: plan, during: example.windows, recording: .drawing(stages: false), limits: Self.limits, while: isWanted)
    self.outcome = outcome
    comparisons = zip(example.expected, outcome.outputs).map {
      Comparison(expected: $0, actual: $1, through: outcome.lastWholeTick)
    }
    misobserved = example.subscriptions.lazy.map { name, windows in
      let stream = names.bindings[name]
      let actual = outcome.subscriptions.windows(of: stream)
      return (name, WindowComparison(expected: windows, actual: actual))
    }.first { !$0.1.isEqual }
  }

  deinit { names.end() }

  /// Whether the run never ends, although the expected stream ends.
  var isEndless: Bool {
    outcome.stop != nil && example.expected.allSatisfy { $0.marbles.last?.event.isTerminating == true }
  }

  var isRight: Bool { comparisons.allSatisfy(\.isEqual) && misobserved == nil && !isEndless }

  /// Whether another answer gives the same events.
  func equals(_ other: AnswerRun) -> Bool {
    (outcome.stop == nil) == (other.outcome.stop == nil)
      && zip(outcome.outputs, other.outcome.outputs).allSatisfy { Comparison(expected: $0, actual: $1).isEqual }
  }

  /// Whether another answer has the same operators and signs.
  func hasIngredients(of other: AnswerRun?) -> Bool { other.map { plan.hasIngredients(of: $0.plan) } ?? false }

  /// The answer with its observers, as a drawing.
  var diagram: Diagram { outcome.diagram(of: plan, as: plan.text + example.written) }
}

/// The names in an answer: those of an example, and those that the learner has defined.
package struct AnswerNames {
  package private(set) var bindings: Bindings

  package init(_ example: ExerciseExample, _ definitions: [String]) {
    bindings = example.bindings.beginning(example.bindings.extent)
    for definition in definitions { _ = statement(definition) }
  }

  /// Plans a statement, and binds its names.
  mutating func statement(_ text: String) -> PlannedStatement? {
    var state = SessionState()
    state.bindings = bindings
    let planner = StatementPlanner(Source(name: "answer", text: text), state, SessionOptions())
    var parser = Parser(planner.source, bindings: planner.known)
    guard case .success(let statement) = parser.next(), let planned = planner.plan(statement) else { return nil }
    switch statement.kind {
    case .bind, .define: bindings = planned.bindings
    default: break
    }
    return planned
  }

  /// Replaces the streams with the names of a law's parameters by their arguments, also in definitions.
  mutating func replaceStreamsByArguments() { bindings = bindings.replacingOthers() }

  /// Returns the plan of an expression or a timeline.
  package func plan(_ text: String) -> (plan: Plan, isTimeline: Bool)? {
    var names = self
    guard let planned = names.statement(text) else { return nil }
    switch planned.action {
    case .show(let run): return (run.plan, !run.isExpression)
    case .draw(let stream):
      let isNamed = bindings[stream.name] === stream
      let all = isNamed ? bindings : bindings.with([stream])
      let context = PlanContext(Source(name: "answer", text: text), .millisecond)
      return (Plan(stream, at: 0..<text.utf8.count, context, all, text: text), !isNamed)
    default: return nil
    }
  }
}
