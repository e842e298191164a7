import Marbles

/// Reads the file of an exercise.
///
/// The file is an ordinary script. Comments with labels contain the words. The statements bind the inputs, define
/// `solution`, and assert its events for each example. A solution that is another statement follows `Solution:`.
package struct ExerciseReader {
  /// The exercise, or `nil` if the file has errors.
  package var exercise: Exercise? { problems.isEmpty && faults.isEmpty ? answerable : nil }
  /// The exercise without the parts that have errors, or `nil` if its answers cannot be checked.
  private(set) var answerable: Exercise?
  /// The errors of the exercise.
  private(set) var problems: [Diagnostic]
  /// The errors of the script, which running it reports too.
  private(set) var faults: [Fault] = []

  private let source: Source
  private let comments: ExerciseComments
  private var solution: (solution: Exercise.Solution, given: Bindings)?
  private var examples: [ExerciseExample] = []
  /// The statements above the solution.
  private var inputs: [String] = []
  private var inputNames: [String] = []
  private var answers: [(label: ExerciseLabel, answer: Exercise.KnownAnswer)] = []
  /// Whether the timeline of an example is still missing.
  private var isUnfinished = false

  static let solutionName = "solution"

  package init(_ source: Source) {
    self.source = source
    comments = ExerciseComments(source)
    problems = comments.problems
    readStatements()
    checkParts()
    problems.sort { $0.span.lowerBound < $1.span.lowerBound }
    guard !isUnfinished, let solution, !examples.isEmpty else { return }
    answerable = Exercise(
      source: source, title: comments.title, explanation: comments.explanation, task: text(.task),
      conclusion: [text(.result), text(.use)].filter { !$0.isEmpty }.joined(separator: " "),
      hints: comments.parts(.hint).map { Exercise.Note(text: $0.text, span: $0.span) },
      rightAnswers: answers.filter { $0.label == .right }.map(\.answer),
      wrongAnswers: answers.filter { $0.label == .wrong }.map(\.answer),
      solution: solution.solution, given: solution.given, inputsText: inputs.joined(separator: "\n"),
      examples: examples,
      inputs: comments.parts(.inputs).first.map { Exercise.Note(text: $0.text, span: $0.span) },
      hidesExpected: !comments.parts(.hidden).isEmpty, offersChoices: !comments.parts(.choices).isEmpty)
    guard let exercise, let inputs = exercise.inputs,
      !AnswerCheck(exercise: exercise, answer: ExerciseAnswer(text: exercise.solution.text)).hasFitInputs
    else { return }
    problems.append(Diagnostic(ExerciseProblem.unfitInputs(write: exercise.listOfInputs), at: inputs.span))
  }

  private func text(_ label: ExerciseLabel) -> String { comments.parts(label).first?.text ?? "" }

  // MARK: Statements

  private mutating func readStatements() {
    let planner = StatementPlanner(source, SessionState(), SessionOptions())
    var parser = Parser(source, bindings: planner.known)
    while true {
      parser.tickLength = planner.tickLength
      guard let next = parser.next() else { return }
      let before = planner.bindings
      switch next {
      case .failure(let diagnostic): faults.append(Fault(diagnostic, in: source))
      case .success(let statement):
        guard let planned = planner.plan(statement) else {
          // Without a valid solution, which has an error of its own, no example can call it.
          faults += planner.takeFaults().filter { !$0.isAboutMissingSolution }
          continue
        }
        read(planned, before)
      }
    }
  }

  private mutating func read(_ planned: PlannedStatement, _ before: Bindings) {
    let statement = planned.statement
    if let note = note(above: statement.span) {
      answered.insert(note.span.lowerBound)
      return note.label == .solution ? defineStatement(statement, before) : addAnswer(statement, note)
    }
    if solution == nil {
      inputs.append(source.text(of: statement.span))
      inputNames = planned.bindings.visibleNames
    }
    switch statement.kind {
    case .define(let name, let parameters, let body) where name.text == Self.solutionName:
      define(parameters, source.text(of: body.span).onOneLine, before)
    case .bind(let name, let definition) where name.text == Self.solutionName:
      let text = source.text(of: name.span.upperBound..<statement.span.upperBound).onOneLine
      define([], String(text.drop { $0 == " " || $0 == "=" }), before)
      let timelines = planned.bindings[name.text]?.timelines ?? []
      if !definition.isExpression, let timeline = timelines.first {
        examples = [ExerciseExample(bindings: before, expected: [timeline])]
      }
    case .assert(let subject, let windows, let expectation):
      if isSolution(subject) { addExample(planned, windows, expectation) }
    case .subscriptions(let name, let windows, _):
      guard !examples.isEmpty else { return }
      examples[examples.count - 1].subscriptions.append((name.text, windows.compactMap(\.window)))
    default: break
    }
  }

  private mutating func define(_ parameters: [Name], _ text: String, _ before: Bindings) {
    for parameter in parameters where before[parameter.text] == nil {
      problems.append(Diagnostic(ExerciseProblem.unknownInput(parameter.text), at: parameter.span))
    }
    if solution == nil { inputs.removeLast() }
    solution = (Exercise.Solution(text: text, parameters: parameters.map(\.text)), before)
  }

  /// Takes a statement below `Solution:` as the solution, whose example consists of the inputs.
  private mutating func defineStatement(_ statement: Statement, _ before: Bindings) {
    if solution != nil {
      return problems.append(
        Diagnostic(ExerciseProblem.repeatedPart(ExerciseLabel.solution.rawValue), at: statement.span))
    }
    switch statement.kind {
    // The others are about an earlier run, or have no result to compare.
    case .bind, .show, .assert, .law, .races, .check(.stream), .check(.timeline), .check(.word): break
    case .define, .ask, .command, .subscriptions, .check(.subscriptions):
      return problems.append(Diagnostic(ExerciseProblem.unfitSolution, at: statement.span))
    }
    let text = source.text(of: statement.span).onOneLine
    solution = (Exercise.Solution(text: text, statement: statement.span), before)
    examples = [ExerciseExample(bindings: before, expected: [])]
  }

  /// Whether a subject is the solution, with any arguments.
  private func isSolution(_ subject: Subject) -> Bool {
    guard case .definition(.expression(let expression)) = subject else { return false }
    return switch expression.kind {
    case .name(let name): name == Self.solutionName
    case .call(let call): call.name.text == Self.solutionName
    default: false
    }
  }

  /// The call of the solution with the inputs, such as `solution(a, b)`.
  private var call: String {
    let parameters = solution?.solution.parameters ?? inputNames
    return Self.solutionName + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))")
  }

  private mutating func addExample(
    _ planned: PlannedStatement, _ windows: [WindowLiteral], _ expectation: Expectation
  ) {
    guard case .assert(let run, _) = planned.action else { return }
    let span = planned.statement.span
    // An operator without inputs is called with parentheses.
    let calls = [call, call + "()"].map { $0.filter { $0 != " " } }
    guard calls.contains(run.plan.text.filter { $0 != " " }) else {
      return problems.append(Diagnostic(ExerciseProblem.otherArguments(call: call), at: span))
    }
    // The run of the script reports the missing timeline, which an update adds.
    if case .missing = expectation { return isUnfinished = true }
    guard case .timelines(let literals) = expectation else {
      return problems.append(Diagnostic(ExerciseProblem.missingTimeline(call: call), at: span))
    }
    var example = ExerciseExample(
      bindings: planned.bindings, windows: run.observed, expected: literals.map(\.timeline))
    example.written = String(run.text.dropFirst(run.plan.text.count))
    examples.append(example)
  }

  // MARK: Known answers

  /// Returns the note `Right:` or `Wrong:` that a statement belongs to: the last label above it, if only answers are
  /// between.
  private func note(above span: Span) -> ExerciseComments.Part? {
    guard let part = comments.parts.last(where: { $0.span.upperBound <= span.lowerBound }), part.label.isAboutAnswers
    else { return nil }
    // An empty line ends the answers of a note.
    let lines = source.bytes[part.span.upperBound..<span.lowerBound].split(
      separator: ASCII.newline, omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().contains { $0.allSatisfy(\.separatesWords) } ? nil : part
  }

  private mutating func addAnswer(_ statement: Statement, _ note: ExerciseComments.Part) {
    let isExpression = if case .show = statement.kind { true } else { false }
    let isCompared = if case .assert = statement.kind { true } else { false }
    guard isExpression || !comments.parts(.solution).isEmpty else {
      return problems.append(Diagnostic(ExerciseProblem.unfitAnswer(isCompared: isCompared), at: statement.span))
    }
    let text = source.text(of: statement.span).onOneLine
    let answer = Exercise.KnownAnswer(answer: Exercise.Note(text: text, span: statement.span), note: note.text)
    answers.append((note.label, answer))
  }

  /// The positions of the notes that have an answer.
  private var answered: Set<Int> = []

  // MARK: Completeness

  /// Returns the error for an exercise with the name of another one, because they would share their progress.
  package func repeatedName(_ name: String, other: String) -> Answer {
    .error(Diagnostic(ExerciseProblem.repeatedName(name, other: other), at: title), source)
  }

  /// The place of the title.
  private var title: Span { comments.parts(.title).first?.span ?? 0..<0 }

  private mutating func checkParts() {
    // A misspelled title has an error of its own.
    let needed = (comments.problems.isEmpty ? [[ExerciseLabel.title]] : []) + [[.task], [.use, .result]]
    for labels in needed where labels.allSatisfy({ comments.parts($0).isEmpty }) {
      problems.append(Diagnostic(ExerciseProblem.missingPart(labels.map(\.rawValue)), at: title))
    }
    for part in comments.parts(.choices) where comments.parts(.wrong).isEmpty {
      problems.append(Diagnostic(ExerciseProblem.missingChoices, at: part.span))
    }
    for part in comments.parts(.hidden) where part.text != "expected" {
      problems.append(Diagnostic(ExerciseProblem.unfitHidden, at: part.span))
    }
    if let hint = comments.parts(.hint).dropFirst(Exercise.maxHints).first {
      problems.append(Diagnostic(ExerciseProblem.tooManyHints, at: hint.span))
    }
    guard faults.isEmpty else { return }
    for part in comments.parts(.solution) + comments.parts(.right) + comments.parts(.wrong).filter({ !$0.text.isEmpty })
    where !answered.contains(part.span.lowerBound) {
      problems.append(Diagnostic(ExerciseProblem.missingAnswer(isSolution: part.label == .solution), at: part.span))
    }
    if solution == nil {
      // A note without a fitting solution has an error of its own.
      if comments.parts(.solution).isEmpty {
        problems.append(Diagnostic(ExerciseProblem.missingSolution(call: call), at: title))
      }
    } else if examples.isEmpty, !isUnfinished, !problems.contains(where: isAboutExample) {
      problems.append(Diagnostic(ExerciseProblem.missingTimeline(call: call), at: title))
    }
  }

  private func isAboutExample(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.problem as? ExerciseProblem {
    case .otherArguments, .missingTimeline: true
    default: false
    }
  }
}

extension Fault {
  /// Whether the solution of an exercise is called, but not defined.
  fileprivate var isAboutMissingSolution: Bool {
    guard case ProgramProblem.unknownOperator(let name, _) = diagnostic.problem else { return false }
    return name == ExerciseReader.solutionName
  }
}
