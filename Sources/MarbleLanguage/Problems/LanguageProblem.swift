/// What can be wrong with a source before it means anything, as data.
package enum LanguageProblem: Problem {
  // MARK: Sources

  /// A byte that belongs to no text.
  case invalidUTF8

  // MARK: Notation

  /// A character that means something in timelines stands where a value would.
  case reservedCharacter(String)
  /// A character that nobody can see.
  case invisibleCharacter(code: UInt32)
  /// A piece of a drawing that has no meaning as text.
  case boxDrawing(String)
  /// A bracket, a quote or a group that is never closed.
  case unclosed(String)
  /// The end of something that never began.
  case unopened(String)
  /// More brackets in brackets than anybody can read.
  case nestedTooDeep(limit: Int)

  /// `[]`, which might be an empty text or an empty array.
  case emptyBrackets
  /// `#[]`.
  case emptyPayload
  /// Nothing between two commas.
  case emptyItem
  /// Something between a value and the comma or bracket that should follow it.
  case textAfterItem
  /// A backslash in front of something that needs none.
  case unknownEscape(String)
  /// `\u{…}` without the number of a scalar.
  case invalidScalar
  /// A number that no integer or double holds.
  case numberTooLarge(String)

  /// A comma in a group; `suggestion` is the group without it.
  case commaInGroup(suggestion: String?)
  /// `-` in a group.
  case silenceInGroup
  /// A group in a group.
  case nestedGroup
  /// What takes ticks, in a group that stands on one.
  case timeInGroup(String)
  /// `()`.
  case emptyGroup

  /// An event after the one that ended the timeline; `raw` is how to write it all the same.
  case eventAfterEnd(event: EventKind, end: EventKind, raw: String?)
  /// Something behind the `>` that says "and so on".
  case textAfterContinuation
  /// Anything but `^` and `!` in a timeline that says from when until when.
  case eventInWindow
  /// A window with `!` and no `^`.
  case windowNeverOpens
  /// A window whose `!` stands before its `^`.
  case windowEndsFirst
  /// A second `^`.
  case repeatedOrigin
  /// `^` where nobody can be late.
  case originNotAllowed
  /// `@` to a tick that is over.
  case timeGoesBack(to: Int, from: Int)
  /// `@` without a number, or not as a word of its own.
  case malformedJump
  /// `@` in a part that repeats.
  case jumpInRepetition
  /// `@` in front of `^`, where tick 0 is not known yet.
  case jumpBeforeOrigin
  /// A duration that is no whole number of ticks; `tick` is how long one is, where that matters.
  case partialTick(duration: String, tick: String?)
  /// A tick so late that arithmetic might overflow.
  case tickTooLarge(limit: Int)

  /// `{}`.
  case emptyRepetition
  /// `{…}` without `*`.
  case repetitionWithoutCount
  /// Something behind `{…}*`.
  case textAfterLoop
  /// A repetition that would send again after its own end.
  case endInRepetition(EventKind)
  /// A repetition that stands for too many events.
  case tooManyRepeatedEvents(limit: Int)

  /// No key where `where` needs one.
  case renamingKeyExpected
  /// A key of `where` that is more than one grapheme.
  case longRenamingKey(String)
  /// No `=` behind a key of `where`.
  case renamingEqualsExpected
  /// No value behind `=` in `where`.
  case renamingValueExpected
  /// A key of `where` that was there before.
  case repeatedRenaming(String)
  /// A key of `where` that the timeline does not have.
  case unusedRenaming(String)
  /// `#` renamed to something that is no message.
  case renamedFailureNotString

  /// Digits that are one value each.
  case digitsAreValues(String)
  /// So many digits that they can hardly be meant as values.
  case longDigitRun(count: Int)
  /// Letters and digits that look like a duration; `suggestion` is the same with a blank.
  case missingSpaceInDuration(word: String, count: Int, suggestion: String)
  /// `cold` or `raw` without a blank behind it.
  case missingSpaceAfterKeyword(String)
  /// More warnings of the same timeline than anybody reads.
  case moreWarnings(count: Int)

  // MARK: Language

  // What is planned and not there yet.
  case notImplemented(PlannedFeature)

  // Statements.
  case noStream(name: String, suggestion: String?)
  case missingDefinition(name: String)
  case reservedName(String)
  case notAName(String)
  case attemptsNeedCold
  case missingTimeline(after: String)
  case unexpectedKeyword(String)
  case equalsForComparison
  case assertionInBinding(name: String)
  case severalComparisons
  case nothingToCompare
  case missingWindow(after: String)
  case windowInBinding(name: String)
  case windowAfterComparison
  case wrongLaneCount(expected: Int, observers: Int)
  case subscriptionsNeedName
  case operatorNotTimeline(String)
  case unexpectedText(String)
  case emptyCommand
  case notAnEventWord(Character)
  case unclosedComment

  // Expressions.
  case expectedExpression(found: String)
  case missingBracket(Bracket, found: String)
  case expectedSeparator(Bracket, found: String)
  case expectedMemberName(found: String)
  case missingAlternative(found: String)
  case emptyParentheses
  case emptyClosure
  case severalExpressionsInClosure(found: String)
  case repeatedParameter(String)
  case parameterOutsideClosure(Int)
  case parameterInNamedClosure(Int)
  case comparisonOfComparison
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
  case operatorWithoutParentheses(name: String, signature: String)
}

/// What the language has room for but does not do yet.
package enum PlannedFeature: Sendable, Hashable {
  case forall, why, search
}

extension Diagnostic {
  package init(_ problem: LanguageProblem, at span: Span, related: Span? = nil) {
    self.init(problem: problem, at: span, related: related)
  }
}
