/// Reads an entry as far as it has been typed, with the language's own lexer and scanner, and never gives up.
///
/// It finds what each part is, and where its end stands; it looks at no byte more than a few times.
struct EntryReader {
  let source: Source
  let bytes: SourceBytes
  let lexer: Lexer
  let words: Words
  var parser: Parser
  var position = 0
  var highlights: [Highlight] = []

  /// The brackets of an expression that are open, the innermost last.
  var brackets: [Open] = []
  /// The names that the entry binds.
  var names: [String] = []
  var closureDepth = 0
  /// How many interpolations are open.
  var textDepth = 0
  /// What stands before the next token of an expression.
  var last = Last.nothing
  /// What the last timeline was read as; those behind its commas are windows where it is one.
  var lastForm = TimelineForm.pipe
  /// What the next parentheses or closure belong to.
  var callee: Callee?
  /// The names that stand for the arguments of an operator that is being defined.
  var parameters: Set<String> = []
  /// The command that was read last, if nothing stands behind it.
  var command: (name: Name, arguments: Name)?
  /// The name that is asked about, by where it begins.
  var asked: Int?
  /// What was found of it.
  var place: Place?

  /// What an entry may name besides streams.
  struct Words {
    /// Whether an operator has that name.
    var isOperator: (String) -> Bool
    var tickLength: TickLength
  }

  /// A bracket of an expression that is open.
  struct Open {
    enum Kind: Equatable {
      case call, round, square, closure
      /// In a text: `\(`.
      case interpolation
    }

    let kind: Kind
    /// The operator that the parentheses belong to, or the closure.
    var callee: String?
    /// Whether a stream stands before the operator.
    var hasReceiver = false
    /// The labels that have been written.
    var labels: [String] = []
    /// The names that a closure gives its arguments.
    var names: Set<String> = []
  }

  /// Where a name stands.
  enum Place: Equatable {
    /// Where a statement or what is compared begins.
    case beginning
    /// Behind a dot and a stream.
    case link
    /// Behind a dot, in a closure.
    case member
    /// Behind a dot that nothing stands before.
    case strategy
    /// Where an argument begins, behind its label if it has one.
    case argument(label: String?)
    /// In a closure, or further on in an argument.
    case operand
  }

  init(_ text: String, words: Words, bindings: Parser.Bindings, asked: Int? = nil) {
    source = Source(name: "", text: text)
    bytes = SourceBytes(source)
    lexer = Lexer(bytes)
    parser = Parser(source, mode: .interactive, bindings: bindings)
    self.words = words
    self.asked = asked
  }

  /// Notes what a part of the entry is.
  mutating func note(_ range: Range<Int>, _ kind: Highlight.Kind) {
    guard !range.isEmpty else { return }
    if let last = highlights.last, last.kind == kind, last.range.upperBound == range.lowerBound {
      highlights[highlights.count - 1] = Highlight(range: last.range.lowerBound..<range.upperBound, kind: kind)
    } else {
      highlights.append(Highlight(range: range, kind: kind))
    }
  }

  func isBound(_ name: String) -> Bool {
    // Nobody nests closures deeper than the parser reads them.
    parser.isBound(name) || parameters.contains(name)
      || brackets.suffix(ExpressionParser.deepestNesting).contains { $0.names.contains(name) }
  }

  /// Gives up what is open.
  mutating func dropBrackets() {
    brackets = []
    closureDepth = 0
    textDepth = 0
  }

  // MARK: Statements

  mutating func read() {
    while position < bytes.count {
      let start = position
      skipTrivia()
      switch bytes[position] {
      case nil: return
      case ASCII.newline, ASCII.semicolon: position += 1
      default: readStatement()
      }
      // Whatever stands here that nothing could be made of.
      if position == start { step(.mistake) }
    }
  }

  private mutating func readStatement() {
    parameters = []
    command = nil
    dropBrackets()
    if bytes[position] == ASCII.colon { return readCommand() }
    if bytes.hasChainLink(at: position) || isTypedLink(at: position) {
      readExpression()
    } else if !readComparison(), !readBinding(), !readKeyword() {
      readDefinition()
    }
    readRest()
  }

  /// Whether a chain is being typed here: `.`, or `.ma`.
  func isTypedLink(at offset: Int) -> Bool {
    guard bytes[offset] == ASCII.dot else { return false }
    return offset + 1 == bytes.count || bytes.identifierEnd(at: offset + 1) == bytes.count
  }

  /// What may stand behind a stream or a timeline.
  private mutating func readRest() {
    while true {
      skipTrivia()
      if parser.isEnd(position) { return }
      if bytes[position] == ASCII.comma {
        step(.punctuation)
        skipTrivia()
        readTimeline(lastForm == .window ? .window : .raw)
      } else if bytes.hasWord("where", at: position) {
        noteWord("where")
        readRenaming()
      } else if !readComparison() {
        let word = parser.word(at: position)
        // It may become `during` or `where`.
        let isTyped = word.upperBound == bytes.count && bytes.identifierEnd(at: position) == word.upperBound
        if !isTyped { note(word, .mistake) }
        position = max(word.upperBound, position + 1)
      }
    }
  }

  /// `== …`, `during …` and `at …`.
  private mutating func readComparison() -> Bool {
    if bytes.has("==", at: position) {
      note(position..<position + 2, .punctuation)
      position += 2
      skipTrivia()
      if !parser.isEnd(position) { readDefinition() }
      return true
    }
    if bytes.hasWord("during", at: position), !isBound("during") {
      noteWord("during")
      skipTrivia()
      readTimeline(.window)
      return true
    }
    if bytes.hasWord("at", at: position), position > 0, !isBound("at") {
      noteWord("at")
      skipTrivia()
      let word = parser.word(at: position)
      note(word, .number)
      position = word.upperBound
      return true
    }
    return false
  }

  /// `name =` and `name(p, q) =`.
  private mutating func readBinding() -> Bool {
    guard let nameEnd = bytes.identifierEnd(at: position) else { return false }
    let start = position
    let parts = definitionParts(behind: nameEnd)
    guard case .to(let equals) = bytes.skipTrivia(at: parts?.end ?? nameEnd), bytes[equals] == ASCII.equals,
      bytes[equals + 1] != ASCII.equals
    else { return false }
    let name = bytes.text(start..<nameEnd)
    note(start..<nameEnd, parser.isReserved(name) ? .mistake : parts == nil ? .name : .operator)
    for parameter in parts?.names ?? [] {
      note(parameter, .name)
      parameters.insert(bytes.text(parameter))
    }
    position = parts?.end ?? nameEnd
    skipTrivia()
    step(.punctuation)
    skipTrivia()
    if !parser.isEnd(position) { readDefinition() }
    if parts == nil {
      parser.bind(name, isReadable: true)
      names.append(name)
    }
    return true
  }

  /// The names in the parentheses of `name(p, q)`, and the end of them.
  private func definitionParts(behind nameEnd: Int) -> (names: [Span], end: Int)? {
    guard bytes[nameEnd] == ASCII.openParenthesis else { return nil }
    var names: [Span] = []
    var end = bytes.skipBlanks(at: nameEnd + 1)
    while let nameEnd = bytes.identifierEnd(at: end) {
      names.append(end..<nameEnd)
      end = bytes.skipBlanks(at: nameEnd)
      guard bytes[end] == ASCII.comma else { break }
      end = bytes.skipBlanks(at: end + 1)
    }
    return bytes[end] == ASCII.closeParenthesis ? (names, end + 1) : nil
  }

  /// `check …` and `subscriptions …`.
  private mutating func readKeyword() -> Bool {
    if parser.keyword("check", at: position) != nil {
      noteWord("check")
      skipTrivia()
      readTimeline(.raw)
      return true
    }
    guard parser.keyword("subscriptions", at: position) != nil else { return false }
    noteWord("subscriptions")
    skipTrivia()
    if let end = bytes.identifierEnd(at: position) {
      note(position..<end, isBound(bytes.text(position..<end)) ? .name : .unknownName)
      position = end
    }
    skipTrivia()
    if bytes.has("==", at: position) {
      note(position..<position + 2, .punctuation)
      position += 2
      skipTrivia()
      readTimeline(.window)
    }
    return true
  }

  /// What stands behind `=` or `==`, or alone.
  private mutating func readDefinition() {
    for (word, form) in [("cold" as StaticString, TimelineForm.cold), ("raw", .raw)]
    where parser.keyword(word, at: position) != nil {
      noteWord(word)
      skipTrivia()
      return readTimeline(form)
    }
    if beginsExpression() { readExpression() } else { readTimeline(.pipe) }
  }

  private mutating func beginsExpression() -> Bool {
    if let end = bytes.identifierEnd(at: position), parameters.contains(bytes.text(position..<end)) { return true }
    // A chain that is being typed would be a timeline as it stands, which nobody means.
    if let end = bytes.identifierEnd(at: position), isTypedLink(at: end), isBound(bytes.text(position..<end)) {
      return true
    }
    // So would a list of streams that is not closed yet.
    if bytes[position] == ASCII.openSquare, let end = bytes.identifierEnd(at: position + 1),
      bytes[bytes.skipBlanks(at: end)] == ASCII.comma, isBound(bytes.text(position + 1..<end)),
      Skimmer.end(ofBracketAt: position, in: bytes) == nil
    {
      return true
    }
    parser.position = position
    // What it throws is a mistake in a name, which is shown as one.
    return (try? parser.beginsExpression()) ?? true
  }

  // MARK: Commands

  private mutating func readCommand() {
    let start = position
    parser.position = start
    guard case .command(let name, let arguments)? = try? parser.command() else { return step(.command) }
    let isTyped = name.span.upperBound == bytes.count && Command.all.contains { $0.name.hasPrefix(name.text) }
    self.command = (name, arguments)
    let command = Command.named(name.text)
    note(start..<name.span.upperBound, isTyped || command != nil ? .command : .mistake)
    guard case .expression? = command?.argument, !arguments.text.isEmpty else {
      note(arguments.span, .argument)
      position = parser.position
      return
    }
    position = arguments.span.lowerBound
    readDefinition()
    readRest()
  }

  // MARK: Steps

  /// Steps over one character.
  mutating func step(_ kind: Highlight.Kind) {
    let end = max(bytes.characterEnd(at: position), position + 1)
    note(position..<min(end, bytes.count), kind)
    position = end
  }

  mutating func noteWord(_ word: StaticString) {
    note(position..<position + word.utf8CodeUnitCount, .keyword)
    position += word.utf8CodeUnitCount
  }

  /// Steps over blanks and comments within the line.
  mutating func skipTrivia() {
    let start = position
    switch bytes.skipTrivia(at: position) {
    case .to(let end): position = end
    case .unclosedComment: position = bytes.count
    }
    noteComments(in: start..<position)
  }

  /// Notes the comments in what was stepped over as meaning nothing.
  mutating func noteComments(in skipped: Range<Int>) {
    var offset = skipped.lowerBound
    while offset < skipped.upperBound {
      if bytes[offset] != ASCII.slash {
        offset += 1
        continue
      }
      let isBlock = bytes.has("/*", at: offset)
      let end = isBlock ? bytes.blockCommentEnd(at: offset) ?? bytes.count : bytes.lineEnd(at: offset)
      note(offset..<end, .comment)
      offset = end
    }
  }
}
