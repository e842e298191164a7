import Marbles

extension Course {
  /// The tasks of the course as a Markdown page, without solutions.
  package var handout: String {
    var parts: [String] = []
    var chapter = ""
    for (index, entry) in entries.enumerated() {
      if entry.chapter != chapter {
        chapter = entry.chapter
        if !chapter.isEmpty { parts.append("# \(chapter.asMarkdown)") }
      }
      let exercise = entry.exercise
      let drawing = exercise.definitions + (exercise.diagram.map { [DrawingStyle().draw([$0])] } ?? [])
      let choices = exercise.choices.enumerated().map { "\($0 + 1). \($1.asMarkdownCode)" }
      parts.append("## \(index + 1). \(exercise.title.asMarkdown)")
      if !exercise.explanation.isEmpty { parts.append(exercise.explanation.withMarkdownTables) }
      if !drawing.isEmpty {
        parts.append(PageFormat.markdown.literal(drawing, info: "text").joined(separator: "\n"))
      }
      let paragraphs = exercise.task.split(separator: "\n", omittingEmptySubsequences: false)
        .split(whereSeparator: \.isEmpty)
      parts += paragraphs.map { "**\($0.joined(separator: "\n").asMarkdown)**" }
      parts.append(choices.isEmpty ? "Answer:" : choices.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

extension String {
  /// The text with its indented lines as code.
  fileprivate var withMarkdownTables: String {
    var isInTable = false
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let begins = line.hasPrefix("  ") && !isInTable
      isInTable = line.hasPrefix("  ")
      return (begins ? "\n" : "") + (isInTable ? "    " + line : String(line).asMarkdown)
    }
    .joined(separator: "\n")
  }

  /// A line as Markdown, for pandoc too: code in backticks stays, and other characters with a meaning are escaped.
  fileprivate var asMarkdown: String {
    var (text, rest) = ("", self[...])
    while let character = rest.first {
      let marks = rest.prefix { $0 == "`" }
      let after = rest.dropFirst(marks.count)
      if !marks.isEmpty, let end = after.runs(of: "`").first(where: { $0.count == marks.count }) {
        text += rest[..<end.endIndex]
        rest = rest[end.endIndex...]
        continue
      }
      let isDash = character == "-" && (text.hasSuffix("-") || rest.dropFirst().first == "-")
      if isDash || "\\`*_[]{}<>&$~^@#|".contains(character) { text += "\\" }
      text.append(character)
      rest = rest.dropFirst()
    }
    // A line must not begin a list, a quote or a definition.
    if let first = text.first, "-+=:(%".contains(first) { return "\\" + text }
    let number = text.prefix { $0.isLetter || $0.isNumber }
    guard let end = text[number.endIndex...].first, ".)".contains(end), number.count == 1 || Int(number) != nil else {
      return text
    }
    return number + "\\" + text[number.endIndex...]
  }

  /// The text as inline code of Markdown.
  fileprivate var asMarkdownCode: String {
    let longest = self[...].runs(of: "`").map(\.count).max() ?? 0
    let marks = String(repeating: "`", count: longest + 1)
    let space = hasPrefix("`") || hasSuffix("`") ? " " : ""
    return marks + space + self + space + marks
  }
}

extension Substring {
  /// The longest parts that consist of one character.
  fileprivate func runs(of character: Character) -> [Substring] { split { $0 != character } }
}
