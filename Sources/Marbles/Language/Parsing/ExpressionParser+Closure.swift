extension ExpressionParser {
  // `{ $0 * 10 }` or `{ acc, n in acc + n }`
  mutating func closure() throws(Diagnostic) -> Closure {
    let start = token.span
    try open(.brace)
    let parameters = try parameterNames()
    if token.is(.closeBrace) { throw Diagnostic(.emptyClosure, at: start.lowerBound..<token.span.upperBound) }
    closures.append(ClosureScope(hasNames: parameters != nil))
    let body = try expression(mayThrow: true)
    let scope = closures.removeLast()
    try close(.brace)
    return Closure(
      parameters: parameters, shorthandCount: scope.shorthandCount, body: body, span: start.lowerBound..<previousEnd)
  }

  /// The names before `in`, with or without parentheses; `nil` and not a token taken if there are none.
  private mutating func parameterNames() throws(Diagnostic) -> [Name]? {
    let before = self
    guard let names = readParameterNames() else {
      self = before
      return nil
    }
    for (index, name) in names.enumerated() where name.text != "_" {
      if let first = names[..<index].first(where: { $0.text == name.text }) {
        throw Diagnostic(.repeatedParameter(name.text), at: name.span, related: first.span)
      }
    }
    return names
  }

  /// Whatever cannot be read here is no list of names, and is looked at again as an expression.
  private mutating func readParameterNames() -> [Name]? {
    do {
      let isEnclosed = token.is(.openParenthesis)
      if isEnclosed { try advance() }
      var names: [Name] = []
      // As many names as `$n` has numbers; a longer list is none.
      while let name = token.name, name.text != "in", names.count < 100 {
        names.append(name)
        try advance()
        guard token.is(.comma) else { break }
        try advance()
      }
      if isEnclosed {
        guard token.is(.closeParenthesis) else { return nil }
        try advance()
      }
      guard !names.isEmpty, token.name?.text == "in" else { return nil }
      try advance()
      return names
    } catch {
      return nil
    }
  }

  /// Takes note that the closure being read uses `$n`.
  mutating func noteParameter(_ index: Int) throws(Diagnostic) {
    guard var scope = closures.popLast() else { throw Diagnostic(.parameterOutsideClosure(index), at: token.span) }
    guard !scope.hasNames else { throw Diagnostic(.parameterInNamedClosure(index), at: token.span) }
    scope.shorthandCount = max(scope.shorthandCount, index + 1)
    closures.append(scope)
  }
}
