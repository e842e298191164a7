import Marbles

/// A scanner for the words of an info string, where quoted whitespace does not end a word.
struct AttributeScanner {
  struct Attribute {
    let text: String
    let key: String
    /// The value after `=`, without quotes.
    let value: String?
    let isClosed: Bool
    let span: Span
  }

  private let info: ArraySlice<UInt8>
  private(set) var offset: Int

  init(_ info: ArraySlice<UInt8>) {
    self.info = info
    offset = info.startIndex
  }

  /// The words that follow, without surrounding whitespace.
  var rest: ArraySlice<UInt8> {
    mutating get {
      while offset < info.endIndex, info[offset].isWhitespace { offset += 1 }
      return info[offset...]
    }
  }

  mutating func next() -> Attribute? {
    _ = rest
    guard offset < info.endIndex else { return nil }
    let start = offset
    func text(from start: Int, to end: Int) -> String { String(decoding: info[start..<end], as: UTF8.self) }
    func span(_ end: Int) -> Span { start - info.startIndex..<end - info.startIndex }
    while offset < info.endIndex, !info[offset].isWhitespace, info[offset] != UInt8(ascii: "=") { offset += 1 }
    let key = text(from: start, to: offset)
    guard offset < info.endIndex, !info[offset].isWhitespace else {
      return Attribute(text: key, key: key, value: nil, isClosed: true, span: span(offset))
    }
    offset += 1
    let first = offset
    guard let quoted = info.quotedValue(at: first) else {
      while offset < info.endIndex, !info[offset].isWhitespace { offset += 1 }
      return Attribute(
        text: text(from: start, to: offset), key: key, value: text(from: first, to: offset), isClosed: true,
        span: span(offset))
    }
    offset = quoted.end
    return Attribute(
      text: text(from: start, to: offset), key: key, value: String(decoding: quoted.value, as: UTF8.self),
      isClosed: quoted.isClosed, span: span(offset))
  }
}

extension ArraySlice<UInt8> {
  /// The same length of bytes with quotes around the values that LaTeX has in braces: `name={two lanes}`.
  var withQuotes: ArraySlice<UInt8> {
    var result = self
    var isOpen = false
    for index in indices.dropFirst() {
      let isStart = self[index] == UInt8(ascii: "{") && self[index - 1] == UInt8(ascii: "=")
      guard isStart || isOpen && self[index] == UInt8(ascii: "}") else { continue }
      result[index] = UInt8(ascii: "\"")
      isOpen = isStart
    }
    return result
  }

  /// The same length of bytes with spaces for the identifier and the roles that AsciiDoc has after the name of a style:
  /// `marble#id.role%hidden`.
  var withoutShorthand: ArraySlice<UInt8> {
    var result = self
    var isName = false
    for index in indices {
      let byte = self[index]
      if byte.isWhitespace || ",=\"[]{}".utf8.contains(byte) { break }
      if "#.%".utf8.contains(byte) { isName = byte != UInt8(ascii: "%") }
      if isName { result[index] = UInt8(ascii: " ") }
    }
    return result
  }

  /// The same length of bytes with spaces for some marks outside of quotes, and for dots that begin a word, but not a
  /// relative path.
  func withSpaces(for marks: String) -> ArraySlice<UInt8> {
    var last = UInt8(ascii: " ")
    var result = self
    var index = startIndex
    while index < endIndex {
      if last == UInt8(ascii: "="), let quoted = quotedValue(at: index) {
        index = quoted.end
        last = UInt8(ascii: " ")
        continue
      }
      let isPath = self[(index + 1)...].first.map { "./".utf8.contains($0) } == true
      let isDot = self[index] == UInt8(ascii: ".") && last == UInt8(ascii: " ") && !isPath
      if isDot || marks.utf8.contains(self[index]) { result[index] = UInt8(ascii: " ") }
      last = result[index]
      index += 1
    }
    return result
  }

  /// Returns the value in quotes at an offset, and the offset after it, or `nil` if it has no quotes.
  ///
  /// Between double quotes, a backslash makes `"` and `\` part of the value, as in CommonMark, pandoc and AsciiDoc.
  fileprivate func quotedValue(at start: Int) -> (value: [UInt8], end: Int, isClosed: Bool)? {
    guard start < endIndex, case let quote = self[start], "\"'".utf8.contains(quote) else { return nil }
    let isDouble = quote == UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var value: [UInt8] = []
    var index = start + 1
    while index < endIndex, self[index] != quote {
      if isDouble, self[index] == backslash, index + 1 < endIndex, [quote, backslash].contains(self[index + 1]) {
        index += 1
      }
      value.append(self[index])
      index += 1
    }
    if index < endIndex { return (value, index + 1, true) }
    // An apostrophe can begin a value.
    return isDouble ? (value, index, false) : nil
  }
}
