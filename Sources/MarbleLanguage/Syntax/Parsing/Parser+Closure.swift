extension Parser {
  // Reads `{ $0 * 10 }` or `{ acc, n in acc + n }`.
  mutating func closure() -> Closure {
    let start = token.span
    let checkpoint = tree.checkpoint(at: start.lowerBound)
    let isInClosure = cursor.brackets.last?.kind == .brace
    open(.brace)
    if let error = foreignFunction(at: token.span.lowerBound) ?? captures(at: token.span.lowerBound)
      ?? membership(after: start)
      ?? emissions(in: start) ?? destructuring(after: start) ?? statements(in: start)
    {
      fail(error)
    }
    if let object = objectLiteral(at: start.lowerBound) {
      let (value, whole) = (value(of: object), start.lowerBound..<object.end)
      let entry = isInClosure || object.entries.count > 1 ? nil : object.entries.first
      if let entry, let name = entry.key, parts(of: entry.value).contains(name) {
        fail(foreign(at: whole, "for a parameter", write: "{ \(name) in \(value) }"))
      } else {
        fail(foreign(at: whole, "for a value", write: isInClosure ? value : "{ \(value) }"))
      }
    }
    let parameters = parameterNames()
    cursor.closures.append(.init(hasNames: parameters != nil))
    let (bodyStart, wasFailed) = (token.span.lowerBound, failure != nil)
    let body =
      token.is(.closeBrace)
      ? missing(
        .emptyClosure(example: example(ofClosureAt: start.lowerBound)), at: start.lowerBound..<token.span.upperBound)
      : expression(mayThrow: true)
    explainArgument(from: bodyStart, since: wasFailed, isBody: true)
    let scope = cursor.closures.removeLast()
    close(.brace)
    tree.wrap(.closure, from: checkpoint)
    return Closure(
      parameters: parameters, shorthandCount: scope.shorthandCount, body: body,
      span: start.lowerBound..<cursor.previousEnd)
  }

  /// Returns a closure that the operator before a brace can take.
  private func example(ofClosureAt brace: Int) -> String {
    let end = source.trimmingTrailingWhitespace(statementStart..<brace).upperBound
    let name = bytes.text(bytes.wordStart(before: end)..<end)
    let call = bindings.vocabulary.operator(name)?.call(nil, "").text ?? ""
    return call.firstIndex(of: "{").flatMap { start in
      call[start...].lastIndex(of: "}").map { String(call[start...$0]) }
    } ?? "{ $0 }"
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

  /// Returns the number of tokens up to and including `in`, or `nil` if the closure does not begin with a list of
  /// names, with or without parentheses.
  private func parameterTokenCount() -> Int? {
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
    return names > 0 && token.name?.text == "in" ? count + 1 : nil
  }

  /// Records that the current closure uses `$n`.
  mutating func recordParameter(_ index: Int) {
    guard var scope = cursor.closures.popLast() else {
      return fail(.parameterOutsideClosure(index, closure: nil), at: token.span)
    }
    if scope.hasNames { fail(.parameterInNamedClosure(index), at: token.span) }
    scope.shorthandCount = max(scope.shorthandCount, index + 1)
    cursor.closures.append(scope)
  }
}
