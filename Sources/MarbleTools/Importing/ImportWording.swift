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
    case .notUTF8: "not a text in UTF-8"
    case .nothingFound: "no timelines found"
    case .further(let count): "\(count) more that could not be converted"
    case .unsupportedCharacter(let character): "`\(character)` means nothing here"
    case .unclosed(let mark): "`\(mark)` is never closed"
    case .unopened(let mark): "`\(mark)` closes nothing"
    case .nestedGroup: "a group in a group"
    case .silenceInGroup: "silence in a group"
    case .eventAfterEnd: "an event after the end"
    case .partialTick(let duration): "`\(duration)` is no whole number of ticks"
    case .tickTooLarge: "a time too far away"
    case .opaqueValue: "a value that has no counterpart"
    case .delayedDemand: "`,` delays the next request"
    case .cancelledWithinTick: "cancelled in the midst of a tick"
    case .unclosedString: "the string never ends"
    case .statement: "a statement that has no counterpart"
    case .noMarbles: "a test without marbles"
    case .unknownName(let name): "`\(name)` has no counterpart"
    case .expression(let text): "`\(text)` has no counterpart"
    case .tooLarge: "too large to be followed"
    case .otherTheme: "a theme of its own"
    case .rejected(let message): "what this would be is an error: \(message)"
    }
  }

  /// A short label next to the caret.
  package var label: String? {
    switch self {
    case .notUTF8: nil
    case .eventAfterEnd: "left out, with all that follows"
    case .opaqueValue: "kept as the text that it is"
    case .noMarbles: "left out"
    case .unsupportedCharacter, .partialTick, .tickTooLarge, .silenceInGroup, .nestedGroup, .unopened: "left out"
    case .unclosed, .unclosedString: "begins here"
    case .delayedDemand, .cancelledWithinTick, .statement, .unknownName, .expression, .tooLarge, .otherTheme, .rejected,
      .nothingFound, .further:
      nil
    }
  }

  /// A suggestion how to fix the problem.
  package var help: String? {
    switch self {
    case .notUTF8: "convert it to UTF-8"
    case .nothingFound: "is this the notation that `--from` names?"
    case .delayedDemand: "streams here send when they like; nobody requests"
    case .cancelledWithinTick: "`during ^--!` lets go just before a tick"
    case .otherTheme: "only the usual characters can be read: - | ^ ; [ ] ' ,"
    case .statement, .unknownName, .expression, .tooLarge, .rejected: "it stands in the script as a comment"
    default: nil
    }
  }
}
