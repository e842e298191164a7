import MarbleLanguage
import MarbleTools
import Marbles

/// Where an editor tells something else of a text than the language does.
enum GrammarDeviation {
  /// The lines that no grammar of regular expressions reads as the language does, and why.
  static let known: [String: String] = [
    "== x": "one letter alone is a stream or a timeline of one value, whichever is bound"
  ]

  /// The lines in which an editor departs though none of the reasons holds, or does not although one does.
  ///
  /// - Parameter told: what the editor says of the character at a byte of the text, and at a UTF-16 unit of it.
  static func unknown(in text: EditorText, told: (_ offset: Int, _ unit: Int) -> Highlight.Kind?) -> [String] {
    var unknown: [String] = []
    let kinds = text.kinds
    var offset = 0
    var unit = 0
    for (index, line) in text.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var departure: String?
      for character in line {
        let kind = kinds[offset]
        let said = told(offset, unit)
        if !character.isWhitespace, !fits(said, kind), departure == nil {
          departure = "`\(character)` is told as \(said?.rawValue ?? "nothing"), and is \(kind?.rawValue ?? "nothing")"
        }
        offset += character.utf8.count
        unit += character.utf16.count
      }
      offset += 1
      unit += 1
      let isKnown = known[String(line.drop { $0 == " " })] != nil
      if isKnown != (departure != nil) {
        unknown.append("\(text):\(index + 1)  \(line): \(departure ?? "is told as it is")")
      }
    }
    return unknown
  }

  /// Whether a kind is told as well as it can be: nobody outside a session knows what is bound.
  private static func fits(_ said: Highlight.Kind?, _ kind: Highlight.Kind?) -> Bool {
    switch kind {
    case .unknownName: said == .name || said == .operator
    // The prompt leaves some punctuation as it is.
    case nil: said == nil || said == .punctuation
    default: said == kind
    }
  }
}
