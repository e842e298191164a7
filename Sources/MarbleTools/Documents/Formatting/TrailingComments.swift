import Marbles

/// Comments after statements.
enum TrailingComments {
  /// The number of spaces before a comment: that of the narrowest gap in the original, within this range.
  private static let gaps = 1...3

  /// Returns the lines with their comments, in one column for adjacent lines.
  static func linedUp(_ lines: [FormattedLine], of source: Source) -> [FormattedLine] {
    var lines = lines
    var first = 0
    while first < lines.count {
      guard lines[first].comment != nil else {
        first += 1
        continue
      }
      var end = first
      var column = 0
      var gap = gaps.upperBound
      while end < lines.count, lines[end].comment != nil {
        column = max(column, lines[end].width)
        gap = min(gap, max(gaps.lowerBound, lines[end].gap))
        end += 1
      }
      for index in first..<end { append(to: &lines[index], at: column + gap, of: source) }
      first = end
    }
    return lines
  }

  private static func append(to line: inout FormattedLine, at column: Int, of source: Source) {
    guard let comment = line.comment else { return }
    line.text += [UInt8](repeating: UInt8(ascii: " "), count: column - line.width)
    line.text += source.bytes[comment]
  }
}
