import Marbles

extension Course {
  /// The tasks of the course as a Markdown page, without solutions.
  package var handout: String {
    var parts: [String] = []
    var chapter = ""
    for (index, entry) in entries.enumerated() {
      if entry.chapter != chapter {
        chapter = entry.chapter
        if !chapter.isEmpty { parts.append("# \(chapter)") }
      }
      let exercise = entry.exercise
      let drawing = exercise.definitions + [DrawingStyle().draw([exercise.diagram])]
      let choices = exercise.choices.enumerated().map { "\($0 + 1). `\($1)`" }
      parts.append("## \(index + 1). \(exercise.title)")
      if !exercise.explanation.isEmpty { parts.append(exercise.explanation.withMarkdownTables) }
      parts.append(PageFormat.markdown.literal(drawing, info: "text").joined(separator: "\n"))
      parts.append("**\(exercise.task)**")
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
      return (begins ? "\n" : "") + (isInTable ? "    " : "") + line
    }
    .joined(separator: "\n")
  }
}
