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
      return words.count == 1 && Command.named(String(first.dropFirst()))?.name == "help"
        ? Catalogue.standard.names + commands : []
    }
    guard before.last == UInt8(ascii: ".") else { return names + Catalogue.standard.names }
    let text = String(decoding: before.dropLast(), as: UTF8.self)
    if text.hasSuffix("flatten(") || text.hasSuffix("flatMap(") { return Catalogue.strategyNames }
    let making = Set(Catalogue.standard.entries(of: .make).map(\.name))
    return Catalogue.standard.names.filter { !making.contains($0) }
  }
}
