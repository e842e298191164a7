import Marbles

/// Completions of command arguments.
extension Session {
  func completions(
    of arguments: Name, after name: Name, in typed: TypedWord
  ) -> (candidates: [String], replaced: Range<Int>) {
    guard let command = Command.named(name.text) else { return ([], typed.range) }
    if case .file = command.argument { return files(arguments, upTo: typed.range.upperBound) }
    // These are complete words before the one at the cursor.
    let words = arguments.text.split(whereSeparator: \.isWhitespace).dropLast(typed.word.isEmpty ? 0 : 1)
    let candidates = candidates(after: words, of: command).filter { $0.hasPrefix(typed.word) }
    return (candidates.sorted(), typed.range)
  }

  private func candidates(after words: ArraySlice<Substring>, of command: Command) -> [String] {
    switch (command.argument, words.count) {
    case (.topic, 0): Catalog.standard.names + operatorNames + HelpTopic.all.map(\.title) + Command.all.map(\.name)
    case (.setting(let setting), 0): setting.choices
    case (.family, 0): CatalogEntry.Family.allCases.map(\.rawValue)
    case (.name, 0): names + operatorNames
    case (.words(let words), 0): words
    case (.settingAndValue, 0): Setting.all.map(\.name)
    case (.settingAndValue, 1): words.first.flatMap { Setting.named(String($0)) }?.choices ?? []
    default: []
    }
  }

  /// Returns the files in the folder that the argument names so far.
  private func files(_ argument: Name, upTo end: Int) -> (candidates: [String], replaced: Range<Int>) {
    let path = argument.text.hasPrefix("\"") ? argument.text.dropFirst() : argument.text[...]
    let folder = path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
    let start = path[folder.endIndex...]
    let isHidden = start.hasPrefix(".")
    let files = environment.listFolder(folder.isEmpty ? "." : String(folder))
    let fitting = files.filter { $0.hasPrefix(start) && $0.hasPrefix(".") == isHidden }
    return (fitting.sorted(), end - start.utf8.count..<end)
  }
}
