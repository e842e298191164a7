import Marbles

/// Expressions.
extension JSParser {
  mutating func expression() throws(Refusal) -> JSExpression {
    try nested { parser throws(Refusal) in try parser.assignment() }
  }

  private mutating func assignment() throws(Refusal) -> JSExpression {
    let start = index
    if beginsFunction { return try functionExpression() }
    let target = try conditional()
    for mark in ["+=", "-=", "*=", "??=", "||="] as [StaticString] where takes(mark) {
      let symbol = String("\(mark)".dropLast())
      return JSExpression(kind: .assignment(symbol, target, try expression()), span: span(from: start))
    }
    guard takes("=") else { return target }
    return JSExpression(kind: .assignment(nil, target, try expression()), span: span(from: start))
  }

  private mutating func conditional() throws(Refusal) -> JSExpression {
    let start = index
    let condition = try binary(above: 0)
    guard takes("?") else { return condition }
    let first = try expression()
    try expect(":")
    return JSExpression(kind: .conditional(condition, first, try expression()), span: span(from: start))
  }

  private static let precedences: [String: Int] = [
    "??": 1, "||": 1, "&&": 2, "===": 3, "!==": 3, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "+": 5, "-": 5,
    "*": 6, "/": 6, "%": 6, "**": 7, "instanceof": 4, "in": 4,
  ]

  /// Parses operands joined by operators that bind more closely than those of a level.
  private mutating func binary(above level: Int) throws(Refusal) -> JSExpression {
    let start = index
    var left = try unary()
    while !isAtEnd {
      if has("as") || has("satisfies"), !code.tokens[index].opensLine {
        index += 1
        try skipType()
        left = JSExpression(kind: left.kind, span: left.span)
        continue
      }
      guard code.tokens[index].kind == .mark || has("instanceof") || has("in") else { break }
      let symbol = code.text(index)
      guard let precedence = Self.precedences[symbol], precedence > level else { break }
      try checkShift()
      index += 1
      // `**` joins its operands from the right.
      let level = symbol == "**" ? precedence - 1 : precedence
      let right = try nested { parser throws(Refusal) in try parser.binary(above: level) }
      left = JSExpression(kind: .binary(symbol, left, right), span: span(from: start))
    }
    return left
  }

  /// Checks that the comparison at the current token is not a shift, such as `<<`, whose tokens are those of comparisons.
  private func checkShift() throws(Refusal) {
    guard has("<") && has("<", ahead: 1) || has(">") && has(">", ahead: 1) else { return }
    let (first, second) = (code.tokens[index].span, code.tokens[index + 1].span)
    guard first.upperBound == second.lowerBound else { return }
    let span = first.lowerBound..<second.upperBound
    throw Refusal(problem: .expression(code.bytes.text(span)), span: span)
  }

  private mutating func unary() throws(Refusal) -> JSExpression {
    let start = index
    if has("++") || has("--") {
      let change: Double = has("++") ? 1 : -1
      index += 1
      let target = try nested { parser throws(Refusal) in try parser.unary() }
      return JSExpression(kind: .update(target, by: change, isPrefix: true), span: span(from: start))
    }
    for mark in ["!", "-", "+", "typeof", "void"] as [StaticString] where takes(mark) {
      let operand = try nested { parser throws(Refusal) in try parser.unary() }
      return JSExpression(kind: .unary("\(mark)", operand), span: span(from: start))
    }
    if has("await"), name(ahead: 1) != nil || has("(", ahead: 1) {
      index += 1
      return try nested { parser throws(Refusal) in try parser.unary() }
    }
    // `<T>x` is an old form of `x as T`.
    if takes("<") {
      try skipType()
      try expect(">")
      return try nested { parser throws(Refusal) in try parser.unary() }
    }
    return try postfix()
  }

  private mutating func postfix() throws(Refusal) -> JSExpression {
    let start = index
    var value = try primary()
    while !isAtEnd {
      if has("."), let member = name(ahead: 1) {
        index += 2
        value = JSExpression(kind: .member(value, member), span: span(from: start))
      } else if has("?."), let member = name(ahead: 1) {
        index += 2
        value = JSExpression(kind: .optionalMember(value, member), span: span(from: start))
      } else if has("[") {
        let key = try inside { parser throws(Refusal) in try parser.expression() }
        value = JSExpression(kind: .subscripted(value, key), span: span(from: start))
      } else if case .member(_, "each") = value.kind,
        code.tokens[index].kind == .template || skipsTypeArguments(beforeTemplate: true)
      {
        let table = JSExpression(kind: .array(try rows(of: template(at: index))), span: code.tokens[index].span)
        index += 1
        value = JSExpression(kind: .call(value, [table]), span: span(from: start))
      } else if has("(") || skipsTypeArguments() {
        value = JSExpression(kind: .call(value, try arguments()), span: span(from: start))
      } else if has("!"), !code.tokens[index].opensLine {
        index += 1
      } else if has("++") || has("--"), !code.tokens[index].opensLine {
        let change: Double = has("++") ? 1 : -1
        index += 1
        value = JSExpression(kind: .update(value, by: change, isPrefix: false), span: span(from: start))
      } else {
        break
      }
    }
    return value
  }

  mutating func arguments() throws(Refusal) -> [JSExpression] {
    try inside { parser throws(Refusal) in
      try parser.list { parser throws(Refusal) in try parser.element() }
    }
  }

  private mutating func element() throws(Refusal) -> JSExpression {
    let start = index
    guard takes("...") else { return try expression() }
    return JSExpression(kind: .spread(try expression()), span: span(from: start))
  }

  // MARK: Operands

  private mutating func primary() throws(Refusal) -> JSExpression {
    guard !isAtEnd else { throw unexpected() }
    let start = index
    let kind: JSExpression.Kind
    switch code.tokens[start].kind {
    case .number:
      guard let number = Self.number(code.text(start)) else { throw unexpected() }
      index += 1
      kind = .number(number)
    case .string:
      index += 1
      let contents = code.contents(of: start)
      let isPlain = !code.source.bytes[contents].contains(ASCII.backslash)
      kind = .string(code.string(at: start), isPlain ? contents : nil)
    case .template:
      kind = try template(at: start)
      index += 1
    case .regularExpression:
      index += 1
      while !isAtEnd, code.tokens[index].kind == .name, !code.tokens[index].opensLine { index += 1 }
      kind = .regularExpression
    case .name:
      if has("new") { return try new() }
      if has("class") { return JSExpression(kind: .type(try type().syntax), span: span(from: start)) }
      if has("await") || has("yield") || has("delete") { throw unexpected() }
      index += 1
      kind = .name(code.text(start))
    case .mark:
      if has("(") { return try inside { parser throws(Refusal) in try parser.expression() } }
      if has("[") {
        kind = .array(try arguments())
      } else if has("{") {
        kind = .object(
          try inside { parser throws(Refusal) in
            try parser.list { parser throws(Refusal) in try parser.property() }
          })
      } else {
        throw unexpected()
      }
    }
    return JSExpression(kind: kind, span: span(from: start))
  }

  private static func number(_ text: String) -> Double? {
    let digits = text.filter { $0 != "_" }
    if digits.hasPrefix("0x") { return Int(digits.dropFirst(2), radix: 16).map(Double.init) }
    return Double(digits)
  }

  private mutating func new() throws(Refusal) -> JSExpression {
    let start = index
    index += 1
    let nameStart = index
    if has("(") {
      let type = try inside { parser throws(Refusal) in try parser.expression() }
      return JSExpression(kind: .new(type, has("(") ? try arguments() : []), span: span(from: start))
    }
    var type = JSExpression(kind: .name(try expectName()), span: span(from: nameStart))
    while takes(".") { type = JSExpression(kind: .member(type, try expectName()), span: span(from: nameStart)) }
    let arguments = has("(") || skipsTypeArguments() ? try arguments() : []
    return JSExpression(kind: .new(type, arguments), span: span(from: start))
  }

  private mutating func property() throws(Refusal) -> JSProperty {
    let start = index
    if takes("...") { return JSProperty(name: nil, value: try expression()) }
    let key: String
    switch code.tokens[start].kind {
    case .name, .number: key = code.text(start)
    case .string: key = code.string(at: start)
    default: throw unexpected()
    }
    index += 1
    if has("(") || has("<") {
      let method = try function(from: start)
      return JSProperty(name: key, value: JSExpression(kind: .function(method), span: span(from: start)))
    }
    if takes(":") { return JSProperty(name: key, value: try expression()) }
    guard code.tokens[start].kind == .name else { throw unexpected() }
    return JSProperty(name: key, value: JSExpression(kind: .name(key), span: span(from: start)))
  }

  /// Returns the rows of a table of tests as objects, whose names are in its first line.
  private func rows(of table: JSExpression.Kind) throws(Refusal) -> [JSExpression] {
    guard case .template(let parts, let values) = table else { throw unexpected() }
    let names = parts[0].split(separator: "|").map { $0.filter { !$0.isWhitespace } }
    guard !names.isEmpty, values.count.isMultiple(of: names.count) else {
      throw Refusal(problem: .form(of: "each"), span: code.tokens[index].span)
    }
    return stride(from: 0, to: values.count, by: names.count).map { start in
      let row = zip(names, values[start...]).map { JSProperty(name: $0, value: $1) }
      return JSExpression(kind: .object(row), span: values[start].span)
    }
  }

  /// Parses a string with expressions in `${ }`.
  private func template(at place: Int) throws(Refusal) -> JSExpression.Kind {
    let contents = code.contents(of: place)
    var parts: [String] = []
    var values: [JSExpression] = []
    var start = contents.lowerBound
    var offset = start
    while offset < contents.upperBound {
      guard code.bytes[offset] == ASCII.dollar, code.bytes[offset + 1] == ASCII.openBrace else {
        offset += code.bytes[offset] == ASCII.backslash ? 2 : 1
        continue
      }
      let scanner = ForeignCodeScanner(code.source, language: .javaScript, in: contents)
      let close = scanner.endOfExpression(from: offset + 2) - 1
      let inner = ForeignCode(code.source, language: .javaScript, in: offset + 2..<close)
      var parser = JSParser(inner)
      values.append(try parser.nested { parser throws(Refusal) in try parser.expression() })
      guard parser.isAtEnd, values.count < 100 else { throw parser.unexpected() }
      parts.append(ForeignCode.unescaped(code.bytes.text(start..<offset)))
      offset = min(close + 1, contents.upperBound)
      start = offset
    }
    parts.append(ForeignCode.unescaped(code.bytes.text(start..<max(start, contents.upperBound))))
    return .template(parts, values)
  }
}
