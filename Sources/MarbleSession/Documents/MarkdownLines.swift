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
