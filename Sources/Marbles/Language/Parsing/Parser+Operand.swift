/// What may stand on either side of `==`, and alone.
enum Operand: Sendable {
  case timeline(TimelineLiteral)
  case expression(Expression)
}

/// Expression or timeline: both are written bare, so what they begin with decides.
extension Parser {
  mutating func operand(form: TimelineForm) throws(Diagnostic) -> Operand {
    try beginsExpression() ? .expression(expression()) : .timeline(timeline(form: form))
  }

  mutating func timeline(form: TimelineForm) throws(Diagnostic) -> TimelineLiteral {
    isInExpression = false
    let start = position
    let (timelines, end, found) = try parseTimelines(
      in: source, at: start, form: form, several: false, tick: tickLength)
    warnings += found
    position = max(start, end)
    return timelines[0]
  }

  private mutating func expression() throws(Diagnostic) -> Expression {
    try read { parser throws(Diagnostic) in try parser.stream() }
  }

  mutating func chain(on receiver: Expression) throws(Diagnostic) -> Expression {
    try read { parser throws(Diagnostic) in try parser.chain(on: receiver) }
  }

  private mutating func read(
    _ body: (inout ExpressionParser) throws(Diagnostic) -> Expression
  ) throws(Diagnostic) -> Expression {
    isInExpression = true
    var parser = try ExpressionParser(bytes, at: position)
    defer { ranOut = ranOut || parser.ranOut }
    let expression = try body(&parser)
    position = parser.previousEnd
    return expression
  }

  // MARK: The rule

  mutating func beginsExpression() throws(Diagnostic) -> Bool {
    switch bytes[position] {
    case ASCII.question where bytes[position + 1] == ASCII.openParenthesis:
      throw Diagnostic(.notYet(.search), at: position..<position + 1)
    case ASCII.openSquare, ASCII.quote:
      return try listOrTextBeginsExpression()
    default:
      guard let end = bytes.identifierEnd(at: position) else { return false }
      return try nameBeginsExpression(endingAt: end)
    }
  }

  private mutating func listOrTextBeginsExpression() throws(Diagnostic) -> Bool {
    if let end = Skimmer.end(ofBracketAt: position, in: bytes) { return try isChained(at: end) }
    // At the prompt the rest of a list may still come; a timeline never ends in a comma.
    guard mode == .interactive, bytes[position] == ASCII.openSquare else { return false }
    var last = bytes.lineEnd(at: position)
    while last > position, let byte = bytes[last - 1], byte.separatesWords { last -= 1 }
    return bytes[last - 1] == ASCII.comma
  }

  private mutating func nameBeginsExpression(endingAt end: Int) throws(Diagnostic) -> Bool {
    if bytes[end] == ASCII.openParenthesis || bytes[end] == ASCII.openBrace { return true }
    if try isChained(at: end) { return true }
    try rejectBareOperator(behind: end)
    let behind = try skipTrivia(at: end)
    let name = bytes.text(position..<end)
    let isLetter = name.count == 1
    // `deferred { … }`; but `a {--b}*3` is a timeline.
    if bytes[behind] == ASCII.openBrace, !isLetter {
      guard let close = Skimmer.end(ofBracketAt: behind, in: bytes) else { return true }
      return bytes[close] != ASCII.star
    }
    try rejectOperatorWithoutParentheses(position..<end, before: behind)
    guard isEnd(behind) || bytes.has("==", at: behind) || duringKeyword(at: behind) != nil else { return false }
    if isBound(name) { return true }
    if isLetter { return false }
    let span = position..<end
    if let entry = Catalogue.standard[bytes.excerpt(span)] {
      let problem = Problem.operatorWithoutParentheses(name: entry.name, signature: entry.signatures[0])
      throw Diagnostic(problem, at: span)
    }
    throw Diagnostic(.noStream(name: bytes.excerpt(span), suggestion: suggestion(for: name)), at: span)
  }

  /// `merge a, b` would be timelines of six values and of one; where `a` is a stream, nobody means that.
  private func rejectOperatorWithoutParentheses(_ name: Span, before next: Int) throws(Diagnostic) {
    guard next > name.upperBound, let end = bytes.identifierEnd(at: next), isBound(bytes.text(next..<end)),
      !isBound(bytes.text(name)), let entry = Catalogue.standard[bytes.excerpt(name)]
    else { return }
    throw Diagnostic(.operatorWithoutParentheses(name: entry.name, signature: entry.signatures[0]), at: name)
  }

  /// `a.map` would be a timeline of four values; where `a` is a stream, nobody means that.
  private func rejectBareOperator(behind end: Int) throws(Diagnostic) {
    guard bytes[end] == ASCII.dot, isBound(bytes.text(position..<end)),
      let nameEnd = bytes.identifierEnd(at: end + 1),
      let entry = Catalogue.standard[bytes.excerpt(end + 1..<nameEnd)]
    else { return }
    let problem = Problem.operatorWithoutParentheses(name: entry.name, signature: entry.signatures[0])
    throw Diagnostic(problem, at: end + 1..<nameEnd)
  }

  /// Whether a link of a chain follows immediately, or opens the next line.
  private func isChained(at end: Int) throws(Diagnostic) -> Bool {
    if bytes.hasChainLink(at: end) { return true }
    let behind = try skipTrivia(at: end)
    guard bytes[behind] == ASCII.newline, let next = bytes.continuation(afterLineEnd: behind) else { return false }
    return bytes.hasChainLink(at: next)
  }
}
