import Marbles

/// Classes, enumerations and the statements that are mostly in methods.
extension JSParser {
  private static let modifiers: Set = [
    "public", "private", "protected", "readonly", "static", "override", "abstract", "declare", "async",
  ]

  /// Parses `@Name(…)` before a declaration.
  mutating func decorators() throws(Refusal) -> [(callee: JSExpression, arguments: [JSExpression])] {
    var decorators: [(callee: JSExpression, arguments: [JSExpression])] = []
    while takes("@") {
      let start = index
      let callee = JSExpression(kind: .name(try expectName()), span: span(from: start))
      decorators.append((callee, has("(") ? try arguments() : []))
    }
    return decorators
  }

  /// Skips words such as `private`, and returns whether there are any.
  mutating func skipModifiers() -> Bool {
    let start = index
    while let name = name(), Self.modifiers.contains(name), self.name(ahead: 1) != nil || has("[", ahead: 1) {
      index += 1
    }
    return index > start
  }

  mutating func type() throws(Refusal) -> (name: String?, syntax: JSTypeSyntax) {
    _ = takes("abstract")
    try expect("class")
    var name: String?
    if !has("extends"), !has("implements"), let own = self.name() {
      name = own
      index += 1
    }
    if has("<") { try skipTypeParameters() }
    var superclass: JSExpression?
    if takes("extends") {
      let start = index
      superclass = JSExpression(kind: .name(try expectName()), span: span(from: start))
      if has("<") { try skipTypeParameters() }
    }
    while !isAtEnd, !has("{") { index += 1 }
    guard has("{") else { throw unexpected() }
    let members = try inside { parser throws(Refusal) in
      var members: [(name: String, member: JSTypeSyntax.Member, isStatic: Bool)] = []
      while !parser.isAtEnd {
        if parser.takes(";") { continue }
        if let member = try parser.member() { members.append(member) }
      }
      return members
    }
    return (name, JSTypeSyntax(name: name, superclass: superclass, members: members))
  }

  /// Parses a member of a class, or skips a declaration that only gives types.
  private mutating func member() throws(Refusal) -> (name: String, member: JSTypeSyntax.Member, isStatic: Bool)? {
    _ = try decorators()
    let start = index
    _ = skipModifiers()
    let isStatic = (start..<index).contains { code.has("static", at: $0) }
    let isAbstract = (start..<index).contains { code.has("abstract", at: $0) || code.has("declare", at: $0) }
    let isGetter = has("get") && name(ahead: 1) != nil
    if isGetter { index += 1 }
    guard !isAtEnd, code.tokens[index].kind == .name, !(has("set") && name(ahead: 1) != nil) else {
      throw unexpected()
    }
    let name = code.text(index)
    index += 1
    if has("(") || has("<") {
      if let place = signatureEnd() {
        index = place
        return nil
      }
      let function = try function(from: start)
      return (name, isGetter ? .getter(function) : .method(function), isStatic)
    }
    _ = takes("?") || takes("!")
    try skipAnnotation()
    let value = takes("=") ? try expression() : nil
    if !isAtEnd, !takes(";"), !code.tokens[index].opensLine { throw unexpected() }
    return isAbstract ? nil : (name, .field(value), isStatic)
  }

  private mutating func skipTypeParameters() throws(Refusal) {
    try expect("<")
    repeat {
      try skipType()
      if takes("=") { try skipType() }
    } while takes(",")
    try expect(">")
  }

  /// Parses an enumeration as a constant object.
  mutating func enumeration() throws(Refusal) -> JSStatement.Kind {
    let start = index
    try expect("enum")
    let name = try expectName()
    guard has("{") else { throw unexpected() }
    var next = 0.0
    let properties = try inside { parser throws(Refusal) in
      try parser.list { parser throws(Refusal) in
        let key = try parser.expectName()
        var value = JSExpression(kind: .number(next), span: parser.span(from: parser.index - 1))
        if parser.takes("=") { value = try parser.expression() }
        if case .number(let number) = value.kind { next = number + 1 }
        return JSProperty(name: key, value: value)
      }
    }
    let object = JSExpression(kind: .object(properties), span: span(from: start))
    return .declaration([(.name(name), object)])
  }

  mutating func selection() throws(Refusal) -> JSStatement.Kind {
    index += 1
    guard has("(") else { throw unexpected() }
    let value = try inside { parser throws(Refusal) in try parser.expression() }
    guard has("{") else { throw unexpected() }
    let cases = try inside { parser throws(Refusal) in
      var cases: [(value: JSExpression?, body: [JSStatement], continues: Bool)] = []
      while !parser.isAtEnd {
        var value: JSExpression?
        if !parser.takes("default") {
          try parser.expect("case")
          value = try parser.expression()
        }
        try parser.expect(":")
        var body: [JSStatement] = []
        var continues = true
        while !parser.isAtEnd, !parser.has("case"), !parser.has("default"), continues {
          if parser.takes(";") { continue }
          if parser.takes("break") {
            _ = parser.takes(";")
            continues = false
          } else {
            body.append(try parser.statement())
          }
        }
        cases.append((value, body, continues))
      }
      return cases
    }
    return .selection(value, cases)
  }

  mutating func attempt() throws(Refusal) -> JSStatement.Kind {
    index += 1
    guard has("{") else { throw unexpected() }
    let body = try block()
    // What is always performed at the end would hide an error.
    try expect("catch")
    var error: JSPattern?
    if has("(") {
      error = try inside { parser throws(Refusal) in
        let pattern = try parser.pattern()
        try parser.skipAnnotation()
        return pattern
      }
    }
    guard has("{") else { throw unexpected() }
    let handler = try block()
    guard !has("finally") else { throw unexpected() }
    return .attempt(body, error: error, handler)
  }
}
