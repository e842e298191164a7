extension LanguageProblem {
  /// The suggested fix.
  package var help: String? {
    switch self {
    case .invalidUTF8: "save the file as UTF-8"

    case .reservedCharacter(let text): reservedHelp(text)
    case .invisibleCharacter(let code): "delete it; to send it as a value, write `\"\\u{\(hexadecimal(code))}\"`"
    case .otherSubscription: "write its whole timeline below the first one, without a name"
    case .stretchedDrawing: "write `:format plain` before you draw, and copy that drawing"
    case .boxDrawing:
      "only `─` and `┤` of a drawing can be read; write `:format plain` before you draw, and copy that drawing"
    case .unclosed(let opening):
      "close it with `\(Self.closings[opening] ?? opening)`; for a literal `\(opening)`, write `\(Self.asValue(opening))`"
    case .unopened(let closing): "delete it; for a literal `\(closing)`, write `\(Self.asValue(closing))`"
    case .nestedTooDeep: "write the inner brackets as a string in quotes: `\"[a]\"`"
    case .emptyBrackets: "for the empty string, write `\"\"`; for the empty array, write `[[]]`"
    case .emptyPayload: "for an empty message, write `#\"\"`"
    case .emptyItem: "for the empty string, write `\"\"`"
    case .textAfterItem: "to write a string with brackets or commas, put it in quotes: `\"a (b)\"`"
    case .unknownEscape: "for a backslash, write `\\\\`; other escapes are `\\n`, `\\t`, `\\r`, `\\0` and `\\u{…}`"
    case .invalidScalar: "write the hexadecimal number of a character in braces, such as `\\u{1F600}`"
    case .numberTooLarge(let text): "for a string, write `\"\(text)\"`"
    case .commaInGroup(let suggestion): "for several events on the same tick, write `\(suggestion ?? "(ab)")`"
    case .silenceInGroup: "put the silence before or after the group"
    case .nestedGroup: "write all events of the tick in one group, such as `(abc)`"
    case .timeInGroup: "put it before or after the group"
    case .emptyGroup: "for a tick without events, write `-`"
    case .eventAfterEnd(_, let end, let raw):
      raw.map { "to send it anyway, write `raw \($0)`" } ?? "delete it, or delete the \(end.noun) before it"
    case .textAfterContinuation: "for a literal `>`, write `[>]`"
    case .eventInWindow, .windowNeverOpens, .windowEndsFirst:
      "to observe from tick 2 until just before tick 7, write `--^----!`"
    case .missingWindowComma: "for another observer, write a comma before it: `during ^--!, ^---!`"
    case .repeatedOrigin: "delete it: `^` marks tick 0, and a timeline has only one"
    case .originNotAllowed: "delete it: the first tick is already tick 0"
    case .timeGoesBack(0, let now): "write a later tick, such as `@\(now + 1)`"
    case .timeGoesBack(let target, let now):
      "write a later tick, such as `@\(now + 1)`; to let \(pluralized(target, "tick")) pass, write `\(target)t`"
    case .malformedGap:
      "for any silence, write `...`, and for 2 to 5 ticks of it `2...5t`, with spaces around it"
    case .gapInEndlessPart: "for any events until the end, write `*` in place of the repetition"
    case .malformedJump: "to continue at tick 40, write `@40` with a space before and after it"
    case .jumpInRepetition, .jumpAfterGap, .jumpBeforeOrigin:
      "to let 5 ticks pass, write `5t` with a space before and after it"
    case .partialTick(_, let tick):
      tick.map { "write a multiple of \($0), or change the length of a tick with `:tick`" }
        ?? "write a whole number, such as `2t`"
    case .tickTooLarge: "for an endless timeline, write a repetition, such as `{-a}*`"
    case .emptyRepetition: "write at least one tick in the braces, such as `{-}*3`"
    case .repetitionWithoutCount: "after the brace, write `*3` to repeat three times, or `*` to repeat forever"
    case .textAfterLoop: "to repeat three times and then continue, write `*3`"
    case .endInRepetition: "put it after the repetition, such as `{-a}*3|`"
    case .tooManyRepeatedEvents:
      "to repeat forever, write `*` without a number: its events are created only when they are needed"
    case .renamingKeyExpected: "write a marble and its value, such as `where x = 10` or `where # = \"Out of stuff\"`"
    case .longRenamingKey: "write one character or `#`, such as `where x = 10`"
    case .conditionExpected(let text): "write a condition on the value, such as `\(text)`"
    case .missingPattern: "write `matches --_ ... |`"
    case .renamingEqualsExpected, .renamingValueExpected: "write a marble and its value, such as `where x = 10`"
    case .repeatedRenaming: "delete one of the two"
    case .unusedRenaming(let key): "delete it, or write `\(key)` in the timeline"
    case .renamedFailureNotString: "put the message in quotes, such as `where # = \"Out of stuff\"`"
    case .digitsAreValues(let text): "for a single value, write `[\(text)]`"
    case .longDigitRun: "for a single value, put the digits in brackets, such as `[42]`"
    case .missingSpaceInDuration(_, _, let suggestion): "to let time pass, write `\(suggestion)`"
    case .missingSpaceAfterKeyword(let word):
      "for the keyword, write a space after it; for the values without this warning, write `.\(word)`"
    case .dashAsValue(let dash):
      "for silence, write `-` for each tick; for the value without this warning, write `[\(dash)]`"
    case .wordsAsTimeline(_, _, let meaning): meaning.help
    case .noStream(let name, _) where name.hasSuffix("…"): nil
    case .noStream(let name, let suggestion):
      (suggestion.map { "did you mean `\($0)`? " } ?? "")
        + "for a timeline of \(pluralized(name.count { $0 != "-" }, "value")), write `\(name)-`"
    case .missingDefinition(let name) where name.hasSuffix(")"): "write `\(Self.definition(of: name))`"
    case .missingDefinition(let name): "write `\(name) = --1--|`"
    case .foreignSyntax(_, let purpose, nil): purpose
    case .foreignSyntax(_, let purpose, ""): "delete it" + (purpose.map { ": \($0)" } ?? "")
    case .foreignSyntax(let found, let purpose, let text?):
      (purpose.map { "\($0), " } ?? "") + Self.advice(toWrite: text, for: found)
    case .reservedName: "write another name, such as `letters`"
    case .operatorAsName(let name): "write another name, such as `\(name)1`"
    case .notAName: "write a letter or `_`, then letters, digits and `_`, such as `my_stream2`"
    case .attemptsNeedCold:
      "for one timeline per subscription, write `cold --1-#, --2--|`; for several events on the same tick, write `(ab)`"
    case .expectedMovement(let ticks): "write `within \(ticks)`"
    case .missingTimeline("races"): "write an expression after it, such as `races merge(a, b)`"
    case .missingTimeline(let keyword): "write `\(keyword) --1--|`"
    case .unexpectedKeyword(let keyword): "delete `\(keyword)`: write `== --1--|`"
    case .equalsForComparison: "to compare, write `==`"
    case .unequalForComparison: "a comparison needs the expected events: write them after `==`"
    case .assertionInBinding(let name): "compare it on a separate line: `\(name) == --1--|`"
    case .severalComparisons: "write each comparison on a separate line"
    case .nothingToCompare: "to compare the last result, write `_ == --1--|`"
    case .missingWindow("subscriptions"):
      "to expect a subscription from tick 0 until just before tick 5, write `subscriptions a == ^----!`"
    case .missingWindow: "to observe from tick 2 until just before tick 7, write `a during --^----!`"
    case .windowInBinding(let name): "delete it, and write it where you use `\(name)`: `\(name) during --^----!`"
    case .windowAfterComparison(_, let text): "write `\(text)`"
    case .wrongLaneCount: "separate timelines with commas: `a during ^--!, -^--! == --1!, -1-!`"
    case .subscriptionsNeedName: "to check when the last run observed `a`, write `subscriptions a == ^----!`"
    case .operatorNotTimeline(let call) where call.hasSuffix("()"): "write `\(call.dropLast(2)) = --1--|`"
    case .operatorNotTimeline(let call):
      "write `\(Self.definition(of: call))`; to use a timeline in the expression, write `cold(\"--1|\")`"
    case .unexpectedText(let text):
      if text == "=" {
        "to compare, write `==`; to bind a name, write one `=`"
      } else if text.hasPrefix("="), !text.hasPrefix("==") {
        "to compare, write `==`; for a literal `=`, write `[=]`"
      } else if Self.isClosing(text) {
        "delete it"
      } else if ["->", ":"].contains(text) {
        "to compare, write `==`"
      } else if text.contains(where: { "+-*/%<>!&|".contains($0) }) {
        "to compute with values, write a closure: `.map { $0 + 1 }`"
      } else {
        "write each statement on a separate line; to apply an operator, write a dot before its name: `a.take(first: 1)`"
      }
    case .emptyCommand: "for a list of commands, write `:help`"
    case .missingEvent("why"): "write `why 4` for a value, `why |` for the end, or `why @9` for everything on tick 9"
    case .missingEvent(let words): "write `\(words) 4` for a value, or `\(words) |` for the end"
    case .notOneEvent(let text) where Self.ends[text] == "|": "for the completion, write `|`"
    case .notOneEvent(let text) where Self.ends[text] == "#": "for the failure, write `#`"
    case .notOneEvent(let text) where Self.ends[text] == "!": "for the interruption, write `!`"
    case .notOneEvent(let text):
      Self.isValue(text)
        ? "for one value, write `[\(text)]`" : "write one value or end, such as `4`, `[12]`, `|`, `#` or `!`"
    case .malformedTick: "write `@` and a number, such as `@9`"
    case .missingStream(let words) where words != "in":
      "write the name of a stream, such as `\(words) a\(words.hasSuffix("was") ? " unsubscribed" : "")`"
    case .missingStream(let word): "write a name or an expression, such as `\(word) merge(a, b)`"
    case .notAnEventWord:
      "write `v` (value), `f` (failed), `c` (completed) or `i` (interrupted), such as `check \"vvc\"`"
    case .unclosedComment: "close it with `*/`; for each nested `/*`, write another `*/`"
    case .expectedLawParameter, .missingLaw, .lawWithoutComparison,
      .expectedLawColon("", _), .expectedLawColon("==", _), .expectedLawColon("{", _):
      "write `forall a: a.map { $0 } == a`"
    case .expectedLawValues: "write a range, such as `0...9`, or a list, such as `[1, 5, x]`"
    case .emptyLawRange(let first, let last): "write the smaller number first: `\(last)...\(first)`"
    case .notAPlainValue: "for a stream of these values, write `of`"
    case .coldNumber: "delete it, or write `of` for a stream"
    case .unexpectedInLaw("where"), .unexpectedInLaw("if"): "for a condition, write `when`"
    case .expectedLawColon(found: ",", _): "write all parameters before `when`, and `:` before the equation"
    case .expectedLawColon(_, isAfterCondition: true): "write `:` before the equation"
    case .unexpectedInLaw, .expectedLawColon: "write `,` before another parameter, or `:` before the equation"
    case .lawWithoutExpression: "write an expression, such as `a.map { $0 }`"
    case .expectedSeparator(.interpolation, _, _): nil
    case .expectedSeparator(.square, ":", _): "for pairs instead of a dictionary, write tuples, such as `[(\"a\", 1)]`"
    case .expectedSeparator(_, "=", _): "to compare, write `==`"
    case .expectedSeparator(_, ";", _): "to separate arguments, write `,`"
    case .expectedSeparator(_, let found, isClosed: true): "write `,` before `\(found)`"
    case .expectedSeparator(let bracket, let found, _): "write `,` or `\(bracket.closing)` before `\(found)`"
    case .missingAlternative: "write `:` and the other value, such as `$0 > 1 ? 2 : 1`"
    case .emptyClosure(let example): "write what it returns, such as `\(example)`"
    case .emptyParentheses: "for an empty value, write `nil`"
    case .severalExpressionsInClosure(let found):
      switch found {
      case "": "for a new statement on this line, close the closure with `}` first"
      case "=": "to compare, write `==`"
      case ",": "to return several values, write a tuple: `($0, $1)`"
      case "[": "for an item of an array, write `.first` or `.last`; for an item of a tuple, write `.0` or `.1`"
      case "!": "delete it: a value needs no unwrapping"
      case "in": "to test whether an array contains the value, write `[1, 2].contains($0)`"
      case "is":
        "values have no declared types: compare the value, such as `$0 == 1`; to keep numbers only, write `.compactMap { Int(\"\\($0)\") }`"
      default:
        "statements such as `return`, `let` and `if` are not supported; to choose a value, write a condition, such as `$0 > 1 ? 2 : 1`"
      }
    case .arrowFunction(_, let closure?, _, _): "write a closure: `\(closure)`"
    case .arrowFunction(_, nil, let example, let reason):
      "write a closure, such as `\(example)`" + (reason.map { "; in this one, \($0)" } ?? "")
    case .foreignMethod(let method): method.help
    case .repeatedParameter: "give each parameter a different name"
    case .parameterOutsideClosure(_, let closure?): "write a closure: `\(closure)`"
    case .parameterOutsideClosure: "write a closure, such as `.map { $0 + 1 }`"
    case .unexpectedThrow: "to throw for some values, write a condition: `$0 > 1 ? throw \"late\" : $0`"
    case .unknownCharacter(let character):
      switch character {
      case "|", "&":
        "for a logical \(character == "|" ? "or" : "and"), write `\(character)\(character)`; bits have no operators, only `%`, `/` and `*`"
      case "**": "there are no powers: multiply, such as `$0 * $0`"
      case "^", "~": "there are no powers, and bits have no operators: calculate with `%`, `/` and `*`"
      case "'", "\u{201C}", "\u{201D}": "for a string, use straight double quotes: `\"x\"`"
      case "→", "⇒": "to compare, write `==`"
      case "≠": "for values that differ, write `!=`"
      case "≤", "≥", "×", "÷": "write `\(["≤": "<=", "≥": ">=", "×": "*"][character] ?? "/")`"
      case "$": "for the first value of a closure, write `$0`; for the second, write `$1`"
      case "\\": "for a timeline, use quotes: `\"-\\($0)|\"`"
      case "#": "for a timeline, use quotes: `\"--#\"`; to fail immediately, write `fail(\"message\")`"
      default: nil
      }
    case .malformedNumber: "write a decimal number, such as `31`, `1000`, `1.5` or `1e6`"
    case .expectedExpression: "write a value, such as `1`, `\"x\"` or `[1, 2]`"
    case .expectedMemberName(let found) where found.allSatisfy(\.isNumber) && !found.isEmpty:
      "for a number, write `0.\(found)`"
    case .expectedMemberName("?"): "write a name, such as `.merge`: a search does not find it"
    case .parameterInNamedClosure: "write the parameter's name, or delete the names and `in`"
    case .comparisonOfComparison(let text): "combine two comparisons: `\(text)`"
    case .nestedTooDeeply:
      "in a closure, use two operators, such as `.map { $0 + 1 }.map { $0 * 2 }`; elsewhere, bind a part above it"
    case .numberOutOfRange(let digits):
      digits.contains { ".eE".contains($0) }
        ? "the largest number is about `1.8e308`" : "the largest integer is `9223372036854775807`"
    case .unknownUnit: "write `t` (ticks), `ms`, `s` or `m` (minutes), such as `5s`"
    case .unclosedString: "close it with `\"` on the same line; for a line break, write `\\n`"
    case .unknownStringEscape:
      "for a backslash, write `\\\\`; other escapes are `\\\"`, `\\n`, `\\t`, `\\r`, `\\0`, `\\u{…}` and `\\(…)`"
    case .malformedUnicodeEscape: "write the hexadecimal number of a character in braces, such as `\\u{1F600}`"
    case .unknownStream(let name, nil) where name.isResultName:
      "`\(clipped(name))` is the result of an expression above this line, such as `merge(\"--1|\", \"-a|\")`"
    case .unknownStream(let name, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "bind it above this line: `\(clipped(name)) = --1--|`"
    case .operatorWithoutParentheses(_, let call): "write `\(call)`"
    case .moreWarnings, .missingBracket, .expectedMemberName: nil
    }
  }

  /// Whether all characters are closing brackets.
  static func isClosing(_ text: String) -> Bool { text.allSatisfy { ")]}".contains($0) } }

  /// Returns the advice to write text in place of other text, with a note if its events are only an example.
  package static func advice(toWrite text: String, for found: String) -> String {
    let example = "--1--|"
    guard text.contains(example), !found.contains(example) else { return "write `\(text)`" }
    return text.filter { $0 != "\"" } == example
      ? "write the events of the stream on a timeline, such as `\(text)`"
      : "write `\(text)`, with the events of the stream in place of `\(example)`"
  }

  /// Whether the text of a question is that of one value, which needs brackets.
  static func isValue(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber } || Double(text) != nil
  }

  /// The ends of a stream by their names in English.
  static let ends = [
    "completed": "|", "complete": "|", "completion": "|", "end": "|", "ended": "|", "done": "|", "finished": "|",
    "failed": "#", "failure": "#", "error": "#", "interrupted": "!", "interruption": "!",
  ]

  private func reservedHelp(_ text: String) -> String {
    switch text {
    case "*": "for a literal `*`, write `[*]`; to repeat a part, write `{-a}*3`"
    case ",": "for several events on the same tick, write `(ab)`; for a literal `,`, write `[,]`"
    default: "for a literal `\(text)`, write `\(Self.asValue(text))`"
    }
  }

  /// Returns a definition of an operator, which uses the first parameter of a call: `f(s)`.
  private static func definition(of call: String) -> String {
    let parameters = call.drop { $0 != "(" }.dropFirst().dropLast()
    let first = parameters.split { ", ".contains($0) }.first
    return "\(call) = " + (first.map { "\($0).map { $0 * 2 }" } ?? "just(1)")
  }

  /// The closing delimiter of each opening one.
  package static let closings = ["(": ")", "[": "]", "{": "}", "<": ">", "\"": "\"", "#[": "]", "!": "!"]

  /// Returns a reserved character as a value.
  ///
  /// Brackets keep their meaning within brackets, so they are quoted.
  static func asValue(_ text: String) -> String {
    switch text {
    case "\"", "\\": "[\\\(text)]"
    case "#[", "[", "]", "(", ")", "<": "\"\(text)\""
    default: "[\(text)]"
    }
  }
}
