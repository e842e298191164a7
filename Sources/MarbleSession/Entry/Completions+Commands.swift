import Marbles

/// Completions of command arguments.
extension Session {
  func completions(
    of arguments: Name, after name: Name, in typed: TypedWord
  ) -> (candidates: [CompletionCandidate], replaced: Range<Int>) {
    guard let command = Command.named(name.text) else { return ([], typed.range) }
    if case .file = command.argument { return files(arguments, upTo: typed.range.upperBound) }
    // These are complete words before the one at the cursor.
    let words = arguments.text.split(whereSeparator: \.isWhitespace).dropLast(typed.word.isEmpty ? 0 : 1)
    return (fitting(candidates(after: words, of: command), to: typed.word), typed.range)
  }

  private func candidates(after words: ArraySlice<Substring>, of command: Command) -> [CompletionCandidate] {
    func plain(_ words: [String]) -> [CompletionCandidate] { words.map { CompletionCandidate($0) } }
    return switch (command.argument, words.count) {
    case (.topic, 0): topics
    case (.setting(let setting), 0): plain(setting.choices)
    case (.family, 0): plain(CatalogEntry.Family.allCases.map(\.rawValue))
    case (.name, 0): plain(names + operatorNames)
    case (.words(let words), 0): plain(words)
    case (.exercise(let words), 0):
      plain(words) + teacher.knownCourse.entries.map { CompletionCandidate($0.name, summary: $0.exercise.title) }
    case (.settingAndValue, 0): Setting.all.map { CompletionCandidate($0.name, summary: $0.summary) }
    case (.settingAndValue, 1): plain(words.first.flatMap { Setting.named(String($0)) }?.choices ?? [])
    default: []
    }
  }

  /// The topics of help.
  private var topics: [CompletionCandidate] {
    let operators = operators(Catalog.standard.names + operatorNames, hasReceiver: true)
    return operators.map { CompletionCandidate($0.text, summary: $0.summary) }
      + HelpTopic.all.map { CompletionCandidate($0.title) } + Command.all.map(\.candidate)
  }

  /// Returns the files in the folder that the argument names so far.
  private func files(
    _ argument: Name, upTo end: Int
  ) -> (candidates: [CompletionCandidate], replaced: Range<Int>) {
    let path = argument.text.hasPrefix("\"") ? argument.text.dropFirst() : argument.text[...]
    let folder = path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
    let start = path[folder.endIndex...]
    let isHidden = start.hasPrefix(".")
    let files = environment.listFolder(folder.isEmpty ? "." : String(folder))
    let fitting = files.filter { $0.hasPrefix(start) && $0.hasPrefix(".") == isHidden }
    return (fitting.sorted().map { CompletionCandidate($0) }, end - start.utf8.count..<end)
  }
}
