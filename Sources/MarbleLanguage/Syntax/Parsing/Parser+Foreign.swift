/// Syntax of other languages, which is reported with the text that replaces it.
extension Parser {
  /// Reports syntax of another language.
  ///
  /// - Parameters:
  ///   - span: The part that is marked.
  ///   - replaced: The text that is replaced, by default the marked part.
  ///   - purpose: What the author probably meant: `for a comment`.
  ///   - text: The same in this language.
  private mutating func failForeign(
    at span: Span, replacing replaced: Span? = nil, _ purpose: String? = nil, write text: String
  ) {
    fail(foreign(at: span, replacing: replaced, purpose, write: text))
  }

  private func foreign(at span: Span, replacing replaced: Span? = nil, _ purpose: String? = nil, write text: String)
    -> Diagnostic
  {
    var error = Diagnostic(.foreignSyntax(bytes.excerpt(span), purpose: purpose, write: text), at: span)
    error.replaced = replaced
    return error
  }

  // MARK: Statements

  /// Reports a keyword before a definition, such as `let a =`, `func f(x) =` and `cold c =`, and skips it.
  mutating func skipDeclarationKeyword() {
    guard let end = bytes.identifierEnd(at: position), bytes[end]?.separatesWords == true else { return }
    let word = bytes.text(position..<end)
    let name = bytes.skipWhitespace(at: end)
    guard let nameEnd = bytes.identifierEnd(at: name) else { return }
    var after = nameEnd
    if bytes[after] == ASCII.openParenthesis {
      guard let closing = BracketMatcher.end(ofBracketAt: after, in: bytes) else { return }
      after = closing
    }
    let sign = bytes.skipWhitespace(at: after)
    let isDefinition = isDefinitionSign(at: sign)
    switch word {
    case "let", "var", "const", "val", "func", "fun", "def", "function":
      guard isDefinition || (after > nameEnd && bytes[sign] == ASCII.openBrace) else { return }
      if !isDefinition { rejectBraces(after: name..<after, at: sign) }
      failForeign(at: position..<end, replacing: position..<name, write: "")
      addToken(.unexpected, end - position)
    case "cold", "raw":
      guard isDefinition, after == nameEnd else { return }
      let text = "\(bytes.text(name..<nameEnd)) = \(word)"
      failForeign(at: position..<end, replacing: position..<sign + 1, write: text)
    default: break
    }
  }

  /// Reports a definition with braces: `f(x) { x }`.
  mutating func rejectBraces(after parameters: Span, at brace: Int) {
    guard let end = BracketMatcher.end(ofBracketAt: brace, in: bytes), end <= limit else { return }
    let body = withoutReturn(brace..<end)
    let text = bytes.text(body)
    guard (1...60).contains(body.count), !text.contains(where: \.isNewline) else { return }
    failForeign(
      at: brace..<brace + 1, replacing: statementStart..<end, "to define an operator",
      write: "\(bytes.text(parameters)) = \(text)")
  }

  /// Returns a span without braces around it and without `return` at its beginning.
  func withoutReturn(_ span: Span) -> Span {
    var (start, end) = (span.lowerBound, span.upperBound)
    if bytes[start] == ASCII.openBrace, end > start + 1, bytes[end - 1] == ASCII.closeBrace {
      start = min(bytes.skipWhitespace(at: start + 1), end - 1)
      end = source.trimmingTrailingWhitespace(start..<end - 1).upperBound
    }
    if end > start, bytes[end - 1] == ASCII.semicolon { end -= 1 }
    if bytes.hasWord("return", at: start) { start = min(bytes.skipWhitespace(at: start + 6), end) }
    return start..<end
  }

  /// Reports `:=` before the end of an offset.
  mutating func rejectAssignment(at equals: Int) {
    if bytes.has(":=", at: equals - 1) { failForeign(at: equals - 1..<equals + 1, write: "=") }
  }

  mutating func rejectTripleEquals(at equals: Int) { failForeign(at: equals..<equals + 3, write: "==") }

  // MARK: Pipes

  /// Returns the error for `|> map`, and for `| map` with arguments, at an offset.
  ///
  /// Without the name of an operator, they are the end of a timeline.
  func pipe(at offset: Int) -> Diagnostic? {
    let isArrow = bytes.has("|>", at: offset)
    guard bytes[offset] == UInt8(ascii: "|"), offset > 0 else { return nil }
    let name = bytes.skipWhitespace(at: offset + (isArrow ? 2 : 1))
    guard let end = bytes.identifierEnd(at: name), isArrow || isCall(name..<end) else { return nil }
    return link(at: offset..<offset + (isArrow ? 2 : 1), before: name..<end)
  }

  /// Returns the error for an operator without a dot before it: `a map { $0 }`.
  func callWithoutDot(at offset: Int) -> Diagnostic? {
    guard let end = bytes.identifierEnd(at: offset), isCall(offset..<end) else { return nil }
    return link(at: offset..<end, before: offset..<end)
  }

  private func link(at span: Span, before name: Span) -> Diagnostic {
    var start = span.lowerBound
    while start > 0, let byte = bytes[start - 1], byte.separatesWords { start -= 1 }
    let text = "." + bytes.text(name)
    return foreign(at: span, replacing: start..<name.upperBound, "to apply an operator", write: text)
  }

  /// Whether a name is the one of an operator with arguments.
  private func isCall(_ name: Span) -> Bool {
    guard bindings.vocabulary.operator(bytes.excerpt(name)) != nil else { return false }
    let next = bytes.skipWhitespace(at: name.upperBound)
    return bytes[next] == ASCII.openBrace || bytes[next] == ASCII.openParenthesis
  }

  // MARK: Timelines

  /// Returns the error of a timeline, or one that explains it by syntax of another language.
  func explained(_ error: Diagnostic, ofTimelineAt start: Int) -> Diagnostic {
    let place = error.span.lowerBound
    for mark in [start, place] where bytes[mark] == UInt8(ascii: "#") {
      let isFirst =
        mark == start && error.related?.lowerBound == start && bytes[start + 1] != ASCII.openSquare
        && bytes[start + 1] != ASCII.quote
      var isAfterEnd = false
      if case LanguageProblem.eventAfterEnd = error.problem { isAfterEnd = true }
      guard isFirst || ((isAfterEnd || mark == start) && bytes[mark + 1]?.separatesWords == true) else { continue }
      return foreign(at: mark..<mark + 1, "for a comment", write: "//")
    }
    var dot = start
    while dot < place, dot < limit {
      if bytes[dot] == ASCII.dot, let end = bytes.identifierEnd(at: dot + 1), isCall(dot + 1..<end) {
        let timeline = source.trimmingTrailingWhitespace(start..<dot)
        guard let text = quoted(timeline) else { break }
        return foreign(
          at: dot..<end, replacing: start..<end, "to apply an operator to a timeline",
          write: text + bytes.text(dot..<end))
      }
      dot += 1
    }
    return error
  }

  /// Returns a timeline in quotes, or `nil` if the text is none or is long.
  private func quoted(_ span: Span) -> String? {
    let text = bytes.text(span)
    guard (2...60).contains(span.count), !text.contains(where: { "\"\\\n".contains($0) }),
      (try? parseTimeline(quotedAt: span, in: source, tick: tickLength)) != nil
    else { return nil }
    return "\"\(text.replacing("$0", with: "\\($0)").replacing("$1", with: "\\($1)"))\""
  }

  // MARK: Arguments

  /// Replaces the error of an argument, or of the body of a closure, by one that explains all of it.
  mutating func explainArgument(from start: Int, since wasFailed: Bool, isBody: Bool = false) {
    guard !wasFailed, let failure, let end = argumentEnd(from: start), end > start else { return }
    let span = start..<end
    let text = bytes.text(span)
    if case LanguageProblem.parameterOutsideClosure(let index, nil) = failure.problem {
      var error = Diagnostic(.parameterOutsideClosure(index, closure: "{ \(text) }"), at: failure.span)
      error.replaced = span
      self.failure = error
    } else if !isBody, case LanguageProblem.expectedExpression = failure.problem, let sign = binarySign(at: start),
      failure.span.lowerBound == start || sign == text
    {
      let other = text.dropFirst(sign.utf8.count).drop { $0 == " " }
      let closure = other.isEmpty ? "{ $0 \(sign) $1 }" : "{ $0 \(sign) \(other) }"
      let place = start..<start + sign.utf8.count
      self.failure = foreign(at: place, replacing: span, "to compute with values", write: closure)
    } else if text.contains("--") || (text.contains("-") && (text.hasSuffix("|") || text.hasSuffix("#"))),
      let timeline = quoted(span)
    {
      self.failure = foreign(at: span, "for a timeline", write: timeline)
    }
  }

  /// Returns the end of the argument at an offset, or `nil` if it is not closed on this line.
  private func argumentEnd(from start: Int) -> Int? {
    var end = start
    while let byte = bytes[end], byte != ASCII.newline {
      switch byte {
      case ASCII.comma, ASCII.closeParenthesis, ASCII.closeBrace:
        return source.trimmingTrailingWhitespace(start..<end).upperBound
      case ASCII.openParenthesis, ASCII.openSquare, ASCII.openBrace, ASCII.quote:
        guard let close = BracketMatcher.end(ofBracketAt: end, in: bytes) else { return nil }
        end = close
      default: end += 1
      }
    }
    return nil
  }

  /// Returns the operator between two values that is at an offset.
  private func binarySign(at offset: Int) -> String? {
    for length in [2, 1] where offset + length <= bytes.count {
      if let sign = BinaryOperator(rawValue: bytes.text(offset..<offset + length)) { return sign.rawValue }
    }
    return nil
  }

  // MARK: Values

  /// Returns an error for the text of an unknown token: a pipe, or the key path `\.count`.
  func foreignToken(at offset: Int) -> Diagnostic? {
    if let pipe = pipe(at: offset) { return pipe }
    guard bytes.has("\\.", at: offset) else { return nil }
    var end = offset + 1
    while bytes[end] == ASCII.dot, let next = bytes.identifierEnd(at: end + 1) ?? place(at: end + 1) { end = next }
    guard end > offset + 1 else { return nil }
    return foreign(at: offset..<end, write: "{ $0\(bytes.text(offset + 1..<end)) }")
  }

  private func place(at offset: Int) -> Int? { Lexer(bytes).place(at: offset)?.span.upperBound }

  /// Returns an error for a word before or at the current token: `return $0`, `not $0` and `$0 > 1 and $0 < 3`.
  func foreignWord() -> Diagnostic? {
    let here = token.span
    if let name = token.name, let sign = ["and": "&&", "or": "||"][name.text] { return foreign(at: here, write: sign) }
    let end = cursor.previousEnd
    for (word, meant) in [("return", ""), ("not", "!")] where end >= word.utf8.count {
      let start = end - word.utf8.count
      guard bytes.text(start..<end) == word, bytes[start - 1]?.isWord != true else { continue }
      return foreign(at: start..<end, replacing: start..<here.lowerBound, write: meant)
    }
    return nil
  }

  /// Returns an error for a unit after a space: `3 ms`.
  func separateUnit(before unit: Span) -> Diagnostic? {
    let end = cursor.previousEnd
    var start = end
    while start > 0, let byte = bytes[start - 1], byte.isWord || byte == ASCII.dot { start -= 1 }
    let number = start..<end
    guard !number.isEmpty, number.allSatisfy({ bytes[$0]?.isDigit == true }),
      let short = TickLength.unitNames[bytes.text(unit)]
    else { return nil }
    return foreign(at: unit, replacing: number.lowerBound..<unit.upperBound, write: bytes.text(number) + short)
  }
}
