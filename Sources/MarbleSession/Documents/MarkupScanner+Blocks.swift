import Marbles

/// The blocks around the scripts of a page: those that show their text as it is, and those in which no script runs.
extension MarkupScanner {
  private mutating func skipScripts(inTable table: Range<Int>) {
    for index in table where text(index).hasSuffix("]") {
      skipScript(at: index, text(index).drop { $0 != "[" }, in: .table)
    }
  }

  /// Whether the attributes of AsciiDoc on a line do not end there, so that they are text.
  func hasOpenAttributes(_ text: String) -> Bool { format == .asciidoc && text.hasPrefix("[") && !text.hasSuffix("]") }

  /// Adds the script that a line of ordinary text would begin in another place.
  mutating func skipScript(at index: Int, _ text: String) {
    switch format {
    case .asciidoc where text.hasSuffix("]"): skipScript(at: index, text[...], in: .paragraph)
    case .asciidoc where hasOpenAttributes(text) && firstLine(ofScriptAt: index) != nil:
      skipScript(at: index, text[...], in: .openAttributes)
    case .latex:
      guard let start = text.firstRange(of: "\\begin{marble}")?.lowerBound,
        !text[..<start].contains("%"), !text[..<start].contains("\\verb"),
        line(from: index + 1, where: { self.text($0) == "\\end{marble}" }) < lines.count
      else { return }
      skipScript(at: index, text[start...], in: .line(beginning: "\\begin{marble}"))
    default: break
    }
  }

  /// Adds a script that does not run at its place.
  private mutating func skipScript(at index: Int, _ text: Substring, in place: SessionProblem.SkippedPlace) {
    guard let info = info(in: String(text)) else { return }
    let line = lines[index]
    let end = line.text.upperBound
    let fence = OpenFence(
      OpenFence.Marks("", info: end - info.utf8.count..<end), at: MarkdownCursor(bytes, line: line.all), of: bytes,
      lineNumber: index + 1, next: line.next, container: 0, isMarkdown: false)
    if !fence.attributes.has(.ignore) { blocks.append(.skipped(fence.skipped(place))) }
  }

  /// Whether the text of a line begins and ends a block of text as it is.
  func isDelimiter(_ text: String) -> Bool {
    guard let mark = text.first else { return false }
    if mark == "`" { return text.hasPrefix("```") }
    return format == .asciidoc && "-.+/".contains(mark) && text.count >= 4 && text.allSatisfy { $0 == mark }
  }

  /// Whether a line of AsciiDoc begins a block `--` or `____` whose style shows its text as it is.
  private func isOpenVerbatim(at index: Int) -> Bool {
    ["--", "____"].contains(text(index))
      && linesAbove(index).contains { line in
        let style = text(line).dropFirst().prefix { $0.isLetter }
        return text(line).hasPrefix("[") && Self.verbatimStyles.contains(String(style))
      }
  }

  private static let verbatimStyles: Set = ["comment", "listing", "literal", "pass", "source", "stem", "verse"]

  /// Whether a line of AsciiDoc is below a title of about its length.
  private func isUnderline(at index: Int) -> Bool {
    let (title, line) = (text(index - 1), text(index))
    return "-+".contains(line.first ?? " ") && abs(title.count - line.count) <= 1 && title.contains(where: \.isLetter)
      && !"[./".contains(title.first ?? "[") && (index < 2 || text(index - 2).isEmpty)
  }

  /// Whether a line of reStructuredText begins a comment, and not a directive, target, footnote or substitution.
  private func isComment(at index: Int) -> Bool {
    let text = text(index)
    if text == ".." { return !self.text(index + 1).isEmpty }
    guard text.hasPrefix(".. "), let word = text.dropFirst(3).split(separator: " ").first else { return false }
    return !word.hasSuffix("::") && !word.hasPrefix("_") && !word.hasPrefix("[") && !word.hasPrefix("|")
  }

  /// Returns the end of a block that shows its text as it is, or does not show it, or `nil` if the line does not begin one.
  mutating func endOfVerbatim(at index: Int) -> Int? {
    let text = text(index)
    switch format {
    case .asciidoc, .typst:
      // Scripts and drawings contain `|`, which separates the cells of a table.
      let isTable = format == .asciidoc && text.hasPrefix("|===") && text.dropFirst().allSatisfy { $0 == "=" }
      if format == .asciidoc {
        // The language of a fence is only above it.
        let end = text.hasPrefix("```") ? text.prefix { $0 == "`" } : text[...]
        if isOpenVerbatim(at: index) { return line(from: index + 1) { self.text($0) == text } + 1 }
        if isUnderline(at: index) { return nil }
        guard isTable || isDelimiter(text) else { return nil }
        let last = line(from: index + 1) { self.text($0) == end }
        if isTable { skipScripts(inTable: index..<last) }
        return last + 1
      }
      guard isRaw(text) else { return nil }
      let marks = text.prefix { $0 == "`" }
      let end = line(from: index + 1) { self.text($0).contains(String(marks)) }
      if let rest = self.text(end).firstRange(of: marks)?.upperBound { _ = typst.read(self.text(end)[rest...]) }
      return end + 1
    case .latex:
      if text.hasPrefix("\\end{document}") { return lines.count }
      if text.hasPrefix("\\iffalse") {
        return line(from: index + 1) {
          ["\\fi", "\\else"].contains(self.text($0).prefix { $0 == "\\" || $0.isLetter })
        } + 1
      }
      let known = ["verbatim", "Verbatim", "lstlisting", "minted", "comment"]
      guard let name = known.first(where: { text.hasPrefix("\\begin{\($0)") }) else { return nil }
      return line(from: index + 1) { self.text($0).contains("\\end{\(name)") } + 1
    case .restructuredText:
      // The other two begin the body of a field and a footnote.
      if "|:".contains(text.first ?? " ") || text.hasPrefix(".. ["),
        let directive = text.dropFirst(2).firstRange(of: ".. ")
      {
        let place = text.hasPrefix("|") ? SessionProblem.SkippedPlace.table : .line(beginning: ".. code-block::")
        skipScript(at: index, text[directive.lowerBound...], in: place)
      }
      if isComment(at: index) { return line(from: index + 1, where: isOutside(lines[index].column)) }
      let verbatim = FenceAttributes.codeDirectives.union(["parsed-literal", "raw"])
      guard directive(in: text).map({ verbatim.contains($0.name) }) ?? text.hasSuffix("::") else { return nil }
      return line(from: index + 1, where: isOutside(lines[index].column))
    case .markdown, .swift, .mdx, .notebook: return nil
    }
  }
}
