/// Renders a diagnostic as text: the message, the source line with carets under the place, and a suggested fix.
///
///     demo.marble:3:13: error: value after completed
///       a = --1--|--2
///                ~  ^ a signal ends once: /^v*(f|c|i)?$/
///       help: `raw --1--|--2` sends it anyway, to see what the core does with it
package struct DiagnosticRenderer: Sendable {
  /// The source of the spans.
  let source: Source
  /// The number of columns of the terminal, or `nil` to break only source lines.
  private let width: Int?
  /// Whether the message is broken too, which programs expect in one line.
  private let breaksMessage: Bool
  /// The maximum number of columns of a source line.
  ///
  /// A longer line is clipped around the span.
  private static let maxColumns = 100
  private static let indent = "  "

  package init(_ source: Source, width: Int? = nil, breaksMessage: Bool = false) {
    self.source = source
    self.width = width
    self.breaksMessage = breaksMessage
  }

  /// Returns the whole message, without a newline at the end.
  package func text(of diagnostic: Diagnostic) -> String {
    let (problem, span) = (diagnostic.problem, diagnostic.span)
    let position = source.position(of: span.lowerBound)
    let place = "\(source.name):\(position.line):\(position.column)"
    let message = "\(place): \(problem.severity): \(problem.message)".printable
    let excerpt = Excerpt(of: source, around: span, columns: columns)
    var lines = [wrapped(message, after: "", to: breaksMessage ? width : nil), Self.indent + excerpt.line]
    let marks = Self.indent + excerpt.marks(under: span, related: diagnostic.related)
    lines.append(labeled(marks, diagnostic.label?.printable))
    if let help = problem.help?.printable { lines.append(wrapped(help, after: "\(Self.indent)help: ", to: width)) }
    return lines.joined(separator: "\n")
  }

  /// The number of columns of a source line, between its indentation and marks where it is clipped.
  private var columns: Int {
    width.map { min(Self.maxColumns, max($0 - Self.indent.count - 2, 1)) } ?? Self.maxColumns
  }

  /// Returns a label after carets, or below them if the terminal is too narrow.
  private func labeled(_ marks: String, _ label: String?) -> String {
    guard let label else { return marks }
    let line = "\(marks) \(label)"
    guard let width, displayWidth(of: line) > width else { return line }
    return marks + "\n" + wrapped(label, after: Self.indent, to: width)
  }
}

extension String {
  /// The text with visible characters in place of those that control a terminal, except for line ends and tabs.
  package var printable: String {
    if isPrintableASCII { return self }
    return reduce(into: "") { text, character in
      // Inside a character, for example an emoji, an invisible scalar is a part of it.
      let symbol = character == "\n" || character == "\t" ? nil : character.unicodeScalars.first?.symbol
      text += (symbol ?? String(character)) + (character == "\r\n" ? "\n" : "")
    }
  }
}

extension Unicode.Scalar {
  /// A visible character in place of one that controls a terminal, changes the direction of text, ends a line in an
  /// unusual way or is not text.
  package var symbol: String? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFFE...0xFFFF: "\u{FFFD}"
    default: nil
    }
  }
}

/// The visible part of a source line, as graphemes with their spans and widths.
private struct Excerpt {
  private struct Piece {
    let text: String
    let span: Span
    let width: Int
  }

  private var pieces: [Piece] = []
  private let end: Int
  private let isClippedBefore: Bool
  private let isClippedAfter: Bool

  init(of source: Source, around span: Span, columns: Int) {
    let line = source.line(containing: span.lowerBound)
    let focus = min(max(span.lowerBound, line.lowerBound), line.upperBound)

    // A column takes at least one byte and rarely more than 16. This limit keeps the cost independent of the line
    // length.
    var first = max(line.lowerBound, focus - columns * 16)
    while first > line.lowerBound, source.bytes[first] & 0xC0 == 0x80, first < focus { first += 1 }
    let last = min(line.upperBound, focus + columns * 16)
    var before = Self.pieces(of: source.bytes, in: first..<focus)
    var after = Self.pieces(of: source.bytes, in: focus..<last)

    // The text before the place gets half of the columns, or more if the text after it is short.
    let widthAfter = after.reduce(0) { $0 + $1.width }
    let roomBefore = max(columns / 2, columns - widthAfter)
    var width = before.reduce(0) { $0 + $1.width }
    var dropped = 0
    while width > roomBefore, dropped < before.count {
      width -= before[dropped].width
      dropped += 1
    }
    before.removeFirst(dropped)

    var kept = 0
    while kept < after.count, kept == 0 || width + after[kept].width <= columns {
      width += after[kept].width
      kept += 1
    }
    after.removeLast(after.count - kept)

    pieces = before + after
    isClippedBefore = (pieces.first?.span.lowerBound ?? focus) > line.lowerBound
    isClippedAfter = (pieces.last?.span.upperBound ?? focus) < line.upperBound
    end = pieces.last?.span.upperBound ?? focus
  }

  var line: String {
    (isClippedBefore ? "…" : "") + pieces.map(\.text).joined() + (isClippedAfter ? "…" : "")
  }

  /// Returns carets under a span and tildes under a related one, each as wide as the text above it.
  func marks(under span: Span, related: Span?) -> String {
    var marks = ""
    var pending = isClippedBefore ? " " : ""
    var hasCaret = false
    for piece in pieces {
      let isMarked = piece.span.overlaps(span) || (span.isEmpty && piece.span.contains(span.lowerBound))
      let isRelated = related.map { piece.span.overlaps($0) } ?? false
      if isMarked || isRelated {
        marks += pending + String(repeating: isMarked ? "^" : "~", count: max(piece.width, 1))
        pending = ""
        hasCaret = hasCaret || isMarked
      } else {
        // A tab above requires a tab here, because only the terminal knows its width.
        pending += piece.text == "\t" ? "\t" : String(repeating: " ", count: piece.width)
      }
    }
    return hasCaret ? marks : marks + pending + "^"
  }

  private static func pieces(of bytes: [UInt8], in span: Span) -> [Piece] {
    var pieces: [Piece] = []
    var offset = span.lowerBound
    while offset < span.upperBound {
      let end = UTF8Text.graphemeEnd(in: bytes, at: offset, to: span.upperBound)
      let text = String(decoding: bytes[offset..<end], as: UTF8.self).printable
      pieces.append(Piece(text: text, span: offset..<end, width: text == "\t" ? 1 : displayWidth(of: text)))
      offset = end
    }
    return pieces
  }
}
