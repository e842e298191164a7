import Marbles

/// Statements that are asked for: a definition, a search, a law, or another assertion.
extension AnswerCheck {
  func verdictOnStatement() throws(Fault) -> Verdict {
    if let wrong = exercise.wrongAnswers.first(where: { isSame($0.answer.text) }) {
      return .wrongStatement(note: wrong.note)
    }
    var renamed = self
    renamed.answer = answer.renamingParameters(as: solution)
    let known = [solution.text] + exercise.rightAnswers.map(\.answer.text)
    if known.contains(where: isSame) || renamed.isSame(solution.text) { return .rightStatement }
    return try renamed.verdictOnOtherStatement()
  }

  private func verdictOnOtherStatement() throws(Fault) -> Verdict {
    guard let own = result(of: answer), let known = result(of: solution, effort: Self.briefEffort) else {
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
      let isSearch = own.isSearch && !known.isSearch
      let advice = isSearch ? ", but the task asks for a statement without `?`." : ". \(advice(for: known))"
      return .wrongStatement(note: "This holds\(advice)")
    }
    let sides = [own, known].map { Set($0.sides.map { ExerciseAnswer(text: $0).normalized }) }
    if own.sides.count == 2, sides[0].count < sides[1].count {
      return .wrongStatement(note: "This holds, because both sides are the same.")
    }
    guard known.isSearch ? own.outputs == known.outputs : hasSides(own, of: known) else {
      return .wrongStatement(note: note(on: own, inPlaceOf: known))
    }
    guard hasFrame(own, of: known) else { return .wrongStatement(note: Self.note(askingFor: known.frame)) }
    return verdictOnPattern() ?? .rightStatement
  }

  /// Whether a statement has the parameters, the windows and the sign of the solution.
  ///
  /// It may also assert the events.
  private func hasFrame(_ own: Session.StatementResult, of known: Session.StatementResult) -> Bool {
    [known.frame, known.frame + " == …"].map { ExerciseAnswer(text: $0).normalized }
      .contains(ExerciseAnswer(text: own.frame).normalized)
  }

  private static func note(askingFor frame: String) -> String { "This holds, but the task asks for `\(frame)`." }

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
    let words = [solution.text, answer.text].map(\.words)
    let names = exercise.given.visibleNames.filter { name in words[0].contains { $0 == name } }
    let missing = names.filter { name in !words[1].contains { $0 == name } }.map { "`\($0)`" }
    if !missing.isEmpty { return "This holds, but the task asks for \(listed(missing)) too." }
    let isAboutEvents = known.isSearch || known.sides.count == 1
    let (expected, actual) = (known.sides.first.flatMap(events), own.sides.first.flatMap(events))
    if isAboutEvents, let expected = expected ?? known.outputs.first, let actual = actual ?? own.outputs.first,
      case let comparison = Comparison(expected: expected, actual: actual), !comparison.isEqual
    {
      return "This holds. \(comparison.kind ?? "The events are not those of the task.")"
    }
    guard hasFrame(own, of: known) else { return Self.note(askingFor: known.frame) }
    let other = own.sides.firstIndex { side in !known.sides.contains { isSide(side, $0, known.frame) } }
    let side = own.sides.count == 1 || other == nil ? "expression" : other == 0 ? "left side" : "right side"
    return "This holds, but the task asks for another \(side)."
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
    case name where own.isCold || !known.isCold:
      let expressions = [answer, solution].map { ExerciseAnswer.definition(of: name, in: $0.text) }
      let verdict = try verdict(on: expressions[0], insteadOf: expressions[1], expected)
      return verdict.isRight ? .rightStatement : verdict
    case name:
      return .wrongStatement(
        note: "The events are right. Start the line with `\(name) = cold`, and write the timeline itself after it.")
    case let other?:
      return .wrongStatement(note: "The events are right, but the name is `\(other)`. Use the name `\(name)`.")
    }
  }

  /// Returns the verdict on an expression whose events are right for the inputs above, also with others, which are those
  /// of the one that is asked for.
  private func verdict(
    on own: String, insteadOf known: String, _ expected: Timeline
  ) throws(Fault) -> Verdict {
    let used = exercise.given.names(in: known)?.filter { $0.kind == .value }.map(\.name) ?? []
    let inputs = exercise.given.visibleNames.filter {
      used.contains($0) && exercise.given[$0]?.timelines.isEmpty == false
    }
    guard !inputs.isEmpty else { return .rightStatement }
    var general = self
    general.exercise.solution = Exercise.Solution(text: known, parameters: inputs)
    general.exercise.examples = [ExerciseExample(bindings: exercise.examples[0].bindings, expected: [expected])]
    general.answer = ExerciseAnswer(definitions: answer.definitions, text: own)
    return try general.verdict()
  }

  /// Whether the sides of a statement are those of the solution, in any order.
  private func hasSides(_ own: Session.StatementResult, of known: Session.StatementResult) -> Bool {
    guard !own.sides.isEmpty, own.sides.count == known.sides.count else { return false }
    return [own.sides, own.sides.reversed()].contains { sides in
      zip(sides, known.sides).allSatisfy { isSide($0, $1, known.frame) }
    }
  }

  /// Whether an expression has as many operators as a side of the solution, and the same events for all inputs, which
  /// are the parameters of a law.
  private func isSide(_ own: String, _ known: String, _ frame: String) -> Bool {
    var names = AnswerNames(exercise.examples[0], answer.definitions)
    defer { names.bindings.end() }
    if ExerciseAnswer(text: own).normalized == ExerciseAnswer(text: known).normalized { return true }
    let counts = [own, known].map { names.bindings.operatorCount(in: $0, keeping: exercise.given) ?? 0 }
    guard counts[0] == counts[1] else { return false }
    if frame.hasPrefix("forall") {
      names.replaceStreamsByArguments()
      let text = "\(frame.prefix { $0 != "…" })\(own) == \(known)"
      guard case .law(let law)? = names.statement(text)?.action,
        case .holds? = try? LawTrial(of: law, effort: Self.briefEffort, limits: AnswerRun.limits, while: isWanted).run()
      else { return false }
      return true
    }
    guard let expected = events(of: known), let actual = events(of: own),
      Comparison(expected: expected, actual: actual).isEqual
    else { return false }
    return (try? verdict(on: own, insteadOf: known, expected).isRight) ?? false
  }

  /// Returns the events of a side, in which the names of the answer can occur.
  private func events(of side: String) -> Timeline? {
    result(of: ExerciseAnswer(definitions: answer.definitions, text: side))?.outputs.first
  }

  private func isSame(_ text: String) -> Bool { ExerciseAnswer(text: text).normalized == answer.normalized }

  /// Returns the result of a statement with the names of the exercise.
  func result(of answer: ExerciseAnswer, effort: LawEffort = LawEffort()) -> Session.StatementResult? {
    let session = Session(SessionOptions(limits: AnswerRun.limits))
    session.options.lawEffort = effort
    session.bindings = AnswerNames(exercise.examples[0], answer.definitions).bindings
    return session.shown(by: answer.text, mode: .prompt)
  }
}
