/// What is said of mistakes in sources and timelines; `nil` for every other problem.
extension Problem {
  /// What is wrong, in one line.
  var notationMessage: String? {
    switch self {
    // MARK: Sources
    case .invalidUTF8: "this byte is not UTF-8"

    // MARK: Notation
    case .reservedCharacter(let text): "`\(text)` is reserved"
    case .invisibleCharacter(let code): "an invisible character, \(scalarName(code))"
    case .boxDrawing(let text): "`\(text)` is a piece of a drawing"
    case .unclosed(let opening): "`\(opening)` is never closed"
    case .unopened(let closing): "`\(closing)` closes nothing"
    case .nestedTooDeep(let limit): "nested more than \(limit) deep"
    case .emptyBrackets: "`[]` has no value in it"
    case .emptyPayload: "`#[]` has no message in it"
    case .emptyItem: "a value is missing here"
    case .textBehindItem: "a comma or the closing bracket is missing here"
    case .unknownEscape(let text): "`\(text)` is no escape"
    case .invalidScalar: "`\\u` needs the number of a Unicode scalar"
    case .numberTooLarge(let text): "\(text) is too large"
    case .commaInGroup: "a group has no commas"
    case .silenceInGroup: "a group stands on one tick, so nothing can pass in it"
    case .nestedGroup: "a group in a group"
    case .timeInGroup(let text): "`\(text)` takes time, and a group stands on one tick"
    case .emptyGroup: "a group without events"
    case .eventAfterEnd(let event, let end, _): "\(event.rawValue) after \(end.rawValue)"
    case .textBehindContinuation: "`>` stands at the very end"
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
    case .textBehindLoop: "nothing can follow what repeats for ever"
    case .endInRepetition(let end): "\(end.rawValue) in a part that repeats"
    case .tooManyRepeatedEvents(let limit): "repetitions make more than \(limit) events"
    case .renamingKeyExpected: "`where` needs a marble here"
    case .longRenamingKey(let text): "`\(text)` is no single marble"
    case .renamingEqualsExpected: "`=` is missing here"
    case .renamingValueExpected: "a value is missing here"
    case .repeatedRenaming(let key): "`\(key)` is renamed twice"
    case .unusedRenaming(let key): "no `\(key)` stands on the timeline"
    case .renamedFailureIsNoText: "what `#` says is a text"
    case .digitsAreValues(let text): "`\(text)` is \(numeral(text.utf8.count)) values"
    case .longDigitRun(let count): "these \(count) digits are \(count) values"
    case .gluedDuration(let word, let count, _): "`\(word)` is \(numeral(count)) values"
    case .gluedKeyword(let word): "`\(word)` is \(numeral(word.utf8.count)) values here"
    case .furtherWarnings(let count): "\(count) more \(count == 1 ? "warning" : "warnings") about this timeline"
    default: nil
    }
  }

  /// What stands behind the caret.
  var notationLabel: String? {
    switch self {
    // MARK: Sources
    case .invalidUTF8: nil

    // MARK: Notation
    case .reservedCharacter: "a value only in brackets or quotes"
    case .eventAfterEnd: "a signal ends once: /^v*(f|c|i)?$/"
    case .endInRepetition: "a signal ends once: /^v*(f|c|i)?$/"
    case .originNotAllowed: "only a pipe sends before anyone listens"
    case .jumpInRepetition: "every round would have to go back to it"
    case .jumpBeforeOrigin: "tick 0 is not known yet"
    case .digitsAreValues, .longDigitRun: "every digit is a value of its own"
    case .gluedDuration: "a duration is a whole word, with blanks around it"
    case .gluedKeyword: "the keyword has a blank behind it"
    default: nil
    }
  }

  /// How to mend it.
  var notationHelp: String? {
    switch self {
    // MARK: Sources
    case .invalidUTF8: "save the text as UTF-8"

    // MARK: Notation
    case .reservedCharacter(let text): reservedHelp(text)
    case .invisibleCharacter(let code): "`\"\\u{\(hexadecimal(code))}\"` is it as a value"
    case .boxDrawing: "copy the plain form of the drawing instead; only `─` and `┤` read back in"
    case .unclosed(let opening):
      "`\(Self.closings[opening] ?? opening)` closes it; `\(Self.asValue(opening))` is it as a value"
    case .unopened(let closing): "`\(Self.asValue(closing))` is it as a value"
    case .nestedTooDeep: "what is further inside may stand in quotes, as a text"
    case .emptyBrackets: "`\"\"` is the empty text, `[[]]` the empty array"
    case .emptyPayload: "`#\"\"` fails with an empty message"
    case .emptyItem: "`\"\"` is the empty text"
    case .textBehindItem: "a text with brackets or commas stands in quotes"
    case .unknownEscape: "`\\\\` is a backslash; `\\n`, `\\t`, `\\r`, `\\0` and `\\u{…}` are escapes too"
    case .invalidScalar: "for example `\\u{1F600}`"
    case .numberTooLarge: "in quotes it is a text, which may be as long as it likes"
    case .commaInGroup(let mend):
      mend.map { "`\($0)` puts them on one tick" } ?? "events on one tick stand side by side"
    case .silenceInGroup: "silence goes before or behind the group"
    case .nestedGroup: "all events of one tick stand in one group, in their order"
    case .timeInGroup: "it goes before or behind the group"
    case .emptyGroup: "`-` is a tick on which nothing happens"
    case .eventAfterEnd(_, _, let raw):
      raw.map { "`raw \($0)` sends it anyway, to see what the core does with it" }
    case .textBehindContinuation: "`[>]` is it as a value"
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
    case .textBehindLoop: "`{…}*3` repeats three times"
    case .endInRepetition: "the end goes behind the repetition"
    case .tooManyRepeatedEvents: "`{…}*` repeats for ever, and makes its events as they are needed"
    case .renamingKeyExpected: "for example `where x = 10, # = \"Out of stuff\"`"
    case .longRenamingKey: "what is renamed is one character, or `#`"
    case .renamingEqualsExpected: "for example `where x = 10`"
    case .renamingValueExpected: "for example `where x = 10`"
    case .repeatedRenaming: "leave one of them out"
    case .unusedRenaming(let key): "leave it out, or put a `\(key)` on the timeline"
    case .renamedFailureIsNoText: "in quotes it is"
    case .digitsAreValues(let text): "`[\(text)]` is one"
    case .longDigitRun: "a long number stands in brackets"
    case .gluedDuration(_, _, let mend): "`\(mend)` lets time pass"
    case .gluedKeyword(let word): "`\(word) …` is the keyword, `.\(word)…` the values without this warning"
    default: nil
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

  /// What closes what has been opened.
  private static let closings = ["(": ")", "[": "]", "{": "}", "<": ">", "\"": "\"", "#[": "]", "!": "!"]

  /// A reserved character as a value; brackets have a meaning in brackets, and so they go into quotes.
  private static func asValue(_ text: String) -> String {
    switch text {
    case "\"", "\\": "[\\\(text)]"
    case "#[", "[", "]", "(", ")", "<": "\"\(text)\""
    default: "[\(text)]"
    }
  }
}

/// A small number as one says it.
private func numeral(_ number: Int) -> String {
  let words = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  return words.indices.contains(number) ? words[number] : String(number)
}

private func hexadecimal(_ code: UInt32) -> String {
  String(code, radix: 16, uppercase: true)
}

private func scalarName(_ code: UInt32) -> String {
  let digits = hexadecimal(code)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
