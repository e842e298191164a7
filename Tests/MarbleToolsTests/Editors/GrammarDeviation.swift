import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles

/// Differences between an editor's highlighting and the language.
enum GrammarDeviation {
  /// The lines that a grammar of regular expressions cannot read as the language does, and the reasons.
  static let known: [String: String] = [
    "== x": "one letter alone is a stream or a timeline of one value, whichever is bound"
  ]

  /// Returns the lines that an editor colors incorrectly without a known reason, or correctly despite one.
  ///
  /// - Parameter editorKind: Returns the editor's kind for the character at an offset in bytes and in UTF-16 units.
  static func unknown(
    in text: EditorText, known: [String: String] = known, editorKind: (_ offset: Int, _ unit: Int) -> Highlight.Kind?
  ) -> [String] {
    var unknown: [String] = []
    let kinds = text.kinds
    var offset = 0
    var unit = 0
    for (index, line) in text.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var departure: String?
      for character in line {
        let kind = kinds[offset]
        let found = editorKind(offset, unit)
        if !character.isWhitespace, !fits(found, kind), departure == nil {
          departure = "`\(character)` is \(found?.rawValue ?? "nothing"), not \(kind?.rawValue ?? "nothing")"
        }
        offset += character.utf8.count
        unit += character.utf16.count
      }
      offset += 1
      unit += 1
      let isKnown = known[String(line.drop { $0 == " " })] != nil
      if isKnown != (departure != nil) {
        unknown.append("\(text):\(index + 1)  \(line): \(departure ?? "has its kind")")
      }
    }
    return unknown
  }

  /// Whether an editor's kind is as correct as possible.
  ///
  /// The names that are bound are known only in a session.
  private static func fits(_ found: Highlight.Kind?, _ kind: Highlight.Kind?) -> Bool {
    switch kind {
    case .unknownName: found == .name || found == .operator
    // The prompt leaves some punctuation without a kind.
    case nil: found == nil || found == .punctuation
    default: found == kind
    }
  }
}
