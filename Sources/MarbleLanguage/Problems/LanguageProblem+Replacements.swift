extension LanguageProblem {
  /// The strings that may replace the marked text.
  package var replacements: [String] {
    switch self {
    case .noStream(let name, _) where name.hasSuffix("…"): []
    case .noStream(let name, let suggestion): (suggestion.map { [$0] } ?? []) + ["\(name)-"]
    case .unknownStream(_, let suggestion): suggestion.map { [$0] } ?? []
    case .digitsAreValues(let text): ["[\(text)]"]
    case .wordsAsTimeline(_, _, let meaning): meaning.isExact ? [meaning.text] : []
    case .dashAsValue(let dash): ["-", "[\(dash)]"]
    case .foreignMethod(let method): method == .pipe ? [] : [""]
    case .invisibleCharacter, .repeatedOrigin, .originNotAllowed, .unexpectedKeyword: [""]
    case .foreignSyntax(_, _, let text), .parameterOutsideClosure(_, let text?): [text]
    case .operatorWithoutParentheses(_, let call): [call]
    case .equalsForComparison: ["=="]
    case .emptyClosure: ["{ $0 }"]
    case .emptyBrackets: ["\"\"", "[[]]"]
    case .emptyParentheses: ["nil"]
    default: []
    }
  }
}
