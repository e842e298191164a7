import Marbles

/// Statements.
extension JSParser {
  mutating func statements() -> [JSStatement] {
    var statements: [JSStatement] = []
    while !isAtEnd {
      if takes(";") { continue }
      let start = index
      do throws(Refusal) {
        statements.append(try statement())
      } catch {
        index = max(statementEnd(from: start), start + 1)
        let names = assignedNames(in: start..<index)
        let kind = JSStatement.Kind.unsupported(error.problem, at: error.span, names: names)
        statements.append(JSStatement(kind: kind, span: span(from: start)))
      }
    }
    return statements
  }

  mutating func statement() throws(Refusal) -> JSStatement {
    let start = index
    let kind = try nested { parser throws(Refusal) in try parser.kind() }
    return JSStatement(kind: kind, span: span(from: start))
  }

  private mutating func kind() throws(Refusal) -> JSStatement.Kind {
    switch name() {
    case "import": return try imports()
    case "export":
      index += 1
      if has("*") || has("{") || has("type") && (has("*", ahead: 1) || has("{", ahead: 1)) { return try exports() }
      _ = takes("default")
      return try kind()
    case "declare":
      index = statementEnd(from: index)
      return .none
    case "interface" where name(ahead: 1) != nil: return try interface()
    case "type" where name(ahead: 1) != nil:
      index = statementEnd(from: index)
      return .none
    case "const" where has("enum", ahead: 1):
      index += 1
      return try enumeration()
    case "const", "let", "var": return try declaration()
    case "function" where name(ahead: 1) != nil, "async" where has("function", ahead: 1) && name(ahead: 2) != nil:
      if has("async") { index += 1 }
      index += 1
      let name = try expectName()
      let start = index - 2
      // A declaration without a body only gives types.
      if let place = signatureEnd() {
        index = place
        return .none
      }
      return .function(name, try function(from: start))
    case "return":
      index += 1
      let hasResult = !isAtEnd && !has(";") && !code.tokens[index].opensLine
      return .result(hasResult ? try endedExpression() : nil)
    case "throw":
      index += 1
      return .failure(try endedExpression())
    case "if": return try condition()
    case "for": return try loop()
    case "switch": return try selection()
    case "try": return try attempt()
    case "class", "abstract":
      let (name, syntax) = try type()
      guard let name else { throw unexpected() }
      return .type(name, syntax)
    case "enum": return try enumeration()
    case "while", "do", "break", "continue": throw unexpected()
    default: break
    }
    if has("@") {
      _ = try decorators()
      return try kind()
    }
    if has("{") { return .block(try block()) }
    return .expression(try endedExpression())
  }

  mutating func block() throws(Refusal) -> [JSStatement] {
    try inside { parser throws(Refusal) in parser.statements() }
  }

  /// Parses an expression that ends its statement.
  private mutating func endedExpression() throws(Refusal) -> JSExpression {
    let result = try expression()
    if !takes(";"), !isAtEnd, !code.tokens[index].opensLine { throw unexpected() }
    return result
  }

  // MARK: Declarations

  private mutating func declaration() throws(Refusal) -> JSStatement.Kind {
    index += 1
    let declared = try declarators()
    if !takes(";"), !isAtEnd, !code.tokens[index].opensLine { throw unexpected() }
    return declared.count == 1 ? imports(by: declared[0].pattern, declared[0].value) : .declaration(declared)
  }

  /// Returns `const { a, b: c } = require("module")` as `import { a, b as c } from "module"`.
  private func imports(by pattern: JSPattern, _ value: JSExpression?) -> JSStatement.Kind {
    if case .object(let properties) = pattern, case .call(let function, let arguments)? = value?.kind,
      case .name("require") = function.kind, arguments.count == 1, case .string(let module, _) = arguments[0].kind
    {
      let names = properties.compactMap { property in
        if case .name(let name) = property.pattern { (name: name, exported: property.key) } else { nil }
      }
      if names.count == properties.count { return .imports(names, module: module) }
    }
    return .declaration([(pattern, value)])
  }

  private mutating func declarators() throws(Refusal) -> [(pattern: JSPattern, value: JSExpression?)] {
    var declared: [(pattern: JSPattern, value: JSExpression?)] = []
    repeat {
      let pattern = try pattern()
      _ = takes("!")
      try skipAnnotation()
      declared.append((pattern, takes("=") ? try expression() : nil))
    } while takes(",")
    return declared
  }

  /// Parses a pattern, optionally with an initial value.
  private mutating func patternElement() throws(Refusal) -> JSPattern {
    let pattern = try pattern()
    return takes("=") ? .initial(pattern, try expression()) : pattern
  }

  mutating func pattern() throws(Refusal) -> JSPattern {
    if has("[") {
      return .array(
        try inside { parser throws(Refusal) in
          var items: [JSPattern?] = []
          while !parser.isAtEnd {
            items.append(parser.has(",") ? nil : try parser.patternElement())
            if !parser.isAtEnd { try parser.expect(",") }
          }
          return items
        })
    }
    if has("{") {
      return .object(
        try inside { parser throws(Refusal) in
          try parser.list { parser throws(Refusal) in
            if parser.takes("...") { return (key: "", pattern: .rest(try parser.pattern())) }
            let key = try parser.expectName()
            if parser.takes(":") { return (key: key, pattern: try parser.patternElement()) }
            let initial = parser.takes("=") ? try parser.expression() : nil
            return (key: key, pattern: initial.map { .initial(.name(key), $0) } ?? .name(key))
          }
        })
    }
    if takes("...") { return .rest(try pattern()) }
    return .name(try expectName())
  }

  private mutating func exports() throws(Refusal) -> JSStatement.Kind {
    let isAll = has("*") || has("*", ahead: 1)
    guard case .imports(let names, let module) = try imports() else { return .none }
    return module.isEmpty ? .none : .exports(isAll ? nil : names, module: module)
  }

  private mutating func imports() throws(Refusal) -> JSStatement.Kind {
    let start = index
    let statementEnd = statementEnd(from: start)
    defer { index = statementEnd }
    var names: [(name: String, exported: String)] = []
    var module = ""
    while index < statementEnd {
      if has("*"), has("as", ahead: 1), let local = self.name(ahead: 2) {
        names.append((local, "*"))
        index += 2
      } else if let name = name(), name != "import", name != "from", name != "type" {
        if has("as", ahead: 1), let local = self.name(ahead: 2) {
          names.append((local, name))
          index += 2
        } else {
          names.append((name, name))
        }
      } else if code.tokens[index].kind == .string {
        module = code.string(at: index)
      }
      index += 1
    }
    return .imports(names, module: module)
  }

  private mutating func interface() throws(Refusal) -> JSStatement.Kind {
    while !isAtEnd, !has("{") { index += 1 }
    guard let inside = code.inside(index) else { throw unexpected() }
    index = inside.upperBound + 1
    return .none
  }

  // MARK: Control flow

  private mutating func condition() throws(Refusal) -> JSStatement.Kind {
    index += 1
    guard has("(") else { throw unexpected() }
    let condition = try inside { parser throws(Refusal) in try parser.expression() }
    let then = try statement()
    _ = takes(";")
    return .condition(condition, then, takes("else") ? try statement() : nil)
  }

  private enum LoopHead {
    case counting(JSStatement?, JSExpression?, JSExpression?)
    case iterating(JSPattern, JSExpression)
  }

  private mutating func counting(after first: JSStatement?) throws(Refusal) -> LoopHead {
    let condition = has(";") ? nil : try expression()
    try expect(";")
    return .counting(first, condition, isAtEnd ? nil : try expression())
  }

  private mutating func loop() throws(Refusal) -> JSStatement.Kind {
    index += 1
    guard has("(") else { throw unexpected() }
    let head: LoopHead = try inside { parser throws(Refusal) in
      let start = parser.index
      if parser.has("const") || parser.has("let") || parser.has("var") {
        parser.index += 1
        let declared = try parser.declarators()
        if declared.count == 1, declared[0].value == nil, parser.takes("of") {
          return .iterating(declared[0].pattern, try parser.expression())
        }
        try parser.expect(";")
        let first = JSStatement(kind: .declaration(declared), span: parser.span(from: start))
        return try parser.counting(after: first)
      }
      let first = parser.has(";") ? nil : try parser.expression()
      try parser.expect(";")
      return try parser.counting(after: first.map { JSStatement(kind: .expression($0), span: $0.span) })
    }
    let body = try statement()
    switch head {
    case .counting(let first, let condition, let step): return .loop(first, condition, step, body)
    case .iterating(let pattern, let values): return .iteration(pattern, values, body)
    }
  }
}
