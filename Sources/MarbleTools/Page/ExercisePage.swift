import MarbleSession
import Marbles

/// An exercise on a page, whose script consists of the inputs and of the learner's answer.
package struct ExercisePage: Sendable {
  private let exercise: Exercise
  /// The statements that bind the inputs.
  package let inputs: String

  /// The comment between the inputs and the answer.
  private static let mark = "// Your answer:"

  /// Creates the page of a script, or returns `nil` if the script is not a valid exercise.
  package init?(_ text: String) {
    let source = Source(name: "exercise", text: text)
    guard ExerciseComments.areIn(source), let exercise = ExerciseReader(source).exercise else { return nil }
    self.init(exercise)
  }

  package init(_ exercise: Exercise) {
    self.exercise = exercise
    inputs = exercise.inputsText.isEmpty ? "" : exercise.inputsText + "\n"
  }

  /// The script that a page begins with if it can check answers.
  package var script: String { (inputs.isEmpty ? "" : inputs + "\n") + Self.mark + "\n" }

  /// Returns the inputs of a session and the expected events for them, or `nil` if the inputs have errors.
  func diagram(in session: Session, while isWanted: @escaping () -> Bool) -> Diagram? {
    let names = session.bindings
    let example = ExerciseExample(
      bindings: names.beginning(names.extent), windows: exercise.examples[0].windows, expected: [])
    let solution = ExerciseAnswer(text: exercise.solution.text)
    if exercise.solution.isStatement { return Diagram(inputs: exercise.lanes(of: example)) }
    guard let run = try? AnswerRun(of: solution, with: example, while: isWanted) else { return nil }
    let inputs = exercise.lanes(of: example)
    if inputs.isEmpty, exercise.hidesExpected { return nil }
    return Diagram(inputs: inputs, outputs: exercise.expectedLanes(run.outcome.outputs))
  }

  // MARK: Checking

  /// The result of checking an answer.
  package struct Result: Sendable {
    package let isRight: Bool
    /// The explanations, as plain text.
    package let paragraphs: [String]

    package var json: String {
      var json = JSONText()
      json.object { json in
        json.member("isRight", isRight)
        json.member("paragraphs", strings: paragraphs)
      }
      return json.text
    }
  }

  /// Checks the answer in a script, which is its last statement.
  package func check(_ text: String, while isWanted: @escaping () -> Bool = { true }) -> Result {
    let answer: ExerciseAnswer
    do {
      answer = try self.answer(in: text)
    } catch {
      return Result(isRight: false, paragraphs: [error.message])
    }
    let check = AnswerCheck(exercise: exercise, answer: answer, isWanted: isWanted)
    let verdict: AnswerCheck.Verdict
    do {
      verdict = try check.verdict()
    } catch {
      return Result(isRight: false, paragraphs: [DiagnosticRenderer(error.source).text(of: error.diagnostic)])
    }
    let writer = AnswerWriter(style: DrawingStyle(), echoesBindings: true)
    let paragraphs = verdict.answers(to: exercise, width: AnswerWriter.textWidth).compactMap {
      writer.text(of: $0)?.text
    }
    let first =
      if verdict.isRight {
        ["✓ Right. \(exercise.conclusion)"]
      } else {
        paragraphs.isEmpty ? ["This is not what the task asks for."] : []
      }
    return Result(isRight: verdict.isRight, paragraphs: first + paragraphs)
  }

  /// The reason why a script has no answer that can be checked.
  private struct Refusal: Error {
    let message: String
  }

  /// Returns the last statement of a script, with the definitions between the mark and it.
  private func answer(in text: String) throws(Refusal) -> ExerciseAnswer {
    let typed = text.firstRange(of: Self.mark).map { text[$0.upperBound...].drop { $0.isNewline } } ?? ""
    let source = Source(name: "answer", text: String(typed))
    if let diagnostic = firstError(in: source) {
      throw Refusal(message: DiagnosticRenderer(source).text(of: diagnostic))
    }
    let names = AnswerNames(exercise.examples[0], [])
    defer { names.bindings.end() }
    let known = Parser.Bindings { names.bindings }
    var parser = Parser(source, bindings: known)
    var statements: [String] = []
    var name: String?
    while let next = parser.next() {
      guard case .success(let statement) = next else { continue }
      statements.append(source.text(of: statement.span).onOneLine)
      if case .bind(let bound, _) = statement.kind { name = bound.text } else { name = nil }
    }
    guard var last = statements.popLast() else { throw Refusal(message: "Write your answer first.") }
    if exercise.solution.isStatement { return ExerciseAnswer(definitions: statements, text: last) }
    if let name {
      // The stream that the last statement defines is the answer.
      statements.append(last)
      last = name
    }
    let defined = AnswerNames(exercise.examples[0], statements)
    defer { defined.bindings.end() }
    guard let (plan, isTimeline) = defined.plan(last) else {
      throw Refusal(message: "The last statement is not an answer. An answer is an expression or a timeline.")
    }
    return ExerciseAnswer(definitions: statements, text: isTimeline ? last : plan.repeatableText)
  }

  /// Returns the first error of an answer.
  private func firstError(in source: Source) -> Diagnostic? {
    let session = Session()
    session.options.runsStatements = false
    session.bindings = AnswerNames(exercise.examples[0], []).bindings
    var first: Diagnostic?
    session.evaluate(source) { answer in
      if case .error(let diagnostic, _) = answer { first = first ?? diagnostic }
    }
    return first
  }

  // MARK: Writing

  /// The parts of the exercise as JSON for a page with a server.
  package var json: String {
    json { json in
      json.member("solution", exercise.solution.text)
      json.member("mark", Self.mark)
    }
  }

  /// Returns the parts of the exercise as JSON for a page without a server.
  ///
  /// It contains the solution in hexadecimal, and the hashes of the known answers, so that a reader does not see them.
  ///
  /// - Parameter command: The command that checks any answer.
  package func bakedJSON(command: String) -> String {
    let right = ([exercise.solution.text] + exercise.rightAnswers.map(\.answer.text)).map { answer in
      (answer: answer, text: "✓ Right. \(exercise.conclusion)", isRight: true)
    }
    let wrong = exercise.wrongAnswers.map { (answer: $0.answer.text, text: $0.note, isRight: false) }
    return json { json in
      json.member("hidden", Self.hidden(exercise.solution.text))
      json.member("command", command)
      json.member("answers", right + wrong) { json, known in
        json.object { json in
          json.member("hash", ExerciseAnswer(text: known.answer).hash)
          json.member("text", known.text)
          json.member("isRight", known.isRight)
        }
      }
    }
  }

  /// Returns text in hexadecimal, so that a reader of a page does not see it by chance.
  package static func hidden(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the command that checks any answer.
  ///
  /// - Parameter file: The name of the script.
  package func command(file: String) -> String {
    let number = Course.builtIn.entries.firstIndex { $0.exercise.source.bytes == exercise.source.bytes }
    if let number { return "`rxrepl exercises`, and type `:exercise \(number + 1)`" }
    return "`rxrepl serve \(file)`"
  }

  /// The explanation, the task and the hints as HTML, for readers without scripts.
  package var html: (title: String, explanation: String, task: String, hints: String) {
    func prose(_ text: String) -> String {
      XML.escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
        index % 2 == 1 ? "<code>\(part)</code>" : String(part)
      }.joined()
    }
    func paragraphs(_ text: String) -> String {
      // To split at two characters needs the library of regular expressions, which the engine leaves out.
      text.replacing("\n\n", with: "\0").split(separator: "\0").map { "<p>\(prose(String($0)))</p>" }.joined()
    }
    let hints = exercise.hints.map { "<details><summary>Hint</summary>\(paragraphs($0.text))</details>" }.joined()
    return (XML.escaped(exercise.title), paragraphs(exercise.explanation), prose(task), hints)
  }

  private var task: String { exercise.task(choosingBy: "To answer, write one of these.") }

  private func json(_ others: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.object { json in
      json.member("title", exercise.title)
      json.member("explanation", exercise.explanation)
      json.member("task", task)
      json.member("hints", strings: exercise.hints.map(\.text))
      others(&json)
    }
    return json.text
  }
}

extension ExerciseAnswer {
  /// The FNV-1a hash of the text without whitespace, which the page calculates in the same way.
  fileprivate var hash: Int64 {
    Int64(normalized.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
  }
}
