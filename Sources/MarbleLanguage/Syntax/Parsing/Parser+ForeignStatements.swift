/// Statements of other languages: declarations, imports, functions and assignments.
extension Parser {
  /// Reports a keyword before a definition, such as `let a =`, `func f(x) =` and `cold c =`, and skips it.
  mutating func skipDeclarationKeyword() {
    guard let end = bytes.identifierEnd(at: position), bytes[end]?.separatesWords == true else { return }
    let word = bytes.text(position..<end)
    let name = bytes.skipWhitespace(at: end)
    if ["let", "var", "const", "val"].contains(word), bytes[name] == ASCII.openParenthesis,
      let close = BracketMatcher.end(ofBracketAt: name, in: bytes),
      isDefinitionSign(at: bytes.skipWhitespace(at: close)), let first = bytes.identifierEnd(at: name + 1)
    {
      // The stream and the observer of a pipe.
      failForeign(at: position..<end, replacing: position..<close, write: bytes.text(name + 1..<first))
      return addToken(.unexpected, end - position)
    }
    guard let nameEnd = bytes.identifierEnd(at: name) else { return }
    var after = nameEnd + (bytes[nameEnd] == ASCII.dollar ? 1 : 0)
    if bytes[after] == ASCII.openParenthesis {
      guard let closing = BracketMatcher.end(ofBracketAt: after, in: bytes) else { return }
      after = closing
    }
    var sign = bytes.skipWhitespace(at: after)
    // The type of the result: `func f(x: Int) -> Int {`.
    if bytes.has("->", at: sign) { while !isEnd(sign), !"{=:".utf8.contains(bytes[sign] ?? 0) { sign += 1 } }
    // The type of a variable: `let a: Observable<Int> =`.
    let colon = sign
    if bytes[sign] == ASCII.colon { while !isEnd(sign), bytes[sign] != ASCII.equals { sign += 1 } }
    let isDefinition = isDefinitionSign(at: sign)
    switch word {
    case "let", "var", "const", "val", "func", "fun", "def", "function", "operator", "macro", "define", "fn":
      let hasColon = !isDefinition && bytes[colon] == ASCII.colon
      if after > nameEnd + 1, hasColon || isDefinition && bytes.text(nameEnd..<after).contains(":") {
        let names = parameters(in: bytes.text(nameEnd..<after))
        let call = "\(bytes.text(name..<nameEnd))(\(names.joined(separator: ", ")))"
        let first = (hasColon ? colon : sign) + 1
        let last = source.trimmingTrailingWhitespace(first..<max(first, bytes.lineEnd(at: first))).upperBound
        let body = withoutReturn(min(bytes.skipWhitespace(at: first), last)..<last)
        if body.isEmpty { fail(.missingDefinition(name: call), at: position..<first) }
        let text = definition(of: bytes.text(name..<nameEnd), names, translated(body))
        failForeign(
          at: position..<end, replacing: position..<(text == nil ? first : last), "to define an operator",
          write: text ?? "\(call) =")
        return addToken(.unexpected, end - position)
      }
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
    guard next > word.upperBound, Self.wordsBeforeValues[bytes.text(word)] == "",
      let end = bytes.identifierEnd(at: next),
      (bytes[end] == ASCII.openParenthesis && (isOperator(next..<end) || hasCapital(at: next)))
        || (bytes.hasChainLink(at: end) && isBound(bytes.text(next..<end)))
        || typeArgumentsEnd(after: next..<end) != nil
    else { return nil }
    return foreign(at: word, replacing: word.lowerBound..<next, write: "")
  }

  /// Returns the end of the types after the name of a type that is called: `<Int, Never>`.
  private func typeArgumentsEnd(after name: Span) -> Int? {
    name.count > 1 && hasCapital(at: name.lowerBound) ? typeArgumentsEnd(at: name.upperBound) : nil
  }

  /// Returns the error for types after the name of a method, as in `a.filterIsInstance<Int>()`.
  func types(after name: Span) -> Diagnostic? {
    guard let end = typeArgumentsEnd(at: name.upperBound) else { return nil }
    let types = name.upperBound..<end
    guard ["filterisinstance", "oftype"].contains(bytes.text(name).lowercased()),
      ["<int>", "<double>"].contains(bytes.text(types).lowercased()),
      bytes.has("()", at: end)
    else { return foreign(at: types, write: "") }
    return foreign(
      at: types, replacing: name.lowerBound..<end + 2, "to keep numbers only", write: "compactMap { Int(\"\\($0)\") }")
  }

  /// Returns the end of types before the arguments of a call, or before the dot of a function of the type.
  ///
  /// - Parameter isInExpression: Whether a `<` may compare, unless a type follows.
  func typeArgumentsEnd(at start: Int, isInExpression: Bool = false) -> Int? {
    guard bytes[start] == UInt8(ascii: "<"), !isInExpression || hasCapital(at: start + 1) else { return nil }
    var (end, depth) = (start + 1, 1)
    while depth > 0, let byte = bytes[end], byte.isWord || "<>, .?:[]".utf8.contains(byte) {
      depth += byte == UInt8(ascii: "<") ? 1 : byte == UInt8(ascii: ">") ? -1 : 0
      end += 1
    }
    let isFunction =
      bytes[end] == ASCII.dot
      && bytes.identifierEnd(at: end + 1).map {
        bytes[$0] == ASCII.openParenthesis || isEnd($0) && isOperator(end + 1..<$0)
      } == true
    return depth == 0 && (bytes[end] == ASCII.openParenthesis || isFunction) ? end : nil
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

  /// Reports queries of C#, and `if a { 1 }` and loops, whose braces would be those of a repetition.
  mutating func rejectControlFlow() {
    guard let end = bytes.identifierEnd(at: position), bytes[end]?.separatesWords == true else { return }
    let word = bytes.text(position..<end)
    if word == "from", case let line = position..<bytes.lineEnd(at: position), let stream = query(at: line) {
      failForeign(at: position..<end, replacing: line, "to apply operators", write: stream)
      limit = max(limit, line.upperBound)
    }
    let isLoop = ["for", "while"].contains(word) && lawKeyword(at: position) == nil
    guard isLoop || ["if", "guard", "switch"].contains(word), let block = block(after: end),
      bytes[block.upperBound] != ASCII.star, foreignStatement(at: position) == nil
    else { return }
    if block.isEmpty {
      // At the prompt, its lines may still follow.
      guard mode != .script else { return }
      fail(.unclosed("{"), at: block.lowerBound..<block.lowerBound + 1)
      isIncomplete = true
      limit = bytes.count
      return
    }
    let whole = position..<max(block.upperBound, self.end(ofSideAt: position))
    if isLoop, let stream = stream(ofLoopWith: block) {
      failForeign(at: position..<end, replacing: whole, "to use each value", write: stream)
    } else {
      failForeign(
        at: position..<end, replacing: whole,
        isLoop
          ? "an operator such as `.map { $0 }` uses each value" : "to choose a value, write `.map { $0 > 1 ? 2 : 1 }`",
        write: "")
    }
    // The lines of the block belong to the statement.
    limit = max(limit, whole.upperBound)
  }

  /// Returns the span of the last of some blocks side by side that begin on a line: `{ print(x) }` of
  /// `a.map { $0 } { print(x) }`, or `{ c }` of `a { b } else { c }`.
  ///
  /// The span of a block that is not closed is empty.
  private func block(after start: Int) -> Span? {
    var brace = (start..<bytes.lineEnd(at: start)).first { bytes[$0] == ASCII.openBrace }
    var block: Span?
    while let start = brace {
      guard let end = BracketMatcher.end(ofBracketAt: start, in: bytes) else { return start..<start }
      block = start..<end
      let next = bytes.skipWhitespace(at: end)
      let isElse = bytes.hasWord("else", at: next)
      let line = next..<max(next, isElse ? bytes.lineEnd(at: next) : next + 1)
      brace = isElse || bytes[next] == ASCII.openBrace ? line.first { bytes[$0] == ASCII.openBrace } : nil
    }
    return block
  }

  /// Returns the stream for the loop at the position: `a.map { x in x + 1 }` for `for await x in a { x + 1 }`.
  private func stream(ofLoopWith block: Span) -> String? {
    var parts = parts(of: position..<block.lowerBound)
    parts.removeAll { ["await", "try", "let", "const"].contains($0) }
    guard parts.count > 3, parts[0] == "for", parts[2] == "in", isBound(parts[3]),
      let keyword = (position..<block.lowerBound).first(where: { bytes.hasWord("in", at: $0) }),
      case let start = bytes.skipWhitespace(at: keyword + 2)
    else { return nil }
    let body = bytes.text(block.lowerBound + 1..<block.upperBound - 1).split(whereSeparator: \.isNewline)
      .map { String($0).trimmingWhitespace }.filter { !$0.isEmpty }
    guard body.count == 1 else { return nil }
    let stream = bytes.text(source.trimmingTrailingWhitespace(start..<block.lowerBound))
    return "\(stream).map { \(parts[1]) in \(body[0]) }"
  }

  /// Reports a comparison of the times of observation in other words: `a.subscriptions == ^--!`.
  mutating func rejectSubscriptions() {
    let end = end(ofSideAt: position)
    let sign = bytes.skipWhitespace(at: end)
    guard bytes.has("==", at: sign), bytes[bytes.skipWhitespace(at: sign + 2)] == UInt8(ascii: "^") else { return }
    let words = bytes.text(position..<end).split { " .()".contains($0) }.map(String.init)
    let known: Set = ["subscription", "subscriptions", "subscribe", "subscribed"]
    guard words.count == 2, words.contains(where: known.contains),
      let name = words.first(where: { !known.contains($0) && isBound($0) }),
      bytes.text(position..<end) != "subscriptions \(name)"
    else { return }
    failForeign(at: position..<end, "for the times of observation", write: "subscriptions \(name)")
  }

  /// Returns the span of `for all` or `forAll` before the equation of a law.
  private func lawKeyword(at start: Int) -> Span? {
    guard let end = bytes.identifierEnd(at: start) else { return nil }
    let next = bytes.skipWhitespace(at: end)
    let isTwoWords = bytes.hasWord("for", at: start) && bytes.hasWord("all", at: next)
    let span = start..<(isTwoWords ? next + 3 : end)
    let word = bytes.text(span)
    guard isTwoWords || (word != "forall" && word.lowercased() == "forall"), !isBound(word),
      let colon = (span.upperBound..<bytes.lineEnd(at: start)).first(where: { bytes[$0] == ASCII.colon }),
      bytes.text(colon..<bytes.lineEnd(at: start)).contains("==")
    else { return nil }
    return span
  }

  /// Reports a law, or a comparison after a keyword, in parentheses: `forall(a): …` and `assert(a == --1|)`.
  mutating func rejectCalledKeyword() {
    if bytes.has("∀", at: position) {
      return failForeign(at: position..<bytes.characterEnd(at: position), "for a law", write: "forall")
    }
    if let all = lawKeyword(at: position) { return failForeign(at: all, "for a law", write: "forall") }
    guard let name = bytes.identifierEnd(at: position), bytes[name] == ASCII.openParenthesis else { return }
    let word = bytes.text(position..<name)
    guard let close = BracketMatcher.end(ofBracketAt: name, in: bytes), !isBound(word) else { return }
    let inner = source.trimmingTrailingWhitespace(name + 1..<close - 1)
    let isCompared = inner.contains { bytes.has("==", at: $0) }
    let isLaw = ["forall", "races"].contains(word) || (word == "check" && !isCompared)
    guard isLaw || ["assert", "expect", "check"].contains(word) else { return }
    if isLaw {
      failForeign(
        at: name..<name + 1, replacing: position..<close, word == "forall" ? "for a law" : nil,
        write: "\(word) \(bytes.text(inner))")
    } else if isEnd(skipTrivia(at: close)), isCompared {
      failForeign(at: position..<name + 1, replacing: position..<close, "for a comparison", write: bytes.text(inner))
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
    guard !names.isEmpty, let definition = definition(of: bytes.text(name), names, text) else { return }
    failForeign(at: start..<end, replacing: name.lowerBound..<end, "to define an operator", write: definition)
  }

  /// Returns the definition of an operator by a function of another language, or `nil` if it has no short body.
  private func definition(of name: String, _ names: [String], _ body: String) -> String? {
    guard (1...60).contains(body.utf8.count), !body.contains(where: \.isNewline) else { return nil }
    // An operator takes streams, so a calculation is one with each value.
    let isCalculation = names.count == 1 && body.contains(" ") && !body.contains { ".({\"".contains($0) }
    return isCalculation
      ? "\(name)(s) = s.map { \(names[0]) in \(body) }" : "\(name)(\(names.joined(separator: ", "))) = \(body)"
  }

  /// Reports a definition with braces: `f(x) { x }`.
  mutating func rejectBraces(after head: Span, at brace: Int) {
    guard let end = BracketMatcher.end(ofBracketAt: brace, in: bytes), end <= limit,
      case let name = bytes.identifierEnd(at: head.lowerBound) ?? head.upperBound,
      case let names = parameters(in: bytes.text(name..<head.upperBound)),
      let text = definition(of: bytes.text(head.lowerBound..<name), names, translated(withoutReturn(brace..<end)))
    else { return }
    failForeign(at: brace..<brace + 1, replacing: statementStart..<end, "to define an operator", write: text)
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

  /// Returns an error for the second `+` of `$0++`.
  func increment() -> Diagnostic? {
    let sign = token.span.lowerBound
    let next = bytes.skipWhitespace(at: sign + 1)
    guard found == "+", sign == cursor.previousEnd, bytes[sign - 1] == UInt8(ascii: "+"),
      bytes[next] == ASCII.closeBrace || bytes[next] == ASCII.closeParenthesis
    else { return nil }
    return foreign(at: sign - 1..<sign + 1, write: " + 1")
  }

  mutating func rejectTripleEquals(at equals: Int) { failForeign(at: equals..<equals + 3, write: "==") }

  /// Reports `!=`, whose `=` is at an offset or after it.
  mutating func rejectUnequal(at offset: Int) {
    for start in [offset - 1, offset] where bytes.has("!=", at: start) {
      if kind == .law { return failForeign(at: start..<start + 2, "for a law", write: "==") }
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

  /// Returns the error for `=>` or `->` after a new name, or after something to compare.
  func arrow(at offset: Int, after subject: Span) -> Diagnostic {
    let isNew = bytes.identifierEnd(at: subject.lowerBound) == subject.upperBound && !isBound(bytes.text(subject))
    return foreign(at: offset..<offset + 2, isNew ? "to bind the name" : "to compare", write: isNew ? "=" : "==")
  }

  /// Returns the error for a statement that is not a timeline: `(a.map { $0 })`, `merge (a, b)` and `c -> --1|`.
  func foreignStatement(at start: Int) -> Diagnostic? {
    let end = end(ofSideAt: start)
    if bytes[start] == ASCII.openParenthesis, BracketMatcher.end(ofBracketAt: start, in: bytes) == end,
      let name = bytes.identifierEnd(at: start + 1),
      bytes.hasChainLink(at: name) || isCall(start + 1..<name)
        || duringKeyword(at: bytes.skipWhitespace(at: name)) != nil
    {
      return foreign(at: start..<start + 1, replacing: start..<end, write: bytes.text(start + 1..<end - 1))
    }
    guard let word = bytes.identifierEnd(at: start) else { return nil }
    let next = bytes.skipWhitespace(at: word)
    if next > word, bytes[next] == ASCII.openParenthesis, isOperator(start..<word) {
      return foreign(at: start..<next + 1, "to call the operator", write: bytes.text(start..<word) + "(")
    }
    if next > word, bytes.has("->", at: next) { return arrow(at: next, after: start..<word) }
    if next > word, bytes.has("<-", at: next) {
      return foreign(at: next..<next + 2, "to bind the name", write: "=")
    }
    if let sign = (start..<end).first(where: { bytes.has("<~", at: $0) }) {
      let target = bytes.text(source.trimmingTrailingWhitespace(start..<sign))
      let value = bytes.text(bytes.skipWhitespace(at: sign + 2)..<end)
      // A path, such as `label.text`, does not name a stream, so the help is to observe what is bound to it.
      let isName = target.utf8.count == word - start
      return foreign(
        at: sign..<sign + 2, replacing: start..<end, isName ? "to bind a property" : "to observe the stream",
        write: isName ? "\(target) = property(0, then: \(value))" : value)
    }
    return nil
  }

  /// Returns the error for streams with a sign between them: `a | b` and `a || b`.
  func alternatives(at start: Int) -> Diagnostic? {
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
}
