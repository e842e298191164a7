import MarbleLanguage

/// An entry that other programs understand, such as `exit()`, `help map`, `map?` or `load demo.marble`.
enum ForeignCommand {
  private static let leaving: Set = ["exit", "quit", "bye", "logout"]
  private static let asking: Set = ["help", "man"]
  private static let clearing: Set = ["clear", "cls"]
  /// Characters before a command in other programs.
  private static let marks: Set<Character> = [":", ".", "\\", "/"]

  /// Returns the command that an entry stands for, or `nil` if it is a statement.
  ///
  /// - Parameter isBound: Whether a word is a name in the session, and then has that meaning.
  static func command(for entry: String, isBound: (String) -> Bool) -> String? {
    let text = entry.trimmed { $0.isWhitespace || $0 == ";" }
    guard !text.contains(where: \.isNewline) else { return nil }
    if text.hasPrefix("?"), !text.hasPrefix("?(") {
      let topic = text.dropFirst().trimmed(\.isWhitespace)
      // A search without a stream.
      return ":help " + (topic.hasPrefix("==") ? "search" : topic)
    }
    let isMarked = text.first.map(marks.contains) ?? false
    let unmarked = isMarked ? text.dropFirst() : text[...]
    let word = String(unmarked.prefix { $0.isLetter })
    let rest = String(unmarked.dropFirst(word.count)).trimmed(\.isWhitespace)
    if text == ":?" { return ":help" }
    if isMarked ? text.hasPrefix(":") && Command.named(word + rest) != nil : isBound(word) { return nil }
    if !isMarked, rest == "?", Help.page(on: word) != nil { return ":help " + word }
    let argument = rest.trimmed { "()\"'".contains($0) }
    if argument.contains(where: \.isWhitespace), asking.contains(word) { return nil }
    if leaving.contains(word) || (isMarked && word == "q") {
      return argument.allSatisfy { $0.isNumber || $0 == "!" } ? ":quit" : nil
    }
    if asking.contains(word) || (isMarked && word == "h") {
      if word == "man", argument.isEmpty { return nil }
      return ":help " + argument
    }
    if clearing.contains(word), rest.isEmpty { return ":help keys" }
    guard !isMarked || !text.hasPrefix(":"), let command = Command.all.first(where: { $0.name == word }) else {
      return nil
    }
    switch command.argument {
    case .file: return rest.isEmpty || rest.hasPrefix("(") ? nil : ":\(word) \(rest)"
    case .setting: return nil
    default: return rest.isEmpty ? ":\(word)" : nil
    }
  }
}

extension StringProtocol {
  /// Returns the text without the characters at its beginning and its end that match.
  fileprivate func trimmed(_ isTrimmed: (Character) -> Bool) -> String {
    guard let start = firstIndex(where: { !isTrimmed($0) }), let end = lastIndex(where: { !isTrimmed($0) }) else {
      return ""
    }
    return String(self[start...end])
  }
}
