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

  let bytes: Bytes
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

  init(_ bytes: Bytes, at offset: Int) throws(Diagnostic) {
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

  // MARK: Operators

  mutating func expression(mayThrow: Bool = false) throws(Diagnostic) -> Expression {
    try descend()
    defer { ascend() }
    guard case .name("throw") = token.kind else { return try conditional(mayThrow: mayThrow) }
    let start = token.span.lowerBound
    guard mayThrow else { throw Diagnostic(.throwNotHere, at: token.span) }
    try advance()
    let message = try conditional(mayThrow: false)
    return try make(.failure(message), from: start, above: message)
  }

  private mutating func conditional(mayThrow: Bool) throws(Diagnostic) -> Expression {
    let condition = try binary(minimum: 1)
    guard token.is(.question) else { return condition }
    let question = token.span
    try advance()
    let then = try expression(mayThrow: mayThrow)
    guard token.is(.colon) else {
      noteEnd()
      throw Diagnostic(.missingAlternative(found: found), at: here, related: [question])
    }
    try advance()
    let otherwise = try expression(mayThrow: mayThrow)
    return try make(
      .conditional(condition, then: then, otherwise: otherwise), from: condition.span.lowerBound,
      above: condition, then, otherwise)
  }

  private mutating func binary(minimum: Int) throws(Diagnostic) -> Expression {
    var left = try unary()
    while let (sign, span) = binaryOperator, sign.precedence >= minimum {
      try advance()
      let right = try binary(minimum: sign.precedence + 1)
      left = try make(.binary(sign, left, right), from: left.span.lowerBound, above: left, right)
      if sign.isComparison, let (next, nextSpan) = binaryOperator, next.isComparison {
        throw Diagnostic(.comparisonOfComparison, at: nextSpan, related: [span])
      }
    }
    return left
  }

  private var binaryOperator: (BinaryOperator, Span)? {
    guard case .symbol(let symbol) = token.kind, let sign = BinaryOperator(rawValue: symbol.rawValue) else {
      return nil
    }
    return (sign, token.span)
  }

  private mutating func unary() throws(Diagnostic) -> Expression {
    var signs: [(PrefixOperator, Int)] = []
    while case .symbol(let symbol) = token.kind, let sign = PrefixOperator(rawValue: symbol.rawValue) {
      if sign == .negate, let digit = bytes[token.span.upperBound], digit.isDigit {
        try negateNumber()
        break
      }
      guard signs.count < Self.greatestHeight else { throw Diagnostic(.nestedTooDeeply, at: token.span) }
      signs.append((sign, token.span.lowerBound))
      try advance()
    }
    var operand = try postfix()
    for (sign, start) in signs.reversed() { operand = try make(.prefix(sign, operand), from: start, above: operand) }
    return operand
  }

  /// A minus glued to a number belongs to it, as in Swift; the least integer could not be written otherwise.
  private mutating func negateNumber() throws(Diagnostic) {
    let minus = token
    let number = try lexer.number(at: minus.span.upperBound, isNegative: true, opensLine: minus.opensLine)
    let span = minus.span.lowerBound..<number.span.upperBound
    token = Token(kind: number.kind, span: span, opensLine: minus.opensLine)
  }

  // MARK: Chains

  private mutating func postfix() throws(Diagnostic) -> Expression {
    let first = try primary()
    return try links(on: first)
  }

  private mutating func links(on first: Expression) throws(Diagnostic) -> Expression {
    var receiver = first
    while token.is(.dot) {
      let dot = token.span
      if let place = lexer.place(at: dot.upperBound) {
        take(place)
        try advance()
        receiver = try make(
          .member(receiver, Name(text: bytes.text(place.span), span: place.span)),
          from: receiver.span.lowerBound, above: receiver)
        continue
      }
      try advance()
      let name = try memberName(behind: dot)
      let start = receiver.span.lowerBound
      if let call = try callTail(of: name) {
        receiver = try make(.method(receiver, call), from: start, above: [receiver] + call.parts)
      } else {
        receiver = try make(.member(receiver, name), from: start, above: receiver)
      }
    }
    return receiver
  }

  private mutating func memberName(behind dot: Span) throws(Diagnostic) -> Name {
    guard let name = token.name else {
      noteEnd()
      throw Diagnostic(.expectedMemberName(found: found), at: here, related: [dot])
    }
    try advance()
    return name
  }

  /// The arguments and the closure behind a name that was just taken; `nil` if there are neither.
  mutating func callTail(of name: Name) throws(Diagnostic) -> Call? {
    var arguments: [Argument]?
    if token.is(.openParenthesis), token.span.lowerBound == previousEnd { arguments = try argumentList() }
    let trailing = token.is(.openBrace) ? try closure() : nil
    if arguments == nil, trailing == nil { return nil }
    return Call(name: name, arguments: arguments ?? [], trailing: trailing)
  }

  private mutating func argumentList() throws(Diagnostic) -> [Argument] {
    try open(.parenthesis)
    var arguments: [Argument] = []
    while !token.is(.closeParenthesis), !token.isEnd {
      var label: Name?
      if let name = token.name, bytes[bytes.skipBlanks(at: name.span.upperBound)] == ASCII.colon {
        label = name
        try advance()
        try advance()
      }
      let value = try expression()
      arguments.append(Argument(label: label, value: value))
      guard token.is(.comma) else { break }
      try advance()
    }
    try close(.parenthesis)
    return arguments
  }

  // MARK: Primaries

  private mutating func primary() throws(Diagnostic) -> Expression {
    let span = token.span
    switch token.kind {
    case .integer(let value): return try literal(.integer(value))
    case .number(let value): return try literal(.number(value))
    case .duration(let value): return try literal(.duration(value))
    case .parameter(let index):
      try noteParameter(index)
      return try literal(.parameter(index))
    case .quote:
      return try text()
    case .name(let text):
      return try named(Name(text: text, span: span))
    case .symbol(.dot):
      try advance()
      let name = try memberName(behind: span)
      let isCall = token.is(.openParenthesis) && token.span.lowerBound == previousEnd
      let call = Call(name: name, arguments: isCall ? try argumentList() : [], trailing: nil)
      return try make(.implicitMember(call), from: span.lowerBound, above: call.parts)
    case .symbol(.openParenthesis):
      return try parenthesized()
    case .symbol(.openSquare):
      let items = try list(.square)
      return try make(.array(items), from: span.lowerBound, above: items)
    case .symbol(.openBrace):
      let closure = try closure()
      return try make(.closure(closure), from: span.lowerBound, above: closure.body)
    case .symbol, .end:
      noteEnd()
      throw Diagnostic(.expectedExpression(found: found), at: here)
    }
  }

  private mutating func literal(_ kind: Expression.Kind) throws(Diagnostic) -> Expression {
    let span = token.span
    try advance()
    return Expression(kind, span: span)
  }

  private mutating func named(_ name: Name) throws(Diagnostic) -> Expression {
    switch name.text {
    case "true": return try literal(.boolean(true))
    case "false": return try literal(.boolean(false))
    case "nil": return try literal(.null)
    case "throw": throw Diagnostic(.throwNotHere, at: name.span)
    default: break
    }
    try advance()
    guard let call = try callTail(of: name) else { return Expression(.name(name.text), span: name.span) }
    return try make(.call(call), from: name.span.lowerBound, above: call.parts)
  }

  private mutating func parenthesized() throws(Diagnostic) -> Expression {
    let start = token.span.lowerBound
    let items = try list(.parenthesis)
    guard let first = items.first else { throw Diagnostic(.emptyParentheses, at: start..<previousEnd) }
    if items.count > 1 { return try make(.tuple(items), from: start, above: items) }
    return Expression(first.kind, span: start..<previousEnd, height: first.height)
  }

  private mutating func list(_ bracket: Bracket) throws(Diagnostic) -> [Expression] {
    try open(bracket)
    var items: [Expression] = []
    while !closes(bracket), !token.isEnd {
      items.append(try expression())
      guard token.is(.comma) else { break }
      try advance()
    }
    try close(bracket)
    return items
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

  private func closes(_ bracket: Bracket) -> Bool {
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
        return Diagnostic(.severalExpressionsInClosure, at: token.span, related: [opening])
      }
      return Diagnostic(.missingBracket(bracket, found: found), at: here, related: [opening])
    }
    if bracket == .brace { return Diagnostic(.severalExpressionsInClosure, at: token.span, related: [opening]) }
    return Diagnostic(.expectedSeparator(bracket, found: found), at: token.span, related: [opening])
  }

  /// Where something is missing: behind the last token, if the line ends there, otherwise at what stands there instead.
  var here: Span { token.isEnd || token.opensLine ? previousEnd..<previousEnd : token.span }

  /// What stands where something else was expected; empty at an end.
  var found: String { token.isEnd || token.opensLine ? "" : bytes.excerpt(token.span) }

  /// Remembers that another line could complete what is missing here.
  func couldGoOn() -> Bool { token.kind == .end(.source) && !brackets.isEmpty && interpolations == 0 }

  mutating func noteEnd() { if couldGoOn() { ranOut = true } }

  // MARK: Bounds

  private mutating func descend() throws(Diagnostic) {
    guard depth < Self.deepestNesting else { throw Diagnostic(.nestedTooDeeply, at: here) }
    depth += 1
  }

  private mutating func ascend() { depth -= 1 }

  private func make(
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

extension Call {
  /// The expressions in it.
  var parts: [Expression] { arguments.map(\.value) + (trailing.map { [$0.body] } ?? []) }
}
