import MarbleLanguage

/// What can be wrong with names, arguments, kinds and values where expressions are evaluated, as data.
package enum ProgramProblem: Error, Problem {
  case unknownOperator(name: String, suggestion: String?)
  case unknownName(name: String, suggestion: String?)
  case unreadableName(String)
  case tooManyOperators
  /// An operator of the script's own is defined by itself.
  case recursiveOperator(String)
  /// The arguments of an operator fit none of its forms; the error is that of the one that comes closest.
  case argument(ArgumentProblem, operator: String, signatures: [String])
  case wrongKind(expected: ArgumentKind, found: ArgumentKind)
  case tooSmall(parameter: String, minimum: Int)
  case unknownStrategy(name: String, suggestion: String?)
  case unexpectedStrategy(String)
  case strategyNeedsLimit
  case unexpectedDuration
  case misplacedClosure
  case tooFewValues(expected: Int, got: Int)
  case marbleNotStream(name: String)
  case stringNotTimeline(String, reason: String)
  case noSuchMember(String, of: ArgumentKind, suggestion: String?, has: [String])
  case methodWithoutParentheses(String)
  case noSuchPrefix(PrefixOperator, ArgumentKind)
  case noSuchOperation(ArgumentKind, BinaryOperator, ArgumentKind)
  case divisionByZero
  case overflow
  /// A problem that the syntax has, too.
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
