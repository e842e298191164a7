/// Reads a source statement by statement.
///
/// A statement that cannot be read is reported and skipped to its end; the next call goes on behind it. Names that
/// earlier statements of the same source bind are known to later ones, on top of those that `Bindings` knows.
struct Parser {
  /// Who wrote the source.
  enum Mode: Sendable {
    case script
    /// An entry at the prompt: a line that begins with `==`, `during` or a link of a chain applies to the last result.
    case interactive
  }

  /// What is bound before the source is read.
  struct Bindings {
    var isBound: (String) -> Bool
    /// All of them, to guess from when one is mistyped.
    var names: () -> [String]

    init(isBound: @escaping (String) -> Bool = { _ in false }, names: @escaping () -> [String] = { [] }) {
      self.isBound = isBound
      self.names = names
    }
  }

  let source: Source
  let bytes: SourceBytes
  let mode: Mode
  let bindings: Bindings

  /// How long a tick is in what is read next.
  var tickLength = TickLength.millisecond

  /// What was found odd in the statements so far, in their order.
  var warnings: [Diagnostic] = []
  /// Names whose definition could not be read; what uses them need not be reported once more.
  private(set) var unreadableNames: Set<String> = []
  /// Whether the last statement ended where a bracket or a comment was still open.
  var ranOut = false

  var position = 0
  /// Statements of a drawing that are read already, the next one last.
  var pending: [Result<Statement, Diagnostic>] = []
  /// The drawing that the last statement was read from, if it was.
  var drawing: Span?
  /// The names that statements of this source have bound.
  private var boundHere: Set<String> = []
  /// Whether what is being read is an expression, whose brackets may hold line ends.
  var isInExpression = false

  init(_ source: Source, mode: Mode = .script, bindings: Bindings = Bindings()) {
    self.source = source
    bytes = SourceBytes(source)
    self.mode = mode
    self.bindings = bindings
  }

  /// Whether a text at the prompt wants another line: a bracket of an expression or a comment is still open.
  ///
  /// An empty line ends the wait, so a text that ends in one is never incomplete.
  static func needsMore(_ text: String, bindings: Bindings = Bindings()) -> Bool {
    var parser = Parser(Source(name: "", text: text), mode: .interactive, bindings: bindings)
    while parser.next() != nil {}
    return parser.ranOut && !parser.endsInBlankLine
  }

  /// The next statement, or what is wrong with it; `nil` at the end.
  mutating func next() -> Result<Statement, Diagnostic>? {
    if let statement = pending.popLast() { return statement }
    drawing = nil
    let title: String?
    do {
      title = try skipToStatement()
    } catch {
      ranOut = true
      position = bytes.count
      return .failure(error)
    }
    guard position < bytes.count else { return nil }
    ranOut = false
    if readDrawing() { return pending.popLast() }
    // Somebody who pastes a drawing at the prompt begins with its ruler.
    let mayBecomeDrawing = mode == .interactive && isAtRulerAlone
    defer { ranOut = ranOut || mayBecomeDrawing }
    let start = position
    isInExpression = false
    do {
      let kind = try statement()
      let end = position
      try expectEnd()
      return .success(Statement(kind: kind, span: start..<end, title: title))
    } catch {
      recover(from: start, after: error)
      return .failure(error)
    }
  }

  // MARK: Names

  func isBound(_ name: String) -> Bool { boundHere.contains(name) || isResult(name) || bindings.isBound(name) }

  /// `_`, `_1`, `_2` and so on name results and cannot be bound.
  func isResult(_ name: String) -> Bool { name.hasPrefix("_") && name.utf8.dropFirst().allSatisfy(\.isDigit) }

  /// Whether a name has a meaning of its own and cannot be given another.
  func isReserved(_ name: String) -> Bool { isResult(name) || ["true", "false", "nil", "throw"].contains(name) }

  /// Reads something in which some names more are bound.
  mutating func withNames<T>(
    _ names: [String], _ read: (inout Parser) throws(Diagnostic) -> T
  ) throws(Diagnostic) -> T {
    let added = names.filter { boundHere.insert($0).inserted }
    defer { boundHere.subtract(added) }
    return try read(&self)
  }

  mutating func bind(_ name: String, isReadable: Bool) {
    boundHere.insert(name)
    if isReadable { unreadableNames.remove(name) } else { unreadableNames.insert(name) }
  }

  /// The names whose definition could not be read since somebody has asked.
  mutating func takeUnreadableNames() -> Set<String> {
    defer { unreadableNames = [] }
    return unreadableNames
  }

  /// Notes that the definition of an operator could not be read.
  mutating func noteUnreadable(operator name: String) {
    unreadableNames.insert(Marbles.Bindings.key(ofOperator: name))
  }

  func suggestion(for name: String) -> String? {
    closest(to: name, among: boundHere.union(bindings.names()))
  }

  // MARK: Between statements

  /// Skips to the next statement; gives the comment in the line directly above it.
  private mutating func skipToStatement() throws(Diagnostic) -> String? {
    if position == 0, bytes.has("\u{FEFF}", at: 0) { position = 3 }
    var title: String?
    var isCommentLine = false
    while true {
      let lineStart = position
      position = bytes.skipBlanks(at: position)
      switch bytes[position] {
      case ASCII.newline:
        // A line with nothing on it stands between a comment and what follows.
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
        position = try skipTrivia()
      default:
        return isCommentLine ? nil : title
      }
    }
  }

  private func isAtLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == ASCII.newline }

  /// The words of a `//` comment.
  private func comment(_ span: Span) -> String? {
    var start = span.lowerBound + 2
    var end = span.upperBound
    while start < end, let byte = bytes[start], byte.separatesWords || byte == ASCII.slash { start += 1 }
    while end > start, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    return start < end ? bytes.text(start..<end) : nil
  }

  /// The offset behind blanks and comments within the line.
  func skipTrivia(at offset: Int? = nil) throws(Diagnostic) -> Int {
    switch bytes.skipTrivia(at: offset ?? position) {
    case .to(let end): return end
    case .unclosedComment(let start): throw Diagnostic(.unclosedComment, at: start..<start + 2)
    }
  }

  /// Whether a statement is over at an offset.
  func isEnd(_ offset: Int) -> Bool {
    switch bytes[offset] {
    case nil, ASCII.newline, ASCII.semicolon: true
    default: false
    }
  }

  private mutating func expectEnd() throws(Diagnostic) {
    let behind = try skipTrivia()
    guard isEnd(behind) else { throw unexpected(at: behind) }
    position = behind
  }

  /// The word that stands where a statement should end.
  func unexpected(at offset: Int) -> Diagnostic {
    let span = word(at: offset)
    return Diagnostic(.unexpectedText(bytes.excerpt(span)), at: span)
  }

  /// Everything up to the next blank or end.
  func word(at offset: Int) -> Span {
    var end = offset
    while !isEnd(end), let byte = bytes[end], !byte.separatesWords { end += 1 }
    return offset..<end
  }

  // MARK: Recovery

  private mutating func recover(from start: Int, after error: Diagnostic) {
    if case .unclosedComment = error.problem {
      ranOut = true
      position = bytes.count
      return
    }
    // The end as brackets have it, unless they never close, or the error lies behind it.
    let skimmed = Skimmer.statementEnd(at: start, in: bytes, acrossLines: isInExpression)
    var end = skimmed ?? bytes.lineEnd(at: max(start, error.span.lowerBound))
    if end < error.span.lowerBound { end = bytes.lineEnd(at: error.span.lowerBound) }
    // What continues it on the next lines belongs to it, and would only be reported once more.
    while bytes[end] == ASCII.newline, let next = bytes.continuation(afterLineEnd: end),
      bytes.has("==", at: next) || bytes.hasChainLink(at: next)
    {
      end = Skimmer.statementEnd(at: next, in: bytes, acrossLines: isInExpression) ?? bytes.lineEnd(at: next)
    }
    position = max(end, start + 1)
  }

  private var endsInBlankLine: Bool {
    var end = bytes.count
    while end > 0, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    return end > 0 && bytes[end - 1] == ASCII.newline
  }
}
