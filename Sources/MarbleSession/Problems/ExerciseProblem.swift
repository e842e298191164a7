import Marbles

/// A problem with the file of an exercise.
enum ExerciseProblem: Problem {
  /// A part that every exercise has, such as its task, does not occur, nor do others in its place.
  case missingPart([String])
  case missingSolution(call: String)
  /// The solution is not followed by the expected timeline.
  case missingTimeline(call: String)
  /// An example passes other arguments than the inputs.
  case otherArguments(call: String)
  /// A parameter of the solution that is not bound above it.
  case unknownInput(String)
  /// A label without text.
  case emptyPart(String)
  case repeatedPart(String)
  case unknownPart(String, suggestion: String)
  case tooManyHints
  /// `Right:` or `Wrong:` without an answer below it.
  case missingAnswer(isSolution: Bool)
  /// An answer that is neither an expression nor a timeline.
  case unfitAnswer(isCompared: Bool)
  /// A statement below `Solution:` whose answers cannot be checked.
  case unfitSolution
  /// `For all:` whose text is not a list of the inputs, and the shortest such list, empty if there are no inputs.
  case unfitInputs(write: String)
  /// `Choices:` without a wrong answer.
  case missingChoices
  /// An exercise of a course with the name of another one.
  case repeatedName(String, other: String)
  /// `Hide:` with another word than `expected`.
  case unfitHidden
}

extension Diagnostic {
  init(_ problem: ExerciseProblem, at span: Span) { self.init(problem: problem, at: span) }
}
