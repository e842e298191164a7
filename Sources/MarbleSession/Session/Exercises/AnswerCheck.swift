import Marbles

/// Decides whether an answer solves an exercise.
package struct AnswerCheck {
  var exercise: Exercise
  var answer: ExerciseAnswer
  var isWanted: () -> Bool = { true }

  package init(exercise: Exercise, answer: ExerciseAnswer, isWanted: @escaping () -> Bool = { true }) {
    self.exercise = exercise
    self.answer = answer
    self.isWanted = isWanted
  }

  package enum Verdict {
    case right(AnswerRun, Remark?)
    /// The events of the shown example are wrong.
    case wrong(AnswerRun, note: String?)
    /// The events are right for the shown example, but not for this one.
    case wrongInGeneral(AnswerRun, note: String?)
    /// The answer has an error for an example that is not shown.
    case faulty(Fault, ExerciseExample)
    /// A timeline where an expression is expected.
    case timeline(isRight: Bool)
    /// The answer uses a name that exists only in this session, such as `_1`.
    case unrepeatable
    /// The statement of the solution, or one that does the same.
    case rightStatement
    /// Another statement.
    case wrongStatement(note: String?)

    package var isRight: Bool {
      switch self {
      case .right, .rightStatement: true
      case .wrong, .wrongInGeneral, .faulty, .timeline, .unrepeatable, .wrongStatement: false
      }
    }

    /// The known note about a wrong answer.
    var note: String? {
      switch self {
      case .wrong(_, let note), .wrongInGeneral(_, let note), .wrongStatement(let note): note
      case .right, .rightStatement, .faulty, .timeline, .unrepeatable: nil
      }
    }
  }

  /// A remark about a right answer.
  package enum Remark: Equatable {
    case isShorter, isLonger
  }

  /// The amount of work to find inputs for which an answer differs from the solution.
  var effort = LawEffort(smallInputs: 4_000, largerInputs: 600, cost: 200_000)
  /// The amount of work for one of several comparisons, and for what is known.
  static let briefEffort = LawEffort(smallInputs: 1_000, largerInputs: 150, cost: 50_000)

  package func verdict() throws(Fault) -> Verdict {
    if exercise.solution.isStatement { return try verdictOnStatement() }
    guard let shown = try run(answer, with: exercise.examples[0]) else { return .unrepeatable }
    if shown.isTimeline, !exercise.expectsTimeline { return .timeline(isRight: shown.isRight) }
    guard shown.isRight else { return .wrong(shown, note: note(for: [shown])) }
    if answer.normalized == solution.normalized { return .right(shown, nil) }
    var failing: AnswerRun?
    for example in exercise.examples.dropFirst() where failing == nil {
      do throws(Fault) {
        if let run = try run(answer, with: example), !run.isRight { failing = run }
      } catch {
        return .faulty(error, example)
      }
    }
    if let smallest = try counterexample().flatMap({ example throws(Fault) in try run(answer, with: example) }) {
      return .wrongInGeneral(smallest, note: note(for: [shown, smallest]))
    }
    if let failing { return .wrongInGeneral(failing, note: note(for: [shown, failing])) }
    return .right(shown, remark)
  }

  var solution: ExerciseAnswer { ExerciseAnswer(text: exercise.solution.text) }

  private func run(_ answer: ExerciseAnswer, with example: ExerciseExample) throws(Fault) -> AnswerRun? {
    try AnswerRun(of: answer, with: example, while: isWanted)
  }

  // MARK: Notes

  /// Returns the note about the first known wrong answer that is the same, or gives the same events as this answer:
  /// in the given runs, and with all examples.
  ///
  /// It must have the same operators and signs too, because the note is about these.
  private func note(for runs: [AnswerRun]) -> String? {
    let known = exercise.wrongAnswers
    if let same = known.first(where: { ExerciseAnswer(text: $0.answer.text).normalized == answer.normalized }) {
      return same.note
    }
    let compared = exercise.examples.map { try? run(answer, with: $0) }
    return known.first { wrong in
      let other = ExerciseAnswer(text: wrong.answer.text)
      return compared.first??.hasIngredients(of: try? run(other, with: exercise.examples[0])) ?? false
        && runs.allSatisfy { Self.areEqual($0, try? run(other, with: $0.example)) }
        && zip(exercise.examples, compared).allSatisfy { Self.areEqual($1, try? run(other, with: $0)) }
    }?.note
  }

  private static func areEqual(_ left: AnswerRun?, _ right: AnswerRun?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.equals(right)
  }

  // MARK: Other inputs

  /// The list of parameters for which answers are compared with the solution.
  private var parameters: String {
    exercise.inputs?.text ?? exercise.listOfInputs
  }

  /// Returns the smallest inputs for which the answer and the solution give different events.
  private func counterexample() throws(Fault) -> ExerciseExample? {
    let shown = exercise.examples[0]
    var names = AnswerNames(shown, answer.definitions)
    defer { names.bindings.end() }
    // The definitions of the answer use the streams of the exercise, and must see the inputs that are tried.
    names.replaceStreamsByArguments()
    guard let law = names.law(parameters, answer.text, exercise.solution.text) else { return nil }
    let tried = law.restricted(sharesTicks: exercise.sharesTicks) { exercise.isTried($1, of: $0) }
    let trial = LawTrial(of: tried, effort: effort, limits: AnswerRun.limits, while: isWanted)
    guard case .fails(let refutation, _, _) = try? trial.run() else { return nil }
    var bindings = exercise.given.beginning(exercise.given.extent)
    for argument in refutation.arguments {
      guard case .stream(let timeline, let isCold) = argument.content else { continue }
      bindings.bind(Binding(name: argument.name, kind: isCold ? .cold([timeline]) : .pipe(timeline)))
    }
    return ExerciseExample(bindings: bindings, expected: [refutation.comparison.expected])
  }

  /// Whether `For all:` can be read.
  var hasFitInputs: Bool {
    guard !exercise.solution.parameters.isEmpty else { return exercise.inputs == nil }
    var names = AnswerNames(exercise.examples[0], [])
    defer { names.bindings.end() }
    guard let law = names.law(parameters, exercise.solution.text, exercise.solution.text) else { return false }
    // A law over other names would be about the same inputs again and again.
    return law.parameters
      == Dictionary(
        exercise.solution.parameters.map { ($0, exercise.given[$0]?.isCold == true) }, uniquingKeysWith: { $1 })
  }

  // MARK: Length

  /// The comparison of the lengths of the answer and the solution.
  private var remark: Remark? {
    let names = AnswerNames(exercise.examples[0], answer.definitions)
    defer { names.bindings.end() }
    guard let own = names.bindings.operatorCount(in: answer.text, keeping: exercise.given),
      let known = names.bindings.operatorCount(in: exercise.solution.text, keeping: exercise.given), own != known
    else { return nil }
    return own < known ? .isShorter : .isLonger
  }
}

extension AnswerNames {
  /// Returns the law that two expressions are equal for all arguments of some parameters.
  fileprivate mutating func law(_ parameters: String, _ left: String, _ right: String) -> LawPlan? {
    guard !parameters.isEmpty, let planned = statement("forall \(parameters): \(left) == \(right)"),
      case .law(let plan) = planned.action
    else { return nil }
    return plan
  }
}

extension Exercise {
  /// The inputs as a law declares them: `cold a, b`.
  var listOfInputs: String {
    solution.parameters.map { (given[$0]?.isCold == true ? "cold " : "") + $0 }.joined(separator: ", ")
  }
}
