import Marbles

/// What can be wrong with commands, files and documents, as data.
enum SessionProblem: Problem {
  // MARK: Session

  case noResultYet
  /// Errors of a source that are not reported one by one.
  case moreErrors(Int)
  case nothingHasRun
  case unknownCommand(name: String, suggestion: String?)
  case ambiguousCommand(name: String, candidates: [String])
  case unknownSetting(name: String, suggestion: String?)
  case unfitSetting(name: String, value: String, expected: String)
  case missingFile(example: String)
  case unreadableFile(path: String, reason: String)
  case unwritableFile(path: String, reason: String)
  case nothingDrawn
  case cannotPlay(reason: String)
  case fileLoadsItself(String)
  case unknownTopic(name: String, suggestion: String?)
  case unknownFamily(name: String, suggestion: String?)
  case nothingToUndo
  case nothingToSave
  case nothingToEdit
  case cannotEdit(reason: String)
  case missingExpression(example: String)
  case notInTutorial
  case tutorialNeedsPrompt

  // MARK: Documents

  /// A fence of Markdown without closing marks, or whose comment ends before them.
  case unclosedFence(marks: String, isInComment: Bool)
  /// `<!-- drawn -->` without its end.
  case unclosedDrawing
  /// A word behind `marble` that says nothing.
  case unknownFenceAttribute(String, suggestion: String?, known: [String])
  /// A word that says something again.
  case repeatedFenceAttribute(String)
  /// `svg=` and nothing behind it.
  case emptyFenceAttribute(key: String, example: String)
  /// A quote behind `name=` and the like that is never closed.
  case unclosedFenceAttribute(String)
  /// A fence is to be a picture, and draws nothing.
  case nothingToPicture
  /// Two fences are to be the same picture.
  case repeatedPicture(String)
  /// The script of another file has a line that would close the fence.
  case fileClosesFence(path: String, line: Int)
}

extension Diagnostic {
  init(_ problem: SessionProblem, at span: Span, related: Span? = nil) {
    self.init(problem: problem, at: span, related: related)
  }

  /// The number of errors that it reports.
  var errorCount: Int {
    if case SessionProblem.moreErrors(let count) = problem { count } else { 1 }
  }
}

extension Fault {
  init(_ problem: SessionProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }
}
