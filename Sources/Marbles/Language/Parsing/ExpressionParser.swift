/// Reads one expression.
///
///     expression  = "throw" conditional | conditional
///     conditional = binary ["?" expression ":" expression]
///     binary      = unary {operator unary}                          precedence climbing
///     unary       = {"-" | "!"} postfix
///     postfix     = primary {"." place | "." name [arguments] [closure]}
///     primary     = literal | text | name [arguments] [closure] | "." name [arguments]
///                 | "(" expression {"," expression} ")" | "[" [expression {"," expression}] "]" | closure
///     arguments   = "(" [[name ":"] expression {"," …}] ")"         glued to the name
///     closure     = "{" [names "in"] expression "}"
///
/// At the start of a statement only a postfix expression can stand: what computes, stands in a closure.
struct ExpressionParser {
  /// Deeper than anyone writes, and shallow enough for a small stack.
  static let deepestNesting = 100
  /// A chain of more links than that is no longer read by anyone, and would be walked recursively by many.
  static let greatestHeight = 500

  let bytes: SourceBytes
  let lexer: Lexer
  private(set) var token: Token
  /// The end of the token that was taken last.
  private(set) var previousEnd: Int
  /// Whether the source ended where a bracket was still open, so that another line may complete it.
  private(set) var ranOut = false

  private var depth = 0
  private var brackets: [(kind: Bracket, span: Span)] = []
  private var interpolations = 0
  var closures: [ClosureScope] = []

  /// The closure whose body is being read.
  struct ClosureScope {
    let hasNames: Bool
    var shorthandCount = 0
  }

  init(_ bytes: SourceBytes, at offset: Int) throws(Diagnostic) {
    self.bytes = bytes
    lexer = Lexer(bytes)
    previousEnd = offset
    token = try lexer.token(at: offset, lineEnds: .final)
  }

  // MARK: Entries

  /// A name, a call or a chain.
  mutating func stream() throws(Diagnostic) -> Expression {
    try postfix()
  }

  /// The links of a chain whose beginning is already known.
  mutating func chain(on receiver: Expression) throws(Diagnostic) -> Expression {
    try links(on: receiver)
  }

  // MARK: Tokens

  private var lineEnds: Lexer.LineEnds {
    interpolations > 0 ? .forbidden : brackets.isEmpty ? .final : .skipped
  }

  mutating func advance() throws(Diagnostic) {
    previousEnd = token.span.upperBound
    token = try lexer.token(at: previousEnd, lineEnds: lineEnds)
  }

  /// Puts a token that was read otherwise in the place of the current one.
  mutating func take(_ other: Token) { token = other }

  mutating func open(_ bracket: Bracket) throws(Diagnostic) {
    brackets.append((bracket, token.span))
    if bracket == .interpolation { interpolations += 1 }
    try advance()
  }

  /// Takes the closing bracket; what stands there instead is an error that shows the opening one, too.
  mutating func close(_ bracket: Bracket) throws(Diagnostic) {
    let opening = brackets.last?.span ?? here
    guard closes(bracket) else {
      noteEnd()
      throw missing(bracket, opening: opening)
    }
    brackets.removeLast()
    if bracket == .interpolation { interpolations -= 1 }
    // What stands behind an interpolation is text again, and no token.
    if bracket != .interpolation { try advance() }
  }

  func closes(_ bracket: Bracket) -> Bool {
    switch bracket {
    case .parenthesis, .interpolation: token.is(.closeParenthesis)
    case .square: token.is(.closeSquare)
    case .brace: token.is(.closeBrace)
    }
  }

  private func missing(_ bracket: Bracket, opening: Span) -> Diagnostic {
    let isOtherCloser = token.is(.closeParenthesis) || token.is(.closeSquare) || token.is(.closeBrace)
    if token.isEnd || token.opensLine || isOtherCloser {
      if bracket == .brace, token.opensLine, !isOtherCloser {
        return Diagnostic(.severalExpressionsInClosure(found: found), at: token.span, related: opening)
      }
      return Diagnostic(.missingBracket(bracket, found: found), at: here, related: opening)
    }
    if bracket == .brace {
      return Diagnostic(.severalExpressionsInClosure(found: found), at: token.span, related: opening)
    }
    return Diagnostic(.expectedSeparator(bracket, found: found), at: token.span, related: opening)
  }

  /// Where something is missing: behind the last token, if the line ends there, otherwise at what stands there instead.
  var here: Span { token.isEnd || token.opensLine ? previousEnd..<previousEnd : token.span }

  /// What stands where something else was expected; empty at an end.
  var found: String { token.isEnd || token.opensLine ? "" : bytes.excerpt(token.span) }

  /// Remembers that another line could complete what is missing here.
  func couldGoOn() -> Bool { token.kind == .end(.source) && !brackets.isEmpty && interpolations == 0 }

  mutating func noteEnd() { if couldGoOn() { ranOut = true } }

  // MARK: Bounds

  mutating func descend() throws(Diagnostic) {
    guard depth < Self.deepestNesting else { throw Diagnostic(.nestedTooDeeply, at: here) }
    depth += 1
  }

  mutating func ascend() { depth -= 1 }

  func make(
    _ kind: Expression.Kind, from start: Int, above parts: Expression...
  ) throws(Diagnostic) -> Expression {
    try make(kind, from: start, above: parts)
  }

  func make(_ kind: Expression.Kind, from start: Int, above parts: [Expression]) throws(Diagnostic) -> Expression {
    var height = 1
    for part in parts { height = max(height, part.height + 1) }
    let span = start..<max(start, previousEnd)
    guard height <= Self.greatestHeight else { throw Diagnostic(.nestedTooDeeply, at: here) }
    return Expression(kind, span: span, height: height)
  }
}
