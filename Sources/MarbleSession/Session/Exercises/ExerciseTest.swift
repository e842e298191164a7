import Marbles

/// Tests an exercise: each wrong answer fails with its note, and no hint contains the solution.
///
/// The run of the script has already tested that the solution gives the expected events.
package struct ExerciseTest {
  private let source: Source
  private let isWanted: () -> Bool

  /// Creates the test of a file, or returns `nil` if the file is not an exercise.
  package init?(of source: Source, while isWanted: @escaping () -> Bool) {
    guard ExerciseComments.areIn(source) else { return nil }
    self.source = source
    self.isWanted = isWanted
  }

  /// A part of an exercise whose results differ from those of other scripts.
  package enum Part {
    /// A statement as the solution, where a search is the answer and not a question.
    case solution
    /// A right or a wrong answer, whose assertions the test of the exercise judges.
    case rightAnswer, wrongAnswer
  }

  /// Returns the part of an exercise that contains a span, or `nil` elsewhere.
  package static func part(of source: Source, at span: Span) -> Part? {
    guard ExerciseComments.areIn(source), let exercise = ExerciseReader(source).answerable else { return nil }
    if exercise.wrongAnswers.contains(where: { $0.answer.span.overlaps(span) }) { return .wrongAnswer }
    if exercise.rightAnswers.contains(where: { $0.answer.span.overlaps(span) }) { return .rightAnswer }
    return exercise.solution.statement?.overlaps(span) == true ? .solution : nil
  }

  /// Runs the test until the caller refuses an answer.
  package func run(_ answer: (Answer) -> Bool) {
    let reader = ExerciseReader(source)
    for problem in reader.problems where !answer(.error(problem, source)) { return }
    guard let exercise = reader.answerable else { return }
    let check = AnswerCheck(exercise: exercise, answer: ExerciseAnswer(text: exercise.solution.text))
    if reader.exercise != nil, !check.hasFitInputs {
      let span = exercise.inputs?.span ?? 0..<0
      guard answer(.error(Diagnostic(ExerciseProblem.unfitInputs(write: exercise.listOfInputs), at: span), source))
      else { return }
    }
    let known = exercise.rightAnswers.map { ($0, true) } + exercise.wrongAnswers.map { ($0, false) }
    for (given, isRight) in known where isWanted() {
      let failure = failure(of: given, isRight: isRight, in: exercise)
      guard answer(result(failure, given.answer.text, at: given.answer.span)) else { return }
    }
    for (index, hint) in exercise.hints.enumerated() {
      let failure = Self.reveals(exercise.solution, hint) ? Answer.ExerciseFailure.hintReveals : nil
      guard answer(result(failure, "hint \(index + 1)", at: hint.span)) else { return }
    }
  }

  private func result(_ failure: Answer.ExerciseFailure?, _ text: String, at span: Span) -> Answer {
    let assertion = Answer.Assertion(source: source, span: span, expected: [], expression: text, title: nil)
    return failure.map { .failed(assertion, .exercise($0)) } ?? .passed(assertion)
  }

  /// Returns the reason why an answer is not right, or does not fail with its note, or `nil` if it does what is listed.
  private func failure(
    of known: Exercise.KnownAnswer, isRight: Bool, in exercise: Exercise
  ) -> Answer.ExerciseFailure? {
    var check = AnswerCheck(exercise: exercise, answer: ExerciseAnswer(text: known.answer.text), isWanted: isWanted)
    // A right answer is tried with all inputs, and a course lists many.
    if isRight { check.effort = AnswerCheck.briefEffort }
    // Running the script reports an answer with an error.
    guard let verdict = try? check.verdict() else { return nil }
    if verdict.isRight || isRight { return verdict.isRight == isRight ? nil : isRight ? .isWrong : .isRight }
    return verdict.note == known.note ? nil : .otherNote(verdict.note)
  }

  /// Whether a hint contains the whole solution, apart from whitespace.
  private static func reveals(_ solution: Exercise.Solution, _ hint: Exercise.Note) -> Bool {
    ExerciseAnswer(text: hint.text).normalized.contains(ExerciseAnswer(text: solution.text).normalized)
  }
}
