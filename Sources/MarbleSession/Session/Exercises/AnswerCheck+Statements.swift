import Marbles

/// Statements that are asked for: a definition, a search, a law, or another assertion.
extension AnswerCheck {
  func verdictOnStatement() throws(Fault) -> Verdict {
    if let wrong = exercise.wrongAnswers.first(where: { isSame($0.answer.text) }) {
      return .wrongStatement(note: wrong.note)
    }
    if isSame(solution.text) || exercise.rightAnswers.contains(where: { isSame($0.answer.text) }) {
      return .rightStatement
    }
    guard let own = result(of: answer), let known = result(of: solution) else {
      return .wrongStatement(note: nil)
    }
    if let name = known.name { return try verdict(on: own, named: name, known) }
    let names = AnswerNames(exercise.examples[0], answer.definitions)
    defer { names.bindings.end() }
    if names.plan(answer.text) != nil, let actual = own.outputs.first {
      return .wrongStatement(note: note(on: actual, inPlaceOf: known))
    }
    // Other statements may be preparations.
    guard own.holds == true else { return .wrongStatement(note: nil) }
    guard keyword(of: answer.text, own) == keyword(of: solution.text, known) else {
      return .wrongStatement(note: "This holds. \(advice(for: known))")
    }
    if !known.isSearch, known.sides.isEmpty, let verdict = verdictOnAssertion() { return verdict }
    let isRight =
      known.isSearch ? own.outputs == known.outputs : !own.sides.isEmpty && sides(of: own) == sides(of: known)
    guard isRight else { return .wrongStatement(note: note(on: own, inPlaceOf: known)) }
    if own.sides.count == 2, isTrivial(own), !isTrivial(known) {
      return .wrongStatement(note: "This holds, because both sides are the same.")
    }
    // An answer may also assert the events.
    let frames = [known.frame, known.frame + " == …"].map { ExerciseAnswer(text: $0).normalized }
    guard frames.contains(ExerciseAnswer(text: own.frame).normalized) else {
      return .wrongStatement(note: "This holds, but the task asks for `\(known.frame)`.")
    }
    // The results of `races` can be compared with a pattern too.
    return verdictOnAssertion(comparingSubjects: false) ?? .rightStatement
  }

  /// Whether the sides of a law are the same expression.
  private func isTrivial(_ law: Session.StatementResult) -> Bool {
    Set(law.sides.map { ExerciseAnswer(text: $0).normalized }).count == 1
  }

  /// Returns the note on the events of an expression or a timeline in place of the statement.
  private func note(on actual: Timeline, inPlaceOf known: Session.StatementResult) -> String {
    let comparisons = (known.outputs.prefix(1) + known.sides.compactMap(events)).map {
      Comparison(expected: $0, actual: actual)
    }
    let advice = advice(for: known)
    if comparisons.contains(where: \.isEqual) { return "The events are right. \(advice)" }
    return comparisons.first.map { "\($0.kind ?? "The events are not those of the task.") \(advice)" } ?? advice
  }

  private func advice(for known: Session.StatementResult) -> String {
    "Write the statement that the task asks for, with `\(keyword(of: solution.text, known))`."
  }

  /// Returns the word or sign that tells the kind of a statement.
  private func keyword(of text: String, _ result: Session.StatementResult) -> String {
    ["races", "forall", "check", "matches"].first { "\(text) ".contains("\($0) ") } ?? (result.isSearch ? "?" : "==")
  }

  /// Returns the note on another statement that holds.
  private func note(on own: Session.StatementResult, inPlaceOf known: Session.StatementResult) -> String {
    let words = [solution.text, answer.text].map { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }
    let names = exercise.given.visibleNames.filter { name in words[0].contains { $0 == name } }
    let missing = names.filter { name in !words[1].contains { $0 == name } }.map { "`\($0)`" }
    if !missing.isEmpty { return "This holds, but the task asks for \(listed(missing)) too." }
    if known.sides.count == 1, let expected = events(of: known.sides[0]), let actual = own.sides.first.flatMap(events),
      case let comparison = Comparison(expected: expected, actual: actual), !comparison.isEqual
    {
      return "This holds. \(comparison.kind ?? "The events are not those of the task.")"
    }
    return "This holds, but the task asks for something else, with the same names."
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
    let solution = ExerciseAnswer.definition(of: name, in: self.solution.text)
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
    let bindings = AnswerNames(exercise.examples[0], answer.definitions).bindings
    defer { bindings.end() }
    return law.sides.map { side in
      let events = events(of: side).map { TimelinePrinter.text(of: $0) } ?? ""
      return "\(bindings.operatorCount(in: side, keeping: exercise.given) ?? 0) \(events)"
    }.sorted()
  }

  /// Returns the events of a side, in which the names of the answer can occur.
  private func events(of side: String) -> Timeline? {
    result(of: ExerciseAnswer(definitions: answer.definitions, text: side))?.outputs.first
  }

  private func isSame(_ text: String) -> Bool { ExerciseAnswer(text: text).normalized == answer.normalized }

  /// Returns the result of a statement with the names of the exercise.
  func result(of answer: ExerciseAnswer) -> Session.StatementResult? {
    let session = Session(SessionOptions(limits: AnswerRun.limits))
    session.bindings = AnswerNames(exercise.examples[0], answer.definitions).bindings
    return session.shown(by: answer.text, mode: .prompt)
  }
}
