import Marbles

/// A scanner that finds the scripts of a page in AsciiDoc, reStructuredText, LaTeX or Typst.
///
/// It passes over other blocks that show their text as it is, because they may show how a script is written.
struct MarkupScanner {
  struct Line {
    /// The line without its line end, and without whitespace at both ends.
    let all: Span
    let text: Span
    let next: Int
    /// The offset of the block that begins in the line, after the marks of list items.
    var start: Int
    var indentation: Int { text.lowerBound - all.lowerBound }
    /// The indentation of the block, which is also that of its list item.
    var column: Int { start - all.lowerBound }
  }

  let bytes: [UInt8]
  let format: PageFormat
  var lines: [Line] = []
  var blocks: [MarkdownScanner.Block] = []
  /// The first line of the comment above the current line with the attributes of a script, and their range.
  private var comment: (line: Int, info: Span)?
  var typst = TypstScanner()

  /// Returns the scripts and marks of a page in their order.
  static func blocks(
    of bytes: [UInt8], named name: String, _ format: PageFormat
  ) throws(Document.ParseError) -> [MarkdownScanner.Block] {
    var scanner = MarkupScanner(bytes, format)
    var index = 0
    do throws(FenceError) {
      while index < scanner.lines.count { index = try scanner.readBlock(at: index) }
      scanner.dropComment()
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
      let marks = format.listMarks(in: bytes[first..<last])
      lines.append(Line(all: start..<end, text: first..<last, next: next, start: first + marks))
      start = next
    }
  }

  func text(_ index: Int) -> String {
    guard lines.indices.contains(index) else { return "" }
    return String(decoding: bytes[lines[index].start..<lines[index].text.upperBound], as: UTF8.self)
  }

  /// Returns the first line from an index on that meets a condition, or the end of the page.
  func line(from index: Int, where isMet: (Int) -> Bool) -> Int {
    (min(index, lines.count)..<lines.count).first(where: isMet) ?? lines.count
  }

  func isOutside(_ indentation: Int) -> (Int) -> Bool {
    { !lines[$0].text.isEmpty && lines[$0].indentation <= indentation }
  }

  /// Reads a line, or the block that it begins, and returns the next line.
  private mutating func readBlock(at index: Int) throws(FenceError) -> Int {
    var text = text(index)
    if format == .typst {
      let isInComment = typst.isInComment
      if let raw = typst.read(text[...]) {
        // Other text can precede raw text on its line.
        lines[index].start = lines[index].text.upperBound - raw.utf8.count
        text = String(raw)
      } else if isInComment {
        dropComment()
        return index + 1
      }
    }
    let line = lines[index]
    if format == .asciidoc, line.indentation > 0, !line.text.isEmpty {
      // An indented paragraph is text as it is, up to an empty line or another block.
      dropComment()
      return self.line(from: index + 1) { next in
        let text = self.text(next)
        return text.isEmpty || lines[next].indentation == 0 && (text.hasPrefix("[") || isDelimiter(text))
      }
    }
    if line.column == line.indentation, let mark = MarkdownScanner.DrawnMark(text, in: format) {
      blocks.append(.mark(mark, line: line.all.lowerBound..<line.next, container: 0))
    } else if let (info, next) = attributes(inCommentAt: index) {
      dropComment()
      comment = (index, info)
      return next
    } else if let info = info(in: text), !hasOpenAttributes(text), let first = firstLine(ofScriptAt: index) {
      return try readScript(at: index, info, from: first)
    } else if let end = endOfVerbatim(at: index) {
      dropComment()
      return end
    }
    skipScript(at: index, text)
    let isComment = format != .restructuredText && text.hasPrefix(commentMark)
    if !text.isEmpty, !isComment, format != .asciidoc || !isAboveBlock(index) { dropComment() }
    return index + 1
  }

  // MARK: Scripts

  private var commentMark: Substring { format.comment("").dropLast() }

  /// Returns the part of a comment that begins with `marble`, or `nil` if the comment is other text.
  private func words(inComment text: String) -> Substring? {
    guard text.hasPrefix(commentMark) else { return nil }
    let words = text.dropFirst(commentMark.count).drop { $0 == " " }
    // In reStructuredText, a mark without a space is other text.
    guard words.startIndex > text.index(text.startIndex, offsetBy: commentMark.count) || format != .restructuredText,
      let first = words.split(separator: " ", maxSplits: 1).first, isLanguage(first)
    else { return nil }
    // A sentence can begin with the name of the language.
    let next = words.dropFirst(first.count).drop { $0 == " " }.prefix { $0 != " " }
    return first == FenceAttributes.language || FenceAttributes.isAttribute(next) ? words : nil
  }

  /// Returns the range of the attributes in the comment that a line begins, and the line after it, or `nil` if it has
  /// none.
  private mutating func attributes(inCommentAt index: Int) -> (info: Span, next: Int)? {
    let text = text(index)
    if format == .typst, text.hasPrefix("/*") { return attributes(inBlockCommentAt: index, text) }
    let isBlock = text == "////" && format == .asciidoc
    guard let words = words(inComment: isBlock ? "//" + self.text(index + 1) : text) else { return nil }
    let first = isBlock ? index + 1 : index
    let next = line(from: first + 1) { line in
      if isBlock { return self.text(line) == "////" }
      if format == .restructuredText { return lines[line].text.isEmpty || isOutside(lines[index].column)(line) }
      let word = self.text(line).dropFirst(commentMark.count).drop { $0 == " " }.prefix { $0 != " " }
      return !self.text(line).hasPrefix(commentMark) || !(FenceAttributes.isAttribute(word) || word.contains("="))
    }
    let info = lines[first].text.upperBound - words.utf8.count..<lines[next - 1].text.upperBound
    return (info, isBlock ? next + 1 : next)
  }

  /// Returns the same for a comment `/* … */` of Typst, which ends a line.
  private mutating func attributes(inBlockCommentAt index: Int, _ text: String) -> (info: Span, next: Int)? {
    let last = line(from: index) { self.text($0).contains("*/") }
    guard self.text(last).hasSuffix("*/"), let words = words(inComment: "//\(text.dropFirst(2))") else {
      return nil
    }
    for line in index + 1..<last + 1 { _ = typst.read(self.text(line)[...]) }
    return (lines[index].text.upperBound - words.utf8.count..<lines[last].text.upperBound - 2, last + 1)
  }

  /// Forgets the comment above the current line, with a warning if its words are those of a script.
  private mutating func dropComment() {
    guard let (line, info) = comment else { return }
    comment = nil
    let fence = OpenFence(
      OpenFence.Marks("", info: info), at: MarkdownCursor(bytes, line: lines[line].all),
      of: withoutMarks(of: info, from: line), lineNumber: line + 1, next: lines[line].next, container: 0,
      isMarkdown: false)
    if fence.attributes.isMeantForScript { blocks.append(.skipped(fence.skipped(.comment))) }
  }

  /// Returns the page with spaces for the line ends and marks in the attributes of a comment.
  private func withoutMarks(of info: Span, from first: Int) -> [UInt8] {
    var result = bytes
    var index = first
    while lines[index].text.upperBound < info.upperBound {
      let end = lines[index].text.upperBound
      index += 1
      let marks = lines[index].text.lowerBound..<lines[index].text.upperBound
      let length = bytes[marks].prefix { "/%".utf8.contains($0) }.count
      for offset in max(end, info.lowerBound)..<marks.lowerBound + length { result[offset] = UInt8(ascii: " ") }
    }
    return result
  }

  /// Moves the options of AsciiDoc before the language after it: `[marble%hidden       ]` for `[source%hidden,marble]`.
  ///
  /// Returns the span of the attributes from the language on.
  private func moveOptions(before info: Span, from start: Int, in page: inout [UInt8]) -> Span {
    let style = page[start..<max(start, info.lowerBound)].prefix { $0 != UInt8(ascii: ",") }
    let options = style.drop { !"#.%".utf8.contains($0) }
    guard !options.isEmpty else { return info }
    let words = FenceAttributes.language.utf8 + options
    let end = info.lowerBound + FenceAttributes.language.utf8.count
    let spaces = Array(repeating: UInt8(ascii: " "), count: end - start - words.count)
    page.replaceSubrange(start..<end, with: words + spaces)
    return start..<info.upperBound
  }

  private func isLanguage(_ text: Substring) -> Bool { text.lowercased() == FenceAttributes.language }

  /// Returns the part of a line that begins with `marble`, if the line begins a script.
  func info(in text: String) -> Substring? {
    var rest = text[...]
    func skip(_ beginning: String) -> Bool {
      guard rest.hasPrefix(beginning) else { return false }
      rest = rest.dropFirst(beginning.count)
      return true
    }
    switch format {
    case .asciidoc:
      // AsciiDoc has fences too.
      if skip("```") { break }
      guard skip("[") else { return nil }
      if !isLanguage(rest.prefix(6)) {
        guard let comma = rest.firstIndex(of: ",") else { return nil }
        // An identifier, roles and options can follow the name of the style, which is `source` if there is a language.
        let style = rest[..<comma].prefix { !"#.%".contains($0) }
        guard ["", "source", "\"source\"", "listing"].contains(style) else { return nil }
        rest = rest[comma...].dropFirst().drop { $0 == " " }
        _ = skip("language=")
        _ = skip("\"")
      }
    case .restructuredText:
      guard let directive = directive(in: text) else { return nil }
      if directive.name == FenceAttributes.language { return directive.text }
      guard FenceAttributes.codeDirectives.contains(directive.name) else { return nil }
      rest = directive.argument
    // LaTeX distinguishes upper and lower case.
    case .latex: guard skip("\\begin{"), rest.hasPrefix("marble}") else { return nil }
    case .typst:
      guard isRaw(text) else { return nil }
      rest = rest.drop { $0 == "`" }
    case .markdown, .swift, .mdx, .notebook: return nil
    }
    guard isLanguage(rest.prefix(6)), rest.dropFirst(6).first.map({ !$0.isLetter && $0 != "-" }) ?? true else {
      return nil
    }
    return rest
  }

  /// Returns the lowercase name of the directive of reStructuredText that a line begins, the text from its name on, and
  /// its argument.
  func directive(in text: String) -> (name: String, text: Substring, argument: Substring)? {
    guard text.hasPrefix("..") else { return nil }
    let rest = text.dropFirst(2).drop(while: \.isWhitespace)
    guard rest.count < text.count - 2, let colons = rest.firstRange(of: "::") else { return nil }
    let argument = rest[colons.upperBound...]
    // Without a space after the colons, the line is a comment.
    guard argument.first?.isWhitespace ?? true else { return nil }
    return (rest[..<colons.lowerBound].lowercased(), rest, argument.drop(while: \.isWhitespace))
  }

  /// Whether a line of Typst begins raw text that does not end on it.
  func isRaw(_ text: String) -> Bool {
    let marks = text.prefix { $0 == "`" }
    return marks.count >= 3 && !text.dropFirst(marks.count).contains(String(marks))
  }

  /// Whether a line of AsciiDoc is a title, a comment or the attributes of the block below.
  func isAboveBlock(_ index: Int) -> Bool {
    let text = text(index)
    let isTitle = text.hasPrefix(".") && !text.hasPrefix("..")
    let isComment = text.hasPrefix("//") && !text.hasPrefix("///")
    return text.hasPrefix("[") || isTitle || isComment
  }

  /// Whether a line `+` of AsciiDoc attaches the block of a line to the item of a list.
  private func isAttached(at index: Int) -> Bool { text(linesAbove(index).lowerBound - 1) == "+" }

  /// The titles, comments and attributes of AsciiDoc directly above a block.
  func linesAbove(_ index: Int) -> Range<Int> {
    var start = index
    while start > 0, isAboveBlock(start - 1) { start -= 1 }
    return start..<index
  }

  /// Returns the first line of the script that a line begins, or `nil` if another block follows.
  func firstLine(ofScriptAt index: Int) -> Int? {
    switch format {
    case .asciidoc where !isDelimiter(text(index)):
      // Blank lines may also be between the attributes and the delimiter.
      let next = line(from: index + 1) { !text($0).isEmpty && !isAboveBlock($0) }
      return isDelimiter(text(next)) ? next + 1 : nil
    case .restructuredText:
      // An option goes on in lines with more indentation.
      let options = line(from: index + 1) { line in
        let goesOn = line > index + 1 && !text(line).isEmpty && lines[line].indentation > lines[index + 1].indentation
        return !text(line).hasPrefix(":") && !goesOn
      }
      let first = line(from: options) { !lines[$0].text.isEmpty }
      if first < lines.count, lines[first].indentation > lines[index].column { return first }
      // The script can be in the file of the argument, or of the comment above.
      let directive = directive(in: text(index))
      let hasArgument = directive?.name == FenceAttributes.language && directive?.argument.isEmpty == false
      let comment = comment.map { String(decoding: bytes[$0.info], as: UTF8.self) } ?? ""
      let namesFile = comment.split(whereSeparator: \.isWhitespace).contains { $0.hasPrefix("file=") }
      return hasArgument || namesFile ? options : nil
    default: return index + 1
    }
  }

  private mutating func readScript(at index: Int, _ info: Substring, from first: Int) throws(FenceError) -> Int {
    let opening = lines[index]
    // The attributes are in the comment above, or after the name of the language.
    var (source, span) = comment ?? (index, opening.text.upperBound - info.utf8.count..<opening.text.upperBound)
    comment = nil
    // In AsciiDoc, the brackets around attributes are not part of them.
    if format == .asciidoc, source == index, bytes[span].last == UInt8(ascii: "]") {
      span = span.lowerBound..<span.upperBound - 1
    }
    let delimiter = format == .latex ? "\\end{marble}" : text(first - 1).prefix { $0 == text(first - 1).first }[...]
    var last = line(from: first) { line in
      switch format {
      case .restructuredText: isOutside(opening.column)(line)
      // The marks end the block wherever they are.
      case .typst: text(line).contains(String(delimiter))
      default: text(line) == delimiter
      }
    }
    var page = withoutMarks(of: span, from: source)
    if format == .asciidoc, source == index {
      span = moveOptions(before: span, from: opening.text.lowerBound + 1, in: &page)
    }
    var fence = OpenFence(
      OpenFence.Marks(String(delimiter), info: span), at: MarkdownCursor(bytes, line: lines[source].all), of: page,
      lineNumber: source + 1, next: lines[first - 1].next, container: 0, isMarkdown: false)
    fence.opening = opening.all.lowerBound..<lines[first - 1].next
    var closing = last < lines.count ? lines[last].all.lowerBound..<lines[last].next : nil
    if format == .restructuredText {
      while last > first, lines[last - 1].text.isEmpty { last -= 1 }
      closing = lines[last - 1].next..<lines[last - 1].next
    }
    guard let closing else { throw FenceError(fence: fence, closing: String(delimiter)) }
    if format == .restructuredText { takeOptions(of: &fence, in: index + 1..<first) }
    let content = lines[first..<last]
    if format == .asciidoc, let path = content.compactMap(path(ofInclude:)).first {
      blocks.append(.skipped(fence.skipped(.include(example: "[marble,file=\(path)]"))))
      return last + 1
    }
    let least = content.filter { !$0.text.isEmpty }.map(\.indentation).min() ?? 0
    let margin = format == .restructuredText ? least : min(least, opening.column)
    for line in content { fence.append(line.all, after: min(margin, line.indentation)) }
    let isInCode = typst.isInCode
    let rest = format == .typst ? endRaw(String(delimiter), on: lines[last], of: &fence) : ""
    // A label belongs to the script.
    let isLabel = rest.hasPrefix("<") && rest.firstIndex(of: ">") == rest.indices.last
    // The marks of list items become spaces.
    let prefix = bytes[opening.all.lowerBound..<opening.text.lowerBound + format.listMarks(in: bytes[opening.text])]
      .map { $0.isWhitespace ? $0 : UInt8(ascii: " ") }
    var closed = fence.closed(by: closing, prefix: prefix, firstLine: first + 1)
    closed.endsInLine = format == .typst && (isInCode || !rest.isEmpty && !isLabel)
    closed.isInTightList = format == .asciidoc && isAttached(at: source)
    blocks.append(.fence(closed))
    return format == .restructuredText ? last : last + 1
  }

  /// Reads the options in some lines, each with those in which it goes on.
  private func takeOptions(of fence: inout OpenFence, in range: Range<Int>) {
    var rest = range
    while let index = rest.popFirst() {
      var option = text(index)
      var next = lines[index].next
      while let line = rest.first, !text(line).isEmpty, !text(line).hasPrefix(":") {
        option += " " + text(line)
        next = lines[line].next
        rest.removeFirst()
      }
      _ = fence.takeOption(option, at: lines[index].text.lowerBound, next: next)
    }
  }

  /// Returns the path in a line `include::demo.marble[]`, or `nil` if the line is other text.
  private func path(ofInclude line: Line) -> String? {
    let (name, text) = ("include::", String(decoding: bytes[line.text], as: UTF8.self))
    guard text.hasPrefix(name), text.hasSuffix("]"), let end = text.firstIndex(of: "[") else { return nil }
    return String(text[..<end].dropFirst(name.count))
  }

  /// Reads the text around the marks that end raw text in Typst, and returns the text after them.
  private mutating func endRaw(_ marks: String, on line: Line, of fence: inout OpenFence) -> String {
    let text = String(decoding: bytes[line.text], as: UTF8.self)
    guard let end = text.firstRange(of: marks) else { return "" }
    let before = line.text.lowerBound + text[..<end.lowerBound].utf8.count
    if before > line.text.lowerBound { fence.append(line.all.lowerBound..<before, after: line.indentation) }
    _ = typst.read(text[end.upperBound...])
    return String(text[end.upperBound...]).trimmingWhitespace
  }
}
