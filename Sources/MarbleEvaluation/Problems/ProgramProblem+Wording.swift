import MarbleLanguage

extension ProgramProblem {
  package var severity: Severity {
    switch self {
    case .emptyRange, .unlabeledForm, .numberInQuotes, .keywordInQuotes, .parameterInString, .neverEqual,
      .streamAsValue:
      .warning
    default: .error
    }
  }

  /// The message, in one line.
  package var message: String {
    switch self {
    case .unknownOperator(let name, _): "there is no operator named `\(clipped(name))`"
    case .unknownName(let name, _), .unknownValue(let name): "`\(clipped(name))` is not defined"
    case .tooManyOperators: "the expression has too many operators"
    case .recursiveOperator(let name): "custom operator `\(clipped(name))` cannot use itself"
    case .misplacedHole: "`?` is only allowed in a search"
    case .tooManyHoles(let limit): "a search can fill in at most \(limit) `?`"
    case .searchWithoutStreams: "`?()` has no streams to search with"
    case .misplacedSearchCall: "`?(…)` must be the whole expression"
    case .valueInSearch(let kind, _): "a search takes streams, found \(kind.phrase)"
    case .endlessSearchInput(let name, let ticks):
      "`\(clipped(name))` does not end within \(ticks) ticks, so a search cannot run with it"
    case .searchWithoutEvents: "a search needs the expected events"
    case .searchTooLong(let limit): "a search compares at most \(limit) events"
    case .searchWithWindow: "a search cannot have a window"
    case .unknownDefinition(let name): "`\(clipped(name))` is not defined yet"
    case .unreadableName(let name): "`\(clipped(name))` cannot be used: its binding has an error"
    case .foreignCall(let name, _): "`\(clipped(name))` has another form here"
    case .argument(let problem, let name, _, _): problem.message(calling: name)
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
    case .tooSmall(let parameter, let minimum): "`\(parameter)` must be at least \(minimum)"
    case .unknownStrategy(let name, _): "there is no strategy named `.\(name)`"
    case .strategyNeedsLimit: "`.concurrent` needs a limit"
    case .unexpectedStrategy(let name): "`.\(name)` can only be used with `flatten` and `flatMap`"
    case .unexpectedDuration: "expected a value, found a duration"
    case .misplacedClosure: "expected a value, found a closure"
    case .tooFewValues(let expected, let got):
      "the closure takes \(pluralized(expected, "value")), but receives \(got)"
    case .marbleNotStream(let name): "there is no stream named `\(name)`"
    case .stringNotTimeline(let text, let reason, _): "`\(clipped(text))` is not a timeline: \(reason)"
    case .noSuchMember(let name, let kind, _, _): "\(kind.phrase) has no member `\(clipped(name))`"
    case .methodWithoutParentheses(let name): "expected parentheses after `\(name)`"
    case .noSuchPrefix(let symbol, let kind): "cannot apply `\(symbol.rawValue)` to \(kind.phrase)"
    case .neverEqual(.stream, .stream, _): "the streams of two calls are never equal"
    case .neverEqual(let left, let right, _): "\(left.phrase) and \(right.phrase) are never equal"
    case .noSuchOperation(let left, let symbol, let right, _):
      "cannot apply `\(symbol.rawValue)` to \(left.phrase) and \(right.phrase)"
    case .divisionByZero: "cannot divide by zero"
    case .overflow: "the result does not fit in 64 bits"
    case .emptyRange(let first, let last): "the range from \(first) to \(last) contains no numbers"
    case .conditionDiscards(let count, let total):
      "the condition discards \(count.grouped) of \(pluralized(total, "combination")) of numbers"
    case .operatorInCondition(let name): "expected a value in a condition, found the operator `\(clipped(name))`"
    case .conditionDiscardsInputs(let count, let total):
      "the condition discards \(count.grouped) of \(pluralized(total, "input"))"
    case .unlabeledForm(let name, let label, _, let argument):
      "`\(name)(\(argument))` means `\(name)(\(label): \(argument))`"
    case .numberInQuotes: "this string is a timeline, not a number"
    case .keywordInQuotes(let keyword, _): "`\(keyword)` is \(keyword.count == 3 ? "three" : "four") values here"
    case .streamAsValue(let name, _): "`\(name)` makes a stream here, and not a value"
    case .parameterInString(let text, _): "`\(clipped(text))` is plain text in this string"
    case .language(let problem): problem.message
    }
  }

  /// The text that appears next to the caret.
  package var label: String? {
    switch self {
    case .argument(let problem, _, _, _): problem.label
    case .marbleNotStream: "here, each value must be the name of a stream"
    case .language(let problem): problem.label
    case .unknownOperator, .unknownName, .unknownValue, .unreadableName, .tooManyOperators, .recursiveOperator,
      .wrongKind, .tooSmall, .unknownStrategy, .unexpectedStrategy, .strategyNeedsLimit, .unexpectedDuration,
      .misplacedClosure, .tooFewValues, .stringNotTimeline, .noSuchMember, .methodWithoutParentheses, .noSuchPrefix,
      .noSuchOperation, .neverEqual, .divisionByZero, .overflow, .emptyRange, .conditionDiscards,
      .conditionDiscardsInputs, .operatorInCondition, .unlabeledForm, .misplacedHole, .tooManyHoles,
      .searchWithoutStreams, .misplacedSearchCall, .valueInSearch, .endlessSearchInput, .searchWithoutEvents,
      .searchTooLong, .searchWithWindow, .unknownDefinition, .foreignCall, .numberInQuotes, .keywordInQuotes,
      .parameterInString, .streamAsValue:
      nil
    }
  }

  /// The suggested fix.
  package var help: String? {
    switch self {
    case .unknownOperator(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "for a list of operators, write `:operators`"
    case .unknownName(_, let suggestion?): "did you mean `\(suggestion)`?"
    case .unknownName(let name, nil):
      "for a string, write `\"\(clipped(name))\"`; for the values of a closure, write `$0` and `$1`"
    case .unknownValue(let name):
      "for a string, write `\"\(clipped(name))\"`; for a stream, bind it above this line: `\(clipped(name)) = --1--|`"
    case .tooManyOperators:
      "combine operators in one closure, such as `.map { ($0 + 1) * 2 }`; a name counts as all operators of its binding"
    case .recursiveOperator:
      "use only operators defined above this line; to repeat something, use `repeat()`, `retry()` or `scan`"
    case .emptyRange(let first, let last) where last > 0:
      "for \(pluralized(last, "number")) from \(first) on, as in RxJS, write `range(start: \(first), count: \(last))`"
    case .emptyRange(let first, let last): "write the smaller number first: `range(\(last), \(first))`"
    case .conditionDiscards: "write ranges in which more numbers meet the condition"
    case .operatorInCondition:
      "a stream in a condition is the array of its values: write `a.count > 1`, `a.first == 1` or `a.contains(1)`"
    case .conditionDiscardsInputs: "write a condition that more inputs meet"
    case .unlabeledForm(let name, let label, let inRxJS, let argument):
      "for RxJS's `\(name)(\(argument))`, write `\(inRxJS)`; for this form without the warning, write `\(label): \(argument)`"
    case .divisionByZero: "divide by another number, or test for zero first: `$0 == 0 ? nil : 10 / $0`"
    case .noSuchOperation(_, .add, _, let text?) where text.hasPrefix("\"\\("):
      "to convert the number to a string, write `\(text)`"
    case .noSuchOperation(.string, .add, .number, let text?) where text.hasPrefix("\""),
      .noSuchOperation(.number, .add, .string, let text?) where text.hasPrefix("\""):
      "for numbers, write `.compactMap { Int($0) }` first; for a string, write `\(text)`"
    case .noSuchOperation(_, _, _, let text?), .neverEqual(_, _, let text?):
      text.hasPrefix("\"") ? "for a string, write `\(text)`" : "delete the quotes: `\(text)`"
    case .neverEqual(.stream, .stream, nil): "to compare what they send, write `==` between them on a line of its own"
    case .neverEqual(.string, _, nil), .neverEqual(_, .string, nil), .neverEqual(_, .name, nil):
      "to compare it with a string, convert the other value, such as `String($0)`"
    case .noSuchOperation(.string, .add, .number, _), .noSuchOperation(.number, .add, .string, _):
      "to convert a number to a string, write it in one, such as `\"\\($0)\"`"
    case .noSuchOperation(.string, _, .number, _), .noSuchOperation(.number, _, .string, _):
      "to convert the strings to numbers, write `.compactMap { Int($0) }` first"
    case .noSuchMember(_, _, let suggestion?, _): "did you mean `\(suggestion)`?"
    case .noSuchMember(_, .stream, nil, _): "delete it: operators are called on the stream itself"
    case .noSuchMember(_, let kind, nil, let names) where !names.isEmpty:
      "for \(kind.phrase), write " + alternatives(names.map { "`.\($0)`" })
    case .unknownStrategy(_, let suggestion):
      suggestion.map { "did you mean `.\($0)`?" } ?? "write " + Strategy.alternatives
    case .foreignCall(let found, let text): LanguageProblem.advice(toWrite: text, for: found)
    case .argument(let problem, _, let calls, let loss): problem.help(calls: calls, loss: loss)
    case .tooSmall(_, let minimum): "write `\(minimum)` or a larger number"
    case .wrongKind(.tuple, .array): "for an item of an array, write `.first` or `.last`"
    case .wrongKind(.string, .name(let name)): "write the string in quotes: `\"\(clipped(name))\"`"
    case .wrongKind(.string, .stream): nil
    case .wrongKind(.boolean, .name(let name)) where name.lowercased().hasSuffix("scheduler"):
      "delete it: there are no schedulers"
    case .wrongKind(.stream, .closure): "delete the braces around the stream"
    case .wrongKind(let expected, _): expected.example
    case .tooFewValues(_, got: 0): "use no parameters: this closure receives no values"
    case .tooFewValues(let expected, let got):
      (expected < got
        ? "name \(pluralized(got, "parameter")), or use " : "name only \(pluralized(got, "parameter")), or use only ")
        + (0..<got).map { "`$\($0)`" }.joined(separator: got == 2 ? " and " : ", ")
        + (expected == 2 && got == 1 ? "; for the position of each value too, write `.index()` first" : "")
    case .methodWithoutParentheses(let name): "write `\(name)()`"
    case .marbleNotStream(let name): "bind it above this line: `\(name) = cold --1--|`"
    case .strategyNeedsLimit: "for at most 2 streams at the same time, write `.\(Strategy.concurrent())`"
    case .unexpectedStrategy: "write `.flatten(.merge)` after a stream of streams"
    case .unexpectedDuration: "write a number without a unit, such as `5`"
    case .misplacedHole: "write the streams and the expected events, such as `?(a, b) == --1|` or `a.delay(?) == --1|`"
    case .tooManyHoles: "write the other parts, such as `a.debounce(?)`, or search for all of it with `?(a)`"
    case .searchWithoutStreams: "write the streams, such as `?(a, b) == --1|`"
    case .misplacedSearchCall: "to find one operator of an expression, write `a.?.map { $0 * 2 } == --2|`"
    case .valueInSearch(_, nil): "delete it: a search finds numbers and strings itself"
    case .valueInSearch(_, let parameter?):
      "delete it, and `\(clipped(parameter))` in the definition: a search finds numbers and strings itself"
    case .endlessSearchInput: "give it an end, such as `.take(for: 20)`"
    case .searchWithoutEvents: "write a timeline after `==`, such as `a.delay(?) == ---1|`"
    case .searchTooLong: "write a shorter example"
    case .searchWithWindow: "search without `during`, then add the window to the expression that is found"
    case .unknownDefinition(let name): "write examples below its `?`, such as `\(name)(\"-1-2|\") == -2-4|`"
    case .misplacedClosure: "delete the braces around the value"
    case .numberInQuotes(let name, let argument): "for the number, write `\(name)(\(argument))`"
    case .keywordInQuotes("cold", let timeline): "for a cold stream, write `cold(\"\(clipped(timeline))\")`"
    case .keywordInQuotes(_, let timeline): "write the timeline alone: `\"\(clipped(timeline))\"`"
    case .parameterInString(let text, let parameter):
      "for the value, write `\\(\(parameter))`; for the text without this warning, write `\(clipped(text).replacing("$", with: "\\u{24}"))`"
    case .streamAsValue(_, let text):
      "for the values of that stream, write `\(text.map(clipped) ?? ".flatMap { [1, $0].max() }")`"
    case .language(let problem): problem.help
    case .stringNotTimeline(_, _, let help): help
    case .noSuchPrefix(.negate, _): "write `-` before a number, such as `-2`"
    case .noSuchPrefix(.not, _): "write `!` before a Boolean, such as `!($0 > 1)`"
    case .noSuchOperation(.stream, let symbol, _, _):
      "for the values of a stream, write `$0` in a closure, such as `.map { $0 \(symbol.rawValue) 1 }`"
    case .noSuchOperation(_, let symbol, _, _): "write `\(symbol.rawValue)` between \(symbol.operands)"
    case .overflow: "for larger results, write numbers with a fraction, such as `1.0`"
    case .unreadableName, .noSuchMember, .neverEqual: nil
    }
  }
}

extension ArgumentKind {
  /// Examples of the kind, for the help.
  fileprivate var example: String? {
    switch self {
    case .stream: "write the name of a stream, an expression, or a timeline in quotes: `\"--1--|\"`"
    case .wholeNumber: "write a whole number, such as `2`"
    case .number: "write a number, such as `2` or `2.5`"
    case .time: "write a number of ticks, such as `3`, or a duration, such as `9ms`"
    case .boolean: "write `true`, `false` or a condition, such as `$0 > 1`"
    case .string: "write a string in quotes, such as `\"late\"`"
    case .array: "write an array, such as `[1, 2]`"
    case .pair: "write a pair, such as `($0, $1)`"
    case .event: "to turn the events of a stream into values, write `.materialize()` first"
    case .condition: "to turn the values of a stream into Booleans, write `.map { $0 == 1 }` first"
    case .loadingState: "to turn the values of a stream into loading states, write `.toLoadingProducer()` first"
    case .numberOrString: "write a number or a string, such as `2` or `\"2\"`"
    case .tuple: "write a tuple before the dot, such as `(1, 2).0`"
    case .value, .fraction, .null, .strategy, .closure, .name, .function, .call: nil
    }
  }
}

extension BinaryOperator {
  /// The operands that the operator accepts, for the help.
  fileprivate var operands: String {
    switch self {
    case .add: "two numbers, two strings or two arrays"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: "two numbers, two strings or two tuples"
    case .subtract, .multiply, .divide, .remainder: "two numbers"
    case .and, .or: "two Booleans"
    case .equal, .unequal: "two values"
    }
  }
}
