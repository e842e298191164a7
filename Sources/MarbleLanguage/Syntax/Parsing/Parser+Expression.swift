/// Expressions.
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
/// At the start of a statement only a postfix expression can appear: what computes is in a closure. After an error,
/// reading goes on in the innermost brackets.
extension Parser {
  /// Deeper than anyone writes, and shallow enough for a small stack.
  static let maxNesting = 100
  /// A chain of more links than that is no longer read by anyone, and would be walked recursively by many.
  static let maxHeight = 500

  /// A name, a call or a chain.
  mutating func stream() -> Expression {
    begin()
    let expression = postfix()
    position = cursor.previousEnd
    return expression
  }

  /// The links of a chain that begins with the last result.
  mutating func chainOnLastResult() -> Expression {
    begin()
    let start = tree.checkpoint(at: position)
    let expression = links(on: Expression(.name("_"), span: position..<position), from: start)
    position = cursor.previousEnd
    return expression
  }

  private mutating func begin() {
    isInExpression = true
    cursor = ExpressionCursor(at: position)
    cursor.token = token(at: position)
  }

  // MARK: Tokens

  var token: Token { cursor.token }

  /// Takes the current token into the tree, and goes on to the next.
  mutating func advance(as kind: SyntaxKind? = nil) {
    tree.add(kind ?? token.syntaxKind, token.span)
    cursor.previousEnd = token.span.upperBound
    cursor.token = token(at: cursor.previousEnd)
  }

  /// The next token; what is none is an error, and stepped over.
  mutating func token(at start: Int) -> Token {
    var offset = start
    while true {
      do throws(Diagnostic) {
        let token = try Lexer(bytes).token(at: offset, lineEnds: cursor.lineEnds)
        return token.span.lowerBound < limit || token.isEnd ? token : .end(at: limit, isEndOfSource: false)
      } catch {
        guard error.span.lowerBound < limit else { return .end(at: limit, isEndOfSource: false) }
        fail(error)
        if case LanguageProblem.unclosedComment = error.problem { return .end(at: limit, isEndOfSource: true) }
        let first = max(error.span.lowerBound, offset)
        offset = max(first, min(max(error.span.upperBound, first + 1), limit))
        tree.add(.unexpected, first..<offset)
      }
    }
  }

  mutating func open(_ bracket: Bracket) {
    cursor.brackets.append((bracket, token.span))
    if bracket == .interpolation { cursor.interpolations += 1 }
    advance()
  }

  /// Takes the closing bracket; what appears instead is an error that shows the opening one, too.
  mutating func close(_ bracket: Bracket) {
    if !closes(bracket) {
      failAtEnd(missing(bracket, opening: cursor.brackets.last?.span ?? here))
      skip(to: bracket)
    }
    cursor.brackets.removeLast()
    if bracket == .interpolation { cursor.interpolations -= 1 }
    if !closes(bracket) {
      // What is open at the end of the source reaches to there.
      if token.kind == .end(.source) { tree.addTrivia(upTo: token.span.lowerBound) }
    } else if bracket == .interpolation {
      // What follows an interpolation is text again, and no token.
      tree.add(.symbol, token.span)
      cursor.previousEnd = token.span.upperBound
    } else {
      advance()
    }
  }

  private mutating func skip(to bracket: Bracket) {
    while !closes(bracket), !token.isEnd {
      let start = token.span.lowerBound
      if token.is(.comma) {
        advance()
      } else {
        _ = expression(mayThrow: true)
        if token.span.lowerBound == start { advance(as: token.isClosing ? .unexpected : nil) }
      }
    }
  }

  func closes(_ bracket: Bracket) -> Bool {
    switch bracket {
    case .parenthesis, .interpolation: token.is(.closeParenthesis)
    case .square: token.is(.closeSquare)
    case .brace: token.is(.closeBrace)
    }
  }

  private func missing(_ bracket: Bracket, opening: Span) -> Diagnostic {
    if token.isEnd || token.opensLine || token.isClosing {
      if bracket == .brace, token.opensLine, !token.isClosing {
        return Diagnostic(.severalExpressionsInClosure(found: found), at: token.span, related: opening)
      }
      return Diagnostic(.missingBracket(bracket, found: found), at: here, related: opening)
    }
    if bracket == .brace {
      return Diagnostic(.severalExpressionsInClosure(found: found), at: token.span, related: opening)
    }
    return Diagnostic(.expectedSeparator(bracket, found: found), at: token.span, related: opening)
  }

  /// Where something is missing: after the last token, if the line ends there, otherwise at what appears instead.
  var here: Span {
    token.isEnd || token.opensLine ? cursor.previousEnd..<cursor.previousEnd : token.span
  }

  /// What appears where something else was expected; empty at an end.
  var found: String { token.isEnd || token.opensLine ? "" : bytes.excerpt(token.span) }

  /// Notes an error that another line may mend, if a bracket is open at the end of the source.
  mutating func failAtEnd(_ error: Diagnostic) {
    if failure == nil, token.kind == .end(.source), !cursor.brackets.isEmpty, cursor.interpolations == 0 {
      isIncomplete = true
    }
    fail(error)
  }

  // MARK: Bounds

  /// Makes an expression of others; in place of one that is nested too deeply, an empty one.
  mutating func make(_ kind: Expression.Kind, from start: Int, above parts: [Expression]) -> Expression {
    var height = 1
    for part in parts { height = max(height, part.height + 1) }
    guard height <= Self.maxHeight else {
      fail(.nestedTooDeeply, at: here)
      return .missing(at: start)
    }
    return Expression(kind, span: start..<max(start, cursor.previousEnd), height: height)
  }

  /// Reports that something is not an expression.
  mutating func missing(_ problem: LanguageProblem, at span: Span) -> Expression {
    fail(problem, at: span)
    return .missing(at: span.lowerBound)
  }
}

extension Expression {
  /// What is in the place of an expression that has an error.
  static func missing(at offset: Int) -> Expression { Expression(.null, span: offset..<offset) }
}

/// The place of the parser in an expression.
struct ExpressionCursor {
  /// The token that is looked at.
  var token: Token
  /// The end of the token that was taken last.
  var previousEnd: Int
  var brackets: [(kind: Bracket, span: Span)] = []
  /// The number of interpolations among the brackets.
  var interpolations = 0
  var closures: [ClosureScope] = []
  var depth = 0

  /// The closure whose body is being read.
  struct ClosureScope {
    let hasNames: Bool
    var shorthandCount = 0
  }

  init(at offset: Int = 0) {
    token = .end(at: offset, isEndOfSource: false)
    previousEnd = offset
  }

  var lineEnds: Lexer.LineEnds {
    interpolations > 0 ? .forbidden : brackets.isEmpty ? .final : .skipped
  }

  /// Lets no token begin at an offset or after it.
  mutating func endTokens(at limit: Int, isEndOfSource: Bool) {
    guard token.span.lowerBound >= limit, !token.isEnd else { return }
    token = .end(at: limit, isEndOfSource: isEndOfSource)
  }
}
