extension LanguageProblem {
  /// The suggested fix.
  package var help: String? {
    switch self {
    case .invalidUTF8: "save the text as UTF-8"

    case .reservedCharacter(let text): reservedHelp(text)
    case .invisibleCharacter(let code): "`\"\\u{\(hexadecimal(code))}\"` is it as a value"
    case .boxDrawing: "copy the plain form of the drawing instead; only `─` and `┤` read back in"
    case .unclosed(let opening):
      "`\(Self.closings[opening] ?? opening)` closes it; `\(Self.asValue(opening))` is it as a value"
    case .unopened(let closing): "`\(Self.asValue(closing))` is it as a value"
    case .nestedTooDeep: "what is further inside may stand in quotes, as a string"
    case .emptyBrackets: "`\"\"` is the empty string, `[[]]` the empty array"
    case .emptyPayload: "`#\"\"` fails with an empty message"
    case .emptyItem: "`\"\"` is the empty string"
    case .textAfterItem: "a string with brackets or commas stands in quotes"
    case .unknownEscape: "`\\\\` is a backslash; `\\n`, `\\t`, `\\r`, `\\0` and `\\u{…}` are escapes too"
    case .invalidScalar: "for example `\\u{1F600}`"
    case .numberTooLarge: "in quotes it is a string, which may be as long as it likes"
    case .commaInGroup(let suggestion):
      suggestion.map { "`\($0)` puts them on one tick" } ?? "events on one tick stand side by side"
    case .silenceInGroup: "silence goes before or behind the group"
    case .nestedGroup: "all events of one tick stand in one group, in their order"
    case .timeInGroup: "it goes before or behind the group"
    case .emptyGroup: "`-` is a tick on which nothing happens"
    case .eventAfterEnd(_, _, let raw):
      raw.map { "`raw \($0)` sends it anyway, to see what the core does with it" }
    case .textAfterContinuation: "`[>]` is it as a value"
    case .eventInWindow, .windowNeverOpens, .windowEndsFirst: "`--^----!` is from tick 2 until just before tick 7"
    case .repeatedOrigin: "`^` stands on tick 0, of which there is one"
    case .originNotAllowed: "without it the first tick is tick 0"
    case .timeGoesBack: "`40t` lets ticks pass; `@40` says which one comes next"
    case .malformedJump: "`@40`, with blanks around it, goes on at tick 40"
    case .jumpInRepetition: "`5t`, with blanks around it, lets ticks pass"
    case .jumpBeforeOrigin: "`5t`, with blanks around it, lets ticks pass"
    case .partialTick(_, let tick):
      tick.map { "a tick is \($0) long; `:tick` makes it another length" } ?? "`2t` is two ticks"
    case .tickTooLarge: "what never ends is `{…}*`"
    case .emptyRepetition: "for example `{-}*3`"
    case .repetitionWithoutCount: "`{…}*3` is three times, `{…}*` for ever"
    case .textAfterLoop: "`{…}*3` repeats three times"
    case .endInRepetition: "the end goes behind the repetition"
    case .tooManyRepeatedEvents: "`{…}*` repeats for ever, and makes its events as they are needed"
    case .renamingKeyExpected: "for example `where x = 10, # = \"Out of stuff\"`"
    case .longRenamingKey: "what is renamed is one character, or `#`"
    case .renamingEqualsExpected: "for example `where x = 10`"
    case .renamingValueExpected: "for example `where x = 10`"
    case .repeatedRenaming: "leave one of them out"
    case .unusedRenaming(let key): "leave it out, or put a `\(key)` on the timeline"
    case .renamedFailureNotString: "in quotes it is"
    case .digitsAreValues(let text): "`[\(text)]` is one"
    case .longDigitRun: "a long number stands in brackets"
    case .missingSpaceInDuration(_, _, let suggestion): "`\(suggestion)` lets time pass"
    case .missingSpaceAfterKeyword(let word): "`\(word) …` is the keyword, `.\(word)…` the values without this warning"
    case .noStream(let name, _) where name.hasSuffix("…"): nil
    case .noStream(let name, let suggestion?):
      "did you mean `\(suggestion)`? `\(name)-` is a timeline of \(pluralized(name.count, "value"))"
    case .noStream(let name, nil): "`\(name)-` is a timeline of \(pluralized(name.count, "value"))"
    case .missingDefinition(let name) where name.hasSuffix(")"): "`\(name) = s.map { $0 * 2 }`"
    case .missingDefinition(let name): "`\(name) = --1--|`"
    case .notAName: "a name is a letter or `_`, then letters, digits and `_`"
    case .attemptsNeedCold: "`cold --1-#, --2--|` plays one timeline a start; events on one tick are a group: `(ab)`"
    case .missingTimeline(let keyword): "`\(keyword) --1--|`"
    case .unexpectedKeyword: "leave it out: `== --1--|`"
    case .equalsForComparison: "`==` compares"
    case .assertionInBinding(let name): "compare it in a line of its own: `\(name) == --1--|`"
    case .severalComparisons: "a statement of its own for each"
    case .nothingToCompare: "put an expression before `==`; `_ ==` compares the last result"
    case .missingWindow("subscriptions"): "`subscriptions a == ^----!` is from tick 0 until just before tick 5"
    case .missingWindow: "`a during --^----!` is from tick 2 until just before tick 7"
    case .windowInBinding(let name): "say it where it is run: `\(name) during --^----!`"
    case .windowAfterComparison: "`a during --^----! == --1--!`"
    case .wrongLaneCount: "commas separate them: `a during ^--!, -^--! == --1!, -1-!`"
    case .subscriptionsNeedName: "`subscriptions a == ^----!` says when `a` was observed in the run before"
    case .operatorNotTimeline(let call):
      "`\(call) = s.map { $0 * 2 }`; a timeline in quotes is an expression: `cold(\"--1|\")`"
    case .unexpectedText(let text):
      text.contains { "+-*/%<>!&|".contains($0) } ? "what computes, stands in a closure: `.map { $0 + 1 }`" : nil
    case .emptyCommand: "`:help` lists the commands"
    case .notAnEventWord: "value, failed, completed, interrupted: `check \"vvc\"`"
    case .unclosedComment: "`*/` closes it; comments nest"
    case .emptyClosure: "`{ $0 }` gives what it gets"
    case .severalExpressionsInClosure(let found):
      switch found {
      case "": "if this is another statement, `}` is missing before it"
      case "=": "`==` compares"
      case ",": "several values in one: `($0, $1)`"
      case "[": "`.first` and `.last` of an array, `.0` and `.1` of a tuple"
      default: "it has no statements, such as `return`, `let` or `if`; `a ? b : c` decides between two"
      }
    case .unknownCharacter(let character):
      switch character {
      case "|": "`||` is or; a timeline stands in quotes: `\"--1--|\"`"
      case "&": "`&&` is and"
      case "'", "\u{201C}", "\u{201D}": "a string stands in straight double quotes: `\"x\"`"
      case "$": "`$0` is the first value, `$1` the second"
      case "#": "a timeline stands in quotes: `\"--#\"`; `fail(\"message\")` fails at once"
      default: nil
      }
    case .malformedNumber: "numbers are decimal: `31`, `1000`, `1.5`, `1e6`"
    case .expectedMemberName(let found) where found.allSatisfy(\.isNumber) && !found.isEmpty: "`0.\(found)` is a number"
    case .parameterInNamedClosure: "use the name, or leave out the names and `in`"
    case .comparisonOfComparison: "`a < b && b < c`"
    case .nestedTooDeeply: "bind a part of it to a name"
    case .numberOutOfRange(let digits):
      digits.contains { ".eE".contains($0) } ? "numbers end near 1.8e308" : "integers have 64 bits"
    case .unknownUnit: "`t` (ticks), `ms`, `s`, `m`"
    case .unclosedString: "`\"` closes it on the same line; a line end is `\\n`"
    case .unknownStringEscape: "`\\\"` `\\\\` `\\n` `\\t` `\\r` `\\0` `\\u{…}` `\\(…)`; a backslash is `\\\\`"
    case .malformedUnicodeEscape: "`\\u{1F600}`"
    case .unknownStream(let name, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "`\(clipped(name)) = --1--|`, above this line, makes one"
    case .operatorWithoutParentheses(_, let signature): "`\(signature)`"
    case .moreWarnings, .notImplemented, .reservedName, .expectedExpression, .missingBracket,
      .expectedSeparator, .expectedMemberName, .missingAlternative, .emptyParentheses, .repeatedParameter,
      .parameterOutsideClosure, .unexpectedThrow:
      nil
    }
  }

  private func reservedHelp(_ text: String) -> String {
    switch text {
    case "*": "behind `{…}` it repeats; `[*]` is it as a value"
    case "=": "`[=]` is it as a value"
    case ",": "events on one tick stand side by side, as in `(ab)`; `[,]` is it as a value"
    default: "`\(Self.asValue(text))` is it as a value"
    }
  }

  /// The closing delimiter of each opening one.
  private static let closings = ["(": ")", "[": "]", "{": "}", "<": ">", "\"": "\"", "#[": "]", "!": "!"]

  /// Returns a reserved character as a value.
  ///
  /// Brackets keep their meaning within brackets, so they are quoted.
  private static func asValue(_ text: String) -> String {
    switch text {
    case "\"", "\\": "[\\\(text)]"
    case "#[", "[", "]", "(", ")", "<": "\"\(text)\""
    default: "[\(text)]"
    }
  }
}
