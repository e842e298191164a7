import Marbles

/// A problem with a command, a file or a document.
package enum SessionProblem: Problem {
  // MARK: Session

  case noResultYet
  /// Errors of a source that are not reported individually.
  case moreErrors(Int)
  case nothingHasRun
  case unknownCommand(name: String, suggestion: String?)
  case ambiguousCommand(name: String, candidates: [String])
  case unknownSetting(name: String, suggestion: String?)
  case unfitSetting(name: String, value: String, expected: String)
  /// A limit that is set higher than a script may.
  case limitTooHigh(name: String, highest: String)
  /// More work than scripts that are not trusted may do.
  case exceeded(WorkLimit)
  case missingFile(example: String)
  case unreadableFile(path: String, SystemFailure, PathOrigin, suggestion: String?)
  case unwritableFile(path: String, SystemFailure, example: String)
  /// A command without a file, where commands use none.
  case cannotUseFiles(SystemFailure)
  /// A file that a session may not replace, because it has not written it, or because the file has changed since.
  case foreignFile(path: String, wasWritten: Bool, forced: String)
  /// A file name that belongs to another format.
  case wrongFileName(path: String, content: String, example: String)
  case nothingDrawn
  case cannotPlay(SystemFailure, refusal: SystemFailure?)
  case fileLoadsItself(String)
  /// A JSON file that contains something else than drawings.
  case notADrawing(expected: String)
  /// A line of a trace that cannot be read.
  case invalidTrace(TraceFile.Fault.Reason)
  case noTrace
  /// An option of `:save` that does not exist, a file after the options, or a part of a trace that ends before it begins.
  case unknownOption(String, suggestion: String?)
  case fileAfterOptions(String, example: String)
  case reversedTimes(example: String)
  case unknownTopic(name: String, suggestion: String?)
  case unknownFamily(name: String, suggestion: String?)
  case nothingToUndo
  /// Nothing was entered, perhaps in a script, for which a command does it instead.
  case nothingToSave(isSwift: Bool, instead: String?, SwiftObstacle?)
  case nothingToEdit
  case cannotEdit(SystemFailure)
  case missingExpression(example: String)
  /// `:choose` without a search whose answers differ, perhaps in an exercise or a step of the tutorial.
  case nothingToChoose(inCourse: String?)
  /// `:choose` without the number of an answer.
  case unfitChoice(String, count: Int)
  /// A search in a test that has an answer.
  case openSearch
  /// A `?` that an update has not replaced.
  case unansweredSearch
  case notInTutorial
  case tutorialNeedsPrompt
  case exerciseNeedsPrompt

  // MARK: Hazards

  case hazard(HazardWarning)
  /// A comment that silences a hazard without a reason, an unknown hazard, or a hazard that is not found.
  case ignoredWithoutReason(String)
  case unknownHazard(String, suggestion: String?)
  case unusedIgnore(String)

  // MARK: Documents

  /// A file that should be a Jupyter notebook but is not one.
  case notANotebook(expected: String)
  /// A Markdown fence without closing marks, or inside a comment that ends before them.
  case unclosedFence(marks: String, isInComment: Bool)
  /// A backtick after `marble`, with which Markdown has no fence.
  case backtickInFence
  /// A `<!-- drawn -->` without its end.
  case unclosedDrawing(opening: String, closing: String)
  /// An end of generated content without its beginning.
  case unopenedDrawing(opening: String, closing: String)
  /// A drawing without a script directly above it, which no run updates, with the comment that ends it, if one does.
  case lostDrawing(closing: String?)
  /// An unknown attribute after `marble`.
  case unknownFenceAttribute(String, suggestion: String?, known: [String])
  /// An unknown option of a directive, such as `:hiden:`, or a setting in its place, which nothing resembles.
  case unknownDirectiveOption(String, suggestion: String?, known: [String])
  /// An option that a directive for code does not have, and the word that is the same in a comment.
  case foreignDirectiveOption(String, word: String)
  /// Words after an attribute whose value needs quotes, the attribute up to its value, and all of it with quotes.
  case lostWords(String, attribute: String, whole: String)
  /// An attribute without effect, as it is written up to its value.
  case unusedFenceAttribute(String, needsPicture: Bool)
  /// A repeated attribute.
  case repeatedFenceAttribute(String)
  /// An attribute, such as `svg=`, without a value.
  case emptyFenceAttribute(key: String, example: String)
  /// An attribute, such as `name=`, with an unclosed quote.
  case unclosedFenceAttribute(String)
  /// A path after `svg=` that is an address, begins with `/` or `~`, or does not end in `.svg`.
  case unfitPicturePath(String, example: String)
  /// A script at a place where it does not run.
  case skippedScript(SkippedPlace)
  /// A fence with the attribute `svg=` that draws nothing.
  case nothingToPicture
  /// A path that two fences use for their pictures, with that of the other fence if they differ in case.
  case repeatedPicture(String, other: String?)
  /// A path of a picture with a character that the format of the page cannot express.
  case unfitPictureName(String, Character)
  /// A drawing with the end of the comment that it would be written into.
  case drawingEndsComment
  /// A script with other text after its end on the same line, or in the code of Typst.
  case drawingInLine
  /// A file to show in a fence, with a line that would close the fence, and the first of the marks around the fence.
  case fileClosesFence(path: String, line: Int, mark: Character)
  /// A description of a picture that may be that of an earlier one.
  case keptDescription(String)
}

extension SessionProblem {
  /// A place where a script does not run.
  package enum SkippedPlace: Sendable, Hashable {
    /// Lines of Markdown that are code because of their indentation, or continue a paragraph.
    case indentedCode
    /// A block of HTML, which a blank line ends.
    case html
    /// The cell of a table, whose marks would be in the drawing too.
    case table
    /// A block of AsciiDoc without delimiters, or with those of text.
    case paragraph
    /// A line after other text, with what should begin a line.
    case line(beginning: String)
    /// Attributes of AsciiDoc that do not end on their line.
    case openAttributes
    /// The words of a script without a script directly below them.
    case comment
    /// A directive of reStructuredText in a page for MyST.
    case evaluated
    /// A directive of MyST with three backticks.
    case directive
    /// A block that includes another file, with the beginning of one that shows it.
    case include(example: String)
  }
}

/// Why a statement cannot be a test for Swift.
package struct SwiftObstacle: Sendable, Hashable {
  enum Reason: Error, Hashable { case untranslatable(part: String?), windows, endless, names, types }

  let statement: String
  let reason: Reason

  /// The reason as the help of an error.
  package var help: String {
    let quoted = "`\(clipped(statement))`"
    return switch reason {
    case .untranslatable(let part?) where part != statement:
      "`\(clipped(part))` in \(quoted) cannot be written in Swift"
    case .untranslatable: "\(quoted) cannot be written in Swift"
    case .windows: "write \(quoted) without `during`"
    case .endless: "the run of \(quoted) does not end: write `.take(first: 3)` after it"
    case .names: "two streams of \(quoted) have the same name: give each its own"
    case .types: "a timeline of \(quoted) has values of several types: write values of one type"
    }
  }
}

/// A limit of the work of scripts that are not trusted.
package enum WorkLimit: Sendable {
  case input, output, time

  /// The maximum length of all scripts and of all output, in bytes.
  static let (maxInput, maxOutput) = (1 << 20, 4 << 20)
  /// The maximum time of all runs, in seconds.
  static let maxSeconds = 10
}

/// The folder at which relative paths start.
package enum PathOrigin: String {
  case prompt = "the current folder"
  case script = "the folder of the script"
  case page = "the folder of the page"
}

extension Diagnostic {
  package init(_ problem: SessionProblem, at span: Span, related: Span? = nil) {
    self.init(problem: problem, at: span, related: related)
  }

  /// The proof of the hazard that the diagnostic reports.
  package var proof: HazardProof? {
    if case SessionProblem.hazard(let warning) = problem { warning.proof } else { nil }
  }

  /// The number of errors that the diagnostic reports.
  var errorCount: Int {
    if case SessionProblem.moreErrors(let count) = problem { count } else { 1 }
  }
}

extension Fault {
  package init(_ problem: SessionProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }
}
