/// A word or a symbol of Swift source, with its line.
struct SourceToken {
  let text: Substring
  let line: Int

  var isWord: Bool { text.utf8.first.map { $0.isWordByte && !(0x30...0x39).contains($0) } ?? false }
}

/// Returns the words and symbols of Swift source, without comments, whitespace and the contents of strings.
func tokens(of source: String) -> [SourceToken] {
  var source = source
  source.makeContiguousUTF8()
  let bytes = source.utf8
  var tokens: [SourceToken] = []
  var line = 1
  var index = bytes.startIndex
  func has(_ text: String, at place: String.Index) -> Bool { bytes[place...].starts(with: text.utf8) }
  func skip(to end: String, from start: String.Index) -> String.Index {
    var place = start
    while place < bytes.endIndex, !has(end, at: place) {
      if bytes[place] == 0x0A { line += 1 }
      place = bytes.index(after: place)
    }
    return bytes.index(place, offsetBy: end.utf8.count, limitedBy: bytes.endIndex) ?? bytes.endIndex
  }
  while index < bytes.endIndex {
    let byte = bytes[index]
    if byte.isWordByte {
      let start = index
      while index < bytes.endIndex, bytes[index].isWordByte { index = bytes.index(after: index) }
      tokens.append(SourceToken(text: source[start..<index], line: line))
    } else if has("//", at: index) {
      while index < bytes.endIndex, bytes[index] != 0x0A { index = bytes.index(after: index) }
    } else if has("/*", at: index) {
      index = skip(to: "*/", from: bytes.index(index, offsetBy: 2))
    } else if has("\"\"\"", at: index) {
      index = skip(to: "\"\"\"", from: bytes.index(index, offsetBy: 3))
    } else if byte == UInt8(ascii: "\"") {
      index = endOfString(in: bytes, at: index)
    } else {
      if byte == 0x0A { line += 1 }
      let next = bytes.index(after: index)
      if byte > 0x20, byte < 0x80 { tokens.append(SourceToken(text: source[index..<next], line: line)) }
      index = next
    }
  }
  return tokens
}

/// Returns the end of a single-line string, including its interpolations.
private func endOfString(in bytes: String.UTF8View, at start: String.Index) -> String.Index {
  let isRaw = start > bytes.startIndex && bytes[bytes.index(before: start)] == UInt8(ascii: "#")
  var index = bytes.index(after: start)
  var depth = 0
  while index < bytes.endIndex, bytes[index] != 0x0A {
    let next = bytes.index(after: index)
    switch bytes[index] {
    case UInt8(ascii: "\\") where !isRaw && next < bytes.endIndex:
      if bytes[next] == UInt8(ascii: "(") { depth += 1 }
      index = bytes.index(after: next)
      continue
    case UInt8(ascii: "(") where depth > 0: depth += 1
    case UInt8(ascii: ")") where depth > 0: depth -= 1
    case UInt8(ascii: "\"") where depth == 0 && (!isRaw || next < bytes.endIndex && bytes[next] == UInt8(ascii: "#")):
      return next
    default: break
    }
    index = next
  }
  return index
}

extension UInt8 {
  /// Whether the byte can be part of a Swift word: a letter, a digit, `_`, or a byte beyond ASCII.
  fileprivate var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
