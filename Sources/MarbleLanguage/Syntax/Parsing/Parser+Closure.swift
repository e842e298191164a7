extension Parser {
  // Reads `{ $0 * 10 }` or `{ acc, n in acc + n }`.
  mutating func closure() -> Closure {
    let start = token.span
    let checkpoint = tree.checkpoint(at: start.lowerBound)
    open(.brace)
    rejectArrow()
    let parameters = parameterNames()
    cursor.closures.append(.init(hasNames: parameters != nil))
    let (bodyStart, wasFailed) = (token.span.lowerBound, failure != nil)
    let body =
      token.is(.closeBrace)
      ? missing(.emptyClosure, at: start.lowerBound..<token.span.upperBound) : expression(mayThrow: true)
    explainArgument(from: bodyStart, since: wasFailed, isBody: true)
    let scope = cursor.closures.removeLast()
    close(.brace)
    tree.wrap(.closure, from: checkpoint)
    return Closure(
      parameters: parameters, shorthandCount: scope.shorthandCount, body: body,
      span: start.lowerBound..<cursor.previousEnd)
  }

  /// Reads the names before `in`, with or without parentheses.
  ///
  /// Returns `nil` and consumes nothing if there are none.
  private mutating func parameterNames() -> [Name]? {
    guard let count = parameterTokenCount() else { return nil }
    let checkpoint = tree.checkpoint(at: token.span.lowerBound)
    var names: [Name] = []
    for _ in 0..<count - 1 {
      if let name = token.name { names.append(name) }
      advance()
    }
    advance(as: .keyword)
    tree.wrap(.closureParameters, from: checkpoint)
    for (index, name) in names.enumerated() where name.text != "_" {
      if let first = names[..<index].first(where: { $0.text == name.text }) {
        fail(.repeatedParameter(name.text), at: name.span, related: first.span)
      }
    }
    return names
  }

  /// Reports the arrow of a function of another language that begins here: `x => x * 10` or `(a, b) -> a`.
  mutating func rejectArrow() {
    guard let (_, _, after) = parameterTokens(), isArrow(at: after),
      let opening = cursor.brackets.last?.span.lowerBound
    else { return }
    var names = bytes.text(token.span.lowerBound..<after)
    names.removeAll { "() \t\n".contains($0) }
    let start = bytes.skipWhitespace(at: after + 2)
    // The body extends to the comma before the next argument.
    let close = max(start, (BracketMatcher.end(ofBracketAt: opening, in: bytes) ?? start) - 1)
    var end = start
    while end < close, bytes[end] != ASCII.comma {
      end = min(close, BracketMatcher.end(ofBracketAt: end, in: bytes) ?? end + 1)
    }
    let body = bytes.text(withoutReturn(source.trimmingTrailingWhitespace(start..<end)))
    let isShort =
      (1...40).contains(body.utf8.count) && !body.contains { "{};\n".contains($0) } && !body.contains(" in ")
    let first = names.split(separator: ",").first
    let parameters = names.isEmpty ? "" : names.replacing(",", with: ", ") + " in "
    fail(
      .arrowFunction(
        bytes.text(after..<after + 2), closure: "{ \(parameters)\(isShort ? body : String(first ?? "1")) }"),
      at: after..<after + 2)
  }

  func isArrow(at offset: Int) -> Bool { bytes.has("=>", at: offset) || bytes.has("->", at: offset) }

  /// Returns the number of tokens up to and including `in`, or `nil` if the closure does not begin with a list of
  /// names.
  private func parameterTokenCount() -> Int? {
    guard let (count, names, after) = parameterTokens(), names > 0, bytes.hasWord("in", at: after) else { return nil }
    return count + 1
  }

  /// Returns the numbers of tokens and of names in a list of names, with or without parentheses, and the offset of the
  /// next token.
  ///
  /// Returns `nil` if no list of names begins here.
  private func parameterTokens() -> (count: Int, names: Int, after: Int)? {
    var token = token
    var count = 0
    func next() -> Bool {
      count += 1
      guard let next = try? Lexer(bytes).token(at: token.span.upperBound, lineEnds: cursor.lineEnds) else {
        return false
      }
      token = next
      return true
    }
    let isEnclosed = token.is(.openParenthesis)
    if isEnclosed, !next() { return nil }
    // The same limit as for `$n`.
    var names = 0
    while let name = token.name, name.text != "in", names < 100 {
      names += 1
      guard next() else { return nil }
      guard token.is(.comma) else { break }
      guard next() else { return nil }
    }
    if isEnclosed {
      guard token.is(.closeParenthesis), next() else { return nil }
    }
    guard names > 0 || isEnclosed else { return nil }
    return (count, names, token.span.lowerBound)
  }

  /// Records that the current closure uses `$n`.
  mutating func noteParameter(_ index: Int) {
    guard var scope = cursor.closures.popLast() else {
      return fail(.parameterOutsideClosure(index, closure: nil), at: token.span)
    }
    if scope.hasNames { fail(.parameterInNamedClosure(index), at: token.span) }
    scope.shorthandCount = max(scope.shorthandCount, index + 1)
    cursor.closures.append(scope)
  }
}
