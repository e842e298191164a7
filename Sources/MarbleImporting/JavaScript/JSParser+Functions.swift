import Marbles

/// Functions and the types of TypeScript, which are skipped.
extension JSParser {
  var beginsFunction: Bool {
    if has("function") || has("async") && !has("=>", ahead: 1) && !has("(", ahead: 1) { return true }
    if has("async"), has("(", ahead: 1) { return isArrow(at: index + 1) }
    if name() != nil { return has("=>", ahead: 1) }
    if has("<") { return typeParametersEnd().map { code.has("(", at: $0) && isArrow(at: $0) } ?? false }
    return has("(") && isArrow(at: index)
  }

  /// Whether the parentheses at a token are the parameters of an arrow function.
  private func isArrow(at open: Int) -> Bool {
    guard let inside = code.inside(open), inside.upperBound < end else { return false }
    let next = inside.upperBound + 1
    if code.has("=>", at: next) { return next < end }
    guard code.has(":", at: next) else { return false }
    var parser = JSParser(code, in: next + 1..<end)
    return (try? parser.skipType()) != nil && parser.has("=>")
  }

  private func typeParametersEnd() -> Int? {
    var depth = 0
    for place in index..<min(end, index + 200) {
      if code.has("<", at: place) { depth += 1 }
      guard code.has(">", at: place) else { continue }
      depth -= 1
      if depth == 0 { return place + 1 }
    }
    return nil
  }

  mutating func functionExpression() throws(Refusal) -> JSExpression {
    let start = index
    // The scheduler of a test runs its functions in order.
    if has("async"), !has("=>", ahead: 1) { index += 1 }
    if takes("function") {
      if name() != nil { index += 1 }
      let function = try function(from: start)
      return JSExpression(kind: .function(function), span: function.span)
    }
    if has("<"), let end = typeParametersEnd() { index = end }
    var parameters: [JSParameter]
    if has("(") {
      parameters = try self.parameters()
      if takes(":") { try skipType() }
    } else {
      parameters = [JSParameter(pattern: .name(try expectName()), initial: nil)]
    }
    let isAsync = code.has("async", at: start) && !code.has("=>", at: start + 1)
    let open = isAsync ? start + 1 : start
    if code.has("this", at: open + 1) { parameters.removeFirst(min(1, parameters.count)) }
    try expect("=>")
    let body: JSFunctionSyntax.Body = has("{") ? .statements(try block()) : .expression(try expression())
    let function = JSFunctionSyntax(
      parameters: parameters, body: body, isArrow: true, isAsync: isAsync, span: span(from: start))
    return JSExpression(kind: .function(function), span: function.span)
  }

  /// Parses the parameters and the body of a function or a method.
  mutating func function(from start: Int) throws(Refusal) -> JSFunctionSyntax {
    if has("<"), let end = typeParametersEnd() { index = end }
    guard has("(") else { throw unexpected() }
    let parameters = try parameters()
    if takes(":") { try skipType() }
    guard has("{") else { throw unexpected() }
    let body = try block()
    // A declaration begins with its name or with `function`.
    let isAsync = code.has("async", at: start) || code.has("async", at: start - 1)
    return JSFunctionSyntax(
      parameters: parameters, body: .statements(body), isAsync: isAsync, span: span(from: start))
  }

  /// Returns the token after the types of a function, if it has no body.
  func signatureEnd() -> Int? {
    var parser = JSParser(code, in: index..<end)
    if parser.has("<"), let place = parser.typeParametersEnd() { parser.index = place }
    guard let inside = code.inside(parser.index), inside.upperBound < end else { return nil }
    parser.index = inside.upperBound + 1
    guard !parser.takes(":") || (try? parser.skipType()) != nil else { return nil }
    return parser.has("{") ? nil : parser.index
  }

  private mutating func parameters() throws(Refusal) -> [JSParameter] {
    try inside { parser throws(Refusal) in
      try parser.list { parser throws(Refusal) in
        var token = try parser.decorators().first { if case .name("Inject") = $0.callee.kind { true } else { false } }?
          .arguments.first
        let isProperty = parser.skipModifiers()
        let pattern = try parser.pattern()
        _ = parser.takes("?")
        if parser.has(":"), token == nil, let type = parser.name(ahead: 1) {
          token = JSExpression(kind: .name(type), span: parser.code.tokens[parser.index + 1].span)
        }
        try parser.skipAnnotation()
        return JSParameter(
          pattern: pattern, initial: parser.takes("=") ? try parser.expression() : nil, token: token,
          isProperty: isProperty)
      }
    }
  }

  // MARK: Types

  /// Skips a type after a colon, if there is one.
  mutating func skipAnnotation() throws(Refusal) {
    if takes(":") { try skipType() }
  }

  /// Skips `<T>` before the arguments of a call, and returns whether they follow.
  mutating func skipsTypeArguments(beforeTemplate: Bool = false) -> Bool {
    guard has("<") else { return false }
    var parser = JSParser(code, in: index + 1..<min(end, index + 80))
    do {
      repeat { try parser.skipType() } while parser.takes(",")
    } catch {
      return false
    }
    guard parser.takes(">"), parser.index < end,
      beforeTemplate ? code.tokens[parser.index].kind == .template : code.has("(", at: parser.index)
    else { return false }
    index = parser.index
    return true
  }

  mutating func skipType() throws(Refusal) {
    try nested { parser throws(Refusal) in
      _ = parser.takes("|")
      repeat { try parser.skipTypeOperand() } while parser.takes("|") || parser.takes("&") || parser.takes("extends")
    }
  }

  private mutating func skipTypeOperand() throws(Refusal) {
    while has("keyof") || has("typeof") || has("readonly") || has("new") || has("is") || has("infer") { index += 1 }
    guard !isAtEnd else { throw unexpected() }
    if has("("), let inside = code.inside(index), inside.upperBound < end {
      index = inside.upperBound + 1
      if takes("=>") { return try skipType() }
    } else if has("{") || has("["), let inside = code.inside(index), inside.upperBound < end {
      index = inside.upperBound + 1
    } else if code.tokens[index].kind != .mark {
      index += 1
      if takes("is") { return try skipType() }
      while takes(".") { _ = try expectName() }
      if takes("<") {
        repeat { try skipType() } while takes(",")
        try expect(">")
      }
    } else {
      throw unexpected()
    }
    while has("["), !code.tokens[index].opensLine, let inside = code.inside(index), inside.upperBound < end {
      index = inside.upperBound + 1
    }
  }
}
