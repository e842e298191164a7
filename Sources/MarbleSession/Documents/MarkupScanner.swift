import Marbles

/// A scanner that finds the scripts of a page in AsciiDoc, reStructuredText, LaTeX or Typst.
///
/// It passes over other blocks that show their text as it is, because they may show how a script is written.
struct MarkupScanner {
  private struct Line {
    /// The line without its line end, and without whitespace at both ends.
    let all: Span
    let text: Span
    let next: Int
    var indentation: Int { text.lowerBound - all.lowerBound }
  }

  private let bytes: [UInt8]
  private let format: PageFormat
  private var lines: [Line] = []
  private var blocks: [MarkdownScanner.Block] = []
  /// The comment above the current line with the attributes of a script.
  private var comment: Int?

  /// Returns the scripts and marks of a page in their order.
  static func blocks(
    of bytes: [UInt8], named name: String, _ format: PageFormat
  ) throws(Document.ParseError) -> [MarkdownScanner.Block] {
    var scanner = MarkupScanner(bytes, format)
    var index = 0
    do throws(UnclosedFence) {
      while index < scanner.lines.count { index = try scanner.readBlock(at: index) }
    } catch {
      throw error.parseError(in: bytes, named: name)
    }
    return scanner.blocks
  }

  private init(_ bytes: [UInt8], _ format: PageFormat) {
    self.bytes = bytes
    self.format = format
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let (end, next) = bytes.markdownLine(from: start)
      let first = bytes[start..<end].firstIndex { !$0.isWhitespace } ?? end
      let last = bytes[first..<end].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? first
      lines.append(Line(all: start..<end, text: first..<last, next: next))
      start = next
    }
  }

  private func text(_ index: Int) -> String {
    lines.indices.contains(index) ? String(decoding: bytes[lines[index].text], as: UTF8.self) : ""
  }

  /// Returns the first line from an index on that meets a condition, or the end of the page.
  private func line(from index: Int, where isMet: (Int) -> Bool) -> Int {
    (min(index, lines.count)..<lines.count).first(where: isMet) ?? lines.count
  }

  private func isOutside(_ indentation: Int) -> (Int) -> Bool {
    { !lines[$0].text.isEmpty && lines[$0].indentation <= indentation }
  }

  /// Reads a line, or the block that it begins, and returns the next line.
  private mutating func readBlock(at index: Int) throws(UnclosedFence) -> Int {
    let text = text(index)
    if let mark = MarkdownScanner.DrawnMark(text, in: format) {
      let line = lines[index]
      blocks.append(.mark(mark, line: line.all.lowerBound..<line.next, container: 0))
    } else if text == format.comment("marble") || text.hasPrefix(format.comment("marble ")) {
      comment = index
      return index + 1
    } else if let info = info(in: text), let first = firstLine(ofScriptAt: index) {
      return try readScript(at: index, info, from: first)
    } else if let end = endOfVerbatim(at: index) {
      comment = nil
      return end
    }
    if !text.isEmpty { comment = nil }
    return index + 1
  }

  // MARK: Scripts

  /// Returns the part of a line that begins with `marble`, if the line begins a script.
  private func info(in text: String) -> Substring? {
    var rest = text[...]
    func skip(_ beginning: String) -> Bool {
      guard rest.hasPrefix(beginning) else { return false }
      rest = rest.dropFirst(beginning.count)
      return true
    }
    switch format {
    case .asciidoc:
      guard skip("[") else { return nil }
      if !rest.hasPrefix("marble") {
        guard rest.hasPrefix("source") || rest.hasPrefix(","), let comma = rest.firstIndex(of: ",") else { return nil }
        rest = rest[comma...].dropFirst().drop { $0 == " " }
      }
    case .restructuredText:
      guard skip(".. code-block::") || skip(".. code::") || skip(".. sourcecode::") else { return nil }
      rest = rest.drop { $0 == " " }
    case .latex: guard skip("\\begin{") else { return nil }
    case .typst:
      guard skip("```") else { return nil }
      rest = rest.drop { $0 == "`" }
      // A raw block on one line.
      if rest.contains("`") { return nil }
    case .markdown, .swift, .mdx, .notebook: return nil
    }
    guard rest.hasPrefix("marble"), rest.dropFirst(6).first.map({ !$0.isLetter && $0 != "-" }) ?? true else {
      return nil
    }
    return rest
  }

  /// Returns the first line of the script that a line begins, or `nil` if another block follows.
  private func firstLine(ofScriptAt index: Int) -> Int? {
    switch format {
    case .asciidoc:
      // A title and other attributes may be between the attributes and the delimiter.
      let next = line(from: index + 1) { line in
        let text = text(line)
        return !text.hasPrefix("[") && !(text.hasPrefix(".") && !text.hasPrefix(".."))
      }
      return isDelimiter(text(next)) ? next + 1 : nil
    case .restructuredText:
      let options = line(from: index + 1) { !text($0).hasPrefix(":") }
      let first = line(from: options) { !lines[$0].text.isEmpty }
      return first < lines.count && lines[first].indentation > lines[index].indentation ? first : nil
    default: return index + 1
    }
  }

  private mutating func readScript(at index: Int, _ info: Substring, from first: Int) throws(UnclosedFence) -> Int {
    let (opening, indentation) = (lines[index], lines[index].indentation)
    let source = comment ?? index
    comment = nil
    // The attributes are in the comment above, or after the name of the language.
    let end = lines[source].text.upperBound
    let start = source == index ? end - info.utf8.count : end - String(text(source).drop { $0 != "m" }).utf8.count
    let delimiter = format == .latex ? "\\end{marble}" : text(first - 1).prefix { $0 == text(first - 1).first }[...]
    var last = line(from: first) { line in
      switch format {
      case .restructuredText: isOutside(indentation)(line)
      // The marks end the block wherever they are.
      case .typst: text(line).contains(delimiter)
      default: text(line) == delimiter
      }
    }
    let marks = OpenFence.Marks(String(delimiter), info: start..<end)
    var fence = OpenFence(
      marks, at: MarkdownCursor(bytes, line: lines[source].all), of: bytes, lineNumber: source + 1,
      next: lines[first - 1].next, container: 0, isMarkdown: false)
    fence.opening = opening.all.lowerBound..<lines[first - 1].next
    var closing = last < lines.count ? lines[last].all.lowerBound..<lines[last].next : nil
    if format == .restructuredText {
      while last > first, lines[last - 1].text.isEmpty { last -= 1 }
      closing = lines[last - 1].next..<lines[last - 1].next
    }
    guard let closing else { throw UnclosedFence(fence: fence, closing: String(delimiter)) }
    let content = lines[first..<last]
    let margin =
      format == .restructuredText
      ? content.filter { !$0.text.isEmpty }.map(\.indentation).min() ?? 0 : indentation
    for line in content { fence.append(line.all, after: min(margin, line.indentation)) }
    var closed = fence.closed(
      by: closing, prefix: Array(bytes[opening.all.lowerBound..<opening.text.lowerBound]), firstLine: first + 1)
    closed.endsInLine = format == .typst && text(last).contains { $0 != "`" }
    closed.isInTightList = format == .asciidoc && source > 0 && self.text(source - 1) == "+"
    blocks.append(.fence(closed))
    return format == .restructuredText ? last : last + 1
  }

  // MARK: Other blocks

  /// Whether the text of a line begins and ends a block of text as it is.
  private func isDelimiter(_ text: String) -> Bool {
    guard let mark = text.first else { return false }
    if mark == "`" { return text.hasPrefix("```") }
    return format == .asciidoc && "-.+/".contains(mark) && text.count >= 4 && text.allSatisfy { $0 == mark }
  }

  /// Whether a line of reStructuredText begins a comment, and not a directive, target, footnote or substitution.
  private func isComment(at index: Int) -> Bool {
    let text = text(index)
    if text == ".." { return !self.text(index + 1).isEmpty }
    guard text.hasPrefix(".. "), let word = text.dropFirst(3).split(separator: " ").first else { return false }
    return !word.hasSuffix("::") && !word.hasPrefix("_") && !word.hasPrefix("[") && !word.hasPrefix("|")
  }

  /// Returns the end of a block that shows its text as it is, or does not show it, or `nil` if the line does not begin one.
  private func endOfVerbatim(at index: Int) -> Int? {
    let text = text(index)
    switch format {
    case .asciidoc, .typst:
      // Scripts and drawings contain `|`, which separates the cells of a table.
      let isTable = format == .asciidoc && text.hasPrefix("|===") && text.dropFirst().allSatisfy { $0 == "=" }
      guard isTable || isDelimiter(text) else { return nil }
      if format == .asciidoc { return line(from: index + 1) { self.text($0) == text } + 1 }
      let marks = text.prefix { $0 == "`" }
      if text.dropFirst(marks.count).contains(marks) { return index + 1 }
      return line(from: index + 1) { self.text($0).contains(marks) } + 1
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
      if isComment(at: index) { return line(from: index + 1, where: isOutside(lines[index].indentation)) }
      let isDirective = text.hasPrefix(".. ") && text.contains("::")
      let isCode = [".. code", ".. sourcecode", ".. parsed-literal", ".. raw"].contains { text.hasPrefix($0) }
      guard isDirective ? isCode : text.hasSuffix("::") else { return nil }
      return line(from: index + 1, where: isOutside(lines[index].indentation))
    case .markdown, .swift, .mdx, .notebook: return nil
    }
  }
}
