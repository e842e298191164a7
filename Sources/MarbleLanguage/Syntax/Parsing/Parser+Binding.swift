/// Bindings of names and definitions of operators.
extension Parser {
  /// Whether there is a `=` that is not part of `==`.
  func isDefinitionSign(at offset: Int) -> Bool {
    bytes[offset] == ASCII.equals && bytes[offset + 1] != ASCII.equals && !bytes.has("=>", at: offset)
  }

  /// Reads `name = …`, or returns `nil` if the statement does not begin like this.
  mutating func binding() -> Statement.Kind? {
    guard let nameEnd = bytes.identifierEnd(at: position) else { return nil }
    let dollar = dollar(after: position..<nameEnd)
    let equals = skipTrivia(at: dollar?.span.upperBound ?? nameEnd)
    guard isDefinitionSign(at: equals) else { return nil }
    if let dollar { fail(dollar) }
    let name = Name(text: bytes.text(position..<nameEnd), span: position..<nameEnd)
    kind = .binding
    let isReserved = name.text.isReservedName
    if isReserved { fail(.reservedName(name.text), at: name.span) }
    if bindings.vocabulary.operator(name.text) != nil {
      warnings.append(Diagnostic(.operatorAsName(name.text), at: name.span))
    }
    tree.add(.identifier, name.span)
    rejectFunction(named: name.span, at: bytes.skipWhitespace(at: equals + 1))
    let definition = definition(after: equals, of: name)
    expectEndOfBinding(of: name)
    // A name with an invalid definition is still bound, so that its uses are not reported as well.
    if !isReserved { bind(name.text, isReadable: failure == nil) }
    return .bind(name, definition)
  }

  /// Reads the definition after a `=`.
  private mutating func definition(after equals: Int, of name: Name) -> Definition {
    position = equals
    addToken(.symbol, 1)
    guard !isEnd(position) else {
      fail(.missingDefinition(name: name.text), at: equals..<equals + 1)
      return .expression(.missing(at: position))
    }
    return definition()
  }

  /// Reads `name(p, q) = …`, or returns `nil` if the statement does not begin like this.
  mutating func operatorDefinition() -> Statement.Kind? {
    guard let nameEnd = bytes.identifierEnd(at: position), bytes[nameEnd] == ASCII.openParenthesis else { return nil }
    let name = Name(text: bytes.text(position..<nameEnd), span: position..<nameEnd)
    var tokens: [(kind: SyntaxKind, span: Span)] = [(.identifier, name.span), (.symbol, nameEnd..<nameEnd + 1)]
    var parameters: [Name] = []
    var end = bytes.skipWhitespace(at: nameEnd + 1)
    while let parameterEnd = bytes.identifierEnd(at: end) {
      parameters.append(Name(text: bytes.text(end..<parameterEnd), span: end..<parameterEnd))
      tokens.append((.identifier, end..<parameterEnd))
      end = bytes.skipWhitespace(at: parameterEnd)
      guard bytes[end] == ASCII.comma else { break }
      tokens.append((.symbol, end..<end + 1))
      end = bytes.skipWhitespace(at: end + 1)
    }
    guard bytes[end] == ASCII.closeParenthesis else {
      rejectTypes(in: nameEnd, of: name)
      return nil
    }
    tokens.append((.symbol, end..<end + 1))
    let call = Name(text: bytes.text(position..<end + 1), span: position..<end + 1)
    let equals = skipTrivia(at: end + 1)
    guard isDefinitionSign(at: equals) else {
      let isUnknown = bindings.vocabulary.operator(name.text) == nil && !parameters.contains { isBound($0.text) }
      if isUnknown, let sign = ["=>", "->", ":"].first(where: { bytes.text(equals..<equals + $0.utf8.count) == $0 }) {
        let end = equals + sign.utf8.count
        fail(
          foreign(
            at: equals..<end, replacing: position..<end, "to define an operator", write: "\(call.text) ="))
      }
      if bytes[equals] == ASCII.openBrace, isUnknown, !parameters.isEmpty { rejectBraces(after: call.span, at: equals) }
      return nil
    }
    kind = .operatorDefinition
    let checkpoint = tree.checkpoint(at: position)
    for token in tokens { tree.add(token.kind, token.span) }
    tree.wrap(.signature, from: checkpoint)
    // `merge(a, b) = --1--|` was probably meant as a comparison.
    let isKnown = bindings.vocabulary.operator(name.text) != nil
    if isKnown, parameters.contains(where: { isBound($0.text) }) {
      fail(.equalsForComparison, at: equals..<equals + 1)
    }
    for name in [name] + parameters where name.text.isReservedName || bindings.vocabulary.isFunction(name.text) {
      fail(.reservedName(name.text), at: name.span)
    }
    for (index, parameter) in parameters.enumerated() {
      if let first = parameters[..<index].first(where: { $0.text == parameter.text }) {
        fail(.repeatedParameter(parameter.text), at: parameter.span, related: first.span)
      }
    }
    let isNoDefinition = failure != nil || isEnd(skipTrivia(at: equals + 1))
    let body =
      unknownDefinition(after: equals)
      ?? withNames(parameters.map(\.text)) { $0.definition(after: equals, of: call) }
    defer { if !isNoDefinition, failure != nil, !isKnown { recordUnreadable(operator: name.text) } }
    guard case .expression(let expression) = body else {
      let problem = isKnown ? LanguageProblem.equalsForComparison : .operatorNotTimeline(call.text)
      fail(problem, at: isKnown ? equals..<equals + 1 : call.span)
      return .show(.lastResult, during: [])
    }
    expectEndOfBinding(of: call)
    return .define(name, parameters: parameters, expression)
  }

  /// Reports parameters with types or default values: `f(s: Stream, n = 2) = s.delay(n)`.
  private mutating func rejectTypes(in parenthesis: Int, of name: Name) {
    guard bindings.vocabulary.operator(name.text) == nil,
      let close = BracketMatcher.end(ofBracketAt: parenthesis, in: bytes),
      isDefinitionSign(at: bytes.skipWhitespace(at: close))
    else { return }
    var names: [String] = []
    var start = bytes.skipWhitespace(at: parenthesis + 1)
    while start < close - 1 {
      guard let end = bytes.identifierEnd(at: start) else { return }
      let sign = bytes.skipWhitespace(at: end)
      guard [ASCII.colon, ASCII.equals, ASCII.comma, ASCII.closeParenthesis].contains(bytes[sign] ?? 0) else { return }
      names.append(bytes.text(start..<end))
      start = bytes.skipWhitespace(at: itemEnd(from: end, upTo: close - 1) + 1)
    }
    failForeign(
      at: parenthesis..<close, "to define an operator", write: "(\(names.joined(separator: ", ")))")
  }

  /// Reads `= ?`, or returns `nil` if something else is after the `=`.
  private mutating func unknownDefinition(after equals: Int) -> Definition? {
    let start = skipTrivia(at: equals + 1)
    guard bytes[start] == ASCII.question, isEnd(skipTrivia(at: start + 1)) else { return nil }
    position = equals
    addToken(.symbol, 1)
    tree.add(.hole, start..<start + 1)
    position = start + 1
    return .expression(Expression(.hole, span: start..<start + 1))
  }

  private mutating func expectEndOfBinding(of name: Name) {
    let next = skipTrivia()
    guard failure == nil else { return }
    let end: Int
    if bytes[next] == ASCII.newline, let following = bytes.continuation(afterLineEnd: next) {
      // In a script, `==` at the start of a line continues the statement above, and a binding cannot be compared.
      guard mode == .script, bytes.has("==", at: following) else { return }
      end = following
    } else {
      end = next
    }
    if bytes.has("==", at: end) { return fail(.assertionInBinding(name: name.text), at: end..<end + 2) }
    if let span = duringKeyword(at: end) { return fail(.windowInBinding(name: name.text), at: span) }
    if bytes[end] == ASCII.comma { return fail(comma(at: end)) }
    if !isEnd(end) { failAtWord(end) }
  }

  func duringKeyword(at offset: Int) -> Span? {
    bytes.hasWord("during", at: offset) ? offset..<offset + 6 : nil
  }

  /// Reads the right side of a `=`, or a subject.
  mutating func definition() -> Definition {
    let cold = keyword("cold", at: position)
    if skipSourceKeyword("cold") {
      guard let cold, let name = bytes.identifierEnd(at: position), isBound(bytes.text(position..<name)),
        bytes[name] == ASCII.dot, let end = bytes.identifierEnd(at: name + 1), isCall(name + 1..<end)
      else { return .cold(timelines(form: .cold)) }
      failForeign(at: cold, replacing: cold.lowerBound..<position, "only a timeline can be cold", write: "")
      return .expression(stream())
    }
    if skipSourceKeyword("raw") { return .raw(timeline(form: .raw)) }
    if beginsExpression() { return .expression(stream()) }
    return .pipe(timeline(form: .pipe))
  }

  /// Skips `cold` or `raw` before a timeline.
  ///
  /// Without a timeline they are an error, unless a stream has that name.
  mutating func skipSourceKeyword(_ word: StaticString) -> Bool {
    let span = keyword(word, at: position)
    if let span = keywordAlone(word, at: position) { fail(.missingTimeline(after: word.description), at: span) }
    guard let span else { return false }
    addToken(.keyword, span.count)
    return true
  }
}
