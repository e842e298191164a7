/// An error or a warning of the lexer, the parser or the timeline reader, as data.
package enum LanguageProblem: Problem {
  // MARK: Sources

  /// A byte that is not valid UTF-8.
  case invalidUTF8

  // MARK: Notation

  /// A character with a meaning on timelines, in the place of a value.
  case reservedCharacter(String)
  /// An invisible character.
  case invisibleCharacter(code: UInt32)
  /// A box-drawing character without a meaning in text.
  case boxDrawing(String)
  /// A pasted box drawing whose lines are longer than their ticks.
  case stretchedDrawing
  case otherSubscription
  /// A bracket, a quote or a group that is never closed.
  case unclosed(String)
  /// A closing delimiter without an opening one.
  case unopened(String)
  /// Brackets that are nested more deeply than the limit.
  case nestedTooDeep(limit: Int)

  /// `[]`, which could be an empty string or an empty array.
  case emptyBrackets
  /// `#[]`, a failure with an empty payload.
  case emptyPayload
  /// Two commas without a value between them.
  case emptyItem
  /// Text between a value and the following comma or bracket.
  case textAfterItem
  /// A backslash before a character that needs no escape.
  case unknownEscape(String)
  /// `\u{…}` without the number of a Unicode scalar.
  case invalidScalar
  /// A number that fits neither an integer nor a double.
  case numberTooLarge(String)

  /// A comma in a group. `suggestion` is the group without it.
  case commaInGroup(suggestion: String?)
  /// `-` in a group.
  case silenceInGroup
  /// A group in a group.
  case nestedGroup
  /// Syntax that takes ticks, in a group, which has only one tick.
  case timeInGroup(String)
  /// `()`, an empty group.
  case emptyGroup

  /// An event after the terminal event. `raw` is the timeline to write in order to send it anyway.
  case eventAfterEnd(event: EventKind, end: EventKind, raw: String?)
  /// Text after the `>` that continues a timeline.
  case textAfterContinuation
  /// A character other than `^` and `!` in a window.
  case eventInWindow
  /// A window with `!` or a duration and no `^`.
  case windowNeverOpens
  /// A window with its `!` before its `^`.
  case windowEndsFirst
  /// A second `^`.
  case repeatedOrigin
  /// A window that follows another one without a comma.
  case missingWindowComma
  /// `^` in a timeline that cannot start before its subscription.
  case originNotAllowed
  /// `@` to a tick in the past.
  case timeGoesBack(to: Int, from: Int)
  /// `@` without a number, or not separated by spaces.
  case malformedJump
  /// `@` in a repetition.
  case jumpInRepetition
  /// `@` after a gap of a pattern, whose length is not known.
  case jumpAfterGap
  /// `@` before `^`, where tick 0 is not known yet.
  case jumpBeforeOrigin
  /// A duration that is not a whole number of ticks. `tick` is the length of a tick, where it is relevant.
  case partialTick(duration: String, tick: String?)
  /// A tick so large that arithmetic could overflow.
  case tickTooLarge(limit: Int)

  /// `{}`, an empty repetition.
  case emptyRepetition
  /// `{…}` without `*`.
  case repetitionWithoutCount
  /// Dots in a pattern that are not a gap, with the same as one.
  case malformedGap(write: String)
  /// A gap in `{…}*`.
  case gapInEndlessPart
  /// Text after `{…}*`.
  case textAfterLoop
  /// A repetition that contains a terminal event and would send events after it.
  case endInRepetition(EventKind)
  /// A repetition that expands to too many events.
  case tooManyRepeatedEvents(limit: Int)

  /// A missing key after `where`.
  case renamingKeyExpected
  /// A key of `where` with more than one grapheme.
  case longRenamingKey(String)
  /// A missing `=` after a key of `where`.
  case renamingEqualsExpected
  /// A missing closure after `:` in the `where` of a pattern, with one to write.
  case conditionExpected(write: String)
  /// A missing value after `=` in `where`.
  case renamingValueExpected
  /// A duplicate key of `where`.
  case repeatedRenaming(String)
  /// A key of `where` that does not occur on the timeline.
  case unusedRenaming(String)
  /// A replacement of `#` that is not a string.
  case renamedFailureNotString

  /// Digits that are read as one value each.
  case digitsAreValues(String)
  /// So many digits that they are probably not meant as one value each.
  case longDigitRun(count: Int)
  /// Letters and digits that look like a duration. `suggestion` has the missing space.
  case missingSpaceInDuration(word: String, count: Int, suggestion: String)
  /// `cold` or `raw` without a space after it.
  case missingSpaceAfterKeyword(String)
  /// A dash other than `-`, which chats and word processors make of `-` or `--`.
  case dashAsValue(String)
  /// Text that is read as a timeline of this number of values, but was probably meant as something else.
  case wordsAsTimeline(String, count: Int, TextMeaning)
  /// The number of warnings about a timeline that are not shown.
  case moreWarnings(count: Int)

  // MARK: Language

  // Statements.
  case noStream(name: String, suggestion: String?)
  case missingDefinition(name: String)
  case reservedName(String)
  /// Syntax of another language, with the same in this one, or with the purpose alone if nothing is the same.
  case foreignSyntax(String, purpose: String?, write: String?)
  /// A stream with the name of an operator.
  case operatorAsName(String)
  case notAName(String)
  case attemptsNeedCold
  case missingTimeline(after: String)
  /// No number of ticks after `within`.
  /// - Parameter ticks: The nearest valid number.
  case expectedMovement(ticks: Int)
  /// No pattern after `matches`.
  case missingPattern
  case unexpectedKeyword(String)
  case equalsForComparison
  /// `!=` in place of `==`.
  case unequalForComparison
  case assertionInBinding(name: String)
  case severalComparisons
  case nothingToCompare
  case missingWindow(after: String)
  case windowInBinding(name: String)
  case windowAfterComparison(sign: String, write: String)
  case wrongLaneCount(expected: Int, observers: Int)
  case subscriptionsNeedName
  case operatorNotTimeline(String)
  case unexpectedText(String)
  case emptyCommand
  case notAnEventWord(Character)
  case missingEvent(after: String)
  case notOneEvent(String)
  case malformedTick(String)
  case missingStream(after: String)
  case unclosedComment

  // Laws.
  case expectedLawParameter
  /// Neither a range nor a list after `of` or `in`.
  case expectedLawValues(after: String)
  case emptyLawRange(first: Int64, last: Int64)
  /// A value after `in` that is not a whole number.
  case notAPlainValue(String)
  /// `cold` before a parameter that is a number.
  case coldNumber(String)
  /// A word after the name of a parameter.
  case unexpectedInLaw(String)
  case expectedLawColon(found: String, isAfterCondition: Bool = false)
  case missingLaw
  case lawWithoutExpression
  case lawWithoutComparison

  // Expressions.
  case expectedExpression(found: String)
  case missingBracket(Bracket, found: String)
  case expectedSeparator(Bracket, found: String, isClosed: Bool)
  case expectedMemberName(found: String)
  case missingAlternative(found: String)
  case emptyParentheses
  case emptyClosure(example: String)
  case severalExpressionsInClosure(found: String)
  /// A function of another language, such as `x => x * 10`. `closure` is the same, if there is one.
  case arrowFunction(String, closure: String?, example: String, reason: String? = nil)
  /// A method of other libraries that is not an operator.
  case foreignMethod(ForeignMethod)
  case repeatedParameter(String)
  /// `$0` without braces around it. `closure` is the argument as a closure.
  case parameterOutsideClosure(Int, closure: String?)
  case parameterInNamedClosure(Int)
  /// `write` is the same as two comparisons.
  case comparisonOfComparison(write: String)
  case unexpectedThrow
  case unknownCharacter(String)
  case nestedTooDeeply
  case numberOutOfRange(String)
  case malformedNumber(String)
  case unknownUnit(String)
  case unclosedString
  case unknownStringEscape(String)
  case malformedUnicodeEscape

  // MARK: Running

  case unknownStream(name: String, suggestion: String?)
  /// The name of an operator without arguments. `call` is a call of it.
  case operatorWithoutParentheses(name: String, call: String)
}

extension Diagnostic {
  package init(_ problem: LanguageProblem, at span: Span, related: Span? = nil) {
    self.init(problem: problem, at: span, related: related)
  }
}
