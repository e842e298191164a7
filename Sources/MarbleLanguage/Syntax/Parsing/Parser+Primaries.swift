/// Primary expressions.
extension Parser {
  mutating func primary() -> Expression {
    let span = token.span
    let start = tree.checkpoint(at: span.lowerBound)
    switch token.kind {
    case .integer(let value): return literal(.integer(value))
    case .number(let value): return literal(.number(value))
    case .duration: return literal(.duration)
    case .parameter(let index):
      recordParameter(index)
      return literal(.parameter(index))
    case .quote:
      return stringLiteral()
    case .name(let text):
      return named(Name(text: text, span: span), from: start)
    case .symbol(.dot):
      advance()
      let name = memberName(after: span)
      let call = Call(name: name, arguments: beginsArguments ? argumentList() : [], trailing: nil)
      tree.wrap(.implicitMember, from: start)
      return make(.implicitMember(call), from: span.lowerBound, above: call.parts)
    case .symbol(.openParenthesis):
      return parenthesized()
    case .symbol(.question):
      return hole(from: start)
    case .symbol(.openSquare):
      let items = list(.square, .array)
      return make(.array(items), from: span.lowerBound, above: items)
    case .symbol(.openBrace):
      let closure = closure()
      return make(.closure(closure), from: span.lowerBound, above: [closure.body])
    case .symbol, .end:
      failAtEnd(
        assignment() ?? increment() ?? power(at: here.lowerBound)
          ?? (found == "=" && bytes[here.upperBound].map { $0.isWord || $0 == ASCII.dollar } == true
            ? foreign(at: here, write: "") : nil)
          ?? Diagnostic(.expectedExpression(found: found), at: here))
      return .missing(at: span.lowerBound)
    }
  }

  private mutating func literal(_ kind: Expression.Kind, as token: SyntaxKind? = nil) -> Expression {
    let span = self.token.span
    advance(as: token)
    return Expression(kind, span: span)
  }

  private mutating func named(_ name: Name, from start: SyntaxTree.Checkpoint) -> Expression {
    switch name.text {
    case "true": return literal(.boolean(true), as: .keyword)
    case "false": return literal(.boolean(false), as: .keyword)
    case "nil": return literal(.null, as: .keyword)
    case "throw":
      fail(.unexpectedThrow, at: name.span)
      return literal(.null, as: .keyword)
    default: break
    }
    if let types = typeArgumentsEnd(at: name.span.upperBound, isInExpression: true) {
      failForeign(at: name.span.upperBound..<types, write: "")
    }
    advance()
    guard let call = callTail(of: name) else { return Expression(.name(name.text), span: name.span) }
    tree.wrap(.call, from: start)
    return make(.call(call), from: name.span.lowerBound, above: call.parts)
  }

  /// Reads a `?`, with arguments if it stands for a whole expression.
  private mutating func hole(from start: SyntaxTree.Checkpoint) -> Expression {
    let name = Name(text: "?", span: token.span)
    advance(as: .hole)
    guard beginsArguments else { return Expression(.hole, span: name.span) }
    let call = Call(name: name, arguments: argumentList(), trailing: nil)
    tree.wrap(.call, from: start)
    return make(.call(call), from: name.span.lowerBound, above: call.parts)
  }

  private mutating func parenthesized() -> Expression {
    let start = token.span.lowerBound
    let items = list(.parenthesis, .tuple)
    guard let first = items.first else { return missing(.emptyParentheses, at: start..<cursor.previousEnd) }
    if items.count > 1 { return make(.tuple(items), from: start, above: items) }
    return Expression(first.kind, span: start..<cursor.previousEnd, height: first.height)
  }

  private mutating func list(_ bracket: Bracket, _ kind: SyntaxKind) -> [Expression] {
    let start = tree.checkpoint(at: token.span.lowerBound)
    open(bracket)
    var items: [Expression] = []
    while !closes(bracket), !token.isEnd {
      items.append(expression())
      guard token.is(.comma) else { break }
      advance()
    }
    close(bracket)
    tree.wrap(kind, from: start)
    return items
  }
}
