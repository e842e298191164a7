import Marbles

/// Lines of Markdown, which end with `\n`, `\r\n` or `\r` as in CommonMark.
extension [UInt8] {
  /// Returns the end of the line that begins at an offset, and the beginning of the next line.
  package func markdownLine(from start: Int) -> (end: Int, next: Int) {
    var end = start
    while end < count, !self[end].isLineEnd { end += 1 }
    guard end < count else { return (end, end) }
    let isPair = self[end] == UInt8(ascii: "\r") && end + 1 < count && self[end + 1] == UInt8(ascii: "\n")
    return (end, end + (isPair ? 2 : 1))
  }

  /// Returns the number of the line that contains an offset, counted from 1.
  package func markdownLineNumber(of offset: Int) -> Int {
    var number = 1
    var start = 0
    while start < count {
      let (_, next) = markdownLine(from: start)
      if offset < next { break }
      number += 1
      start = next
    }
    return number
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The lines without their line ends, without an empty line after the last line end.
  package var markdownLines: [SubSequence] {
    var lines: [SubSequence] = []
    var start = startIndex
    while start < endIndex {
      var end = start
      while end < endIndex, !self[end].isLineEnd { end += 1 }
      lines.append(self[start..<end])
      let isPair = end + 1 < endIndex && self[end] == UInt8(ascii: "\r") && self[end + 1] == UInt8(ascii: "\n")
      start = end + (isPair ? 2 : 1)
    }
    return lines
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text of a line is a heading with up to six `#`.
  var isHeading: Bool {
    let count = prefix { $0 == UInt8(ascii: "#") }.count
    return (1...6).contains(count) && (dropFirst(count).first?.isWhitespace ?? true)
  }

  /// Whether the text of a line turns the paragraph above it into a heading.
  var isUnderline: Bool {
    guard let mark = first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
    return drop { $0 == mark }.allSatisfy(\.isWhitespace)
  }

  /// Whether the text of a line is a rule: three or more equal marks, with or without whitespace between them.
  var isRule: Bool {
    guard let mark = first, "*-_".utf8.contains(mark) else { return false }
    return allSatisfy { $0 == mark || $0.isWhitespace } && count { $0 == mark } >= 3
  }

  /// The length of the list mark that starts the text: a bullet, or up to nine digits with `.` or `)`.
  var listMark: (length: Int, isFirst: Bool)? {
    guard let first else { return nil }
    if "*-+".utf8.contains(first) { return (1, true) }
    let digits = prefix { $0.isDigit }
    guard (1...9).contains(digits.count), let end = dropFirst(digits.count).first, ".)".utf8.contains(end) else {
      return nil
    }
    return (
      digits.count + 1, digits.last == UInt8(ascii: "1") && digits.dropLast().allSatisfy { $0 == UInt8(ascii: "0") }
    )
  }
}
