import Marbles

extension Session {
  /// How the operator is called that the cursor stands in a call of, or right behind the name of; `nil` elsewhere.
  ///
  /// - Parameters:
  ///   - entry: what has been typed.
  ///   - cursor: where the cursor stands, in bytes of UTF-8.
  package func hint(for entry: String, at cursor: Int) -> String? {
    let typed = TypedWord(of: entry, at: cursor)
    let walker = EntryWalker(typed.before + typed.word, scope: scope, asked: typed.range.lowerBound)
    var start = ""
    switch walker.answer?.place {
    case .beginning, .argument(label: nil), .link:
      if walker.answer?.place == .link || !walker.isBound(typed.word), let callable = callable(typed.word) {
        return callable.signature()
      }
      start = typed.word
    default: break
    }
    for open in walker.brackets.reversed() {
      if open.kind == .interpolation { return nil }
      guard let callable = open.callee.flatMap(callable) else { continue }
      return callable.signature(with: open.labels, typing: start)
    }
    return nil
  }
}

/// The word that a cursor stands behind.
struct TypedWord {
  let before: String
  let word: String
  /// Where the word stands; empty where there is none.
  let range: Range<Int>

  init(of entry: String, at cursor: Int) {
    let bytes = Array(entry.utf8.prefix(max(0, cursor)))
    var start = bytes.count
    while start > 0, bytes[start - 1].isWord || bytes[start - 1] >= 0x80 { start -= 1 }
    before = String(decoding: bytes[..<start], as: UTF8.self)
    word = String(decoding: bytes[start...], as: UTF8.self)
    range = start..<bytes.count
  }
}
