/// What an expression begins with.
extension ExpressionParser {
  mutating func primary() throws(Diagnostic) -> Expression {
    let span = token.span
    switch token.kind {
    case .integer(let value): return try literal(.integer(value))
    case .number(let value): return try literal(.number(value))
    case .duration: return try literal(.duration)
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
}
