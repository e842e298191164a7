import Marbles

extension SessionProblem {
  /// The severity: a warning if the input can be used but may not mean what its author intended, otherwise an error.
  package var severity: Severity {
    switch self {
    case .unknownFenceAttribute, .unknownDirectiveOption, .foreignDirectiveOption,
      .repeatedFenceAttribute, .unusedFenceAttribute,
      .lostWords, .skippedScript, .keptDescription, .lostDrawing, .openSearch, .hazard, .unusedIgnore,
      .invalidTrace(.unknownKind), .invalidTrace(.unknownReference), .invalidTrace(.repeatedIdentifier),
      .invalidTrace(.mixedSubscriptions):
      .warning
    default: .error
    }
  }

  /// The first line of the diagnostic.
  package var message: String {
    switch self {
    case .noResultYet: "there is no result yet"
    case .moreErrors(1): "1 more error is not shown"
    case .moreErrors(let count): "\(count.grouped) more errors are not shown"
    case .nothingHasRun: "nothing has run before this line"
    case .unknownCommand(let name, _): "there is no command named `:\(clipped(name))`"
    case .ambiguousCommand(let name, _): "`:\(name)` is ambiguous"
    case .unknownSetting(let name, _): "there is no setting named `\(clipped(name))`"
    case .unfitSetting(let name, "", _): "expected a value after `\(name)`"
    case .unfitSetting(let name, let value, _): "`\(clipped(value))` is not a valid value for `\(name)`"
    case .limitTooHigh(let name, let highest): "a script cannot set `\(name)` above \(highest) here"
    case .exceeded(.input): "stopped: the scripts are longer than \(WorkLimit.maxInput >> 20) MB"
    case .exceeded(.output): "stopped: the output is longer than about \(WorkLimit.maxOutput >> 20) MB"
    case .exceeded(.time): "stopped: the runs have taken \(WorkLimit.maxSeconds) seconds"
    case .missingFile(let example): "expected a file after `\(example.prefix { $0 != " " })`"
    case .unreadableFile(let path, let failure, _, _): "cannot read `\(path)`: \(failure.reason)"
    case .unwritableFile(let path, let failure, _): "cannot write `\(path)`: \(failure.reason)"
    case .foreignFile(let path, wasWritten: true, _): "`\(path)` has changed since this session wrote it"
    case .foreignFile(let path, wasWritten: false, _): "`\(path)` exists, and this session has not written it"
    case .cannotUseFiles(let failure): "cannot use files: \(failure.reason)"
    case .wrongFileName(let path, let content, _): "`\(path)` is not a file name for \(content)"
    case .nothingDrawn: "nothing has been drawn yet"
    case .cannotPlay(let failure, _): "cannot play: \(failure.reason)"
    case .fileLoadsItself(let path): "`\(path)` is already being loaded"
    case .notADrawing: "this file is not a drawing as JSON"
    case .invalidTrace(.expected): "this line is not an event of a trace"
    case .invalidTrace(.expectedInHeader): "this line is not the header of a trace"
    case .invalidTrace(.unknownKind(let kind)): "`\(clipped(kind))` is not a kind of event"
    case .invalidTrace(.unknownReference(let id, isParent: false, _)):
      "no event before this one has the id `\(clipped(id))`"
    case .invalidTrace(.unknownReference(let id, isParent: true, _)):
      "no event or subscription before this one has the id `\(clipped(id))`"
    case .invalidTrace(.repeatedIdentifier(let id, isSubscription: true)):
      "`\(clipped(id))` is another subscription too"
    case .invalidTrace(.repeatedIdentifier(let id, _)): "an earlier event has the id `\(clipped(id))` too"
    case .invalidTrace(.mixedSubscriptions(let name)):
      "some lines of `\(clipped(name))` have a `subscription`, and others have none"
    case .invalidTrace(.unknownStream(let name, _)): "the trace has no stream named `\(clipped(name))`"
    case .invalidTrace(.nothingSelected): "no event of the trace is selected"
    case .invalidTrace(.empty): "the trace has no events"
    case .noTrace: "no trace has been loaded"
    case .unknownOption(let word, _): "`\(clipped(word))` is not an option of `:save`"
    case .fileAfterOptions(let word, _): "unexpected `\(clipped(word))` after an option"
    case .reversedTimes: "`--from` is later than `--to`"
    case .unknownTopic(let name, _): "there is no help for `\(clipped(name))`"
    case .unknownFamily(let name, _): "there is no family of operators named `\(clipped(name))`"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToSave: "there is nothing to save"
    case .nothingToEdit: "there is nothing to edit"
    case .cannotEdit(let failure): "cannot edit: \(failure.reason)"
    case .missingExpression(let example): "expected an expression after `\(example.prefix { $0 != " " })`"
    case .nothingToChoose(let noun?): "this \(noun) lists no answers to choose from"
    case .nothingToChoose: "there are no answers to choose from"
    case .unfitChoice("", _): "expected the number of an answer after `:choose`"
    case .unfitChoice(let text, _): "there is no answer `\(clipped(text))`"
    case .openSearch: "`?` is still open"
    case .unansweredSearch: "`?` was not replaced, because it has no example"
    case .notInTutorial: "neither the tutorial nor an exercise is running"
    case .tutorialNeedsPrompt: "a script cannot run the tutorial"
    case .exerciseNeedsPrompt: "a script cannot run the exercises"
    case .hazard(let warning): "\(warning.hazard.summary) [\(warning.hazard.name)]"
    case .ignoredWithoutReason(let name): "expected a reason after `\(name)`"
    case .unknownHazard("", _): "expected the name of a hazard after `ignore`"
    case .unknownHazard(let name, _): "there is no hazard named `\(clipped(name))`"
    case .unusedIgnore(let name): "no warning of `\(name)` is silenced here"
    case .notANotebook: "this file is not a notebook"
    case .unclosedFence: "the fence is never closed"
    case .backtickInFence: "the words after `marble` contain a backtick, so Markdown takes this line for text"
    case .unclosedDrawing(let opening, _): "`\(opening)` is never closed"
    case .unopenedDrawing(_, let closing): "unexpected `\(closing)`"
    case .lostDrawing: "this drawing has no script directly above it"
    case .unknownFenceAttribute(let word, _, _): "`\(clipped(word))` is not an attribute of a fence"
    case .unknownDirectiveOption(let word, _, _): "`\(clipped(word))` is not an option of this directive"
    case .foreignDirectiveOption(let word, _): "`\(word)` has no effect in this directive"
    case .unusedFenceAttribute(let word, needsPicture: true): "`\(word)` has no effect without a picture"
    case .unusedFenceAttribute(let word, needsPicture: false): "`\(word)` has no effect here"
    case .lostWords(let words, let attribute, _):
      "`\(clipped(words))` is not part of the value of `\(attribute)`, which ends at the space"
    case .repeatedFenceAttribute(let word): "`\(clipped(word))` repeats an attribute of this fence"
    case .emptyFenceAttribute(let key, _): "expected a value after `\(key)=`"
    case .unclosedFenceAttribute(let word): "the quote in `\(clipped(word))` is never closed"
    case .unfitPicturePath(let path, _):
      switch path.picturePlace {
      case .root: "`\(clipped(path))` is not a path from the folder of this page"
      case .home: "`\(clipped(path))` begins with `~`, which only a shell replaces"
      case .address: "`\(clipped(path))` is an address, and not the path of a file"
      case .file: "`\(clipped(path))` is not the path of an SVG file"
      }
    case .skippedScript(.indentedCode): "this script does not run, because it is indented like code"
    case .skippedScript(.html): "this script does not run, because it is part of the HTML above it"
    case .skippedScript(.table): "this script does not run, because it is in a table"
    case .skippedScript(.paragraph): "this script does not run, because it is not between two lines `----`"
    case .skippedScript(.line): "this script does not run, because other text is before it on its line"
    case .skippedScript(.openAttributes): "this script does not run, because its attributes have no `]`"
    case .skippedScript(.comment): "these words have no effect, because no script is directly below them"
    case .skippedScript(.evaluated): "this script does not run, because it is in `{eval-rst}`"
    case .skippedScript(.directive): "this script does not run, because the directive around it has three backticks"
    case .skippedScript(.include): "this script does not run, because it includes another file"
    case .nothingToPicture: "there is nothing to draw in this fence"
    case .repeatedPicture(let path, nil): "`\(path)` is already the picture of another fence"
    case .repeatedPicture(let path, let other?):
      "`\(path)` and `\(other)`, the picture of another fence, are one file on macOS and Windows"
    case .unfitPictureName(let path, let character): "`\(path)` contains `\(character)`, which this page cannot link to"
    case .drawingEndsComment: "the drawing of this fence would begin or end a comment"
    case .drawingInLine: "the drawing of this script has no place below it"
    case .fileClosesFence(let path, let line, _): "line \(line) of `\(path)` would close the fence"
    case .keptDescription(let path):
      "the description of `\(path)` may be that of an earlier picture, because the file is missing"
    }
  }

  /// A short label next to the caret.
  package var label: String? {
    switch self {
    case .unclosedFence(_, isInComment: true): "the comment around the fence ends before the fence"
    case .unclosedFence: "the fence starts here"
    case .unclosedDrawing: "the drawing starts here"
    case .unopenedDrawing: "no drawing ends here"
    case .notADrawing(let expected), .notANotebook(let expected), .invalidTrace(.expected(let expected)),
      .invalidTrace(.expectedInHeader(let expected)):
      "expected \(expected)"
    case .moreErrors: "the first of these errors"
    case .invalidTrace(.unknownReference(_, _, let others)) where others > 0:
      "the first of \((others + 1).grouped) lines with an unknown cause or parent"
    case .noResultYet, .nothingHasRun, .unknownCommand, .ambiguousCommand, .unknownSetting, .unfitSetting,
      .limitTooHigh, .exceeded, .missingFile, .unreadableFile, .unwritableFile, .cannotUseFiles, .foreignFile,
      .wrongFileName,
      .nothingDrawn, .cannotPlay, .invalidTrace, .noTrace, .unknownOption, .fileAfterOptions,
      .reversedTimes,
      .fileLoadsItself, .unknownTopic, .unknownFamily, .nothingToUndo, .nothingToSave, .nothingToEdit, .cannotEdit,
      .missingExpression, .nothingToChoose, .unfitChoice, .openSearch, .hazard, .ignoredWithoutReason, .unknownHazard,
      .unusedIgnore, .unansweredSearch, .notInTutorial,
      .tutorialNeedsPrompt, .exerciseNeedsPrompt, .lostDrawing, .unknownFenceAttribute,
      .unknownDirectiveOption, .foreignDirectiveOption, .backtickInFence, .lostWords, .repeatedFenceAttribute,
      .unusedFenceAttribute,
      .emptyFenceAttribute, .unfitPicturePath, .skippedScript,
      .unclosedFenceAttribute, .nothingToPicture, .repeatedPicture, .unfitPictureName, .drawingEndsComment,
      .drawingInLine, .fileClosesFence, .keptDescription:
      nil
    }
  }

  /// A suggestion how to fix the problem.
  package var help: String? {
    switch self {
    case .unknownCommand(_, let suggestion):
      suggestion.map { "did you mean `:\($0)`?" } ?? "for a list of commands, write `:help commands`"
    case .ambiguousCommand(_, let candidates): "write " + alternatives(candidates.map { "`:\($0)`" })
    case .unknownSetting(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "for a list of settings, write `:set`"
    case .unfitSetting(_, _, let expected): "write \(expected)"
    case .limitTooHigh(_, let highest): "write \(highest) or a lower number"
    case .exceeded(.input): "divide them into several documents"
    case .exceeded(.output): "draw fewer or shorter events, for example with `.take(first: 10)`"
    case .exceeded(.time): "write less that takes long, or put a part of it into another document"
    case .missingFile(let example): "write `\(example)`"
    case .foreignFile(_, _, let forced): "to replace it, write `\(forced)`"
    case .wrongFileName(_, _, let example): "write `\(example)`"
    case .nothingDrawn: "draw an expression first, such as `merge(\"--1|\", \"-a|\")`"
    case .cannotPlay(.noTerminal, refusal: .unsafe?): "delete this line, or run `rxrepl` in a terminal"
    case .cannotPlay(_, refusal: _?): "delete this line"
    case .cannotPlay(_, nil): "for an animated picture, write `:animate on`, then `:svg demo.svg`"
    case .unreadableFile(let path, let failure, let origin, let suggestion):
      switch (failure.cause, suggestion) {
      case (.missing, let file?): "did you mean `\(file)`?"
      case (.missing, nil): path.hasPrefix("/") ? nil : "write a path relative to \(origin.rawValue)"
      case (.isFolder, let file?): "write the path of a file, such as `\(file)`"
      case (.unsafe, _), (.inEditor, _), (.inPage, _): failure.refusalHelp("copy its lines here")
      default: failure.help
      }
    case .unwritableFile(let path, let failure, let example): failure.help(writing: path, example: example)
    case .cannotUseFiles(let failure), .cannotEdit(let failure): failure.help
    case .fileLoadsItself: "delete this line: a file cannot load itself, directly or through another file"
    case .invalidTrace(.expected): "write `{\"time\": 20, \"stream\": \"a\", \"kind\": \"value\", \"value\": 1}`"
    case .invalidTrace(.unknownReference(let id, let isParent, _)):
      "write `\"id\": \(clipped(id))` in an earlier line, or delete this \(isParent ? "parent" : "cause")"
    case .invalidTrace(.repeatedIdentifier(_, isSubscription: true)):
      "give each start of each stream its own `subscription`"
    case .invalidTrace(.repeatedIdentifier): "give each event its own `id`: a cause is the last one before it"
    case .invalidTrace(.mixedSubscriptions): "write a `subscription` in all lines of the stream, or in none of them"
    case .invalidTrace(.unknownStream(let name, let known)):
      closest(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "write " + alternatives(known.prefix(10).map { "`\($0)`" })
    case .invalidTrace(.nothingSelected(let before, let after)):
      "to begin or end with the nearest event, write "
        + alternatives([before.map { "`--from \($0)`" }, after.map { "`--to \($0)`" }].compactMap(\.self))
    case .invalidTrace(.empty): "let the program write one line for each event, before it ends"
    case .noTrace: "write `:load trace.jsonl`"
    case .unknownOption(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "write `--from 2s`, `--to 5s` or `--minimize`"
    case .fileAfterOptions(_, let example), .reversedTimes(let example): "write `\(example)`"
    case .invalidTrace(.expectedInHeader): "write `{\"schema\": \"rxrepl/trace\", \"version\": 1, \"unit\": \"ms\"}`"
    case .invalidTrace(.unknownKind):
      "its lines are left out; write `value`, `failed`, `completed`, `subscribed` or `unsubscribed`"
    case .notADrawing: "write a drawing with `rxrepl --format json` or the `json` of a recorder's diagram"
    case .unknownTopic(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "for a list of topics, write `:help`"
    case .unknownFamily(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" }
        ?? "write " + alternatives(CatalogEntry.Family.allCases.map { "`\($0.rawValue)`" })
    case .nothingToUndo: "`:undo` removes what was entered at the prompt, such as `a = --1|`"
    case .nothingToSave(_, _, let obstacle?): obstacle.help
    case .nothingToSave(_, let command?, _): "delete this line, and run `\(command)`"
    case .nothingToSave(isSwift: true, _, _): "enter an expression with a named stream, such as `a.map { $0 * 2 }`"
    case .nothingToSave: "`:save` writes what was entered at the prompt, such as `a = --1|`"
    case .nothingToEdit: "at the prompt, enter a statement first; to edit the binding of `a`, write `:edit a`"
    case .missingExpression(let example): "write `\(example)`"
    case .nothingToChoose(_?): "type your answer, or `:hint` for help"
    case .nothingToChoose: "search first, for example for `?(\"-1|\") == -2|`: `:choose` needs two answers that differ"
    case .unfitChoice(_, let count): "write `:choose` and a number from 1 to \(count), such as `:choose \(count)`"
    case .unansweredSearch: "write an example below it in the same fence or script, such as `f(\"-1-2|\") == -2-4|`"
    case .openSearch: "to replace it by the first answer, run `rxrepl test --update`"
    case .hazard(let warning): "write `\(warning.remedy)`"
    case .ignoredWithoutReason(let name):
      "write the reason too: `// lint: ignore \(name) the server does this`"
    case .unknownHazard(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "write " + alternatives(Hazard.all.map { "`\($0.name)`" })
    case .unusedIgnore: "delete this comment"
    case .notInTutorial: "to start one of them, write `:tutorial` or `:exercise`"
    case .tutorialNeedsPrompt: "run `rxrepl` without a script, and write `:tutorial` there"
    case .exerciseNeedsPrompt: "run `rxrepl exercises`, or write `:exercise` at the prompt"
    case .nothingHasRun: "put an expression above this line, whose run is then checked"
    case .moreErrors: "fix the errors above first"
    case .noResultYet: "run an expression first, such as `merge(\"--1|\", \"-a|\")`"
    case .notANotebook: "open it in Jupyter and save it, or restore an earlier version if Jupyter cannot open it"
    case .backtickInFence: "begin and end the fence with `~~~`, or leave out the backticks"
    case .unclosedFence(_, isInComment: true): "close the fence before `-->`: it ends a comment, even in a fence"
    case .unclosedFence(let marks, _): "close it with a line of \(marks), in the same list item or quote"
    case .unclosedDrawing(_, let closing):
      "close it with `\(closing)`, or delete it and the drawing below it, which `rxrepl docs` writes again"
    case .unopenedDrawing(let opening, _):
      "delete it and the drawing above it, or write `\(opening)` above that drawing"
    case .lostDrawing(let closing?):
      "delete it up to `\(closing)`, and the file of its picture, or, to keep it, delete only these two lines"
    case .lostDrawing: "delete it, or, to keep it, delete only the word `drawn` on this line"
    case .foreignDirectiveOption(_, let word):
      "write `\(clipped(word))` in a comment above: `.. marble \(clipped(word))`"
    case .unknownDirectiveOption(_, _, known: []): "put a blank line above it, if it is part of the script"
    case .unknownFenceAttribute(_, let suggestion, let known), .unknownDirectiveOption(_, let suggestion, let known):
      suggestion.map { "did you mean `\($0)`?" } ?? "write " + alternatives(known.map { "`\($0)`" })
    case .lostWords(_, _, let whole): "write `\(clipped(whole))`"
    case .repeatedFenceAttribute: "delete it: only the first one is used"
    case .unusedFenceAttribute(_, needsPicture: true): "to draw a picture, write `svg=demo.svg` too"
    case .unusedFenceAttribute(_, needsPicture: false): "delete it, unless another tool for documents uses it"
    case .emptyFenceAttribute(let key, let example): "write `\(key)=\(example)`"
    case .unclosedFenceAttribute(let word):
      word.hasSuffix("\\\"")
        ? "close it with `\"` on the same line; for a `\\` at the end of the value, write `\\\\`"
        : "close it with `\"` on the same line"
    case .unfitPicturePath(let path, let example):
      path.picturePlace == .file
        ? "write the path of a file that ends in `.svg`, such as `svg=\(example)`"
        : "write a path from the folder of this page, such as `svg=\(example)`"
    case .skippedScript(.indentedCode):
      "indent it as far as the text around it; to show how a fence is written, put it into a longer one"
    case .skippedScript(.html): "put a blank line above it"
    case .skippedScript(.table): "put it above or below the table"
    case .skippedScript(.paragraph): "write `----` on the lines above and below it"
    case .skippedScript(.line(let beginning)): "write \(Self.code(beginning)) on its own line"
    case .skippedScript(.openAttributes): "write `]` at the end of this line"
    case .skippedScript(.comment): "move this comment directly above the script, or delete it"
    case .skippedScript(.evaluated): "write ```{marble} in place of ```{eval-rst}"
    case .skippedScript(.directive): "begin and end that directive with four backticks"
    case .skippedScript(.include(let example)): "write \(Self.code(example)) above an empty block"
    case .nothingToPicture: "put an expression or an assertion in the fence"
    case .repeatedPicture: "give this fence a different file name"
    case .unfitPictureName: "write a name of letters, digits, `-` and `_`, such as `demo.svg`"
    case .drawingEndsComment: "write the comment with `///`"
    case .drawingInLine:
      "write it in lines of its own, outside of code such as `(…)` or `#let`, or put `// marble hidden` directly above it"
    case .fileClosesFence(_, _, "\\"): "change that line"
    case .fileClosesFence(_, _, "`"): "open and close the fence with more backticks than that line has"
    case .fileClosesFence(_, _, let mark): "open and close the fence with more `\(mark)` than that line has"
    case .keptDescription: "for a new one, delete the link to the picture"
    }
  }

  /// Returns code between backticks, unless it contains some.
  private static func code(_ text: String) -> String { text.contains("`") ? text : "`\(text)`" }
}
