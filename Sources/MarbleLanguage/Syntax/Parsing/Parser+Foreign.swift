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

  func foreign(at span: Span, replacing replaced: Span? = nil, _ purpose: String? = nil, write text: String)
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
    var after = nameEnd + (bytes[nameEnd] == ASCII.dollar ? 1 : 0)
    if bytes[after] == ASCII.openParenthesis {
      guard let closing = BracketMatcher.end(ofBracketAt: after, in: bytes) else { return }
      after = closing
    }
    var sign = bytes.skipWhitespace(at: after)
    // The type of a variable: `let a: Observable<Int> =`.
    if bytes[sign] == ASCII.colon { while !isEnd(sign), bytes[sign] != ASCII.equals { sign += 1 } }
    let isDefinition = isDefinitionSign(at: sign)
    switch word {
    case "let", "var", "const", "val", "func", "fun", "def", "function":
      guard isDefinition || (after > nameEnd && bytes[sign] == ASCII.openBrace) else { return }
      if !isDefinition { rejectBraces(after: name..<after, at: sign) }
      // A `$` and a type are deleted too.
      let parameters = bytes.text(after > nameEnd + 1 ? name..<after : name..<nameEnd)
      let isPlain = !isDefinition || bytes.skipWhitespace(at: name + parameters.utf8.count) == sign
      let replaced = position..<(isPlain ? name : sign + 1)
      failForeign(at: position..<end, replacing: replaced, write: isPlain ? "" : "\(parameters) =")
      addToken(.unexpected, end - position)
    case "cold", "raw":
      guard isDefinition, after == nameEnd else { return }
      let text = "\(bytes.text(name..<nameEnd)) = \(word)"
      failForeign(at: position..<end, replacing: position..<sign + 1, write: text)
    default: break
    }
  }

  /// Returns the error for a keyword of another language before an expression, or for the types of a generic call:
  /// `new Subject()`, `return a.count()` and `Subject<Int>()`.
  func foreignBeginning(_ word: Span) -> Diagnostic? {
    if let end = typeArgumentsEnd(after: word) { return foreign(at: word.upperBound..<end, write: "") }
    let next = bytes.skipWhitespace(at: word.upperBound)
    guard next > word.upperBound, ["new", "return", "await", "try", "yield"].contains(bytes.text(word)),
      let end = bytes.identifierEnd(at: next),
      (bytes[end] == ASCII.openParenthesis && (isOperator(next..<end) || hasCapital(at: next)))
        || (bytes.hasChainLink(at: end) && isBound(bytes.text(next..<end)))
        || typeArgumentsEnd(after: next..<end) != nil
    else { return nil }
    return foreign(at: word, replacing: word.lowerBound..<next, write: "")
  }

  /// Returns the end of the types after the name of a type that is called: `<Int, Never>`.
  private func typeArgumentsEnd(after name: Span) -> Int? {
    guard name.count > 1, hasCapital(at: name.lowerBound), bytes[name.upperBound] == UInt8(ascii: "<") else {
      return nil
    }
    var end = name.upperBound + 1
    while let byte = bytes[end], byte.isWord || "<>, .?:[]".utf8.contains(byte) { end += 1 }
    return bytes[end - 1] == UInt8(ascii: ">") && bytes[end] == ASCII.openParenthesis ? end : nil
  }

  /// Reports an import of modules, which is not a timeline because of its brackets or quotes.
  mutating func rejectImport() {
    let line = position..<end(ofSideAt: position)
    if isImport(line), bytes.text(line).contains(where: { "{*'\"(".contains($0) }) {
      failForeign(at: line, "operators need no import", write: "")
    }
  }

  /// Whether a span imports modules: `import Combine`, `from rx import operators` or `const x = require("rxjs")`.
  func isImport(_ span: Span) -> Bool {
    let words = bytes.text(span).split(separator: " ")
    switch words.first {
    case "import"?: return words.count > 1
    case "from"?: return words.contains("import")
    case "const"?, "let"?, "var"?: return words.contains { $0.hasPrefix("require(") }
    default: return false
    }
  }

  /// Reports a function in the place of a definition: `f = x => x` or `f = { x in x }`.
  mutating func rejectFunction(named name: Span, at start: Int) {
    let end = end(ofSideAt: start)
    var (names, body) = (["x"], start..<end)
    if let head = functionHead(at: start) {
      (names, body) = (parameters(in: bytes.text(head.names)), min(bytes.skipWhitespace(at: head.body), end)..<end)
    } else if bytes[start] != ASCII.openBrace || BracketMatcher.end(ofBracketAt: start, in: bytes) != end {
      return
    }
    var text = translated(withoutReturn(body))
    if names == ["x"], let keyword = text.firstRange(of: " in ") {
      names = parameters(in: String(text[..<keyword.lowerBound]))
      text = String(text[keyword.upperBound...])
    } else if bytes[start] == ASCII.openBrace {
      guard text.contains("$0"), !text.contains("{") else { return }
      text = text.replacing("$0", with: "x")
    }
    guard (1...60).contains(text.utf8.count), !text.contains(where: \.isNewline), !names.isEmpty else { return }
    failForeign(
      at: start..<end, replacing: name.lowerBound..<end, "to define an operator",
      write: "\(bytes.text(name))(\(names.joined(separator: ", "))) = \(text)")
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

  /// Returns an error for the `=` of `$0 += 1`.
  func assignment() -> Diagnostic? {
    let equals = token.span.lowerBound
    guard found == "=", equals == cursor.previousEnd, equals > 1, binarySign(at: equals - 1) != nil else { return nil }
    return foreign(at: equals..<equals + 1, write: "")
  }

  mutating func rejectTripleEquals(at equals: Int) { failForeign(at: equals..<equals + 3, write: "==") }

  /// Reports `!=`, whose `=` is at an offset or after it.
  mutating func rejectUnequal(at offset: Int) {
    for start in [offset - 1, offset] where bytes.has("!=", at: start) {
      var error = Diagnostic(.unequalForComparison, at: start..<start + 2)
      if bytes.has("==", at: start + 1) { error.replaced = start..<start + 3 }
      fail(error)
    }
  }

  /// Returns the error for a `$` at the end of a name, as in `a$`.
  func dollar(after name: Span) -> Diagnostic? {
    guard bytes[name.upperBound] == ASCII.dollar, bytes[name.upperBound + 1]?.isWord != true else { return nil }
    return foreign(at: name.lowerBound..<name.upperBound + 1, write: bytes.text(name))
  }

  // MARK: Pipes

  /// Returns the error for `|> map`, `>> map` and `-> map`, and for `| map` with arguments, at an offset.
  ///
  /// Without the name of an operator, they are the end of a timeline.
  func pipe(at offset: Int) -> Diagnostic? {
    guard let byte = bytes[offset], offset > 0, "|>-=".utf8.contains(byte),
      let sign = ["|>", ">>>", ">>", "->", "=>", "|"].first(where: { bytes.text(offset..<offset + $0.utf8.count) == $0 }
      )
    else { return nil }
    let after = offset + sign.utf8.count
    let name = bytes.skipWhitespace(at: after)
    guard let end = bytes.identifierEnd(at: name),
      sign == "|>" || (sign == "|" ? isCall(name..<end) : isOperator(name..<end))
    else { return nil }
    return link(at: offset..<after, before: name..<end)
  }

  /// Returns the error for an operator without a dot before it: `a map { $0 }`.
  func callWithoutDot(at offset: Int) -> Diagnostic? {
    guard let end = bytes.identifierEnd(at: offset), isCall(offset..<end) else { return nil }
    return link(at: offset..<end, before: offset..<end)
  }

  /// Returns the error for a calculation with a stream, such as `a * 2`.
  func calculation(at offset: Int) -> Diagnostic? {
    let whole = statementStart..<end(ofSideAt: statementStart)
    let parts = parts(of: whole)
    guard parts.count == 3, binarySign(at: offset) == parts[1], let meaning = calculation(parts) else { return nil }
    let sign = offset..<offset + parts[1].utf8.count
    return foreign(at: sign, replacing: whole, "to compute with values", write: meaning.text)
  }

  /// Returns the error for `pipe` of RxJS, whose arguments are operators: `a.pipe(map(f), take(1))`.
  func pipedOperators(at name: Span, after dot: Span) -> Diagnostic? {
    guard bytes[name.upperBound] == ASCII.openParenthesis,
      let close = BracketMatcher.end(ofBracketAt: name.upperBound, in: bytes)
    else { return nil }
    var text = ""
    var start = bytes.skipWhitespace(at: name.upperBound + 1)
    while start < close - 1 {
      guard let end = bytes.identifierEnd(at: start), bytes[end] == ASCII.openParenthesis else { return nil }
      let next = itemEnd(from: start, upTo: close - 1)
      text += "." + bytes.text(source.trimmingTrailingWhitespace(start..<next))
      start = bytes.skipWhitespace(at: next + 1)
    }
    guard !text.isEmpty, !text.contains(where: \.isNewline) else { return nil }
    return foreign(at: name, replacing: dot.lowerBound..<close, "to apply operators", write: text)
  }

  /// Returns the error for a dot with spaces, a question mark or an exclamation mark: `a?.map { $0 }`, `a .map { $0 }`.
  func foreignLink(at start: Int) -> Diagnostic? {
    var dot = bytes.skipWhitespace(at: start)
    if bytes[dot] == ASCII.question || bytes[dot] == UInt8(ascii: "!") { dot += 1 }
    guard bytes[dot] == ASCII.dot else { return nil }
    let name = bytes.skipWhitespace(at: dot + 1)
    guard dot + 1 - start + name - dot > 2, let end = bytes.identifierEnd(at: name), isCall(name..<end),
      bytes[end] != ASCII.openBrace || bytes[BracketMatcher.end(ofBracketAt: end, in: bytes) ?? end] != ASCII.star
    else { return nil }
    return foreign(
      at: start..<name, replacing: start..<end, "to apply an operator", write: ".\(bytes.text(name..<end))")
  }

  private func link(at span: Span, before name: Span) -> Diagnostic {
    var start = span.lowerBound
    while start > 0, let byte = bytes[start - 1], byte.separatesWords { start -= 1 }
    let text = "." + bytes.text(name)
    return foreign(at: span, replacing: start..<name.upperBound, "to apply an operator", write: text)
  }

  func isOperator(_ name: Span) -> Bool { bindings.vocabulary.operator(bytes.excerpt(name)) != nil }

  /// Whether a name is the one of an operator with arguments.
  private func isCall(_ name: Span) -> Bool {
    guard isOperator(name) else { return false }
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
    if let error = alternatives(at: start) ?? foreignStatement(at: start) { return error }
    if let meaning = quotedTimeline(start..<end(ofSideAt: start)) {
      return foreign(at: start..<end(ofSideAt: start), "for the timeline", write: meaning.text)
    }
    if let end = bytes.identifierEnd(at: start), isBound(bytes.text(start..<end)), bytes[end]?.separatesWords == true {
      let name = bytes.skipWhitespace(at: end)
      if let error = bytes.identifierEnd(at: name).flatMap({ uncalled(name..<$0, on: start..<end) }) { return error }
    }
    var dot = start
    while dot < place, dot < limit {
      if bytes[dot] == ASCII.dot, let end = bytes.identifierEnd(at: dot + 1), isCall(dot + 1..<end) {
        // The type of a stream with that of its values: `Observable<Int>.just(1)`.
        if bytes[dot - 1] == UInt8(ascii: ">"), bytes.identifierEnd(at: start).map({ bytes[$0] }) == UInt8(ascii: "<") {
          return foreign(at: start..<dot + 1, write: "")
        }
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

  /// Returns the error for a statement that is not a timeline: `(a.map { $0 })`, `for x in a { x }`, `merge (a, b)` and
  /// `c -> --1|`.
  private func foreignStatement(at start: Int) -> Diagnostic? {
    let end = end(ofSideAt: start)
    if bytes[start] == ASCII.openParenthesis, BracketMatcher.end(ofBracketAt: start, in: bytes) == end,
      let name = bytes.identifierEnd(at: start + 1), bytes.hasChainLink(at: name) || isCall(start + 1..<name)
    {
      return foreign(at: start..<start + 1, replacing: start..<end, write: bytes.text(start + 1..<end - 1))
    }
    guard let word = bytes.identifierEnd(at: start) else { return nil }
    let next = bytes.skipWhitespace(at: word)
    if next > word, bytes[next] == ASCII.openParenthesis, isOperator(start..<word) {
      return foreign(at: start..<next + 1, "to call the operator", write: bytes.text(start..<word) + "(")
    }
    if next > word, bytes.has("->", at: next) {
      let isNew = !isBound(bytes.text(start..<word))
      let sign = next..<next + 2
      return foreign(at: sign, isNew ? "to bind the name" : "to compare", write: isNew ? "=" : "==")
    }
    let parts = parts(of: start..<end)
    if parts.count == 3, parts[1] == "<~", let sign = (start..<end).first(where: { bytes.has("<~", at: $0) }) {
      let text = "\(parts[0]) = property(0, then: \(parts[2]))"
      return foreign(at: sign..<sign + 2, replacing: start..<end, "to bind a property", write: text)
    }
    if parts.count > 4, parts[0] == "for", parts[2] == "in", isBound(parts[3]), bytes[end - 1] == ASCII.closeBrace,
      let brace = (start..<end).first(where: { bytes[$0] == ASCII.openBrace })
    {
      let closure = "{ \(parts[1]) in \(bytes.text(withoutReturn(brace..<end))) }"
      return foreign(
        at: start..<word, replacing: start..<end, "to use each value", write: "\(parts[3]).map \(closure)")
    }
    return nil
  }

  /// Returns the error for streams with a sign between them: `a | b` and `a || b`.
  private func alternatives(at start: Int) -> Diagnostic? {
    let end = end(ofSideAt: start)
    let parts = parts(of: start..<end)
    let names = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }
    guard names.count > 1, names.count * 2 == parts.count + 1,
      parts.indices.allSatisfy({ $0 % 2 == 0 || parts[$0] == parts[1] }), names.count == 2 || parts[1] == "|",
      let call = combination(parts[1], of: names), let sign = (start..<end).first(where: { bytes.has("|", at: $0) })
    else { return nil }
    return foreign(
      at: sign..<sign + parts[1].utf8.count, replacing: start..<end, "to combine the streams", write: call)
  }

  /// Returns the end of the timeline or expression at an offset, which is before a `==` or the end of the statement.
  func end(ofSideAt start: Int) -> Int {
    var end = start
    while !isEnd(end), !bytes.has("==", at: end), !bytes.has("//", at: end) { end += 1 }
    return source.trimmingTrailingWhitespace(start..<end).upperBound
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

  /// Returns an error for the text of an unknown token: a pipe, a function, a string in other quotes, the `$` of a name,
  /// or the key path `\.count`.
  func foreignToken(at offset: Int) -> Diagnostic? {
    if let error = foreignFunction(at: offset) ?? pipe(at: offset) ?? foreignString(at: offset) { return error }
    if bytes[offset] == ASCII.dollar, bytes[offset - 1]?.isWord == true {
      return foreign(at: offset..<offset + 1, write: "")
    }
    guard bytes.has("\\.", at: offset) else { return nil }
    var end = offset + 1
    while bytes[end] == ASCII.dot, let next = bytes.identifierEnd(at: end + 1) ?? place(at: end + 1) { end = next }
    guard end > offset + 1 else { return nil }
    return foreign(at: offset..<end, write: "{ $0\(bytes.text(offset + 1..<end)) }")
  }

  /// Reports `a ?? b`, `a ?: b` and `a?.count` at a question mark after a value.
  mutating func rejectOptional(at question: Int, after value: Span) {
    let next = question + 1
    if bytes[next] == ASCII.dot, bytes.identifierEnd(at: next + 1) != nil {
      failForeign(at: question..<next, write: "")
    } else if bytes[next] == ASCII.question || bytes[next] == ASCII.colon {
      let start = bytes.skipWhitespace(at: next + 1)
      guard let end = argumentEnd(from: start), end > start else { return }
      let (left, right) = (bytes.text(value), bytes.text(start..<end))
      failForeign(
        at: question..<next + 1, replacing: value.lowerBound..<end, "to replace nil",
        write: "\(left) == nil ? \(right) : \(left)")
    }
  }

  private func place(at offset: Int) -> Int? { Lexer(bytes).place(at: offset)?.span.upperBound }

  /// Returns an error for a word before or at the current token: `return $0`, `new X()`, `not $0` and `$0 > 1 and $0 < 3`.
  func foreignWord() -> Diagnostic? {
    let here = token.span
    if let name = token.name, let sign = ["and": "&&", "or": "||"][name.text] { return foreign(at: here, write: sign) }
    let end = cursor.previousEnd
    if token.name?.text == "as", let end = argumentEnd(from: here.lowerBound) {
      return foreign(at: here, replacing: cursor.previousEnd..<end, write: "")
    }
    for (word, meant) in [("return", ""), ("await", ""), ("try", ""), ("new", ""), ("not", "!")]
    where end >= word.utf8.count {
      let start = end - word.utf8.count
      guard bytes.text(start..<end) == word, bytes[start - 1]?.isWord != true else { continue }
      return foreign(at: start..<end, replacing: start..<here.lowerBound, write: meant)
    }
    return nil
  }

  /// Reports a question mark after an event, and a tick in words: `why 2?` and `why 2 at 5`.
  mutating func rejectWords(in span: Span) {
    let words = bytes.text(span).split { $0 == " " }
    let last = span.upperBound - 1
    if span.count > 1, bytes[last] == ASCII.question {
      failForeign(at: last..<last + 1, write: "")
    } else if words.count > 2, ["at", "on"].contains(words[1]), let tick = words.last.flatMap({ Int($0) }) {
      let start = bytes.skipWhitespace(at: span.lowerBound + words[0].utf8.count)
      failForeign(at: start..<span.upperBound, write: "@\(tick)")
    }
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
