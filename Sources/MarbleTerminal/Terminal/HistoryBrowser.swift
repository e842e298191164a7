/// A walk through the entries of the history that begin with the text before the cursor.
struct HistoryBrowser {
  private let entries: [String]
  private let prefix: String
  /// The line that was typed before the walk.
  private let typed: EditedLine
  /// The index of the shown entry, or the number of entries for the typed line.
  private var index: Int
  /// The shown line.
  private(set) var line: EditedLine

  init(_ entries: [String], from line: EditedLine) {
    self.entries = entries
    self.line = line
    prefix = line.beforeCursor
    typed = line
    index = entries.count
  }

  /// Goes to the previous entry that differs from the shown one.
  ///
  /// - Returns: Whether there is one.
  mutating func goBack() -> Bool { go(to: entries[..<index].lastIndex(where: isNew)) }

  /// Goes to the next entry that differs from the shown one, or to the typed line after the last entry.
  ///
  /// - Returns: Whether there is one.
  mutating func goForward() -> Bool {
    guard index < entries.count else { return false }
    return go(to: entries[(index + 1)...].firstIndex(where: isNew) ?? entries.count)
  }

  private func isNew(_ entry: String) -> Bool {
    entry.utf8.starts(with: prefix.utf8) && entry != line.text
  }

  private mutating func go(to index: Int?) -> Bool {
    guard let index else { return false }
    self.index = index
    line = index == entries.count ? typed : EditedLine(entries[index])
    return true
  }
}

/// The insertion of the last argument of the newest entry, and of older entries when it is repeated.
struct LastArgument {
  private let entries: [String]
  /// The line without the argument.
  private let base: EditedLine
  private var index: Int
  /// The line with the argument.
  private(set) var line: EditedLine

  init(_ entries: [String], in line: EditedLine) {
    self.entries = entries
    self.line = line
    base = line
    index = entries.count
  }

  /// Goes to the next older entry with an argument.
  ///
  /// - Returns: Whether there is one.
  mutating func goBack() -> Bool {
    while index > 0 {
      index -= 1
      guard let argument = Self.last(of: entries[index]) else { continue }
      line = base.inserting(argument)
      return true
    }
    return false
  }

  /// Returns the last word of an entry, without the closing brackets of those that open in earlier words.
  static func last(of entry: String) -> String? {
    for word in entry.split(whereSeparator: \.isWhitespace).reversed() {
      var word = word
      while let last = word.last, let opening = openings[last],
        word.count(where: { $0 == last }) > word.count(where: { $0 == opening })
      {
        word.removeLast()
      }
      if !word.isEmpty { return String(word) }
    }
    return nil
  }

  private static let openings: [Character: Character] = [")": "(", "]": "[", "}": "{"]
}
