import MarbleLanguage

extension ProgramProblem {
  package var severity: Severity { .error }

  /// The message, in one line.
  package var message: String {
    switch self {
    case .unknownOperator(let name, _): "no operator is called `\(clipped(name))`"
    case .unknownName(let name, _): "nothing is called `\(clipped(name))`"
    case .tooManyOperators: "too many operators, one inside the other"
    case .recursiveOperator(let name): "`\(clipped(name))` is made of itself"
    case .unreadableName(let name): "`\(clipped(name))` is not there: its definition has an error"
    case .argument(let problem, let name, _): problem.message(calling: name)
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
    case .tooSmall(let parameter, let minimum): "`\(parameter)` must be at least \(minimum)"
    case .unknownStrategy(let name, _): "no strategy is called `.\(name)`"
    case .strategyNeedsLimit: "`.concurrent` needs to know how many streams at once"
    case .unexpectedStrategy(let name): "`.\(name)` belongs to `flatten` and `flatMap`"
    case .unexpectedDuration: "a duration where a value is needed"
    case .misplacedClosure: "a closure where a value is needed"
    case .tooFewValues(let expected, let got):
      "the closure takes \(pluralized(expected, "value")) and gets \(got)"
    case .marbleNotStream(let name): "no stream is called `\(name)`"
    case .stringNotTimeline(let text, let reason): "`\(clipped(text))` is no timeline: \(reason)"
    case .noSuchMember(let name, let kind, _, _): "\(kind.phrase) has no `\(clipped(name))`"
    case .methodWithoutParentheses(let name): "`\(name)` without parentheses"
    case .noSuchPrefix(let symbol, let kind): "`\(symbol.rawValue)\(kind.phrase)` means nothing"
    case .noSuchOperation(let left, let symbol, let right):
      "`\(left.phrase) \(symbol.rawValue) \(right.phrase)` means nothing"
    case .divisionByZero: "division by zero"
    case .overflow: "the result is too large for 64 bits"
    case .language(let problem): problem.message
    }
  }

  /// The text that appears next to the caret.
  package var label: String? {
    switch self {
    case .argument(let problem, _, _): problem.label
    case .marbleNotStream: "its marbles are names of streams here"
    case .language(let problem): problem.label
    case .unknownOperator, .unknownName, .unreadableName, .tooManyOperators, .recursiveOperator, .wrongKind,
      .tooSmall, .unknownStrategy, .unexpectedStrategy, .strategyNeedsLimit, .unexpectedDuration, .misplacedClosure,
      .tooFewValues, .stringNotTimeline, .noSuchMember, .methodWithoutParentheses, .noSuchPrefix, .noSuchOperation,
      .divisionByZero,
      .overflow:
      nil
    }
  }

  /// The suggested fix.
  package var help: String? {
    switch self {
    case .unknownOperator(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "`:operators` lists them"
    case .unknownName(_, let suggestion?): "did you mean `\(suggestion)`?"
    case .unknownName(let name, nil):
      "a string stands in quotes: `\"\(clipped(name))\"`; a closure's values are `$0`, `$1`"
    case .tooManyOperators:
      "one closure can do what several do: `.map { ($0 + 1) * 2 }`; names count as what they stand for"
    case .recursiveOperator:
      "an operator is made of those above it; `repeat()`, `retry()` and `scan` do a thing again"
    case .divisionByZero: "`$0 == 0 ? nil : 10 / $0` looks first"
    case .noSuchOperation(.string, _, .number), .noSuchOperation(.number, _, .string):
      "`Int($0)` makes a number of a string, `\"\\($0)\"` a string of a number"
    case .noSuchMember(_, _, let suggestion?, _): "did you mean `\(suggestion)`?"
    case .noSuchMember(_, let kind, nil, let names) where !names.isEmpty:
      "\(kind.phrase) has " + names.map { "`.\($0)`" }.joined(separator: ", ")
    case .unknownStrategy(_, let suggestion):
      suggestion.map { "did you mean `.\($0)`?" }
        ?? "there are " + Strategy.names.map { "`.\($0)`" }.joined(separator: ", ")
    case .argument(let problem, _, let signatures): problem.help(signatures: signatures)
    case .tooSmall(_, let minimum): "write \(minimum) or more"
    case .wrongKind(let expected, _): expected.example
    case .tooFewValues(_, got: 0): "it is given nothing"
    case .tooFewValues(_, let got):
      "it is given " + (0..<got).map { "`$\($0)`" }.joined(separator: got == 2 ? " and " : ", ")
    case .methodWithoutParentheses(let name): "`\(name)()`"
    case .marbleNotStream(let name): "`\(name) = cold --1--|` makes one, above this line"
    case .strategyNeedsLimit: "`.concurrent(limit: 2)`"
    case .unexpectedStrategy: "`s.flatten(.merge)`"
    case .language(let problem): problem.help
    case .unreadableName, .unexpectedDuration, .misplacedClosure, .stringNotTimeline, .noSuchMember,
      .noSuchPrefix, .noSuchOperation, .overflow:
      nil
    }
  }
}

extension ArgumentKind {
  /// Examples of the kind, for help texts.
  fileprivate var example: String? {
    switch self {
    case .stream: "the name of one, an expression, or a timeline in quotes: `\"--1--|\"`"
    case .wholeNumber: "such as `2`"
    case .number: "such as `2`, or `2.5`"
    case .time: "ticks, such as `3`, or a duration, such as `9ms`"
    case .boolean: "`true` or `false`, or what says so: `$0 > 1`"
    case .string: "a string stands in quotes: `\"late\"`"
    case .array: "such as `[1, 2]`"
    case .pair: "such as `($0, $1)`"
    case .event: "`materialize()` makes events of what a stream sends"
    case .value, .fraction, .numberOrString, .null, .tuple, .strategy, .closure, .name, .call: nil
    }
  }
}
