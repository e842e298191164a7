/// Breaks the lines of a string between words so that they are at most `width` columns wide.
///
/// The last column of a table row continues below itself, or below the row if it begins too far to the right. Other
/// lines with columns or an indent and code in backticks are not broken.
package func wrapped(_ text: String, to width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard displayWidth(of: String(line)) > width else { return String(line) }
    guard line.hasPrefix(" ") else {
      return line.contains("  ") ? String(line) : wrapped(words: line, to: width).joined(separator: "\n")
    }
    guard let column = lastColumn(of: line) else { return String(line) }
    let start = line.index(line.startIndex, offsetBy: column)
    let isBelowItself = column <= width / 2
    let indent = isBelowItself ? column : line.prefix { $0 == " " }.count + 2
    let lineBreak = "\n" + String(repeating: " ", count: indent)
    let words = wrapped(words: line[start...], to: width - indent).joined(separator: lineBreak)
    if isBelowItself { return line[..<start] + words }
    let row = line[..<start].reversed().drop { $0 == " " }.reversed()
    return String(row) + lineBreak + words
  }.joined(separator: "\n")
}

/// Returns a label with text after it, broken between words so that lines are at most `width` columns wide.
///
/// Each line begins below the first one of the text. Without a width, nothing is broken.
package func wrapped(_ text: String, after label: String, to width: Int?) -> String {
  guard let width else { return label + text }
  let indent = displayWidth(of: label)
  let lines = wrapped(words: text[...], to: max(width - indent, minWidth))
  return label + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
}

/// The minimum number of columns beside a label.
private let minWidth = 20

private func wrapped(words line: Substring, to width: Int) -> [String] {
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
  return lines + [current]
}

/// Returns the start of the last column of an indented line, which is after the last two adjacent spaces.
private func lastColumn(of line: Substring) -> Int? {
  let characters = Array(line)
  let first = characters.firstIndex { $0 != " " } ?? characters.count
  let column = characters.indices.last { $0 > first + 2 && characters[$0 - 1] == " " && characters[$0 - 2] == " " }
  return column.flatMap { characters[$0] == " " ? nil : $0 }
}

/// Splits a line into words, with code in backticks as one word.
private func unbreakable(_ line: Substring) -> [String] {
  var words: [String] = []
  var isOpen = false
  for word in line.split(separator: " ") {
    if isOpen { words[words.count - 1] += " " + word } else { words.append(String(word)) }
    if !word.utf8.count(where: { $0 == UInt8(ascii: "`") }).isMultiple(of: 2) { isOpen.toggle() }
  }
  // A backtick without a closing one is an ordinary character.
  return isOpen ? line.split(separator: " ").map(String.init) : words
}
