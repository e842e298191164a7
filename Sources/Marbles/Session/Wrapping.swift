/// A text whose lines are no wider than `width` columns, broken between words; indented lines stay as they are.
func wrapped(_ text: String, to width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if line.hasPrefix(" ") || displayWidth(of: String(line)) <= width { return String(line) }
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
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
