/// Parses a source one statement at a time, into a syntax tree and, if there is no error, a typed statement.
///
/// After an error, parsing continues to the end of the statement, so that the tree is complete. Only the first error
/// of a statement is reported. A statement can use the names that earlier statements bind, in addition to those of
/// `Bindings`.
package struct Parser {
  /// The origin of a source.
  package enum Mode: Sendable {
    case script
    /// Input at the prompt. A line that begins with `==`, `during` or a link of a chain applies to the last result.
    case interactive
    /// Input that is still being typed. An incomplete token at its end is parsed as the token that it may become.
    case typing
  }

  /// The names that are bound before the source.
  package struct Bindings {
    let vocabulary: Vocabulary
    package var isBound: (String) -> Bool
    /// Returns all names, for suggestions.
    package var names: () -> [String]
    /// Returns the timeline of a stream that is written as one.
    package var timeline: (String) -> String? = { _ in nil }
    /// Whether a name is the one of a command.
    package var isCommand: (String) -> Bool = { _ in false }
    /// Whether the arguments of a command are an expression, which then becomes part of the tree.
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
  package let mode: Mode
  let bindings: Bindings

  /// The tree of the last statement and the trivia before it.
  ///
  /// At the end, it contains the trivia after the last statement.
  package internal(set) var tree: SyntaxTree
  /// The length of a tick in the following statements.
  package var tickLength = TickLength.millisecond
  /// The warnings about all statements so far, in source order.
  package var warnings: [Diagnostic] = []
  /// The names whose definition has an error.
  ///
  /// A use of such a name gets a diagnostic of its own.
  private var unreadableNames: Set<String> = []
  /// Whether the last statement ended within an open bracket or comment.
  var isIncomplete = false
  /// Whether the rest of a statement with an error is skipped, since it is neither kept in a tree nor completed by the
  /// user.
  private var stopsAtError = false
  package var position: Int
  /// The names that this source has bound.
  private var boundHere: Set<String> = []

  // MARK: The current statement

  /// The first error of the statement.
  var failure: Diagnostic?
  package private(set) var statementStart = 0
  /// The offset that the statement does not extend beyond.
  ///
  /// It is the end of the source until the first error, which determines the end of the statement.
  var limit: Int
  /// The kind of the statement's node.
  var kind = SyntaxKind.comparison
  /// The form of the last timeline.
  var lastForm = TimelineForm.pipe
  /// Whether a definition after `races` is read, which `within` may follow.
  var isAfterRaces = false
  /// The parsed statements of a drawing that have not been returned yet, the next one last.
  var pending: [Result<Statement, Diagnostic>] = []
  /// Whether the parser is in an expression, whose brackets may contain line ends.
  var isInExpression = false
  /// The state within the current expression.
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

  /// Whether the input at the prompt is incomplete because a bracket of an expression or a comment is still open.
  ///
  /// An empty line ends the input, so input with an empty line at its end is never incomplete.
  package static func needsMore(_ text: String, bindings: Bindings) -> Bool {
    var parser = Parser(Source(name: "", text: text), mode: .interactive, bindings: bindings)
    while parser.next() != nil {}
    return parser.isIncomplete && !parser.endsInBlankLine
  }

  /// Parses the rest of the source and returns its tree.
  package mutating func wholeTree() -> SyntaxTree {
    let start = tree.checkpoint(at: position)
    while read(keepingTree: true) != nil {}
    tree.wrap(.script, from: start)
    return tree
  }

  /// Parses the rest of the source, each statement with the names that are bound after the one before it.
  ///
  /// - Parameter take: Called with each statement, or `nil` if it has errors, and with its nodes and the trivia before
  ///   it, and at the end with the rest of the trivia.
  package mutating func readTrees(_ take: (Statement?, [SyntaxNode]) -> Void) {
    var isAtEnd = false
    while !isAtEnd {
      tree.removeAll()
      let statement = read(keepingTree: true)
      take(try? statement?.get(), tree.nodes)
      isAtEnd = statement == nil
    }
  }

  /// Returns the next statement or its first error, or `nil` at the end.
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
    stopsAtError = !keepingTree && mode == .script
    let start = position
    statementStart = start
    let checkpoint = tree.checkpoint(at: start)
    if readDrawing() {
      tree.wrap(.drawing, from: checkpoint)
      return pending.popLast()
    }
    // A ruler without lanes may be the beginning of a pasted drawing.
    let mayBecomeDrawing = mode != .script && isAtRulerAlone
    defer { isIncomplete = isIncomplete || mayBecomeDrawing }
    isInExpression = false
    kind = .comparison
    let statement = statement()
    let end = position
    expectEnd()
    if failure != nil { if stopsAtError { position = limit } else { readRest() } }
    tree.wrap(kind, from: checkpoint)
    return failure.map(Result.failure) ?? .success(Statement(kind: statement, span: start..<end, title: title))
  }

  // MARK: Names

  package func isBound(_ name: String) -> Bool {
    boundHere.contains(name) || name.isResultName || bindings.isBound(name)
  }

  /// Calls a function while additional names are bound.
  mutating func withNames<T>(_ names: [String], _ read: (inout Parser) -> T) -> T {
    let added = names.filter { boundHere.insert($0).inserted }
    defer { boundHere.subtract(added) }
    return read(&self)
  }

  mutating func bind(_ name: String, isReadable: Bool) {
    boundHere.insert(name)
    if isReadable { unreadableNames.remove(name) } else { unreadableNames.insert(name) }
  }

  /// Returns the names with an invalid definition since the last call.
  package mutating func takeUnreadableNames() -> Set<String> {
    defer { unreadableNames = [] }
    return unreadableNames
  }

  /// Records that the definition of an operator has an error.
  mutating func recordUnreadable(operator name: String) {
    unreadableNames.insert(Parser.key(ofOperator: name))
  }

  /// Returns the name under which a custom operator is recorded.
  ///
  /// It differs from the operator's name, because a stream may have the same name.
  package static func key(ofOperator name: String) -> String { name + "(" }

  func suggestion(for name: String) -> String? {
    closest(to: name, among: boundHere.union(bindings.names()))
  }

  // MARK: Between statements

  /// Skips to the next statement, and returns the comment on the line directly above it.
  private mutating func skipToStatement() -> String? {
    if position == 0, bytes.has("\u{FEFF}", at: 0) { position = 3 }
    var title: String?
    var isCommentLine = false
    while true {
      let lineStart = position
      position = bytes.skipWhitespace(at: position)
      switch bytes[position] {
      case ASCII.newline:
        // An empty line separates a comment from the following statement.
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
      case _ where bytes.hasFence(at: position):
        title = nil
        position = bytes.lineEnd(at: position)
      case ASCII.slash where bytes.has("/*", at: position):
        isCommentLine = true
        position = skipTrivia()
      default:
        return isCommentLine ? nil : title
      }
    }
  }

  private func isAtLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == ASCII.newline }

  /// Returns the text of a `//` comment.
  private func comment(_ span: Span) -> String? {
    var start = span.lowerBound + 2
    while start < span.upperBound, let byte = bytes[start], byte.separatesWords || byte == ASCII.slash { start += 1 }
    let words = source.trimmingTrailingWhitespace(start..<span.upperBound)
    return words.isEmpty ? nil : bytes.text(words)
  }

  /// Returns the offset after whitespace and comments within the line.
  mutating func skipTrivia(at offset: Int? = nil) -> Int {
    switch bytes.skipTrivia(at: offset ?? position) {
    case .to(let end): return end
    case .unclosedComment(let start):
      fail(.unclosedComment, at: start..<start + 2)
      return limit
    }
  }

  /// Whether a statement ends at an offset.
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

  /// Reports the word at an offset where the statement should end.
  mutating func failAtWord(_ offset: Int) {
    if let error = pipe(at: offset) ?? callWithoutDot(at: offset) ?? foreignLink(at: offset) ?? calculation(at: offset)
      ?? comment(at: offset) ?? closureWithoutBraces(at: offset) ?? renamingWithoutComma(at: offset)
      ?? wordsBetween(at: offset)
    {
      return fail(error)
    }
    // Only the bracket is wrong before another link of a chain.
    var end = offset
    while let byte = bytes[end], ")]}".utf8.contains(byte), end < limit { end += 1 }
    let span = end > offset ? offset..<end : word(at: offset)
    fail(.unexpectedText(bytes.excerpt(span)), at: span)
  }

  /// Returns the span up to the next space or the end of the statement.
  func word(at offset: Int) -> Span {
    var end = offset
    while !isEnd(end), let byte = bytes[end], !byte.separatesWords { end += 1 }
    return offset..<end
  }

  private var endsInBlankLine: Bool {
    bytes[source.trimmingTrailingWhitespace(0..<bytes.count).upperBound - 1] == ASCII.newline
  }

  // MARK: Errors

  /// Records the first error of a statement and determines where the statement ends.
  mutating func fail(_ problem: LanguageProblem, at span: Span, related: Span? = nil) {
    fail(Diagnostic(problem, at: span, related: related))
  }

  mutating func fail(_ error: Diagnostic) {
    guard failure == nil else { return }
    failure = error
    limit = end(after: error)
    cursor.endTokens(at: limit, isEndOfSource: limit == bytes.count)
    if stopsAtError { cursor.stop(at: limit) }
  }

  /// Replaces the error of the statement by one that explains it, unless it was there before.
  mutating func explainFailure(
    since wasFailed: Bool, _ problem: LanguageProblem, at span: Span, replacing replaced: Span
  ) {
    guard !wasFailed, failure != nil else { return }
    failure = Diagnostic(problem, at: span)
    failure?.replaced = replaced
  }

  /// Parses text up to an offset only for the tree, without reporting its errors.
  mutating func readUnreported(upTo end: Int, _ read: (inout Parser) -> Void) {
    let outer = limit
    failure = Diagnostic(.emptyCommand, at: position..<position)
    limit = end
    read(&self)
    failure = nil
    limit = outer
  }

  /// Returns the end of a statement with an error.
  private mutating func end(after error: Diagnostic) -> Int {
    if case LanguageProblem.unclosedComment = error.problem {
      isIncomplete = true
      return bytes.count
    }
    // The statement ends where its brackets are closed, unless one is unclosed or the error is after that position.
    let matched = BracketMatcher.statementEnd(at: statementStart, in: bytes, acrossLines: isInExpression)
    var end = endOfContinuation(from: matched ?? bytes.lineEnd(at: max(statementStart, error.span.lowerBound)))
    if end < error.span.lowerBound { end = endOfContinuation(from: bytes.lineEnd(at: error.span.lowerBound)) }
    return min(max(end, statementStart + 1), bytes.count)
  }

  /// Returns the end of the continuation lines after a line end, which belong to a statement with an error.
  ///
  /// Otherwise they would cause another error.
  private func endOfContinuation(from lineEnd: Int) -> Int {
    var end = lineEnd
    while bytes[end] == ASCII.newline, let next = bytes.continuation(afterLineEnd: end),
      bytes.has("==", at: next) || bytes.hasChainLink(at: next)
    {
      end = BracketMatcher.statementEnd(at: next, in: bytes, acrossLines: isInExpression) ?? bytes.lineEnd(at: next)
    }
    return end
  }
}
