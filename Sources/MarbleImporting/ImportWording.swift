import Marbles

/// The wording of import diagnostics.
extension ImportProblem {
  /// The severity: an error if nothing could be converted, otherwise a warning.
  package var severity: Severity {
    switch self {
    case .notUTF8: .error
    default: .warning
    }
  }

  /// The first line of the diagnostic.
  package var message: String {
    switch self {
    case .notUTF8: "the source is not valid UTF-8"
    case .nothingFound, .nothingFoundInSwift: "the source contains nothing that can be converted"
    case .otherLanguage(let language, let notation): "`--from \(notation.rawValue)` does not read \(language)"
    case .further(1): "1 more warning is not shown"
    case .further(let count): "\(count.grouped) more warnings are not shown"
    case .unsupportedCharacter(let character): "unexpected `\(character)`"
    case .unclosed(let mark): "`\(mark)` is never closed"
    case .unopened(let mark): "`\(mark)` has no matching `\(mark == "]" ? "[" : "(")`"
    case .nestedGroup: "unexpected group in a group"
    case .silenceInGroup: "unexpected silence in a group"
    case .eventAfterEnd: "unexpected event after the end"
    case .partialTick(let duration): "`\(duration)` is not a whole number of ticks"
    case .tickTooLarge: "this time is too large"
    case .opaqueValue: "this value has no counterpart"
    case .delayedDemand: "`,` delays the next request"
    case .cancelledWithinTick: "the subscription is canceled in the middle of a tick"
    case .unclosedString: "the string is never closed"
    case .statement: "this statement has no counterpart"
    case .unfinishedCode: "this code has no end"
    case .statefulClosure: "this function keeps state between its calls"
    case .effect: "this function has an effect outside of the stream"
    case .noResult: "this function returns nothing"
    case .identity: "arrays and objects are compared by identity here"
    case .otherForm: "a value with another form may be equal here, because objects have no keys"
    case .otherError: "an error and a string with its message are equal here"
    case .otherText: "the text of this value is different in JavaScript"
    case .nullAndUndefined: "`null` and `undefined` are the same value here"
    case .unknownStreams: "the inner streams are not known before the run"
    case .openWindow(let name): "`\(name)` ends the open window here, but not in RxJS"
    case .severalRuns: "several observables of this test share one run"
    case .unconnected: "this stream is never connected"
    case .lateConnection: "this stream may send values that are lost here, because it is connected first"
    case .takesPosition(let name, _): "`\(name)` also receives the position of each value"
    case .observedWithinTick: "this observer starts on the tick of an event"
    case .interleaved: "this event would precede the one of another subject before it"
    case .laterStart: "this stream may start later than the run"
    case .unobserved: "the script does not observe this stream"
    case .noRun: "no run precedes these subscriptions"
    case .skippedTest: "this test is skipped"
    case .noMarbles: "this test contains no marbles"
    case .noAssertion: "no assertion of this test is about a stream"
    case .unknownName(let name): "`\(name)` has no counterpart"
    case .form(let name): "this form of `\(name)` has no counterpart"
    case .expression(let text), .member(let text, _): "`\(text.oneLine)` has no counterpart"
    case .tooLarge: "this expression is too large to convert"
    case .expectedFailures: "this test expects failures of its assertions"
    case .otherTheme: "custom themes are not supported"
    case .elsewhere(let place, let problem): "\(place): \(problem.message)"
    case .remark: "this assertion is not about a stream"
    case .fails(let subject, _): "this assertion fails here: `\(subject)`"
    case .rejected(let message): "the converted script would have an error: \(message)"
    }
  }

  /// The reason in the summary, which counts similar problems together.
  package var reason: String {
    switch self {
    case .expression, .member: "an expression has no counterpart"
    case .rejected: "the converted script would have an error"
    case .fails: "an assertion fails here"
    case .elsewhere(_, let problem): problem.reason
    case .partialTick: "a time is not a whole number of ticks"
    default: message
    }
  }

  /// A short label next to the caret.
  package var label: String? {
    switch self {
    case .notUTF8: nil
    case .eventAfterEnd: "left out, with everything after it"
    case .opaqueValue: "kept as a string"
    case .noMarbles, .noAssertion, .remark: "left out"
    case .unsupportedCharacter, .partialTick, .tickTooLarge, .silenceInGroup, .nestedGroup, .unopened: "left out"
    case .unclosed, .unclosedString: "it starts here"
    case .fails(_, let result): result.map { "the result here is `\($0)`" }
    case .delayedDemand, .cancelledWithinTick, .statement, .unfinishedCode, .statefulClosure, .effect, .identity,
      .otherForm, .otherError, .noResult, .otherText, .nullAndUndefined, .unknownStreams, .openWindow, .severalRuns,
      .unconnected,
      .lateConnection, .observedWithinTick, .unobserved, .interleaved, .laterStart, .noRun, .expectedFailures,
      .skippedTest, .unknownName, .takesPosition, .form, .expression, .member, .tooLarge, .otherTheme, .rejected,
      .elsewhere, .nothingFound, .nothingFoundInSwift,
      .otherLanguage, .further:
      nil
    }
  }

  /// A suggestion how to fix the problem.
  package var help: String? {
    switch self {
    case .notUTF8: "save the file as UTF-8"
    case .nothingFound:
      "write the notation of this source after `--from`: "
        + alternatives(ForeignNotation.allCases.map { "`\($0.rawValue)`" })
        + "; a program with RxJS runs with `rxrepl program.ts`"
    case .nothingFoundInSwift, .otherLanguage("Swift", _):
      "of Swift, only tests of swift-async-algorithms are read, with `--from apple`"
    case .delayedDemand: "delete it: streams in rxrepl send without requests"
    case .cancelledWithinTick: "to end a subscription just before a tick, write `during ^--!`"
    case .otherTheme: "write the timelines with the standard characters: `-`, `|`, `^`, `;`, `[`, `]`, `'` and `,`"
    case .elsewhere(_, let problem): problem.help
    case .statement, .unknownName, .form, .expression, .member, .tooLarge, .rejected:
      "the script has a comment in its place"
    default: nil
    }
  }
}
