/// A lossless syntax tree of a source, or of one statement with the trivia before it.
///
/// Every parsed byte is in exactly one token, even if there are errors.
package struct SyntaxTree: Sendable {
  /// A node.
  ///
  /// The nodes are stored in postorder: each one directly follows its subtree.
  private struct Record {
    let kind: SyntaxKind
    let span: Span
    /// The number of nodes in its subtree, including itself.
    let count: Int
  }

  let source: Source
  private var records: [Record] = []
  private let bytes: SourceBytes
  /// The end of the last token.
  private(set) var end: Int

  init(of source: Source, from start: Int = 0) {
    self.source = source
    bytes = SourceBytes(source)
    end = start
  }

  /// The root nodes, in source order.
  package var nodes: [SyntaxNode] { children(before: records.count, from: 0) }

  fileprivate func kind(of index: Int) -> SyntaxKind { records[index].kind }
  fileprivate func span(of index: Int) -> Span { records[index].span }

  fileprivate func children(of index: Int) -> [SyntaxNode] {
    children(before: index, from: index - records[index].count + 1)
  }

  private func children(before last: Int, from first: Int) -> [SyntaxNode] {
    var children: [SyntaxNode] = []
    var index = last - 1
    while index >= first {
      children.append(SyntaxNode(tree: self, index: index))
      index -= records[index].count
    }
    return children.reversed()
  }

  /// The bytes of all tokens.
  var bytesOfTokens: [UInt8] {
    var text: [UInt8] = []
    for record in records where record.count == 1 { text += source.bytes[record.span] }
    return text
  }

  // MARK: - Building

  /// A position in the tree where a node can begin.
  struct Checkpoint {
    fileprivate let index: Int
  }

  /// Removes all nodes.
  ///
  /// The next token begins where the last one ended.
  mutating func removeAll() { records.removeAll(keepingCapacity: true) }

  /// Adds the trivia up to an offset, and returns a checkpoint for a node that begins there.
  mutating func checkpoint(at offset: Int) -> Checkpoint {
    addTrivia(upTo: offset)
    return Checkpoint(index: records.count)
  }

  /// Adds a token and the trivia before it.
  ///
  /// Bytes that are already in the tree are not added again.
  mutating func add(_ kind: SyntaxKind, _ span: Span) {
    addTrivia(upTo: span.lowerBound)
    let start = max(span.lowerBound, end)
    if start < span.upperBound { append(kind, upTo: span.upperBound) }
  }

  /// Creates a node that contains everything that was added since a checkpoint.
  mutating func wrap(_ kind: SyntaxKind, from checkpoint: Checkpoint) {
    guard checkpoint.index < records.count else { return }
    // The first record is the leftmost token, because nodes are stored after their children.
    let start = records[checkpoint.index].span.lowerBound
    records.append(Record(kind: kind, span: start..<end, count: records.count - checkpoint.index + 1))
  }

  /// Adds the trivia up to an offset.
  mutating func addTrivia(upTo offset: Int) {
    while end < offset, let byte = bytes[end] {
      switch byte {
      case ASCII.newline: append(.newline, upTo: end + 1)
      case ASCII.semicolon: append(.semicolon, upTo: end + 1)
      case _ where byte.separatesWords: append(.whitespace, upTo: min(bytes.skipWhitespace(at: end), offset))
      case ASCII.slash where bytes.hasLineComment(at: end): append(.lineComment, upTo: bytes.lineEnd(at: end))
      case ASCII.slash where bytes.has("/*", at: end):
        append(.blockComment, upTo: bytes.blockCommentEnd(at: end) ?? bytes.count)
      case _ where bytes.hasFence(at: end): append(.annotation, upTo: bytes.lineEnd(at: end))
      case 0xEF where end == 0 && bytes.has("\u{FEFF}", at: 0): append(.byteOrderMark, upTo: 3)
      default: append(.unexpected, upTo: bytes.characterEnd(at: end))
      }
    }
  }

  private mutating func append(_ kind: SyntaxKind, upTo offset: Int) {
    records.append(Record(kind: kind, span: end..<offset, count: 1))
    end = offset
  }
}

/// A node of a syntax tree.
package struct SyntaxNode: Sendable {
  fileprivate let tree: SyntaxTree
  fileprivate let index: Int

  package var kind: SyntaxKind { tree.kind(of: index) }
  package var span: Span { tree.span(of: index) }
  package var source: Source { tree.source }
  /// The direct children, including trivia.
  package var children: [SyntaxNode] { tree.children(of: index) }
  /// The direct children without trivia.
  package var parts: [SyntaxNode] { children.filter { !$0.kind.isTrivia } }
  package var text: String { source.text(of: span) }

  /// Whether the node is the given symbol.
  package func `is`(_ symbol: StaticString) -> Bool {
    kind == .symbol && span.count == symbol.utf8CodeUnitCount && SourceBytes(source).has(symbol, at: span.lowerBound)
  }
}
