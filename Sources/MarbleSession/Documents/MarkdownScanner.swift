import Marbles

/// A scanner that finds the fences of a Markdown text, or of the doc comments of a Swift source, according to
/// CommonMark.
///
/// It recognizes other blocks only as far as they affect fences: indented code, HTML, and the ends of list items and
/// quotes.
package struct MarkdownScanner {
  /// The maximum nesting depth of containers, which limits the work for each line.
  private static let maxDepth = 100

  let bytes: [UInt8]
  private let format: PageFormat
  var hasExtensions = false
  private var hasAdmonitions = false
  var blocks: [Block] = []
  var containers: [Container] = []
  private var leaf = Leaf.none
  /// The open fence, which may be inside a comment.
  private var open: OpenFence?
  private var containerCount = 0
  /// The number of the page, or of the comment, which is around all of its containers.
  var root = 0
  /// The marks of the directives of MyST around the current line, with the number of containers around each.
  private var directives: [(marks: OpenFence.Marks, depth: Int)] = []
  /// Whether the last line that is not blank was part of a paragraph, which can be a term with a definition below it.
  private var isAfterTerm = false
  /// The marks of a fence that is not one for readers, because it is in indented code or HTML.
  var shownMarks: OpenFence.Marks?
  private var lists = MarkdownLists()
  var lineNumber = 0

  /// Returns all blocks of a page, ordered by their ends.
  ///
  /// - Throws: An error if a fence that the program reads is not closed. CommonMark allows it, but a script that takes
  ///   up the rest of the page is never meant.
  package static func blocks(
    of bytes: [UInt8], named name: String, _ format: PageFormat = .markdown, hasExtensions: Bool = true
  ) throws(Document.ParseError) -> [Block] {
    if !format.isMarkdown { return try MarkupScanner.blocks(of: bytes, named: name, format) }
    var scanner = MarkdownScanner(bytes, format)
    scanner.hasExtensions = hasExtensions && format == .markdown
    do throws(FenceError) {
      if format == .swift { try scanner.readComments() } else { try scanner.readPage() }
    } catch {
      throw error.parseError(in: bytes, named: name)
    }
    return scanner.blocks.map { block in
      guard case .fence(var fence) = block else { return block }
      fence.isInTightList = scanner.lists.isTight(item: fence.container)
      fence.isInPythonMarkdown = scanner.hasAdmonitions
      return .fence(fence)
    }
  }

  private init(_ bytes: [UInt8], _ format: PageFormat) {
    self.bytes = bytes
    self.format = format
  }

  private mutating func readPage() throws(FenceError) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    start = endOfFrontMatter(from: start) ?? start
    while start < bytes.count {
      let (end, next) = bytes.markdownLine(from: start)
      lineNumber += 1
      try process(MarkdownCursor(bytes, line: start..<end, hasIndentedCode: format != .mdx), next: next)
      start = next
    }
    try end()
  }

  /// Returns the end of the data between two lines `---` or `+++` at the beginning of a page, or `nil` if there is none.
  private mutating func endOfFrontMatter(from start: Int) -> Int? {
    func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
    var line = bytes.markdownLine(from: start)
    let mark = text(start, line.end)
    guard mark == "---" || mark == "+++" else { return nil }
    var number = 1
    while line.next < bytes.count {
      let next = line.next
      line = bytes.markdownLine(from: next)
      number += 1
      // Without data below it, the line is a rule.
      if number == 2, text(next, line.end).isEmpty { return nil }
      if text(next, line.end) == mark {
        lineNumber = number
        return line.next
      }
    }
    return nil
  }

  private mutating func readComments() throws(FenceError) {
    for comment in SwiftComments.lines(of: bytes) {
      containerCount += 1
      root = containerCount
      lists.isAfterBlank = false
      let count = blocks.count
      for line in comment {
        lineNumber = line.number
        try process(MarkdownCursor(bytes, line: line.text, margin: line.margin), next: line.next)
      }
      try end()
      beginSession(from: count)
    }
  }

  /// Lets the first script of a comment begin a session.
  private mutating func beginSession(from start: Int) {
    for index in start..<blocks.count {
      guard case .fence(var fence) = blocks[index], fence.isMarble else { continue }
      fence.beginsSession = true
      blocks[index] = .fence(fence)
      return
    }
  }

  private mutating func end() throws(FenceError) {
    try leave(to: 0)
    try endLeaf()
  }

  private mutating func process(_ cursor: MarkdownCursor, next: Int) throws(FenceError) {
    var cursor = cursor
    var matched = match(&cursor)
    var ended = matched < containers.count ? containers[matched] : nil
    if matched == containers.count {
      if try continueBlock(cursor, next: next) { return }
    } else if !leaf.isParagraph {
      // Only a paragraph can continue without the prefixes of its containers.
      try leave(to: matched)
    }
    var isParagraph = leaf.isParagraph && matched == containers.count
    directives.removeAll { $0.depth > matched }
    // A generated block may have a blank line above it that is generated too.
    let isSpread = lists.isAfterBlank && !cursor.isBlank && !isGenerated(cursor)
    lists.isAfterBlank = cursor.isBlank && containers.last?.isQuote != true
    var spread = containers[..<matched].last
    while matched < Self.maxDepth, !cursor.isBlank, !cursor.isIndented,
      let kind = readContainer(&cursor, after: isParagraph, endedBy: ended)
    {
      if case .block(.admonition, _) = kind { hasAdmonitions = true }
      try leave(to: matched)
      begin(.none)
      containerCount += 1
      containers.append(Container(kind: kind, number: containerCount))
      if lists.add(containers[matched], after: ended) { spread = containers[matched] }
      ended = nil
      matched = containers.count
      isParagraph = false
    }
    if cursor.isBlank { return try leave(to: matched) }
    if isSpread, let spread { lists.loosen(spread) }
    try checkBackticks(in: cursor)
    // A line of this form below a table is its caption.
    let isRow = cursor.first == UInt8(ascii: "|")
    defer { isAfterTerm = leaf.isParagraph && !isRow }
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if format == .mdx, mark(in: text) != nil {
      try leave(to: matched)
      begin(.none)
      readMark(text, cursor, next: next)
    } else if !cursor.isIndented, readDirective(text, depth: matched) {
      try leave(to: matched)
      begin(.none)
    } else if let begun = leaf(at: cursor, after: isParagraph) {
      try leave(to: matched)
      begin(begun.leaf)
      shownMarks = nil
      if case .indentedCode = begun.leaf {
        readSkipped(cursor, next: next, in: .indentedCode)
      }
      if let marks = begun.marks { openFence(marks, cursor, next: next) }
      if case .html(let block) = begun.leaf { try readHTML(block, cursor, next: next) }
    } else if !leaf.isParagraph {
      shownMarks = nil
      begin(.paragraph)
    } else if cursor.isIndented {
      readSkipped(cursor, next: next, in: .indentedCode)
    }
  }

  /// Reads a line that begins or ends a directive of MyST, whose content is Markdown.
  private mutating func readDirective(_ text: ArraySlice<UInt8>, depth: Int) -> Bool {
    guard hasExtensions else { return false }
    if let last = directives.last, last.marks.areClosed(by: text) {
      directives.removeLast()
      return true
    }
    guard let marks = OpenFence.Marks(text), marks.isAroundFences,
      MarkdownExtension.isDirective(String(decoding: bytes[marks.info], as: UTF8.self))
    else { return false }
    directives.append((marks, depth))
    return true
  }

  /// Whether a line begins generated content.
  private func isGenerated(_ cursor: MarkdownCursor) -> Bool {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    return mark(in: text) == .begins
      || OpenFence.Marks(text).map { Fence.isDrawn(String(decoding: bytes[$0.info], as: UTF8.self)) } == true
  }

  /// Checks that a line does not begin a script whose words contain a backtick, which CommonMark takes for text.
  private func checkBackticks(in cursor: MarkdownCursor, inComment: Bool = false) throws(FenceError) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    guard !cursor.isIndented, let marks = OpenFence.Marks(text, allowsBackticks: true), marks.mark == UInt8(ascii: "`"),
      let backtick = bytes[marks.info].firstIndex(of: marks.mark),
      // Marks of the same length end inline code.
      !bytes[marks.info].split(whereSeparator: { $0 != marks.mark }).contains(where: { $0.count == marks.count })
    else { return }
    let fence = OpenFence(
      marks, at: cursor, of: bytes, lineNumber: lineNumber, next: cursor.line.upperBound, container: 0)
    guard inComment ? fence.attributes.isHiddenMarble : fence.attributes.isMarble else { return }
    throw FenceError(fence: fence, backtick: backtick)
  }

  /// Processes a line that continues the current block, and returns whether it does.
  private mutating func continueBlock(_ cursor: MarkdownCursor, next: Int) throws(FenceError) -> Bool {
    switch leaf {
    case .none: return false
    case .paragraph where !cursor.isBlank: return false
    case .indentedCode where cursor.isIndented || cursor.isBlank:
      if !cursor.isBlank { readSkipped(cursor, next: next, in: .indentedCode) }
      return true
    case .html(let block) where block.endsAtBlankLine && mark(in: bytes[cursor.text..<cursor.line.upperBound]) == .ends:
      // An author has put the picture into HTML.
      leaf = .none
      readMark(bytes[cursor.text..<cursor.line.upperBound], cursor, next: next)
      return true
    case .html(let block) where !cursor.isBlank || !block.endsAtBlankLine:
      try readHTML(block, cursor, next: next)
      return true
    case .module(var module) where !cursor.isBlank || module.isInTemplate:
      module.read(bytes[cursor.line])
      leaf = module.hasEnded ? .none : .module(module)
      return true
    case .fence:
      try readFenceLine(cursor, next: next)
      return true
    case .paragraph, .indentedCode, .html, .module:
      leaf = .none
      return false
    }
  }

  /// Returns the block that begins with a line's text, or `nil` if it is part of a paragraph.
  private func leaf(at cursor: MarkdownCursor, after isParagraph: Bool) -> (leaf: Leaf, marks: OpenFence.Marks?)? {
    if cursor.isIndented { return leaf.isParagraph ? nil : (.indentedCode, nil) }
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if format == .mdx, text.starts(with: "{/*".utf8) { return (.html(.expression), nil) }
    if format == .mdx, let module = MDXModule(expressionIn: text) { return (.module(module), nil) }
    if format == .mdx, containers.isEmpty, !isParagraph, let module = MDXModule(bytes[cursor.line]) {
      return (.module(module), nil)
    }
    if let marks = OpenFence.Marks(text, hasColons: hasExtensions) { return (.fence, marks) }
    // In MDX, Markdown is around and inside tags.
    if format != .mdx, let block = HTMLBlock(text) {
      if case .lone = block, leaf.isParagraph { return nil }
      return (.html(block), nil)
    }
    // A heading or a rule ends with its line.
    return text.isHeading || text.isRule || (isParagraph && text.isUnderline) ? (.none, nil) : nil
  }

  /// Returns the number of containers that a line continues, and moves the cursor to their content.
  private func match(_ cursor: inout MarkdownCursor) -> Int {
    for (index, container) in containers.enumerated() {
      switch container.kind {
      case .quote:
        guard skipQuoteMark(&cursor) else { return index }
      case .item where cursor.isBlank:
        // An empty list item ends at a blank line.
        if container.isEmpty { return index }
        cursor.skipWhitespace()
      case .block where cursor.isBlank: cursor.skipWhitespace()
      case .item(let indentation, _), .block(_, let indentation):
        guard cursor.indentation >= indentation else { return index }
        cursor.skip(columns: indentation)
      }
    }
    return containers.count
  }

  private func skipQuoteMark(_ cursor: inout MarkdownCursor) -> Bool {
    guard !cursor.isIndented, cursor.first == UInt8(ascii: ">") else { return false }
    cursor.skipWhitespace()
    cursor.skip(bytes: 1)
    cursor.skip(columns: 1)
    return true
  }

  /// Parses the beginning of a quote or a list item, or returns `nil` if there is none.
  private func readContainer(
    _ cursor: inout MarkdownCursor, after isParagraph: Bool, endedBy ended: Container?
  ) -> Container.Kind? {
    if skipQuoteMark(&cursor) { return .quote }
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if hasExtensions, let block = readExtension(text, &cursor, after: ended) { return block }
    guard !text.isRule, let mark = text.listMark, cursor.isGap(at: cursor.text + mark.length) else { return nil }
    let isBare = text.dropFirst(mark.length).allSatisfy(\.isWhitespace)
    // Only a list item that has content and the number 1, or a bullet, can interrupt a paragraph.
    if isParagraph, isBare || !mark.isFirst { return nil }
    let outer = cursor.indentation
    cursor.skipWhitespace()
    cursor.skip(bytes: mark.length)
    // With more than four columns after the mark, the content is indented code that begins after one column.
    let gap = isBare || cursor.indentation > 4 ? 1 : cursor.indentation
    cursor.skip(columns: gap)
    return .item(indentation: outer + mark.length + gap, mark: text.dropFirst(mark.length - 1).first)
  }

  /// Parses the beginning of a block of another tool.
  private func readExtension(
    _ text: ArraySlice<UInt8>, _ cursor: inout MarkdownCursor, after ended: Container?
  ) -> Container.Kind? {
    guard let (block, length) = MarkdownExtension.beginning(text) else { return nil }
    if block == .definition, !isAfterTerm {
      guard case .block(.definition, _)? = ended?.kind else { return nil }
    }
    let outer = cursor.indentation
    cursor.skipWhitespace()
    cursor.skip(bytes: length)
    guard block == .definition else { return .block(block, indentation: outer + 4) }
    let gap = cursor.isBlank ? 3 : min(cursor.indentation, 3)
    cursor.skip(columns: gap)
    return .block(block, indentation: outer + 1 + gap)
  }

  // MARK: Leaves

  private mutating func begin(_ leaf: Leaf) {
    self.leaf = leaf
    if let last = containers.indices.last { containers[last].isEmpty = false }
  }

  /// Closes the containers after the first `count`, and the block inside them.
  private mutating func leave(to count: Int) throws(FenceError) {
    guard count < containers.count else { return }
    containers.removeLast(containers.count - count)
    try endLeaf()
  }

  private mutating func endLeaf() throws(FenceError) {
    leaf = .none
    guard let fence = open else { return }
    open = nil
    // Comments may contain other text, so only an unclosed fence that would run is an error.
    if fence.isInComment ? fence.attributes.isHiddenMarble : fence.isRead { throw FenceError(fence: fence) }
  }

  private mutating func openFence(
    _ marks: OpenFence.Marks, _ cursor: MarkdownCursor, next: Int, inComment: Bool = false
  ) {
    open = OpenFence(
      marks, at: cursor, of: bytes, lineNumber: lineNumber, next: next, container: containers.last?.number ?? root,
      isInComment: inComment)
  }

  private mutating func readFenceLine(_ cursor: MarkdownCursor, next: Int) throws(FenceError) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    guard let fence = open, !cursor.isIndented, fence.marks.areClosed(by: text) else {
      // A drawing has no such lines, so its end is missing, and the text that follows is not part of it.
      if let fence = open, fence.isDrawn, let marks = OpenFence.Marks(text), marks.mark == fence.marks.mark,
        marks.count >= fence.marks.count
      {
        throw FenceError(fence: fence)
      }
      let isIndented = cursor.indentation > open?.indentation ?? 0
      if open?.takeOption(text, isIndented: isIndented, next: next) != true { open?.append(cursor) }
      if let open, hasExtensions { readSkipped(text, in: open, cursor, next: next) }
      return
    }
    open = nil
    if case .fence = leaf { leaf = .none }
    let closed = fence.closed(by: cursor, next: next)
    if closed.isMarble, let path = path(ofIncludeIn: closed) {
      return blocks.append(.skipped(fence.skipped(.include(example: "```marble file=\(path)"))))
    }
    if !fence.isInComment || fence.attributes.isHiddenMarble { blocks.append(.fence(closed)) }
  }

  /// Returns the mark that a line consists of.
  private func mark(in text: ArraySlice<UInt8>) -> DrawnMark? {
    guard text.count < 40 else { return nil }
    var text = text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return DrawnMark(String(decoding: text, as: UTF8.self), in: format)
  }

  private mutating func readMark(_ text: ArraySlice<UInt8>, _ cursor: MarkdownCursor, next: Int) {
    guard let mark = mark(in: text) else { return }
    blocks.append(.mark(mark, line: cursor.line.lowerBound..<next, container: containers.last?.number ?? root))
  }

  private mutating func readHTML(_ block: HTMLBlock, _ cursor: MarkdownCursor, next: Int) throws(FenceError) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    switch block {
    case .comment, .expression:
      if open != nil {
        try readFenceLine(cursor, next: next)
      } else if !cursor.isIndented, let marks = OpenFence.Marks(text) {
        openFence(marks, cursor, next: next, inComment: true)
      } else if !readSkipped(afterCommentMarkIn: text, cursor, next: next) {
        try checkBackticks(in: cursor, inComment: true)
        readMark(text, cursor, next: next)
      }
    case .block, .lone: readSkipped(cursor, next: next, in: .html)
    default: break
    }
    if block.ends(in: text) { try endLeaf() }
  }
}
