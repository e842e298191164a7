/// Unary, binary and ternary operators, with the precedence of Swift.
extension Parser {
  mutating func expression(mayThrow: Bool = false) -> Expression {
    guard cursor.depth < Self.maxNesting else { return missing(.nestedTooDeeply, at: here) }
    cursor.depth += 1
    defer { cursor.depth -= 1 }
    guard case .name("throw") = token.kind else { return conditional(mayThrow: mayThrow) }
    let start = token.span.lowerBound
    if !mayThrow { fail(.unexpectedThrow, at: token.span) }
    let checkpoint = tree.checkpoint(at: start)
    advance(as: .keyword)
    rejectErrorType()
    let message = conditional(mayThrow: false)
    tree.wrap(.throw, from: checkpoint)
    return make(.failure(message), from: start, above: [message])
  }

  private mutating func conditional(mayThrow: Bool) -> Expression {
    let checkpoint = tree.checkpoint(at: token.span.lowerBound)
    let condition = binary(minimum: 1)
    guard token.is(.question) else { return condition }
    let question = token.span
    rejectOptional(at: question.lowerBound, after: condition.span)
    advance()
    let then = expression(mayThrow: mayThrow)
    if token.is(.colon) {
      advance()
    } else {
      failAtEnd(Diagnostic(.missingAlternative(found: found), at: here, related: question))
    }
    let otherwise = expression(mayThrow: mayThrow)
    tree.wrap(.conditional, from: checkpoint)
    return make(
      .conditional(condition, then: then, otherwise: otherwise), from: condition.span.lowerBound,
      above: [condition, then, otherwise])
  }

  private mutating func binary(minimum: Int) -> Expression {
    let checkpoint = tree.checkpoint(at: token.span.lowerBound)
    var left = unary()
    var isBinary = false
    var comparison: (sign: Span, right: Span)?
    while let (sign, span) = binaryOperator, sign.precedence >= minimum {
      isBinary = true
      advance()
      let right = binary(minimum: sign.precedence + 1)
      if sign.isComparison {
        if let first = comparison {
          let text = "\(bytes.text(left.span)) && \(bytes.text(first.right.lowerBound..<cursor.previousEnd))"
          var error = Diagnostic(.comparisonOfComparison(write: text), at: span, related: first.sign)
          error.replaced = left.span.lowerBound..<cursor.previousEnd
          fail(error)
        }
        comparison = (span, right.span)
      }
      left = make(.binary(sign, left, right), from: left.span.lowerBound, above: [left, right])
    }
    if isBinary { tree.wrap(.binary, from: checkpoint) }
    return left
  }

  private var binaryOperator: (BinaryOperator, Span)? {
    guard case .symbol(let symbol) = token.kind, let sign = BinaryOperator(rawValue: symbol.rawValue),
      !bytes.has("->", at: token.span.lowerBound)
    else { return nil }
    return (sign, token.span)
  }

  private mutating func unary() -> Expression {
    guard case .symbol(let symbol) = token.kind, PrefixOperator(rawValue: symbol.rawValue) != nil else {
      return postfix()
    }
    let checkpoint = tree.checkpoint(at: token.span.lowerBound)
    var signs: [(PrefixOperator, Int)] = []
    while case .symbol(let symbol) = token.kind, let sign = PrefixOperator(rawValue: symbol.rawValue) {
      if sign == .negate, let digit = bytes[token.span.upperBound], digit.isDigit {
        negateNumber()
        break
      }
      guard signs.count < Self.maxHeight else {
        fail(.nestedTooDeeply, at: token.span)
        break
      }
      signs.append((sign, token.span.lowerBound))
      advance()
    }
    var operand = postfix()
    for (sign, start) in signs.reversed() { operand = make(.prefix(sign, operand), from: start, above: [operand]) }
    if !signs.isEmpty { tree.wrap(.prefix, from: checkpoint) }
    return operand
  }

  /// Makes a minus sign directly before a number part of it, as in Swift.
  ///
  /// Otherwise the minimum integer would be out of range.
  private mutating func negateNumber() {
    let minus = token
    tree.add(.symbol, minus.span)
    do throws(Diagnostic) {
      let number = try Lexer(bytes).number(
        at: minus.span.upperBound, isNegative: true, opensLine: minus.opensLine)
      let span = minus.span.lowerBound..<number.span.upperBound
      cursor.token = Token(kind: number.kind, span: span, opensLine: minus.opensLine)
    } catch {
      fail(error)
    }
  }
}
