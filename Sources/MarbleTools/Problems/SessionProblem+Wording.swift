import Marbles

extension SessionProblem {
  /// The severity: a warning if the input can be used but may not mean what its author intended, otherwise an error.
  var severity: Severity {
    switch self {
    case .unknownFenceAttribute, .repeatedFenceAttribute: .warning
    default: .error
    }
  }

  /// The first line of the diagnostic.
  var message: String {
    switch self {
    case .noResultYet: "there is no result yet"
    case .moreErrors(1): "1 more error is not shown"
    case .moreErrors(let count): "\(count) more errors are not shown"
    case .nothingHasRun: "nothing was run before this"
    case .unknownCommand(let name, _): "no command is called `:\(clipped(name))`"
    case .ambiguousCommand(let name, _): "`:\(name)` begins several commands"
    case .unknownSetting(let name, _): "no setting is called `\(clipped(name))`"
    case .unfitSetting(let name, let value, _): "`\(clipped(value))` is no value of `\(name)`"
    case .missingFile(let example): "`\(example.prefix { $0 != " " })` without a file"
    case .unreadableFile(let path, let reason): "`\(path)` cannot be read: \(reason)"
    case .unwritableFile(let path, let reason): "`\(path)` cannot be written: \(reason)"
    case .nothingDrawn: "nothing was drawn before this"
    case .cannotPlay(let reason): "this cannot play: \(reason)"
    case .fileLoadsItself(let path): "`\(path)` is being loaded already"
    case .unknownTopic(let name, _): "nothing is known of `\(clipped(name))`"
    case .unknownFamily(let name, _): "no family of operators is called `\(clipped(name))`"
    case .nothingToUndo: "there is nothing to take back"
    case .nothingToSave: "there is nothing to save"
    case .nothingToEdit: "there is nothing to edit"
    case .cannotEdit(let reason): "there is no editor: \(reason)"
    case .missingExpression(let example): "`\(example.prefix { $0 != " " })` without an expression"
    case .notInTutorial: "the tutorial is not going on"
    case .tutorialNeedsPrompt: "the tutorial waits for somebody to type, which a script cannot"
    case .unclosedFence: "the fence is never closed"
    case .unclosedDrawing: "`<!-- drawn -->` is never closed"
    case .unknownFenceAttribute(let word, _, _): "`\(clipped(word))` says nothing about a fence"
    case .repeatedFenceAttribute(let word): "`\(clipped(word))` a second time"
    case .emptyFenceAttribute(let key, _): "nothing stands behind `\(key)=`"
    case .unclosedFenceAttribute(let word): "the quote of `\(clipped(word))` never ends"
    case .nothingToPicture: "there is nothing to make a picture of"
    case .repeatedPicture(let path): "`\(path)` is the picture of another fence already"
    case .fileClosesFence(let path, let line): "line \(line) of `\(path)` would end the fence"
    }
  }

  /// A short label next to the caret.
  var label: String? {
    switch self {
    case .unclosedFence(_, isInComment: true): "the comment around it ends before"
    case .unclosedFence, .unclosedDrawing: "opened here"
    case .moreErrors: "the first of them"
    case .noResultYet, .nothingHasRun, .unknownCommand, .ambiguousCommand, .unknownSetting, .unfitSetting,
      .missingFile, .unreadableFile, .unwritableFile, .nothingDrawn, .cannotPlay, .fileLoadsItself, .unknownTopic,
      .unknownFamily, .nothingToUndo, .nothingToSave, .nothingToEdit, .cannotEdit, .missingExpression,
      .notInTutorial, .tutorialNeedsPrompt, .unknownFenceAttribute, .repeatedFenceAttribute, .emptyFenceAttribute,
      .unclosedFenceAttribute, .nothingToPicture, .repeatedPicture, .fileClosesFence:
      nil
    }
  }

  /// A suggestion how to fix the problem.
  var help: String? {
    switch self {
    case .unknownCommand(_, let suggestion): suggestion.map { "did you mean `:\($0)`?" } ?? "`:help` lists them"
    case .ambiguousCommand(_, let candidates): "there are " + candidates.map { "`:\($0)`" }.joined(separator: ", ")
    case .unknownSetting(_, let suggestion): suggestion.map { "did you mean `\($0)`?" } ?? "`:set` lists them"
    case .unfitSetting(_, _, let expected): "it takes \(expected)"
    case .missingFile(let example): "`\(example)`"
    case .nothingDrawn: "an expression, such as `merge(\"--1|\", \"-a|\")`, is drawn"
    case .cannotPlay: "`:svg demo.svg`, behind `:animate on`, writes a picture that plays"
    case .unreadableFile, .unwritableFile: "a script names files as seen from where it lies itself"
    case .fileLoadsItself: "a file that loads itself would never be read to its end"
    case .unknownTopic(_, let suggestion): suggestion.map { "did you mean `\($0)`?" } ?? "`:help` lists what there is"
    case .unknownFamily(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" }
        ?? "there are " + CatalogEntry.Family.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    case .nothingToUndo: "bindings and results are taken back, the last one first"
    case .nothingToSave: "bindings and results are saved, such as `a = --1|`"
    case .nothingToEdit: "`:edit` opens the last entry, `:edit name` what a name is bound to"
    case .cannotEdit: "`VISUAL` or `EDITOR` in the environment names one"
    case .missingExpression(let example): "`\(example)`"
    case .notInTutorial: "`:tutorial` begins it"
    case .tutorialNeedsPrompt: "`rxrepl` without a script, then `:tutorial`"
    case .nothingHasRun: "`subscriptions` tells of the run before: put an expression above it"
    case .moreErrors: "fix the errors above first"
    case .noResultYet: "an expression, such as `merge(\"--1|\", \"-a|\")`, gives one"
    case .unclosedFence(_, isInComment: true): "`-->` ends a comment, wherever it stands: close the fence above it"
    case .unclosedFence(let marks, _): "a line of \(marks) closes it, in the same list item or quote"
    case .unclosedDrawing: "`<!-- /drawn -->` closes it; without both, the picture is linked anew"
    case .unknownFenceAttribute(_, let suggestion, let known):
      suggestion.map { "did you mean `\($0)`?" } ?? "there are " + known.map { "`\($0)`" }.joined(separator: ", ")
    case .repeatedFenceAttribute: "the first one counts"
    case .emptyFenceAttribute(let key, let example): "`\(key)=\(example)`"
    case .unclosedFenceAttribute: "`\"` closes it on the same line"
    case .nothingToPicture: "put an expression or an assertion in the fence"
    case .repeatedPicture: "give each fence a picture of its own"
    case .fileClosesFence: "begin and end the fence with longer marks"
    }
  }
}
