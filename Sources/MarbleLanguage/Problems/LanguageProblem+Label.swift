extension LanguageProblem {
  /// The text that appears next to the caret.
  package var label: String? {
    switch self {
    case .invalidUTF8: nil

    case .reservedCharacter: "a value only in brackets or quotes"
    case .eventAfterEnd: "a signal ends once: /^v*(f|c|i)?$/"
    case .endInRepetition: "a signal ends once: /^v*(f|c|i)?$/"
    case .originNotAllowed: "only a pipe sends before anyone listens"
    case .jumpInRepetition: "every round would have to go back to it"
    case .jumpBeforeOrigin: "tick 0 is not known yet"
    case .digitsAreValues, .longDigitRun: "every digit is a value of its own"
    case .missingSpaceInDuration: "a duration is a whole word, with blanks around it"
    case .missingSpaceAfterKeyword: "the keyword has a blank behind it"
    case .noStream: "not bound"
    case .missingDefinition: "a timeline or an expression belongs behind it"
    case .attemptsNeedCold: "only attempts, windows and lanes have commas"
    case .missingTimeline: "a timeline belongs behind it"
    case .unexpectedKeyword: "what is expected is neither hot nor cold"
    case .equalsForComparison: "binds, and needs a name before it"
    case .windowInBinding: "a name stands for a stream, and not for one who observes it"
    case .windowAfterComparison: "belongs to what is run, on the left"
    case .wrongLaneCount: "one for each window"
    case .operatorNotTimeline: "an operator makes a stream of other streams"
    case .unexpectedText: "the statement ends before it"
    case .notAnEventWord: "v, f, c or i"
    case .unclosedComment: "opened here"
    case .missingBracket(let bracket, _): "`\(bracket.closing)` belongs here"
    case .expectedSeparator(.interpolation, _): "`)` belongs here"
    case .expectedSeparator: "a comma is missing, or something is left over"
    case .severalExpressionsInClosure: "the expression ends before it"
    case .repeatedParameter: "the second"
    case .comparisonOfComparison: "comparisons do not chain"
    case .unexpectedThrow: "only as a whole closure or a branch of `? :`"
    case .numberOutOfRange: "does not fit"
    case .unclosedString: "opened here"
    case .invisibleCharacter, .boxDrawing, .unclosed, .unopened, .nestedTooDeep, .emptyBrackets, .emptyPayload,
      .emptyItem, .textAfterItem, .unknownEscape, .invalidScalar, .numberTooLarge, .commaInGroup, .silenceInGroup,
      .nestedGroup, .timeInGroup, .emptyGroup, .textAfterContinuation, .eventInWindow, .windowNeverOpens,
      .windowEndsFirst, .repeatedOrigin, .timeGoesBack, .malformedJump, .partialTick, .tickTooLarge,
      .emptyRepetition, .repetitionWithoutCount, .textAfterLoop, .tooManyRepeatedEvents, .renamingKeyExpected,
      .longRenamingKey, .renamingEqualsExpected, .renamingValueExpected, .repeatedRenaming, .unusedRenaming,
      .renamedFailureNotString, .moreWarnings, .notImplemented, .reservedName, .notAName, .assertionInBinding,
      .severalComparisons, .nothingToCompare, .missingWindow, .subscriptionsNeedName, .emptyCommand,
      .expectedExpression, .expectedMemberName, .missingAlternative, .emptyParentheses, .emptyClosure,
      .parameterOutsideClosure, .parameterInNamedClosure, .unknownCharacter, .nestedTooDeeply, .malformedNumber,
      .unknownUnit, .unknownStringEscape, .malformedUnicodeEscape, .unknownStream, .operatorWithoutParentheses:
      nil
    }
  }
}
