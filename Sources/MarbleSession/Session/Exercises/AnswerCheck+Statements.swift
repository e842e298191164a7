import Marbles

/// Statements that are asked for: a definition, a search, a law, or another assertion.
extension AnswerCheck {
  func verdictOnStatement() throws(Fault) -> Verdict {
    if let wrong = exercise.wrongAnswers.first(where: { isSame($0.answer.text) }) {
      return .wrongStatement(note: wrong.note)
    }
    if isSame(exercise.solution.text) || exercise.rightAnswers.contains(where: { isSame($0.answer.text) }) {
      return .rightStatement
    }
    guard let own = result(of: answer), let known = result(of: ExerciseAnswer(text: exercise.solution.text)) else {
      return .wrongStatement(note: nil)
    }
    if let name = known.name { return try verdict(on: own, named: name, known) }
    // Other statements may be preparations.
    guard own.holds == true, own.isSearch == known.isSearch, own.sides.isEmpty == known.sides.isEmpty else {
      return .wrongStatement(note: nil)
    }
    let isRight =
      known.isSearch ? own.outputs == known.outputs : !own.sides.isEmpty && sides(of: own) == sides(of: known)
    return isRight
      ? .rightStatement : .wrongStatement(note: "This holds, but it is not what the task asks for, with its names.")
  }

  /// Returns the verdict on a definition, which depends on its name, its events, and whether it is cold.
  private func verdict(
    on own: Session.StatementResult, named name: String, _ known: Session.StatementResult
  ) throws(Fault) -> Verdict {
    guard let expected = known.outputs.first, let actual = own.outputs.first else { return .wrongStatement(note: nil) }
    let comparison = Comparison(expected: expected, actual: actual)
    guard comparison.isEqual else {
      // A stream with another name may be a preparation.
      if own.name != name { return .wrongStatement(note: nil) }
      return .wrongStatement(note: comparison.kind ?? "The events are not those of the task.")
    }
    switch own.name {
    case nil: return .wrongStatement(note: "The events are right. Start the line with `\(name) =` to name the stream.")
    case name where own.isCold || !known.isCold: return try verdict(withOtherInputs: name, expected)
    case name:
      return .wrongStatement(
        note: "The events are right. Write the timeline itself, with `cold` and a space before it.")
    case let other?:
      return .wrongStatement(note: "The events are right, but the name is `\(other)`. Use the name `\(name)`.")
    }
  }

  /// Returns the verdict on a definition whose events are right for the inputs above, which those of the solution use.
  private func verdict(withOtherInputs name: String, _ expected: Timeline) throws(Fault) -> Verdict {
    let solution = ExerciseAnswer.definition(of: name, in: exercise.solution.text)
    let used = exercise.given.names(in: solution)?.filter { $0.kind == .value }.map(\.name) ?? []
    let inputs = exercise.given.visibleNames.filter {
      used.contains($0) && exercise.given[$0]?.timelines.isEmpty == false
    }
    guard !inputs.isEmpty else { return .rightStatement }
    var general = self
    general.exercise.solution = Exercise.Solution(text: solution, parameters: inputs)
    general.exercise.examples = [ExerciseExample(bindings: exercise.examples[0].bindings, expected: [expected])]
    general.answer = ExerciseAnswer(
      definitions: answer.definitions, text: ExerciseAnswer.definition(of: name, in: answer.text))
    let verdict = try general.verdict()
    return verdict.isRight ? .rightStatement : verdict
  }

  /// The sides of a law, in any order and spelling: their number of operators, and their events with the inputs of the
  /// exercise.
  private func sides(of law: Session.StatementResult) -> [String] {
    law.sides.map { side in
      let events = result(of: ExerciseAnswer(text: side))?.outputs.first.map { TimelinePrinter.text(of: $0) } ?? ""
      return "\(Bindings().operatorCount(in: side, keeping: Bindings()) ?? 0) \(events)"
    }.sorted()
  }

  private func isSame(_ text: String) -> Bool { ExerciseAnswer(text: text).normalized == answer.normalized }

  /// Returns the result of a statement with the names of the exercise.
  private func result(of answer: ExerciseAnswer) -> Session.StatementResult? {
    let session = Session(SessionOptions(limits: AnswerRun.limits))
    session.bindings = AnswerNames(exercise.examples[0], answer.definitions).bindings
    return session.shown(by: answer.text, mode: .prompt)
  }
}
