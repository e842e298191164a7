/// Unary, binary and ternary operators, with Swift's precedence.
extension ExpressionParser {
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
      throw Diagnostic(.missingAlternative(found: found), at: here, related: question)
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
        throw Diagnostic(.comparisonOfComparison, at: nextSpan, related: span)
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
    take(Token(kind: number.kind, span: span, opensLine: minus.opensLine))
  }
}
