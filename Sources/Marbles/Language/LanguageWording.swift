/// What the language's problems are called; `nil` for every other problem.
extension Problem {
  /// One line: what is wrong.
  var languageMessage: String? {
    switch self {
    case .notYet(let feature): "\(feature.spelling) is not there yet"
    case .noStream(let name, _): "no stream is called `\(name)`"
    case .missingDefinition(let name): "nothing stands behind `\(name) =`"
    case .reservedName(let name): "`\(name)` has a meaning of its own and cannot be bound"
    case .notAName(let text): text.isEmpty ? "no name before `=`" : "`\(text)` is not a name"
    case .attemptsNeedCold: "a comma between timelines"
    case .missingTimeline(let keyword): "`\(keyword)` without a timeline"
    case .keywordNotHere(let keyword): "`\(keyword)` behind `==`"
    case .equalsForComparison: "`=` where `==` is meant"
    case .assertionInBinding: "a binding cannot be compared"
    case .severalComparisons: "a second `==` in one statement"
    case .nothingToCompare: "nothing to compare"
    case .missingWindow(let keyword): "`\(keyword)` without a window"
    case .windowInBinding(let name): "`during` where `\(name)` is bound"
    case .windowBehindComparison: "`during` behind `==`"
    case .wrongLaneCount(let expected, let observers):
      "\(expected) timeline\(expected == 1 ? "" : "s") for \(observers) observers"
    case .subscriptionsNeedName: "`subscriptions` without a name"
    case .operatorIsNoTimeline(let call): "`\(call)` stands for a timeline"
    case .unexpectedText(let text): "unexpected `\(text)` behind the statement"
    case .emptyCommand: "a colon without a command"
    case .notAnEventWord(let letter): "`\(letter)` is no event"
    case .unclosedComment: "the comment never ends"
    default: expressionMessage
    }
  }

  private var expressionMessage: String? {
    switch self {
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
    case .throwNotHere: "`throw` inside an expression"
    case .unknownCharacter(let character): "`\(character)` means nothing in an expression"
    case .nestedTooDeeply: "nested too deeply"
    case .numberOutOfRange(let digits): "`\(digits)` is out of range"
    case .malformedNumber(let text): "`\(text)` is not a number"
    case .unknownUnit(let unit): "`\(unit)` is not a unit of time"
    case .unclosedText: "the text never ends"
    case .unknownTextEscape(let escape): "unknown escape `\(escape)`"
    case .malformedUnicodeEscape: "not a Unicode scalar"
    default: nil
    }
  }

  /// A few words beside the caret.
  var languageLabel: String? {
    switch self {
    case .noStream: "not bound"
    case .missingDefinition: "a timeline or an expression belongs behind it"
    case .attemptsNeedCold: "only attempts, windows and lanes have commas"
    case .missingTimeline: "a timeline belongs behind it"
    case .keywordNotHere: "what is expected is neither hot nor cold"
    case .equalsForComparison: "binds, and needs a name before it"
    case .windowInBinding: "a name stands for a stream, and not for one who observes it"
    case .windowBehindComparison: "belongs to what is run, on the left"
    case .wrongLaneCount: "one for each window"
    case .operatorIsNoTimeline: "an operator makes a stream of other streams"
    case .unexpectedText: "the statement ends before it"
    case .notAnEventWord: "v, f, c or i"
    case .unclosedComment: "opened here"
    case .missingBracket(let bracket, _): "`\(bracket.closing)` belongs here"
    case .expectedSeparator(.interpolation, _): "`)` belongs here"
    case .expectedSeparator: "a comma is missing, or something is left over"
    case .severalExpressionsInClosure: "the expression ends before it"
    case .repeatedParameter: "the second"
    case .comparisonOfComparison: "comparisons do not chain"
    case .throwNotHere: "only as a whole closure or a branch of `? :`"
    case .numberOutOfRange: "does not fit"
    case .unclosedText: "opened here"
    default: nil
    }
  }

  /// How to mend it.
  var languageHelp: String? {
    switch self {
    case .noStream(let name, _) where name.hasSuffix("…"): nil
    case .noStream(let name, let suggestion?):
      "did you mean `\(suggestion)`? `\(name)-` is a timeline of \(name.count) value\(name.count == 1 ? "" : "s")"
    case .noStream(let name, nil): "`\(name)-` is a timeline of \(name.count) value\(name.count == 1 ? "" : "s")"
    case .missingDefinition(let name) where name.hasSuffix(")"): "`\(name) = s.map { $0 * 2 }`"
    case .missingDefinition(let name): "`\(name) = --1--|`"
    case .notAName: "a name is a letter or `_`, then letters, digits and `_`"
    case .attemptsNeedCold: "`cold --1-#, --2--|` plays one timeline a start; events on one tick are a group: `(ab)`"
    case .missingTimeline(let keyword): "`\(keyword) --1--|`"
    case .keywordNotHere: "leave it out: `== --1--|`"
    case .equalsForComparison: "`==` compares"
    case .assertionInBinding(let name): "compare it in a line of its own: `\(name) == --1--|`"
    case .severalComparisons: "a statement of its own for each"
    case .nothingToCompare: "put an expression before `==`; `_ ==` compares the last result"
    case .missingWindow("subscriptions"): "`subscriptions a == ^----!` is from tick 0 until just before tick 5"
    case .missingWindow: "`a during --^----!` is from tick 2 until just before tick 7"
    case .windowInBinding(let name): "say it where it is run: `\(name) during --^----!`"
    case .windowBehindComparison: "`a during --^----! == --1--!`"
    case .wrongLaneCount: "commas separate them: `a during ^--!, -^--! == --1!, -1-!`"
    case .subscriptionsNeedName: "`subscriptions a == ^----!` says when `a` was observed in the run before"
    case .operatorIsNoTimeline(let call):
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
      case "'", "\u{201C}", "\u{201D}": "a text stands in straight double quotes: `\"x\"`"
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
    case .unclosedText: "`\"` closes it on the same line; a line end is `\\n`"
    case .unknownTextEscape: "`\\\"` `\\\\` `\\n` `\\t` `\\r` `\\0` `\\u{…}` `\\(…)`; a backslash is `\\\\`"
    case .malformedUnicodeEscape: "`\\u{1F600}`"
    default: nil
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
