/// Members and methods behind a dot, and what calls are given.
extension ExpressionParser {
  mutating func postfix() throws(Diagnostic) -> Expression {
    let first = try primary()
    return try links(on: first)
  }

  mutating func links(on first: Expression) throws(Diagnostic) -> Expression {
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

  mutating func memberName(behind dot: Span) throws(Diagnostic) -> Name {
    guard let name = token.name else {
      noteEnd()
      throw Diagnostic(.expectedMemberName(found: found), at: here, related: dot)
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

  mutating func argumentList() throws(Diagnostic) -> [Argument] {
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
}
