import MarbleSession
import Marbles

/// The appearance of a line while it is typed: its colors and a hint after it.
struct HighlightedLine: Equatable {
  /// The style of a part of the line.
  struct Span: Equatable {
    /// The part, as UTF-8 offsets.
    var range: Range<Int>
    var style: TextStyle
  }

  /// The styled parts, in ascending order.
  var spans: [Span] = []
  /// The hint, which is shown in its own style after the line.
  var hint: String?
  var hintStyle = TextStyle.plain
  /// The text that is appended when the cursor moves forward at the end of the line.
  var taken: String?

  static let plain = HighlightedLine([], colors: .none)

  /// Creates the appearance of a line without a hint.
  ///
  /// - Parameter highlights: The highlighted ranges, in ascending order, as UTF-8 offsets.
  init(_ highlights: [Highlight], colors: ColorDepth) {
    hintStyle = .hint(colors)
    var end = 0
    for highlight in highlights where highlight.range.lowerBound >= end && !highlight.range.isEmpty {
      spans.append(Span(range: highlight.range, style: TextStyle(highlight.kind, colors)))
      end = highlight.range.upperBound
    }
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
}

extension String {
  /// The first row of the string, with an ellipsis if there are others.
  fileprivate var asRow: String {
    let rows = split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = String(String.UnicodeScalarView(rows[0].unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return rows.count > 1 ? first + " …" : first
  }
}
