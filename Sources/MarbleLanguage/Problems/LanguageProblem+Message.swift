extension LanguageProblem {
  /// The severity: an error, or a warning about input that is valid but probably not meant.
  package var severity: Severity {
    switch self {
    case .digitsAreValues, .longDigitRun, .missingSpaceInDuration, .missingSpaceAfterKeyword, .moreWarnings: .warning
    default: .error
    }
  }

  /// The message, in one line.
  package var message: String {
    switch self {
    case .invalidUTF8: "this byte is not UTF-8"

    case .reservedCharacter(let text): "`\(text)` is reserved"
    case .invisibleCharacter(let code): "an invisible character, \(scalarName(code))"
    case .boxDrawing(let text): "`\(text)` is a piece of a drawing"
    case .unclosed(let opening): "`\(opening)` is never closed"
    case .unopened(let closing): "`\(closing)` closes nothing"
    case .nestedTooDeep(let limit): "nested more than \(limit) deep"
    case .emptyBrackets: "`[]` has no value in it"
    case .emptyPayload: "`#[]` has no message in it"
    case .emptyItem: "a value is missing here"
    case .textAfterItem: "a comma or the closing bracket is missing here"
    case .unknownEscape(let text): "`\(text)` is no escape"
    case .invalidScalar: "`\\u` needs the number of a Unicode scalar"
    case .numberTooLarge(let text): "\(text) is too large"
    case .commaInGroup: "a group has no commas"
    case .silenceInGroup: "a group stands on one tick, so nothing can pass in it"
    case .nestedGroup: "a group in a group"
    case .timeInGroup(let text): "`\(text)` takes time, and a group stands on one tick"
    case .emptyGroup: "a group without events"
    case .eventAfterEnd(let event, let end, _): "\(event.rawValue) after \(end.rawValue)"
    case .textAfterContinuation: "`>` stands at the very end"
    case .eventInWindow: "only `^` and `!` stand here"
    case .windowNeverOpens: "`!` without `^`"
    case .windowEndsFirst: "`!` before `^`"
    case .repeatedOrigin: "a second `^`"
    case .originNotAllowed: "`^` has no meaning here"
    case .timeGoesBack(let target, let now): "tick \(target) is over: this is tick \(now)"
    case .malformedJump: "`@` and its tick are a word of their own"
    case .jumpInRepetition: "`@` in a part that repeats"
    case .jumpBeforeOrigin: "`@` before `^`"
    case .partialTick(let duration, let tick):
      "\(duration) is no whole number of ticks" + (tick.map { " of \($0)" } ?? "")
    case .tickTooLarge(let limit): "no tick comes after \(limit)"
    case .emptyRepetition: "a repetition that takes no time"
    case .repetitionWithoutCount: "`{…}` needs a `*` behind it"
    case .textAfterLoop: "nothing can follow what repeats for ever"
    case .endInRepetition(let end): "\(end.rawValue) in a part that repeats"
    case .tooManyRepeatedEvents(let limit): "repetitions make more than \(limit) events"
    case .renamingKeyExpected: "`where` needs a marble here"
    case .longRenamingKey(let text): "`\(text)` is no single marble"
    case .renamingEqualsExpected: "`=` is missing here"
    case .renamingValueExpected: "a value is missing here"
    case .repeatedRenaming(let key): "`\(key)` is renamed twice"
    case .unusedRenaming(let key): "no `\(key)` stands on the timeline"
    case .renamedFailureNotString: "what `#` says is a string"
    case .digitsAreValues(let text): "`\(text)` is \(spelledOut(text.utf8.count)) values"
    case .longDigitRun(let count): "these \(count) digits are \(count) values"
    case .missingSpaceInDuration(let word, let count, _): "`\(word)` is \(spelledOut(count)) values"
    case .missingSpaceAfterKeyword(let word): "`\(word)` is \(spelledOut(word.utf8.count)) values here"
    case .moreWarnings(let count): "\(count) more \(count == 1 ? "warning" : "warnings") about this timeline"
    case .notImplemented(let feature): "\(feature.spelling) is not there yet"
    case .noStream(let name, _): "no stream is called `\(name)`"
    case .missingDefinition(let name): "nothing stands behind `\(name) =`"
    case .reservedName(let name): "`\(name)` has a meaning of its own and cannot be bound"
    case .notAName(let text): text.isEmpty ? "no name before `=`" : "`\(text)` is not a name"
    case .attemptsNeedCold: "a comma between timelines"
    case .missingTimeline(let keyword): "`\(keyword)` without a timeline"
    case .unexpectedKeyword(let keyword): "`\(keyword)` behind `==`"
    case .equalsForComparison: "`=` where `==` is meant"
    case .assertionInBinding: "a binding cannot be compared"
    case .severalComparisons: "a second `==` in one statement"
    case .nothingToCompare: "nothing to compare"
    case .missingWindow(let keyword): "`\(keyword)` without a window"
    case .windowInBinding(let name): "`during` where `\(name)` is bound"
    case .windowAfterComparison: "`during` behind `==`"
    case .wrongLaneCount(let expected, let observers):
      "\(pluralized(expected, "timeline")) for \(observers) observers"
    case .subscriptionsNeedName: "`subscriptions` without a name"
    case .operatorNotTimeline(let call): "`\(call)` stands for a timeline"
    case .unexpectedText(let text): "unexpected `\(text)` behind the statement"
    case .emptyCommand: "a colon without a command"
    case .notAnEventWord(let letter): "`\(letter)` is no event"
    case .unclosedComment: "the comment never ends"
    case .expectedExpression(let found): found.isEmpty ? "a value is missing" : "expected a value, found `\(found)`"
    case .missingBracket(let bracket, let found):
      found.isEmpty ? "missing `\(bracket.closing)`" : "expected `\(bracket.closing)`, found `\(found)`"
    case .expectedSeparator(.interpolation, let found): "expected `)`, found `\(found)`"
    case .expectedSeparator(let bracket, let found): "expected `,` or `\(bracket.closing)`, found `\(found)`"
    case .expectedMemberName(let found):
      found.isEmpty ? "no name behind the dot" : "expected a name behind the dot, found `\(found)`"
    case .missingAlternative(let found):
      found.isEmpty ? "`?` without `:`" : "expected `:`, found `\(found)`"
    case .emptyParentheses: "nothing in the parentheses"
    case .emptyClosure: "an empty closure"
    case .severalExpressionsInClosure: "a closure holds one expression"
    case .repeatedParameter(let name): "`\(name)` twice among the parameters"
    case .parameterOutsideClosure(let index): "`$\(index)` outside a closure"
    case .parameterInNamedClosure(let index): "`$\(index)` in a closure that names its parameters"
    case .comparisonOfComparison: "a comparison of a comparison"
    case .unexpectedThrow: "`throw` inside an expression"
    case .unknownCharacter(let character): "`\(character)` means nothing in an expression"
    case .nestedTooDeeply: "nested too deeply"
    case .numberOutOfRange(let digits): "`\(digits)` is out of range"
    case .malformedNumber(let text): "`\(text)` is not a number"
    case .unknownUnit(let unit): "`\(unit)` is not a unit of time"
    case .unclosedString: "the string never ends"
    case .unknownStringEscape(let escape): "unknown escape `\(escape)`"
    case .malformedUnicodeEscape: "not a Unicode scalar"
    case .unknownStream(let name, _): "no stream is called `\(clipped(name))`"
    case .operatorWithoutParentheses(let name, _): "`\(name)` without parentheses"
    }
  }
}

extension PlannedFeature {
  fileprivate var spelling: String {
    switch self {
    case .forall: "`forall`"
    case .why: "`why`"
    case .search: "the search with `?( )`"
    }
  }
}

/// Spells out a small number.
private func spelledOut(_ number: Int) -> String {
  let words = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  return words.indices.contains(number) ? words[number] : String(number)
}

/// Returns a scalar value in hexadecimal digits.
func hexadecimal(_ code: UInt32) -> String {
  String(code, radix: 16, uppercase: true)
}

private func scalarName(_ code: UInt32) -> String {
  let digits = hexadecimal(code)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
