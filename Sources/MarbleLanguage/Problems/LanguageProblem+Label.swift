extension LanguageProblem {
  /// The text that appears next to the caret.
  package var label: String? {
    switch self {
    case .invalidUTF8: nil

    case .reservedCharacter: "this character has a meaning in timelines"
    case .silenceInGroup, .timeInGroup: "all events of a group are on the same tick"
    case .eventAfterEnd: "the timeline has already ended"
    case .endInRepetition: "the timeline would end more than once"
    case .originNotAllowed: "only pipes and windows can contain `^`"
    case .jumpInRepetition: "each repetition would go back to this tick"
    case .jumpAfterGap: "the gap before it can have any of several lengths"
    case .jumpBeforeOrigin: "ticks are counted from `^`"
    case .digitsAreValues, .longDigitRun: "each digit is a separate value"
    case .missingSpaceInDuration(let word, _, _) where word.hasSuffix("h"): "hours are not a unit of time"
    case .missingSpaceInDuration(_, _, let suggestion):
      suggestion.contains(" ") ? "a duration needs spaces around it" : nil
    case .wordsAsTimeline(_, 1, _): nil
    case .wordsAsTimeline: "each character is a separate value"
    case .missingSpaceAfterKeyword: "the keyword needs a space after it"
    case .noStream: "not bound"
    case .attemptsNeedCold: "only timelines after `cold`, `during` or `==` can be separated by commas"
    case .unexpectedKeyword: "an expected timeline is neither hot nor cold"
    case .equalsForComparison: "`=` can only follow a name"
    case .windowInBinding: "a binding does not observe its stream"
    case .windowAfterComparison(let sign, _): "`during` belongs before `\(sign)`"
    case .wrongLaneCount: "each window needs a timeline"
    case .operatorNotTimeline: "a custom operator makes a stream from its parameters"
    case .unexpectedText: "the statement ends before this"
    case .notAnEventWord: "expected v, f, c or i"
    case .unclosedComment: "the comment starts here"
    case .severalExpressionsInClosure: "the expression ends before this"
    case .repeatedParameter: "already used"
    case .unexpectedThrow: "only allowed as a whole closure or as a branch of `? :`"
    case .numberOutOfRange: "too large"
    case .unclosedString: "the string starts here"
    case .dashAsValue, .unequalForComparison, .foreignSyntax, .arrowFunction, .foreignMethod, .invisibleCharacter,
      .boxDrawing, .stretchedDrawing, .otherSubscription, .unclosed, .unopened, .nestedTooDeep, .emptyBrackets,
      .emptyPayload,
      .emptyItem, .textAfterItem, .unknownEscape, .invalidScalar, .numberTooLarge, .commaInGroup,
      .nestedGroup, .emptyGroup, .textAfterContinuation, .eventInWindow, .windowNeverOpens,
      .windowEndsFirst, .repeatedOrigin, .missingWindowComma, .timeGoesBack, .malformedJump,
      .malformedGap, .gapInEndlessPart, .missingPattern, .conditionExpected, .partialTick, .tickTooLarge,
      .emptyRepetition, .repetitionWithoutCount, .textAfterLoop, .tooManyRepeatedEvents, .renamingKeyExpected,
      .longRenamingKey, .renamingEqualsExpected, .renamingValueExpected, .repeatedRenaming, .unusedRenaming,
      .renamedFailureNotString, .moreWarnings, .reservedName, .operatorAsName, .notAName, .assertionInBinding,
      .severalComparisons, .nothingToCompare, .missingWindow, .subscriptionsNeedName, .emptyCommand,
      .missingEvent, .notOneEvent, .malformedTick, .missingStream,
      .expectedExpression, .expectedMemberName, .missingAlternative, .emptyParentheses, .emptyClosure,
      .parameterOutsideClosure, .parameterInNamedClosure, .unknownCharacter, .nestedTooDeeply, .malformedNumber,
      .missingDefinition, .missingTimeline, .expectedMovement, .comparisonOfComparison, .missingBracket,
      .expectedSeparator, .unknownUnit,
      .unknownStringEscape, .malformedUnicodeEscape, .unknownStream,
      .operatorWithoutParentheses, .expectedLawParameter, .expectedLawValues, .emptyLawRange, .notAPlainValue,
      .coldNumber, .unexpectedInLaw, .expectedLawColon, .missingLaw, .lawWithoutExpression, .lawWithoutComparison:
      nil
    }
  }
}
