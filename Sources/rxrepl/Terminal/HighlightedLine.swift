import MarbleTools
import Marbles

/// How a line looks while it is typed: in colors, with a hint behind it.
struct HighlightedLine: Equatable {
  /// The line with escape codes between its characters.
  var text: String
  /// What is shown dimmed behind it.
  var hint: String?
  /// What comes behind the line when the cursor goes forward at its end.
  var taken: String?

  /// Colors a line.
  ///
  /// - Parameter highlights: what its parts are, from left to right, in bytes of UTF-8; what is no part is left alone.
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

  /// Shows how the operator at the cursor is called, which nobody would want in the line.
  mutating func explain(_ signature: String) {
    hint = "  " + signature.asRow
  }

  /// Offers the rest of an entry that begins as the line does.
  mutating func offer(_ entry: String, after line: String) {
    let rest = String(decoding: entry.utf8.dropFirst(line.utf8.count), as: UTF8.self)
    hint = rest.asRow
    taken = rest
  }

  /// The terminal's own colors, which suit its background; names and most punctuation stay as they are.
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
  /// The first row of the text, with a sign that others follow.
  fileprivate var asRow: String {
    let rows = split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = String(String.UnicodeScalarView(rows[0].unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return rows.count > 1 ? first + " …" : first
  }
}
