import Marbles

extension ExerciseProblem {
  var severity: Severity { .error }

  /// The first line of the diagnostic.
  var message: String {
    switch self {
    case .missingPart(let labels): "this exercise has no \(labels.map { "`\($0):`" }.joined(separator: " or "))"
    case .missingSolution: "this exercise has no solution"
    case .missingTimeline: "this exercise does not say which events are expected"
    case .otherArguments: "an example must pass the inputs by their names"
    case .unknownInput(let name): "the input `\(name)` is not bound above the solution"
    case .emptyPart(let label): "expected text after `\(label):`"
    case .repeatedPart(let label): "this is the second `\(label):` of the exercise"
    case .unknownPart(let label, _): "`\(label):` is not a part of an exercise"
    case .tooManyHints: "an exercise has at most three hints"
    case .missingAnswer(isSolution: false): "expected an answer below this note"
    case .missingAnswer: "expected a statement below this note"
    case .unfitAnswer: "an answer must be an expression or a timeline"
    case .unfitSolution: "answers cannot be compared with this statement"
    case .missingChoices: "`Choices:` needs a wrong answer to list"
    case .repeatedName(let name, let other): "`\(other)` is also an exercise with the name `\(name)`"
    case .unfitHidden: "`Hide:` must name the part of the drawing that the learner does not see"
    case .unfitInputs: "`For all:` must list the inputs of the solution as they are bound"
    }
  }

  /// Returns a sentence that a part can consist of.
  private static func sample(of label: String) -> String {
    switch label {
    case "Exercise": "Prices"
    case "Task": "Double each price."
    default: "A shop shows its prices in another currency."
    }
  }

  /// A short label next to the caret.
  var label: String? { nil }

  /// A suggestion how to fix the problem.
  var help: String? {
    switch self {
    case .missingPart(let labels):
      "add a line such as `// \(labels[0]): \(Self.sample(of: labels[0]))` to the comment at the top"
    case .missingSolution(let call): "write `\(call) =` and an expression, with the inputs as parameters"
    case .missingTimeline(let call): "below the solution, write `\(call) ==` and the expected timeline"
    case .otherArguments(let call):
      "write `\(call)`, and bind the inputs to other timelines above it; a number belongs in the solution"
    case .unknownInput(let name): "write `\(name) =` and a timeline above the solution"
    case .emptyPart(let label): "write the text on the same line, as in `// \(label): …`"
    case .repeatedPart: "delete one of them"
    case .unknownPart(_, let suggestion): "did you mean `\(suggestion):`?"
    case .tooManyHints: "delete the others: `:solution` shows the solution"
    case .missingAnswer(isSolution: false): "write the answer on the next line, such as `a.take(first: 2)`"
    case .missingAnswer: "for an expression, write `solution(a) =` and the expression in place of this note"
    case .unfitAnswer(isCompared: true): "delete everything but the answer, such as the `==` after it"
    case .unfitAnswer: "write an expression, such as `a.take(first: 2)`"
    case .unfitSolution: "write a named stream such as `a = cold -1`, a search, a law, or an assertion about the inputs"
    case .missingChoices: "add a comment such as `// Wrong: …`, with the answer on the next line"
    case .repeatedName: "rename one of the files: a number before a name is not part of it"
    case .unfitHidden: "write `// Hide: expected`"
    case .unfitInputs(""): "delete it: the solution has no inputs"
    case .unfitInputs(let inputs): "write `// For all: \(inputs)`; a stream can have values, as in `a of 0...9`"
    }
  }
}
