import Marbles

/// Finds the fences of a Markdown text as CommonMark has them.
///
/// It knows as much of the other blocks as it takes to tell what is none: code that is indented, HTML, and what ends
/// with the list item or the quote around it.
package struct MarkdownScanner {
  /// What it finds.
  package enum Block {
    case fence(Fence)
    /// A line `<!-- drawn -->`, or `<!-- /drawn -->`, in a container.
    case mark(DrawnMark, line: Span, container: Int)
  }

  /// A comment between two of which stands what was drawn.
  package enum DrawnMark: String {
    case begins = "<!-- drawn -->"
    case ends = "<!-- /drawn -->"
  }

  /// A quote or a list item that goes on.
  struct Container {
    enum Kind {
      case quote
      /// With how far what is in it is indented.
      case item(indentation: Int)
    }

    let kind: Kind
    let number: Int
    /// A list item without anything in it ends at a blank line.
    var isEmpty = true
  }

  /// What the lines belong to, in the innermost container.
  enum Leaf {
    case none
    case paragraph
    case indentedCode
    case html(HTMLBlock)
    case fence

    fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }
  }

  /// Quotes in quotes, deeper than anybody means it; each costs a look at every line.
  private static let maxDepth = 100

  private let bytes: [UInt8]
  private var blocks: [Block] = []
  private var containers: [Container] = []
  private var leaf = Leaf.none
  /// The fence that is open, be it Markdown's or one in a comment.
  private var open: OpenFence?
  private var containerCount = 0
  private var lineNumber = 0

  /// All blocks of a text, in the order in which they end.
  ///
  /// - Throws: where a fence is never closed.
  package static func blocks(of bytes: [UInt8], named name: String) throws(Document.ParseError) -> [Block] {
    var scanner = MarkdownScanner(bytes: bytes)
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    do throws(UnclosedFence) {
      while start < bytes.count {
        let (end, next) = bytes.markdownLine(from: start)
        try scanner.process(start..<end, next: next)
        start = next
      }
      try scanner.leave(to: 0)
      try scanner.endLeaf()
    } catch {
      throw error.parseError(in: bytes, named: name)
    }
    return scanner.blocks
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func process(_ line: Span, next: Int) throws(UnclosedFence) {
    lineNumber += 1
    var cursor = MarkdownCursor(bytes, line: line)
    var matched = match(&cursor)
    if matched == containers.count {
      if try continueBlock(cursor, next: next) { return }
    } else if !leaf.isParagraph {
      // Only a paragraph can go on without what stands in front of its lines.
      try leave(to: matched)
    }
    var isParagraph = leaf.isParagraph && matched == containers.count
    while matched < Self.maxDepth, !cursor.isBlank, !cursor.isIndented,
      let kind = readContainer(&cursor, after: isParagraph)
    {
      try leave(to: matched)
      begin(.none)
      containerCount += 1
      containers.append(Container(kind: kind, number: containerCount))
      matched = containers.count
      isParagraph = false
    }
    if cursor.isBlank { return try leave(to: matched) }
    if let begun = leaf(at: cursor, after: isParagraph) {
      try leave(to: matched)
      begin(begun.leaf)
      if let marks = begun.marks { openFence(marks, cursor, next: next) }
      if case .html(let block) = begun.leaf { try readHTML(block, cursor, next: next) }
    } else if !leaf.isParagraph {
      begin(.paragraph)
    }
  }

  /// Whether a line belongs to what the lines before it belong to, with all that is around that.
  private mutating func continueBlock(_ cursor: MarkdownCursor, next: Int) throws(UnclosedFence) -> Bool {
    switch leaf {
    case .none: return false
    case .paragraph where !cursor.isBlank: return false
    case .indentedCode where cursor.isIndented || cursor.isBlank: return true
    case .html(let block) where !cursor.isBlank || !block.endsAtBlankLine:
      try readHTML(block, cursor, next: next)
      return true
    case .fence:
      readFenceLine(cursor, next: next)
      return true
    case .paragraph, .indentedCode, .html:
      leaf = .none
      return false
    }
  }

  /// What begins with a line's text, unless it is a paragraph.
  private func leaf(at cursor: MarkdownCursor, after isParagraph: Bool) -> (leaf: Leaf, marks: OpenFence.Marks?)? {
    if cursor.isIndented { return leaf.isParagraph ? nil : (.indentedCode, nil) }
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if let marks = OpenFence.Marks(text) { return (.fence, marks) }
    if let block = HTMLBlock(text) {
      if case .lone = block, leaf.isParagraph { return nil }
      return (.html(block), nil)
    }
    // A heading or a rule is over with its line.
    return text.isHeading || text.isRule || (isParagraph && text.isUnderline) ? (.none, nil) : nil
  }

  /// How many of the containers go on in a line, which is read up to what is in them.
  private func match(_ cursor: inout MarkdownCursor) -> Int {
    for (index, container) in containers.enumerated() {
      switch container.kind {
      case .quote:
        guard skipQuoteMark(&cursor) else { return index }
      case .item where cursor.isBlank:
        // An item without anything in it ends at a blank line.
        if container.isEmpty { return index }
        cursor.skipWhitespace()
      case .item(let indentation):
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

  /// A quote or a list item that begins here.
  private func readContainer(_ cursor: inout MarkdownCursor, after isParagraph: Bool) -> Container.Kind? {
    if skipQuoteMark(&cursor) { return .quote }
    let text = bytes[cursor.text..<cursor.line.upperBound]
    guard !text.isRule, let mark = text.listMark, cursor.isGap(at: cursor.text + mark.length) else { return nil }
    let isBare = text.dropFirst(mark.length).allSatisfy(\.isWhitespace)
    // Only a list that has something in it and begins with 1 interrupts a paragraph.
    if isParagraph, isBare || !mark.isFirst { return nil }
    let outer = cursor.indentation
    cursor.skipWhitespace()
    cursor.skip(bytes: mark.length)
    // Where that much stands behind the mark it is code, one column behind it.
    let gap = isBare || cursor.indentation > 4 ? 1 : cursor.indentation
    cursor.skip(columns: gap)
    return .item(indentation: outer + mark.length + gap)
  }

  // MARK: Leaves

  /// Begins what the next lines belong to.
  private mutating func begin(_ leaf: Leaf) {
    self.leaf = leaf
    if let last = containers.indices.last { containers[last].isEmpty = false }
  }

  /// Leaves the containers that do not go on, and what is in them.
  private mutating func leave(to count: Int) throws(UnclosedFence) {
    guard count < containers.count else { return }
    containers.removeLast(containers.count - count)
    try endLeaf()
  }

  private mutating func endLeaf() throws(UnclosedFence) {
    leaf = .none
    guard let fence = open else { return }
    open = nil
    // A comment may hold what is no fence; only one that is run matters.
    if !fence.isInComment || fence.attributes.isHiddenMarble { throw UnclosedFence(fence: fence) }
  }

  private mutating func openFence(
    _ marks: OpenFence.Marks, _ cursor: MarkdownCursor, next: Int, inComment: Bool = false
  ) {
    open = OpenFence(
      marks, at: cursor, of: bytes, lineNumber: lineNumber, next: next, container: containers.last?.number ?? 0,
      isInComment: inComment)
  }

  private mutating func readFenceLine(_ cursor: MarkdownCursor, next: Int) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    guard let fence = open, !cursor.isIndented, fence.marks.areClosed(by: text) else {
      open?.append(cursor)
      return
    }
    open = nil
    if case .fence = leaf { leaf = .none }
    let closed = fence.closed(by: cursor, next: next)
    if !fence.isInComment || fence.attributes.isHiddenMarble { blocks.append(.fence(closed)) }
  }

  private mutating func readHTML(_ block: HTMLBlock, _ cursor: MarkdownCursor, next: Int) throws(UnclosedFence) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if case .comment = block {
      if open != nil {
        readFenceLine(cursor, next: next)
      } else if !cursor.isIndented, let marks = OpenFence.Marks(text) {
        openFence(marks, cursor, next: next, inComment: true)
      } else if let mark = DrawnMark(text) {
        blocks.append(.mark(mark, line: cursor.line.lowerBound..<next, container: containers.last?.number ?? 0))
      }
    }
    if block.ends(in: text) { try endLeaf() }
  }
}

extension MarkdownScanner.DrawnMark {
  /// The comment that a line's text is.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    guard text.count < 40 else { return nil }
    var text = text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line's text is a heading: up to six `#`.
  fileprivate var isHeading: Bool {
    let count = prefix { $0 == UInt8(ascii: "#") }.count
    return (1...6).contains(count) && (dropFirst(count).first?.isWhitespace ?? true)
  }

  /// Whether a line's text makes a heading of the paragraph above it.
  fileprivate var isUnderline: Bool {
    guard let mark = first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
    return drop { $0 == mark }.allSatisfy(\.isWhitespace)
  }

  /// Whether a line's text is a rule: three or more of the same mark, with blanks between them or not.
  fileprivate var isRule: Bool {
    guard let mark = first, "*-_".utf8.contains(mark) else { return false }
    return allSatisfy { $0 == mark || $0.isWhitespace } && count { $0 == mark } >= 3
  }

  /// The mark of a list item: a bullet, or a number of up to nine digits with `.` or `)`.
  fileprivate var listMark: (length: Int, isFirst: Bool)? {
    guard let first else { return nil }
    if "*-+".utf8.contains(first) { return (1, true) }
    let digits = prefix { $0.isDigit }
    guard (1...9).contains(digits.count), let end = dropFirst(digits.count).first, ".)".utf8.contains(end) else {
      return nil
    }
    return (
      digits.count + 1, digits.last == UInt8(ascii: "1") && digits.dropLast().allSatisfy { $0 == UInt8(ascii: "0") }
    )
  }
}
