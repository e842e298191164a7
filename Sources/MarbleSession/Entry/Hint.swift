import Marbles

extension Session {
  /// Returns the signature of the operator whose call contains the cursor, or whose name ends at the cursor.
  ///
  /// - Parameters:
  ///   - entry: The text of the entry.
  ///   - cursor: The position of the cursor, in bytes of UTF-8.
  /// - Returns: The signature, or `nil` if the cursor is elsewhere.
  package func hint(for entry: String, at cursor: Int) -> String? { callHint(for: entry, at: cursor)?.signature }

  /// Returns the signatures of that operator.
  package func callHint(for entry: String, at cursor: Int) -> CallHint? {
    let typed = TypedWord(of: entry, at: cursor)
    let model = model(of: typed.before + typed.word, asked: typed.range.lowerBound)
    let place = model.place
    var start = ""
    switch place.context {
    case .beginning, .argument(label: nil), .link:
      let isName = model.bound[typed.word] != nil || place.parameter(typed.word) != nil || known.isBound(typed.word)
      if place.context == .link || !isName, let callable = callable(typed.word) {
        return CallHint(callable, in: nil)
      }
      start = typed.word
    default: break
    }
    for open in place.brackets.reversed() {
      if open.kind == .interpolation { return nil }
      guard let callable = open.callee.flatMap(callable) else { continue }
      return CallHint(callable, in: open, typing: start)
    }
    return nil
  }
}

/// The signatures of an operator that is being called.
package struct CallHint: Sendable, Equatable {
  /// The signature that fits the arguments so far.
  package let signature: String
  /// All signatures.
  package let signatures: [String]
  /// The description of the operator in one line.
  package let summary: String
  /// The index of the argument at the cursor, or `nil` outside the parentheses.
  package let argument: Int?

  fileprivate init?(_ callable: Callable, in open: ScriptPlace.Open?, typing start: String = "") {
    guard let signature = callable.signature(with: open?.labels ?? [], typing: start) else { return nil }
    self.signature = signature
    signatures = callable.signatures
    summary = callable.summary
    argument = open?.kind == .argumentList ? open?.separators : nil
  }
}

/// The word before a cursor.
package struct TypedWord {
  package let before: String
  let word: String
  /// The range of the word, empty if there is none.
  let range: Range<Int>

  package init(of entry: String, at cursor: Int) {
    let bytes = Array(entry.utf8.prefix(max(0, cursor)))
    var start = bytes.count
    while start > 0, bytes[start - 1].isWord || bytes[start - 1] >= 0x80 { start -= 1 }
    before = String(decoding: bytes[..<start], as: UTF8.self)
    word = String(decoding: bytes[start...], as: UTF8.self)
    range = start..<bytes.count
  }

  /// Whether a statement can begin with the word.
  var beginsStatement: Bool {
    let last = before.last { !$0.isWhitespace || $0.isNewline }
    return last.map { $0 == ";" || $0.isNewline } ?? true
  }
}
