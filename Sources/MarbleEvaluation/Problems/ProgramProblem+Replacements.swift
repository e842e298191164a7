import MarbleLanguage

extension ProgramProblem {
  /// The strings that may replace the marked text.
  package var replacements: [String] {
    switch self {
    case .unknownOperator(_, let suggestion), .unknownName(_, let suggestion), .unknownStrategy(_, let suggestion),
      .noSuchMember(_, _, let suggestion, _):
      suggestion.map { [$0] } ?? []
    case .unknownValue(let name), .wrongKind(.string, .name(let name)): ["\"\(name)\""]
    case .foreignCall(_, let text): [text]
    case .argument(.wrongKind(.strategy, .name(let name)), _, _, _) where Strategy.names.contains(name): [".\(name)"]
    case .argument(.wrongKind(.closure, .function(_, let closure)), _, _, _): [closure]
    case .methodWithoutParentheses(let name): ["\(name)()"]
    case .tooSmall(_, let minimum): ["\(minimum)"]
    case .numberInQuotes(_, let argument): [argument]
    case .streamAsValue(_, let text?), .noSuchOperation(_, _, _, let text?), .neverEqual(_, _, let text?): [text]
    case .keywordInQuotes("cold", let timeline): ["cold(\"\(timeline)\")"]
    case .keywordInQuotes(_, let timeline): ["\"\(timeline)\""]
    case .parameterInString(_, let parameter): ["\\(\(parameter))"]
    case .language(let problem): problem.replacements
    default: []
    }
  }
}
