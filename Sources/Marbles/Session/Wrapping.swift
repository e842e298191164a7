/// A text whose lines are no wider than `width` columns, broken between words; indented lines stay as they are, and so
/// does what stands between backticks.
func wrapped(_ text: String, to width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if line.hasPrefix(" ") || displayWidth(of: String(line)) <= width { return String(line) }
    var lines: [String] = []
    var current = ""
    for word in unbreakable(line) {
      let longer = current.isEmpty ? String(word) : current + " " + word
      if displayWidth(of: longer) > width, !current.isEmpty {
        lines.append(current)
        current = String(word)
      } else {
        current = longer
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }.joined(separator: "\n")
}

/// The words of a line, code as one of them.
private func unbreakable(_ line: Substring) -> [String] {
  var words: [String] = []
  var isOpen = false
  for word in line.split(separator: " ") {
    if isOpen { words[words.count - 1] += " " + word } else { words.append(String(word)) }
    if !word.utf8.count(where: { $0 == UInt8(ascii: "`") }).isMultiple(of: 2) { isOpen.toggle() }
  }
  // A backtick that nothing closes is one like any other character.
  return isOpen ? line.split(separator: " ").map(String.init) : words
}
