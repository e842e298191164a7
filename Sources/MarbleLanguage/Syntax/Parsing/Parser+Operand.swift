/// Deciding between expressions and timelines. Both are written without quotes, so their beginnings determine what
/// they are.
extension Parser {
  /// Whether an expression begins here.
  ///
  /// A name with an error begins one too.
  mutating func beginsExpression() -> Bool {
    guard position < limit else { return false }
    switch bytes[position] {
    case ASCII.question where bytes[position + 1] == ASCII.openParenthesis:
      return true
    case ASCII.openSquare, ASCII.quote:
      return listOrTextBeginsExpression()
    default:
      guard let end = bytes.identifierEnd(at: position) else { return false }
      return nameBeginsExpression(endingAt: end)
    }
  }

  /// Whether `matches` can follow the operand, and is not the name of a stream.
  private var mayMatch: Bool {
    (position == statementStart || isAfterRaces || kind == .law) && !isBound("matches")
  }

  private mutating func listOrTextBeginsExpression() -> Bool {
    if let end = BracketMatcher.end(ofBracketAt: position, in: bytes) { return isChained(at: end) }
    // At the prompt, the rest of a list can still follow. A timeline never ends in a comma.
    guard mode != .script, bytes[position] == ASCII.openSquare else { return false }
    let line = source.trimmingTrailingWhitespace(position..<bytes.lineEnd(at: position))
    if bytes[line.upperBound - 1] == ASCII.comma { return true }
    // A list of streams that is being typed.
    guard mode == .typing, let end = bytes.identifierEnd(at: position + 1) else { return false }
    return bytes[bytes.skipWhitespace(at: end)] == ASCII.comma && isBound(bytes.text(position + 1..<end))
  }

  private mutating func nameBeginsExpression(endingAt end: Int) -> Bool {
    if bytes[end] == ASCII.openParenthesis || bytes[end] == ASCII.openBrace { return true }
    if isChained(at: end) { return true }
    let span = position..<end
    if let error = foreignBeginning(span) ?? (isBound(bytes.text(span)) ? foreignLink(at: end) : nil) {
      fail(error)
      return true
    }
    if isBound(bytes.text(span)), let error = dollar(after: span),
      bytes.hasChainLink(at: error.span.upperBound) || isEnd(error.span.upperBound)
    {
      fail(error)
      return true
    }
    if hasStreamProperty(after: span) { return true }
    if isBound(bytes.text(span)), hasPathToClosure(after: end) { return true }
    if let error = bareOperator(after: span) {
      fail(error)
      return true
    }
    let next = skipTrivia(at: end)
    if let error = pipe(at: next) {
      fail(error)
      return true
    }
    let name = bytes.text(span)
    let isLetter = name.count == 1
    // `deferred { … }` is a call, but `a {--b}*3` is a timeline.
    if bytes[next] == ASCII.openBrace, !isLetter {
      guard let close = BracketMatcher.end(ofBracketAt: next, in: bytes) else { return true }
      return bytes[close] != ASCII.star
    }
    if let error = operatorWithoutParentheses(span, before: next) {
      fail(error)
      return true
    }
    if next > end, isBound(name), isComputation(at: next) || callWithoutDot(at: next) != nil { return true }
    guard
      isEnd(next) || bytes.has("==", at: next) || duringKeyword(at: next) != nil
        || mayMatch && (keyword("matches", at: next) ?? keywordAlone("matches", at: next)) != nil
        || isAfterRaces && (keyword("within", at: next) ?? keywordAlone("within", at: next)) != nil
    else { return false }
    if isBound(name) { return true }
    // A letter that a timeline is compared with is one too if that begins with it.
    let isCompared = position == statementStart && bytes.has("==", at: next)
    if isLetter, !isCompared || bytes[bytes.skipWhitespace(at: next + 2)] == bytes[position] { return false }
    // A stream of a trace with the name of an operator is bound as `merge1`.
    if !isBound(name + "1"), let error = uncalled(span) {
      fail(error)
    } else {
      let suggestion = bindings.isCommand(name) ? ":\(name)" : suggestion(for: name)
      fail(.noStream(name: bytes.excerpt(span), suggestion: suggestion), at: span)
    }
    return true
  }

  /// Returns an error for `merge a, b` where `a` is a stream.
  ///
  /// Otherwise it would be two timelines of six values and one.
  private func operatorWithoutParentheses(_ name: Span, before next: Int) -> Diagnostic? {
    guard next > name.upperBound, let end = bytes.identifierEnd(at: next), isBound(bytes.text(next..<end)),
      !isBound(bytes.text(name))
    else { return nil }
    return unknownBeginning(at: name.lowerBound) ?? uncalled(name)
  }

  /// Returns the error for an operator without parentheses, or `nil` if the name is not the one of an operator.
  func uncalled(_ name: Span, on receiver: Span? = nil) -> Diagnostic? {
    guard let entry = bindings.vocabulary.operator(bytes.excerpt(name)) else { return nil }
    // What follows a dot is not an argument.
    let end = bytes[name.upperBound] == ASCII.dot ? name.upperBound : end(ofSideAt: name.upperBound)
    let rest = min(bytes.skipWhitespace(at: name.upperBound), end)..<end
    let call = entry.call(receiver.map(bytes.text), bytes.text(rest))
    var error = Diagnostic(.operatorWithoutParentheses(name: entry.name, call: call.text), at: name)
    let start = receiver?.lowerBound ?? name.lowerBound
    error.replaced = start..<(call.usesRest ? max(rest.upperBound, name.upperBound) : name.upperBound)
    return error
  }

  /// Whether a symbol of a computation follows the name of a stream, as in `a * 10` and `a > 2`.
  ///
  /// A timeline cannot contain it there.
  private func isComputation(at offset: Int) -> Bool {
    bytes[offset] == ASCII.star || (bytes[offset] == UInt8(ascii: ">") && !isEnd(bytes.skipWhitespace(at: offset + 1)))
  }

  /// Whether a property that is a stream follows the name of a stream, as in `login.errors`.
  private func hasStreamProperty(after name: Span) -> Bool {
    guard bytes[name.upperBound] == ASCII.dot, let end = bytes.identifierEnd(at: name.upperBound + 1) else {
      return false
    }
    return bindings.vocabulary.isStreamProperty(bytes.text(name.upperBound + 1..<end)) && isBound(bytes.text(name))
  }

  /// Returns an error for `a.map`, `a.` or `a.ops.map { … }` where `a` is a stream.
  ///
  /// Otherwise it would be a timeline of four values, or of one.
  private func bareOperator(after name: Span) -> Diagnostic? {
    let end = name.upperBound
    guard bytes[end] == ASCII.dot, isBound(bytes.text(name)) else { return nil }
    if case .to(let next) = bytes.skipTrivia(at: end + 1), isEnd(next) {
      return Diagnostic(.expectedMemberName(found: ""), at: end + 1..<end + 1, related: end..<end + 1)
    }
    guard let member = bytes.identifierEnd(at: end + 1) else { return nil }
    // The module of Python: `a.ops.map(…)`.
    if bytes.text(end + 1..<member) == "ops", bytes.hasChainLink(at: member) {
      return foreign(at: end..<member, replacing: end..<member, "an operator follows the stream", write: "")
    }
    return uncalled(end + 1..<member, on: name)
  }

  /// Whether a link of a chain follows, immediately or at the start of the next line.
  private mutating func isChained(at end: Int) -> Bool {
    if bytes.hasChainLink(at: end) { return true }
    let isCompared = bytes.has(".? ==", at: end) && bytes.identifierEnd(at: position) == end
    if isCompared || bytes.has(".?", at: end) && isBound(bytes.text(position..<end)) { return true }
    if isTypedLink(at: end), isBound(bytes.text(position..<end)) { return true }
    // A property on the first line: `[1, 2].publisher`.
    let isProperty =
      bytes[end] == ASCII.dot && (bytes[end - 1] == ASCII.closeSquare || isBound(bytes.text(position..<end)))
    let name = isProperty ? bytes.identifierEnd(at: end + 1) ?? end : end
    let next = skipTrivia(at: name)
    guard bytes[next] == ASCII.newline, let following = bytes.continuation(afterLineEnd: next) else { return false }
    return bytes.hasChainLink(at: following)
  }
}
