/// The mark for omitted text.
package enum Ellipsis {
  package static let mark = "…"
}

/// Shortens a name or a string for use in a message.
package func clipped(_ text: String) -> String { text.truncated(toCharacters: 40, beyondBytes: 60) }

/// Shortens two strings to a number of columns each, keeping the part in which they differ.
package func truncated(_ left: String, _ right: String, toColumns limit: Int) -> (String, String) {
  let isLong = (left.isLonger(thanColumns: limit), right.isLonger(thanColumns: limit))
  guard isLong.0 || isLong.1 else { return (left, right) }
  // Keep the last characters before the first difference.
  let common = left == right ? 0 : zip(left, right).prefix { $0 == $1 }.count
  let skipped = common > limit / 2 ? common - 8 : 0
  func excerpt(of text: String) -> String {
    ((skipped > 0 ? Ellipsis.mark : "") + text.dropFirst(skipped)).beginning(columns: limit)
  }
  return (isLong.0 ? excerpt(of: left) : left, isLong.1 ? excerpt(of: right) : right)
}

/// Returns the text of some bytes, with an ending instead of the bytes after `limit`.
///
/// Never splits a scalar.
func truncated(_ bytes: ArraySlice<UInt8>, toBytes limit: Int, ending: String = Ellipsis.mark) -> String {
  guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
  var end = bytes.startIndex + limit
  while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
  return String(decoding: bytes[..<end], as: UTF8.self) + ending
}

extension String {
  /// Returns the whole string if it fits into the columns, or its beginning and `…`.
  package func truncated(toColumns limit: Int) -> String {
    isLonger(thanColumns: limit) ? beginning(columns: limit) : self
  }

  /// Returns the whole string if it has at most `limit` bytes, or its first `count` characters and `…`.
  func truncated(toCharacters count: Int, beyondBytes limit: Int) -> String {
    utf8.count <= limit ? self : prefix(count) + Ellipsis.mark
  }

  /// Returns the whole string if it has at most `limit` characters, or its first characters and `…`.
  package func truncated(toCharacters limit: Int) -> String {
    count > limit ? prefix(limit) + Ellipsis.mark : self
  }

  /// Whether the string takes more columns, or contains a very large number of scalars without a width.
  fileprivate func isLonger(thanColumns limit: Int) -> Bool {
    utf8.count > limit && (displayWidth(of: self) > limit || unicodeScalars.count > 8 * limit)
  }

  fileprivate func beginning(columns limit: Int) -> String {
    var beginning = ""
    var width = 0
    var scalars = 0
    for character in self {
      width += displayWidth(of: character)
      scalars += character.unicodeScalars.count
      guard width < limit, scalars <= 8 * limit else { return beginning + Ellipsis.mark }
      beginning.append(character)
    }
    return beginning
  }
}
