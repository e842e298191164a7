import MarbleLanguage

/// An error in the names, arguments or types of an expression, or in its evaluation, as data.
package enum ProgramProblem: Error, Problem {
  case unknownOperator(name: String, suggestion: String?)
  case unknownName(name: String, suggestion: String?)
  /// A name where an argument must be a value.
  case unknownValue(name: String)
  case unreadableName(String)
  case tooManyOperators
  /// A custom operator calls itself.
  case recursiveOperator(String)
  /// A `?` without expected events.
  case misplacedHole
  /// More `?` in an expression than a search fills in.
  case tooManyHoles(limit: Int)
  /// A `?()` without streams.
  case searchWithoutStreams
  /// A `?(a)` that is a part of an expression.
  case misplacedSearchCall
  /// A value among the streams of a search. `parameter` is the one of an unknown definition.
  case valueInSearch(ArgumentKind, parameter: String?)
  /// A stream that does not end while a run of a search lasts.
  case endlessSearchInput(String, ticks: Int)
  /// A search without a timeline after `==`.
  case searchWithoutEvents
  /// A search with more expected events than it compares.
  case searchTooLong(limit: Int)
  /// A search with `during`.
  case searchWithWindow
  /// A custom operator whose definition is `?` is used for more than examples.
  case unknownDefinition(String)
  /// A function of another language or library, with the same in this language.
  case foreignCall(String, write: String)
  /// The arguments match no overload of an operator. The problem is that of the closest overload.
  /// The calls are examples with the same receiver.
  case argument(ArgumentProblem, operator: String, calls: [String], loss: ArgumentLoss = .nothing)
  case wrongKind(expected: ArgumentKind, found: ArgumentKind)
  case tooSmall(parameter: String, minimum: Int64)
  case unknownStrategy(name: String, suggestion: String?)
  case unexpectedStrategy(String)
  case strategyNeedsLimit
  case unexpectedDuration
  case misplacedClosure
  case tooFewValues(expected: Int, got: Int)
  case marbleNotStream(name: String)
  case stringNotTimeline(String, reason: String, help: String?)
  case noSuchMember(String, of: ArgumentKind, suggestion: String?, has: [String])
  case methodWithoutParentheses(String)
  case noSuchPrefix(PrefixOperator, ArgumentKind)
  /// An operator that no values of these types have. `meant` is what a literal of a wrong type probably means.
  case noSuchOperation(ArgumentKind, BinaryOperator, ArgumentKind, meant: String? = nil)
  /// A comparison of values of different types.
  case neverEqual(ArgumentKind, ArgumentKind, meant: String?)
  case divisionByZero
  case overflow
  /// A range whose last number is less than the first.
  case emptyRange(first: Int64, last: Int64)
  /// A condition of a law that almost no combination of its numbers meets.
  case conditionDiscards(Int, of: Int)
  /// A condition of a law that almost no input meets.
  case conditionDiscardsInputs(Int, of: Int)
  /// An operator in the condition of a law, where a stream is an array.
  case operatorInCondition(String)
  /// An argument without a label that has another meaning in RxJS.
  case unlabeledForm(operator: String, String, inRxJS: String, argument: String)
  /// A timeline in quotes where a number fits too. `argument` is the number with its label.
  case numberInQuotes(operator: String, argument: String)
  /// A timeline in quotes that begins with `cold` or `hot`.
  case keywordInQuotes(String, timeline: String)
  /// An operator on an array or a string in a closure that returns a value. `write` is the call with `flatMap`.
  case streamAsValue(String, write: String?)
  /// A parameter of a closure in a string, without `\( )`.
  case parameterInString(String, parameter: String)
  /// A problem that the parser can report too.
  case language(LanguageProblem)
}

extension Diagnostic {
  package init(_ problem: ProgramProblem, at span: Span, related: Span? = nil) {
    if case .language(let problem) = problem {
      self.init(problem: problem, at: span, related: related)
    } else {
      self.init(problem: problem, at: span, related: related)
    }
  }
}
