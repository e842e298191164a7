/// What is said of mistakes in documents; `nil` for every other problem.
extension Problem {
  /// What is wrong, in one line.
  var documentMessage: String? {
    switch self {
    case .unclosedFence: "the fence is never closed"
    case .unclosedDrawing: "`<!-- drawn -->` is never closed"
    case .unknownFenceWord(let word, _): "`\(clipped(word))` says nothing about a fence"
    case .repeatedFenceWord(let word): "`\(clipped(word))` a second time"
    case .emptyFenceWord(let key): "nothing stands behind `\(key)=`"
    case .unclosedFenceWord(let word): "the quote of `\(clipped(word))` never ends"
    case .nothingFails: "nothing fails here"
    case .nothingToPicture: "there is nothing to make a picture of"
    case .repeatedPicture(let path): "`\(path)` is the picture of another fence already"
    case .fileClosesFence(let path, let line): "line \(line) of `\(path)` would end the fence"
    default: nil
    }
  }

  /// A few words beside the caret.
  var documentLabel: String? {
    switch self {
    case .unclosedFence(_, isInComment: true): "the comment around it ends before"
    case .unclosedFence, .unclosedDrawing: "opened here"
    default: nil
    }
  }

  /// How to mend it.
  var documentHelp: String? {
    switch self {
    case .unclosedFence(_, isInComment: true): "`-->` ends a comment, wherever it stands: close the fence above it"
    case .unclosedFence(let marks, _): "a line of \(marks) closes it, in the same list item or quote"
    case .unclosedDrawing: "`<!-- /drawn -->` closes it; without both, the picture is linked anew"
    case .unknownFenceWord(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "there are "
        + FenceWords.Key.allCases.map { "`\($0.spelling)`" }.joined(separator: ", ")
    case .repeatedFenceWord: "the first one counts"
    case .emptyFenceWord(let key): "`\(key)=\(FenceWords.Key(rawValue: key)?.example ?? "…")`"
    case .unclosedFenceWord: "`\"` closes it on the same line"
    case .nothingFails: "leave out `fails`, or let an assertion fail or a line be wrong"
    case .nothingToPicture: "put an expression or an assertion in the fence"
    case .repeatedPicture: "give each fence a picture of its own"
    case .fileClosesFence: "begin and end the fence with longer marks"
    default: nil
    }
  }
}
