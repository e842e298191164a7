/// Expressions.
///
///     expression  = "throw" conditional | conditional
///     conditional = binary ["?" expression ":" expression]
///     binary      = unary {operator unary}                          precedence climbing
///     unary       = {"-" | "!"} postfix
///     postfix     = primary {"." place | "." name [arguments] [closure] | "." "?"}
///     primary     = literal | string | name [arguments] [closure] | "." name [arguments] | "?" [arguments]
///                 | "(" expression {"," expression} ")" | "[" [expression {"," expression}] "]" | closure
///     arguments   = "(" [[name ":"] expression {"," …}] ")"         without a space after the name
///     closure     = "{" [names "in"] expression "}"
///
/// A statement can only begin with a postfix expression. Operators such as `+` belong in closures. After an error,
/// parsing continues in the innermost brackets.
extension Parser {
  /// The maximum nesting, which keeps the recursion within a small stack.
  static let maxNesting = 100
  /// The maximum height of an expression, such as the number of links of a chain, because it is processed
  /// recursively.
  static let maxHeight = 500

  /// Reads a name, a call or a chain.
  mutating func stream() -> Expression {
    begin()
    let expression = postfix()
    position = cursor.previousEnd
    return expression
  }

  /// Reads a condition on values, such as `n > 2`.
  mutating func condition() -> Expression {
    begin()
    let expression = expression()
    position = cursor.previousEnd
    return expression
  }

  /// Reads a chain that begins with the last result.
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

  /// Adds the current token to the tree and moves to the next one.
  mutating func advance(as kind: SyntaxKind? = nil) {
    tree.add(kind ?? token.syntaxKind, token.span)
    cursor.previousEnd = token.span.upperBound
    cursor.token = token(at: cursor.previousEnd)
  }

  /// Returns the next token.
  ///
  /// Invalid text is reported and skipped.
  mutating func token(at start: Int) -> Token {
    var offset = start
    while true {
      do throws(Diagnostic) {
        let token = try Lexer(bytes).token(at: offset, lineEnds: cursor.lineEnds)
        return token.span.lowerBound < limit || token.isEnd ? token : .end(at: limit, isEndOfSource: false)
      } catch {
        guard error.span.lowerBound < limit else { return .end(at: limit, isEndOfSource: false) }
        fail(foreignToken(at: error.span.lowerBound) ?? error)
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

  /// Reads the closing bracket.
  ///
  /// If it is missing, the error points to the opening one too.
  mutating func close(_ bracket: Bracket) {
    if !closes(bracket) {
      failAtEnd(missing(bracket, opening: cursor.brackets.last?.span ?? here))
      skip(to: bracket)
    }
    cursor.brackets.removeLast()
    if bracket == .interpolation { cursor.interpolations -= 1 }
    if !closes(bracket) {
      // A bracket that is open at the end of the source extends to the end.
      if token.kind == .end(.source) { tree.addTrivia(upTo: token.span.lowerBound) }
    } else if bracket == .interpolation {
      // The text after an interpolation belongs to the string and is not a token.
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
      return division() ?? Diagnostic(.missingBracket(bracket, found: found), at: here, related: opening)
    }
    if let error = foreignWord() ?? (bracket == .brace ? secondCondition(after: opening) : nil) { return error }
    if bracket == .brace {
      let isTest = bytes.has("!is ", at: token.span.lowerBound)
      return Diagnostic(.severalExpressionsInClosure(found: isTest ? "is" : found), at: token.span, related: opening)
    }
    return separateUnit(before: token.span)
      ?? Diagnostic(
        .expectedSeparator(
          bracket, found: found,
          isClosed: BracketMatcher.end(ofBracketAt: opening.upperBound - 1, in: bytes).map { $0 <= limit } ?? false),
        at: token.span, related: opening)
  }

  /// The place to report a missing token: the end of the last token if the line ends there, otherwise the current
  /// token.
  var here: Span {
    token.isEnd || token.opensLine ? cursor.previousEnd..<cursor.previousEnd : token.span
  }

  /// The text of the unexpected token, or an empty string at an end.
  var found: String { token.isEnd || token.opensLine ? "" : bytes.excerpt(token.span) }

  /// Reports an error.
  ///
  /// At the end of the source, within open brackets, another line could still fix it.
  mutating func failAtEnd(_ error: Diagnostic) {
    if failure == nil, token.kind == .end(.source), !cursor.brackets.isEmpty, cursor.interpolations == 0 {
      isIncomplete = true
    }
    fail(error)
  }

  // MARK: Limits

  /// Creates an expression from its parts.
  ///
  /// If it is too high, reports an error and returns a placeholder.
  mutating func make(_ kind: Expression.Kind, from start: Int, above parts: [Expression]) -> Expression {
    var height = 1
    for part in parts { height = max(height, part.height + 1) }
    guard height <= Self.maxHeight else {
      fail(.nestedTooDeeply, at: here)
      return .missing(at: start)
    }
    return Expression(kind, span: start..<max(start, cursor.previousEnd), height: height)
  }

  /// Reports an error where an expression is expected.
  mutating func missing(_ problem: LanguageProblem, at span: Span) -> Expression {
    fail(problem, at: span)
    return .missing(at: span.lowerBound)
  }
}

extension Expression {
  /// Returns a placeholder for an expression with an error.
  static func missing(at offset: Int) -> Expression { Expression(.null, span: offset..<offset) }
}

/// The state of the parser within an expression.
struct ExpressionCursor {
  /// The current token.
  var token: Token
  /// The end of the previous token.
  var previousEnd: Int
  var brackets: [(kind: Bracket, span: Span)] = []
  /// The number of interpolations among the open brackets.
  var interpolations = 0
  var closures: [ClosureScope] = []
  var depth = 0

  /// A closure whose body is being parsed.
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

  /// Replaces a current token at or after `limit` by the end.
  mutating func endTokens(at limit: Int, isEndOfSource: Bool) {
    guard token.span.lowerBound >= limit, !token.isEnd else { return }
    token = .end(at: limit, isEndOfSource: isEndOfSource)
  }

  /// Skips all tokens before an offset.
  mutating func stop(at limit: Int) { token = .end(at: limit, isEndOfSource: true) }
}
