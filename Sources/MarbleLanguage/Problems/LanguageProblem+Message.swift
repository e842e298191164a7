extension LanguageProblem {
  /// The severity: an error, or a warning about input that is valid but probably not meant.
  package var severity: Severity {
    switch self {
    case .digitsAreValues, .longDigitRun, .missingSpaceInDuration, .missingSpaceAfterKeyword, .dashAsValue,
      .wordsAsTimeline, .operatorAsName, .moreWarnings:
      .warning
    default: .error
    }
  }

  /// The message, in one line.
  package var message: String {
    switch self {
    case .invalidUTF8: "this byte is not valid UTF-8"

    case .reservedCharacter(let text): "unexpected `\(text)`"
    case .invisibleCharacter(let code): "unexpected invisible character \(scalarName(code))"
    case .otherSubscription: "this subscription sends other events than the first one"
    case .stretchedDrawing: "the length of this line does not tell the ticks"
    case .boxDrawing(let text): "unexpected drawing character `\(text)`"
    case .unclosed(let opening): "`\(opening)` is never closed"
    case .unopened(let closing): "`\(closing)` has no matching `\(Self.openings[closing] ?? "(")`"
    case .nestedTooDeep(let limit): "brackets are nested more than \(limit) levels deep"
    case .emptyBrackets: "`[]` contains no value"
    case .emptyPayload: "`#[]` contains no message"
    case .emptyItem: "expected a value"
    case .textAfterItem: "expected `,` or a closing bracket"
    case .unknownEscape(let text): "unknown escape `\(text)`"
    case .invalidScalar: "expected a Unicode scalar after `\\u`"
    case .numberTooLarge(let text): "the number `\(text)` is too large"
    case .commaInGroup: "unexpected `,` in a group"
    case .silenceInGroup: "unexpected silence in a group"
    case .nestedGroup: "unexpected group in a group"
    case .timeInGroup(let text): "unexpected `\(text)` in a group"
    case .emptyGroup: "the group contains no events"
    case .eventAfterEnd(let event, let end, _): "unexpected \(event.noun) after the \(end.noun)"
    case .textAfterContinuation: "`>` must be the last character of a timeline"
    case .eventInWindow: "a window can only contain `^` and `!`"
    case .windowNeverOpens: "the window has no `^`"
    case .windowEndsFirst: "the window has its `!` before its `^`"
    case .repeatedOrigin: "unexpected second `^`"
    case .missingWindowComma: "expected a comma before the next window"
    case .originNotAllowed: "unexpected `^`"
    case .timeGoesBack(let target, let now): "cannot go back to tick \(target): this is tick \(now)"
    case .malformedGap: "these dots are not silence of a valid length"
    case .gapInEndlessPart: "a gap cannot be repeated forever"
    case .malformedJump: "`@` must be followed by a tick, with spaces around both"
    case .jumpInRepetition: "unexpected `@` in a repetition"
    case .jumpAfterGap: "unexpected `@` after a gap"
    case .jumpBeforeOrigin: "unexpected `@` before `^`"
    case .partialTick(let duration, let tick):
      "`\(duration)` is not a whole number of ticks" + (tick.map { " of \($0)" } ?? "")
    case .tickTooLarge(let limit): "this is after the last possible tick, \(limit.grouped)"
    case .emptyRepetition: "the repeated part takes no time"
    case .repetitionWithoutCount: "expected `*` after `{…}`"
    case .textAfterLoop: "nothing can follow an endless repetition"
    case .endInRepetition(let end): "unexpected \(end.noun) in a repetition"
    case .tooManyRepeatedEvents(let limit): "the repetitions send more than \(limit.grouped) events"
    case .renamingKeyExpected: "expected a marble to rename"
    case .longRenamingKey(let text): "`\(text)` is not a single marble"
    case .conditionExpected: "expected a closure after `:`"
    case .missingPattern: "expected a pattern after `matches`"
    case .renamingEqualsExpected: "expected `=`"
    case .renamingValueExpected: "expected a value after `=`"
    case .repeatedRenaming(let key): "`\(key)` is renamed twice"
    case .unusedRenaming(let key): "the timeline contains no `\(key)`"
    case .renamedFailureNotString: "the message of `#` must be a string"
    case .digitsAreValues(let text): "`\(text)` is \(spelledOut(text.utf8.count)) values"
    case .longDigitRun(let count): "these \(count.grouped) digits are \(count.grouped) values"
    case .missingSpaceInDuration(let word, let count, _): "`\(word)` is \(spelledOut(count)) values"
    case .missingSpaceAfterKeyword(let word): "`\(word)` is \(spelledOut(word.utf8.count)) values here"
    case .dashAsValue(let dash): "`\(dash)` is a value, not silence"
    case .wordsAsTimeline(let text, 1, _): "`\(text)` is a single value here"
    case .wordsAsTimeline(let text, let count, _): "`\(text)` is a timeline of \(spelledOut(count)) values"
    case .moreWarnings(1): "1 more warning about this timeline is not shown"
    case .moreWarnings(let count): "\(count.grouped) more warnings about this timeline are not shown"
    case .noStream(let name, _): "there is no stream named `\(name)`"
    case .missingDefinition(let name): "expected a timeline or an expression after `\(name) =`"
    case .foreignSyntax(let text, _, _): "unexpected `\(text)`"
    case .reservedName(let name): "`\(name)` is reserved and cannot be used as a name"
    case .operatorAsName(let name): "`\(name)` is the name of an operator"
    case .notAName(let text): text.isEmpty ? "expected a name before `=`" : "`\(text)` is not a valid name"
    case .attemptsNeedCold: "unexpected comma between timelines"
    case .expectedMovement: "expected a number of ticks from 1 to 100 after `within`"
    case .missingTimeline(let keyword): "expected a stream after `\(keyword)`"
    case .unexpectedKeyword(let keyword): "unexpected `\(keyword)` after `==`"
    case .equalsForComparison: "expected `==`, found `=`"
    case .unequalForComparison: "expected `==`, found `!=`"
    case .assertionInBinding(let name): "unexpected `==` in the binding of `\(name)`"
    case .severalComparisons: "unexpected second `==`"
    case .nothingToCompare: "expected an expression before `==`"
    case .missingWindow(let keyword): "expected a window after `\(keyword)`"
    case .windowInBinding(let name): "unexpected `during` in the binding of `\(name)`"
    case .windowAfterComparison(let sign, _): "unexpected `during` after `\(sign)`"
    case .wrongLaneCount(let expected, let observers):
      "expected \(pluralized(observers, "timeline")) for \(pluralized(observers, "window")), found \(expected)"
    case .subscriptionsNeedName: "expected a name after `subscriptions`"
    case .operatorNotTimeline(let call): "expected an expression after `\(call) =`, found a timeline"
    case .unexpectedText(let text): "unexpected `\(text)` after the statement"
    case .emptyCommand: "expected a command after `:`"
    case .missingEvent(let words): "expected an event after `\(words)`"
    case .notOneEvent(let text): "`\(text)` is not a single event"
    case .malformedTick(let text): "`\(text)` is not a tick"
    case .missingStream(let word): "expected a stream after `\(word)`"
    case .notAnEventWord(let letter): "`\(letter)` is not an event"
    case .unclosedComment: "the comment is never closed"
    case .expectedLawParameter: "expected the name of a parameter"
    case .expectedLawValues(let keyword): "expected a range or a list after `\(keyword)`"
    case .emptyLawRange(let first, let last): "the range from \(first) to \(last) contains no numbers"
    case .notAPlainValue(let text): "expected plain values after `in`, found `\(text)`"
    case .coldNumber(let name): "unexpected `cold`: `\(name)` is a plain value"
    case .unexpectedInLaw(let text): "expected `of`, `in`, `when`, `,` or `:`, found `\(text)`"
    case .expectedLawColon(let found, _):
      found.isEmpty ? "expected `:` after the parameters" : "expected `:` after the parameters, found `\(found)`"
    case .missingLaw: "expected an equation after `:`"
    case .lawWithoutExpression: "expected an expression, found a timeline"
    case .lawWithoutComparison: "expected `==` and a second stream"
    case .expectedExpression(let found): found.isEmpty ? "expected a value" : "expected a value, found `\(found)`"
    case .missingBracket(let bracket, let found):
      found.isEmpty ? "expected `\(bracket.closing)`" : "expected `\(bracket.closing)`, found `\(found)`"
    case .expectedSeparator(.interpolation, let found, _): "expected `)`, found `\(found)`"
    case .expectedSeparator(let bracket, let found, _): "expected `,` or `\(bracket.closing)`, found `\(found)`"
    case .expectedMemberName(let found):
      found.isEmpty ? "expected a name after `.`" : "expected a name after `.`, found `\(found)`"
    case .missingAlternative(let found):
      found.isEmpty ? "expected `:` and a second value" : "expected `:`, found `\(found)`"
    case .emptyParentheses: "the parentheses contain no value"
    case .emptyClosure: "the closure contains no expression"
    case .severalExpressionsInClosure: "a closure can contain only one expression"
    case .arrowFunction(let arrow, _, _, _): "unexpected `\(arrow)`"
    case .foreignMethod(let method): "there is no operator named `\(method.rawValue)`"
    case .repeatedParameter(let name): "two parameters are named `\(name)`"
    case .parameterOutsideClosure(let index, _): "`$\(index)` can only be used in a closure"
    case .parameterInNamedClosure(let index): "cannot use `$\(index)` in a closure that names its parameters"
    case .comparisonOfComparison: "comparisons cannot be chained"
    case .unexpectedThrow: "`throw` cannot be part of a larger expression"
    case .unknownCharacter(let character): "unexpected `\(character)` in an expression"
    case .nestedTooDeeply: "the expression is nested too deeply"
    case .numberOutOfRange(let digits): "the number `\(digits)` is out of range"
    case .malformedNumber(let text): "`\(text)` is not a valid number"
    case .unknownUnit(let unit): "`\(unit)` is not a unit of time"
    case .unclosedString: "the string is never closed"
    case .unknownStringEscape(let escape): "unknown escape `\(escape)`"
    case .malformedUnicodeEscape: "expected a Unicode scalar after `\\u`"
    case .unknownStream(let name, _): "there is no stream named `\(clipped(name))`"
    case .operatorWithoutParentheses(let name, _): "operator `\(name)` must be called"
    }
  }
}

extension LanguageProblem {
  private static let openings = [")": "(", "]": "[", "}": "{", ">": "<"]
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
