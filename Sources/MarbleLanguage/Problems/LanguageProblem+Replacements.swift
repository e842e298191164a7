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
    case .foreignMethod(let method): method.isSuperfluous ? [""] : []
    case .missingWindowComma: [", ^"]
    case .unexpectedInLaw("where"), .unexpectedInLaw("if"): ["when"]
    case .invisibleCharacter, .repeatedOrigin, .originNotAllowed, .unexpectedKeyword: [""]
    case .foreignSyntax(_, _, let text?), .parameterOutsideClosure(_, let text?), .arrowFunction(_, let text?, _, _),
      .comparisonOfComparison(let text), .windowAfterComparison(_, let text):
      [text]
    case .operatorWithoutParentheses(_, let call): [call]
    case .unexpectedText(let text) where Self.isClosing(text): [""]
    case .expectedSeparator(_, ";", _): [","]
    case .equalsForComparison: ["=="]
    case .emptyClosure(let example): [example]
    case .emptyBrackets: ["\"\"", "[[]]"]
    case .emptyParentheses: ["nil"]
    case .unopened(let closing): ["", Self.asValue(closing)]
    case .reservedCharacter(let text): [Self.asValue(text)]
    case .emptyPayload: ["#\"\""]
    case .emptyGroup: ["-"]
    case .malformedGap(let text), .conditionExpected(let text): [text]
    case .gapInEndlessPart: ["*"]
    case .missingPattern: ["matches --_ ... |"]
    case .expectedMovement(let ticks): ["\(ticks)"]
    case .eventAfterEnd(_, _, let raw): [raw.map { "raw \($0)" } ?? ""]
    case .commaInGroup(let group?): [group]
    case .numberTooLarge(let text) where !text.hasSuffix("…"): ["\"\(text)\""]
    case .missingSpaceInDuration(_, _, let suggestion): [suggestion]
    case .timeGoesBack(_, let now): ["@\(now + 1)"]
    case .notOneEvent(let text) where Self.ends[text] != nil: Self.ends[text].map { [$0] } ?? []
    case .notOneEvent(let text) where Self.isValue(text): ["[\(text)]"]
    case .emptyLawRange(let first, let last): ["\(last)...\(first)"]
    case .coldNumber, .severalExpressionsInClosure("!"): [""]
    case .unknownCharacter("|"): ["||"]
    case .unknownCharacter("&"): ["&&"]
    default: []
    }
  }
}
