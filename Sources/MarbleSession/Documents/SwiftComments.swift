import Marbles

/// A scanner that finds the doc comments of a Swift source: runs of `///` lines, and `/** … */`.
///
/// It skips strings, so that a comment in a string is not one of the source.
struct SwiftComments {
  /// A line of a comment.
  struct Line {
    /// The line without its line end.
    let text: Span
    /// The offset of the next line.
    let next: Int
    /// The number of bytes before the text of the comment.
    let margin: Int
    /// The number of the line, counted from 1.
    let number: Int
  }

  private let bytes: [UInt8]
  private var comments: [[Line]] = []
  private var offset = 0
  private var lineStart = 0
  private var lineNumber = 1
  /// Whether the line has only whitespace so far.
  private var isAtLineStart = true

  /// Returns the lines of each doc comment.
  static func lines(of bytes: [UInt8]) -> [[Line]] {
    var scanner = SwiftComments(bytes: bytes)
    while scanner.offset < bytes.count { scanner.readCode() }
    return scanner.comments
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (offset, lineStart) = (3, 3) }
  }

  private func isNext(_ text: StaticString) -> Bool {
    let end = offset + text.utf8CodeUnitCount
    return end <= bytes.count
      && bytes[offset..<end].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Reads a byte, and counts the line if it ends one.
  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isNext("\n") {
      lineStart = offset
      lineNumber += 1
      isAtLineStart = true
    } else if !byte.isWhitespace && byte != UInt8(ascii: "\r") {
      isAtLineStart = false
    }
  }

  private mutating func advance(by count: Int) {
    for _ in 0..<count where offset < bytes.count { advance() }
  }

  /// Reads a comment, a string or another byte.
  private mutating func readCode() {
    if isNext("//") {
      readLineComment()
    } else if isNext("/*") {
      readBlockComment()
    } else {
      let hashes = bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
      if offset + hashes < bytes.count, bytes[offset + hashes] == UInt8(ascii: "\"") {
        advance(by: hashes)
        readString(hashes: hashes)
      } else {
        advance(by: max(1, hashes))
      }
    }
  }

  // MARK: Comments

  private mutating func readLineComment() {
    let (end, next) = bytes.markdownLine(from: offset)
    if isAtLineStart, isNext("///"), !isNext("////") {
      let mark = offset + 3
      let space = mark < end && bytes[mark] == UInt8(ascii: " ") ? 1 : 0
      let line = Line(text: lineStart..<end, next: next, margin: mark + space - lineStart, number: lineNumber)
      if let last = comments.last?.last, last.number + 1 == lineNumber, last.next == lineStart {
        comments[comments.count - 1].append(line)
      } else {
        comments.append([line])
      }
    }
    advance(by: next - offset)
  }

  private mutating func readBlockComment() {
    let isDoc = isNext("/**") && !isNext("/**/") && !isNext("/***")
    let firstLine = (next: bytes.markdownLine(from: offset).next, number: lineNumber)
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        advance(by: 2)
      } else if isNext("*/") {
        depth -= 1
        advance(by: 2)
      } else {
        advance()
      }
    } while depth > 0 && offset < bytes.count
    if isDoc, depth == 0 { addBlock(from: firstLine.next, to: lineStart, number: firstLine.number + 1) }
  }

  /// Adds the lines of a block comment between its first and its last line.
  private mutating func addBlock(from start: Int, to end: Int, number: Int) {
    var lines: [(text: Span, next: Int)] = []
    var place = start
    while place < end {
      let line = bytes.markdownLine(from: place)
      lines.append((place..<line.end, line.next))
      place = line.next
    }
    func indentation(_ text: Span) -> Int { bytes[text].prefix(while: \.isWhitespace).count }
    let written = lines.map(\.text).filter { indentation($0) < $0.count }
    let hasMarks = written.allSatisfy { bytes[$0.lowerBound + indentation($0)] == UInt8(ascii: "*") }
    let common = written.map(indentation).min() ?? 0
    let comment = lines.enumerated().map { index, line in
      var margin = min(common, line.text.count)
      if hasMarks {
        margin = min(indentation(line.text) + 1, line.text.count)
        if margin < line.text.count, bytes[line.text.lowerBound + margin] == UInt8(ascii: " ") { margin += 1 }
      }
      return Line(text: line.text, next: line.next, margin: margin, number: number + index)
    }
    if !comment.isEmpty { comments.append(comment) }
  }

  // MARK: Strings

  /// Reads a string from its quote on.
  private mutating func readString(hashes: Int) {
    let isLong = isNext("\"\"\"")
    let quotes = isLong ? 3 : 1
    advance(by: quotes)
    func hasHashes(at place: Int) -> Bool {
      place + hashes <= bytes.count && bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
    }
    while offset < bytes.count {
      if isLong ? isNext("\"\"\"") : isNext("\""), hasHashes(at: offset + quotes) {
        return advance(by: quotes + hashes)
      }
      if isNext("\\"), hasHashes(at: offset + 1) {
        advance(by: 1 + hashes)
        if isNext("(") { readInterpolation() } else if offset < bytes.count { advance() }
      } else if !isLong, bytes[offset].isLineEnd {
        return
      } else {
        advance()
      }
    }
  }

  private mutating func readInterpolation() {
    var depth = 0
    repeat {
      if isNext("(") { depth += 1 } else if isNext(")") { depth -= 1 }
      readCode()
    } while depth > 0 && offset < bytes.count
  }
}
