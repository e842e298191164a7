/// Reads a source statement by statement, each as a syntax tree and, where it has no error, as a typed statement.
///
/// After an error it goes on to the end of the statement, so that everything is in the tree; only the first error of a
/// statement is reported. Names that earlier statements of the same source bind are known to later ones, on top of
/// those that `Bindings` knows.
package struct Parser {
  /// Who wrote the source.
  package enum Mode: Sendable {
    case script
    /// An entry at the prompt: a line that begins with `==`, `during` or a link of a chain applies to the last result.
    case interactive
    /// An entry that is still being typed: what its end begins counts as what it may become.
    case typing
  }

  /// What is bound before the source is read.
  package struct Bindings {
    let vocabulary: Vocabulary
    package var isBound: (String) -> Bool
    /// All of them, to guess from when one is mistyped.
    package var names: () -> [String]
    /// Whether an expression follows the name of a command, and belongs into the tree.
    package var takesExpression: (_ command: String) -> Bool = { _ in false }

    package init(
      _ vocabulary: Vocabulary, isBound: @escaping (String) -> Bool = { _ in false },
      names: @escaping () -> [String] = { [] }
    ) {
      self.vocabulary = vocabulary
      self.isBound = isBound
      self.names = names
    }
  }

  package let source: Source
  package let bytes: SourceBytes
  let mode: Mode
  let bindings: Bindings

  /// The tree of the last statement, with the trivia before it; at the end, the trivia after the last statement.
  package internal(set) var tree: SyntaxTree
  /// How long a tick is in what is read next.
  package var tickLength = TickLength.millisecond
  /// The warnings of the statements so far, in their order.
  package var warnings: [Diagnostic] = []
  /// Names whose definition has an error; their uses need not be reported as well.
  private var unreadableNames: Set<String> = []
  /// Whether the last statement ended where a bracket or a comment was still open.
  var isIncomplete = false
  package var position: Int
  /// The names that statements of this source have bound.
  private var boundHere: Set<String> = []

  // MARK: The statement that is being read

  /// Its first error.
  private(set) var failure: Diagnostic?
  private var statementStart = 0
  /// Where it ends at the latest; known once it has an error.
  var limit: Int
  /// The kind of its node.
  var kind = SyntaxKind.comparison
  /// What the last timeline was read as.
  var lastForm = TimelineForm.pipe
  /// Statements of a drawing that are read already, the next one last.
  var pending: [Result<Statement, Diagnostic>] = []
  /// Whether what is being read is an expression, whose brackets may hold line ends.
  var isInExpression = false
  /// The part of it that is an expression.
  var cursor = ExpressionCursor()

  package init(_ source: Source, mode: Mode = .script, bindings: Bindings, from start: Int = 0) {
    self.source = source
    bytes = SourceBytes(source)
    self.mode = mode
    self.bindings = bindings
    position = start
    limit = source.bytes.count
    tree = SyntaxTree(of: source, from: start)
  }

  /// Whether a string at the prompt needs another line: a bracket of an expression or a comment is still open.
  ///
  /// An empty line ends the entry, so a string that ends in one is never incomplete.
  package static func needsMore(_ text: String, bindings: Bindings) -> Bool {
    var parser = Parser(Source(name: "", text: text), mode: .interactive, bindings: bindings)
    while parser.next() != nil {}
    return parser.isIncomplete && !parser.endsInBlankLine
  }

  /// The tree of the rest of the source.
  package mutating func wholeTree() -> SyntaxTree {
    let start = tree.checkpoint(at: position)
    while read(keepingTree: true) != nil {}
    tree.wrap(.script, from: start)
    return tree
  }

  /// The next statement, or its first error; `nil` at the end.
  package mutating func next() -> Result<Statement, Diagnostic>? { read(keepingTree: false) }

  private mutating func read(keepingTree: Bool) -> Result<Statement, Diagnostic>? {
    if !keepingTree { tree.removeAll() }
    if let statement = pending.popLast() { return statement }
    failure = nil
    limit = bytes.count
    statementStart = position
    let title = skipToStatement()
    if let failure {
      tree.addTrivia(upTo: limit)
      position = limit
      return .failure(failure)
    }
    guard position < bytes.count else {
      tree.addTrivia(upTo: bytes.count)
      return nil
    }
    isIncomplete = false
    let start = position
    statementStart = start
    let checkpoint = tree.checkpoint(at: start)
    if readDrawing() {
      tree.wrap(.drawing, from: checkpoint)
      return pending.popLast()
    }
    // A pasted drawing begins with its ruler.
    let mayBecomeDrawing = mode != .script && isAtRulerAlone
    defer { isIncomplete = isIncomplete || mayBecomeDrawing }
    isInExpression = false
    kind = .comparison
    let statement = statement()
    let end = position
    expectEnd()
    if failure != nil { readRest() }
    tree.wrap(kind, from: checkpoint)
    return failure.map(Result.failure) ?? .success(Statement(kind: statement, span: start..<end, title: title))
  }

  // MARK: Names

  package func isBound(_ name: String) -> Bool {
    boundHere.contains(name) || Self.isResult(name) || bindings.isBound(name)
  }

  /// `_`, `_1`, `_2` and so on name results and cannot be bound.
  package static func isResult(_ name: String) -> Bool {
    name.hasPrefix("_") && name.utf8.dropFirst().allSatisfy(\.isDigit)
  }

  /// Whether a name has a meaning of its own and cannot be given another.
  package static func isReserved(_ name: String) -> Bool {
    isResult(name) || ["true", "false", "nil", "throw"].contains(name)
  }

  /// Reads something in which some more names are bound.
  mutating func withNames<T>(_ names: [String], _ read: (inout Parser) -> T) -> T {
    let added = names.filter { boundHere.insert($0).inserted }
    defer { boundHere.subtract(added) }
    return read(&self)
  }

  mutating func bind(_ name: String, isReadable: Bool) {
    boundHere.insert(name)
    if isReadable { unreadableNames.remove(name) } else { unreadableNames.insert(name) }
  }

  /// The names whose definition has an error, since the last call.
  package mutating func takeUnreadableNames() -> Set<String> {
    defer { unreadableNames = [] }
    return unreadableNames
  }

  /// Notes that the definition of an operator has an error.
  mutating func noteUnreadable(operator name: String) {
    unreadableNames.insert(Parser.key(ofOperator: name))
  }

  /// The key of a custom operator among names: a stream may have the same name.
  package static func key(ofOperator name: String) -> String { name + "(" }

  func suggestion(for name: String) -> String? {
    closest(to: name, among: boundHere.union(bindings.names()))
  }

  // MARK: Between statements

  /// Skips to the next statement; returns the comment in the line directly above it.
  private mutating func skipToStatement() -> String? {
    if position == 0, bytes.has("\u{FEFF}", at: 0) { position = 3 }
    var title: String?
    var isCommentLine = false
    while true {
      let lineStart = position
      position = bytes.skipWhitespace(at: position)
      switch bytes[position] {
      case ASCII.newline:
        // A line with nothing on it separates a comment from what follows.
        if !isCommentLine { title = nil }
        isCommentLine = false
        position += 1
      case ASCII.semicolon:
        position += 1
      case ASCII.slash where bytes.hasLineComment(at: position):
        let end = bytes.lineEnd(at: position)
        title = isAtLineStart(lineStart) ? comment(position..<end) : nil
        isCommentLine = true
        position = end
      case ASCII.slash where bytes.has("/*", at: position):
        isCommentLine = true
        position = skipTrivia()
      default:
        return isCommentLine ? nil : title
      }
    }
  }

  private func isAtLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == ASCII.newline }

  /// The words of a `//` comment.
  private func comment(_ span: Span) -> String? {
    var start = span.lowerBound + 2
    while start < span.upperBound, let byte = bytes[start], byte.separatesWords || byte == ASCII.slash { start += 1 }
    let words = source.trimmingTrailingWhitespace(start..<span.upperBound)
    return words.isEmpty ? nil : bytes.text(words)
  }

  /// The offset after whitespace and comments within the line.
  mutating func skipTrivia(at offset: Int? = nil) -> Int {
    switch bytes.skipTrivia(at: offset ?? position) {
    case .to(let end): return end
    case .unclosedComment(let start):
      fail(.unclosedComment, at: start..<start + 2)
      return limit
    }
  }

  /// Whether a statement is over at an offset.
  func isEnd(_ offset: Int) -> Bool {
    if offset >= limit { return true }
    switch bytes[offset] {
    case nil, ASCII.newline, ASCII.semicolon: return true
    default: return false
    }
  }

  private mutating func expectEnd() {
    let next = skipTrivia()
    guard failure == nil else { return }
    guard isEnd(next) else { return failAtWord(next) }
    position = next
  }

  /// Reports the word that appears where a statement should end.
  mutating func failAtWord(_ offset: Int) {
    let span = word(at: offset)
    fail(.unexpectedText(bytes.excerpt(span)), at: span)
  }

  /// Everything up to the next space or end.
  func word(at offset: Int) -> Span {
    var end = offset
    while !isEnd(end), let byte = bytes[end], !byte.separatesWords { end += 1 }
    return offset..<end
  }

  private var endsInBlankLine: Bool {
    bytes[source.trimmingTrailingWhitespace(0..<bytes.count).upperBound - 1] == ASCII.newline
  }

  // MARK: Errors

  /// Notes an error, unless the statement has one already, and finds out where the statement ends.
  mutating func fail(_ problem: LanguageProblem, at span: Span, related: Span? = nil) {
    fail(Diagnostic(problem, at: span, related: related))
  }

  mutating func fail(_ error: Diagnostic) {
    guard failure == nil else { return }
    failure = error
    limit = end(after: error)
    cursor.endTokens(at: limit, isEndOfSource: limit == bytes.count)
  }

  /// Reads something for the tree only: its errors are not reported, and it ends at an offset at the latest.
  mutating func readUnreported(upTo end: Int, _ read: (inout Parser) -> Void) {
    let outer = limit
    failure = Diagnostic(.emptyCommand, at: position..<position)
    limit = end
    read(&self)
    failure = nil
    limit = outer
  }

  /// Where a statement with an error ends.
  private mutating func end(after error: Diagnostic) -> Int {
    if case LanguageProblem.unclosedComment = error.problem {
      isIncomplete = true
      return bytes.count
    }
    // The end as brackets have it, unless they never close, or the error lies after it.
    let matched = BracketMatcher.statementEnd(at: statementStart, in: bytes, acrossLines: isInExpression)
    var end = matched ?? bytes.lineEnd(at: max(statementStart, error.span.lowerBound))
    if end < error.span.lowerBound { end = bytes.lineEnd(at: error.span.lowerBound) }
    // What continues it on the next lines belongs to it, and would only be reported once more.
    while bytes[end] == ASCII.newline, let next = bytes.continuation(afterLineEnd: end),
      bytes.has("==", at: next) || bytes.hasChainLink(at: next)
    {
      end = BracketMatcher.statementEnd(at: next, in: bytes, acrossLines: isInExpression) ?? bytes.lineEnd(at: next)
    }
    return min(max(end, statementStart + 1), bytes.count)
  }
}
