extension Session {
  /// What could stand at a cursor instead of the word before it.
  ///
  /// - Parameters:
  ///   - line: what has been typed.
  ///   - cursor: where the cursor stands, in bytes of UTF-8.
  /// - Returns: the texts that fit, in alphabetical order, and the part of the line that one of them replaces.
  public func completions(of line: String, at cursor: Int) -> (candidates: [String], replaced: Range<Int>) {
    let bytes = Array(line.utf8.prefix(cursor))
    var start = bytes.count
    while start > 0, bytes[start - 1].isWord { start -= 1 }
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    let candidates = candidates(behind: bytes[..<start]).filter { $0.hasPrefix(typed) }
    return (candidates.sorted(), start..<bytes.count)
  }

  private func candidates(behind before: ArraySlice<UInt8>) -> [String] {
    let words = String(decoding: before, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let commands = Command.all.map(\.name)
    if words.first == ":" { return commands }
    if let first = words.first, first.hasPrefix(":") {
      return Command.named(String(first.dropFirst())).map { arguments(of: $0, behind: words.dropFirst()) } ?? []
    }
    guard before.last == UInt8(ascii: ".") else { return names + Catalogue.standard.names }
    let text = String(decoding: before.dropLast(), as: UTF8.self)
    if text.hasSuffix("flatten(") || text.hasSuffix("flatMap(") { return Catalogue.strategyNames }
    let making = Set(Catalogue.standard.entries(of: .make).map(\.name))
    return Catalogue.standard.names.filter { !making.contains($0) }
  }

  /// What could stand next behind a command.
  private func arguments(of command: Command, behind words: ArraySlice<Substring>) -> [String] {
    switch (command.action, words.count) {
    case (.help, 0): Catalogue.standard.names + Command.all.map(\.name)
    case (.setting(let setting), 0): setting.choices
    case (.set, 0): Setting.all.map(\.name)
    case (.set, 1): words.first.flatMap { Setting.named(String($0)) }?.choices ?? []
    default: []
    }
  }
}
