import MarbleTools
import Marbles

/// The appearance of a line while it is typed: its colors and a hint after it.
struct HighlightedLine: Equatable {
  /// The line with escape codes.
  var text: String
  /// The hint, shown dimmed after the line.
  var hint: String?
  /// The text that is appended when the cursor moves forward at the end of the line.
  var taken: String?

  /// Creates a colored line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - highlights: The highlighted ranges, in ascending order, as UTF-8 offsets.
  init(of line: String, _ highlights: [Highlight]) {
    let bytes = Array(line.utf8)
    var painted: [UInt8] = []
    var end = 0
    for highlight in highlights {
      let range = highlight.range
      guard let code = Self.code(of: highlight.kind), range.lowerBound >= end, range.upperBound <= bytes.count,
        !range.isEmpty
      else { continue }
      painted += bytes[end..<range.lowerBound]
      painted += "\u{1B}[\(code)m".utf8
      painted += bytes[range]
      painted += "\u{1B}[0m".utf8
      end = range.upperBound
    }
    painted += bytes[end...]
    text = String(decoding: painted, as: UTF8.self)
  }

  /// Shows the signature of the operator at the cursor as a hint that cannot be inserted.
  mutating func explain(_ signature: String) {
    hint = "  " + signature.asRow
  }

  /// Shows the rest of a history entry that begins with the line, and offers to insert it.
  mutating func offer(_ entry: String, after line: String) {
    let rest = String(decoding: entry.utf8.dropFirst(line.utf8.count), as: UTF8.self)
    hint = rest.asRow
    taken = rest
  }

  /// Returns the escape code for a kind.
  ///
  /// The terminal's own palette is used, because it fits the background. Names and punctuation stay uncolored.
  private static func code(of kind: Highlight.Kind) -> String? {
    switch kind {
    case .tick, .comment: "90"
    case .value: "1"
    case .end, .keyword: "35"
    case .operator, .command: "36"
    case .label: "34"
    case .string: "32"
    case .number: "33"
    case .unknownName: "31"
    case .error: "4;31"
    case .punctuation, .name, .argument: nil
    }
  }
}

extension String {
  /// The first row of the string, with an ellipsis if there are others.
  fileprivate var asRow: String {
    let rows = split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = String(String.UnicodeScalarView(rows[0].unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return rows.count > 1 ? first + " …" : first
  }
}
