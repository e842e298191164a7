import Marbles

/// Functions whose body is a single expression.
extension RxJSExpression {
  func isFunction(at reader: Reader) -> Bool {
    if has("function", at: reader) { return true }
    if code.name(at: reader.index) != nil { return code.has("=>", at: reader.index + 1) }
    guard has("(", at: reader), let inside = code.inside(reader.index) else { return false }
    return code.has("=>", at: inside.upperBound + 1)
  }

  /// Returns the body of a function without parameters, or `nil` for another expression.
  func constantBody(of range: Range<Int>) -> Range<Int>? {
    guard code.has("(", at: range.lowerBound), code.has(")", at: range.lowerBound + 1),
      code.has("=>", at: range.lowerBound + 2), range.count > 3
    else { return nil }
    return range.lowerBound + 3..<range.upperBound
  }

  mutating func closure(_ reader: inout Reader) throws(Refusal) -> String {
    let given = try takeParameters(&reader)
    let body = reader.index..<bodyEnd(reader)
    reader.index = body.upperBound
    // A nested function would have its own `$0`.
    let isNested = body.contains { code.has("=>", at: $0) || code.has("function", at: $0) }
    let ours = given.enumerated().map { isNested ? Self.name(for: $1) : "$\($0)" }
    let outside = parameters
    for (name, our) in zip(given, ours) { parameters[name] = our }
    defer { parameters = outside }
    let text = try self.body(body)
    return isNested && !given.isEmpty ? "{ \(ours.joined(separator: ", ")) in \(text) }" : "{ \(text) }"
  }

  /// Reads the parameters of a function: `(a, b) =>`, `a =>`, `([a, b]) =>` or `function (a, b)`.
  private func takeParameters(_ reader: inout Reader) throws(Refusal) -> [String] {
    var written: [Range<Int>]
    if has("function", at: reader) {
      reader.index += code.name(at: reader.index + 1) == nil ? 1 : 2
      guard has("(", at: reader), let inside = code.inside(reader.index) else { throw refusal(reader.range) }
      written = code.parts(of: inside)
      reader.index = inside.upperBound + 1
      // The result type is ignored.
      while !reader.isAtEnd, !has("{", at: reader) { reader.index += 1 }
    } else if has("(", at: reader), let inside = code.inside(reader.index) {
      written = code.parts(of: inside)
      reader.index = inside.upperBound + 2
    } else {
      written = [reader.index..<reader.index + 1]
      reader.index += 2
    }
    // An array is destructured.
    if written.count == 1, let only = written.first, code.has("[", at: only.lowerBound),
      let inside = code.inside(only.lowerBound)
    {
      written = code.parts(of: inside)
    }
    var names: [String] = []
    for parameter in written {
      guard let name = code.name(at: parameter.lowerBound),
        parameter.count == 1 || code.has(":", at: parameter.lowerBound + 1)
      else { throw refusal(parameter) }
      names.append(name)
    }
    return names
  }

  /// Returns the end of a function's body: before a comma, or at the end of the tokens.
  private func bodyEnd(_ reader: Reader) -> Int {
    var index = reader.index
    if code.has("{", at: index), let inside = code.inside(index) { return inside.upperBound + 1 }
    while index < reader.range.upperBound, !code.has(",", at: index), !code.has(")", at: index) {
      index = code.after(index, in: reader.range)
    }
    return min(index, reader.range.upperBound)
  }

  private mutating func body(_ range: Range<Int>) throws(Refusal) -> String {
    guard code.has("{", at: range.lowerBound), let inside = code.inside(range.lowerBound) else {
      return try text(of: range)
    }
    return try statements(inside)
  }

  /// Converts `return …`, `throw …`, or one of them after `if`.
  private mutating func statements(_ range: Range<Int>) throws(Refusal) -> String {
    depth += 1
    defer { depth -= 1 }
    try look(at: range)
    var end = range.upperBound
    while end > range.lowerBound, code.has(";", at: end - 1) { end -= 1 }
    let first = range.lowerBound
    if code.has("return", at: first) { return try text(of: first + 1..<end) }
    if code.has("throw", at: first) { return "throw \(try text(of: first + 1..<end))" }
    guard code.has("if", at: first), code.has("(", at: first + 1), let condition = code.inside(first + 1) else {
      throw refusal(range)
    }
    var then = condition.upperBound + 1..<condition.upperBound + 1
    var rest = then.lowerBound
    if code.has("{", at: rest), let inside = code.inside(rest) {
      then = inside
      rest = inside.upperBound + 1
    } else {
      while rest < end, !code.has(";", at: rest) { rest = code.after(rest, in: range) }
      then = then.lowerBound..<rest
      rest = min(rest + 1, end)
    }
    if code.has("else", at: rest) { rest += 1 }
    var other = rest..<max(rest, end)
    if code.has("{", at: rest), let inside = code.inside(rest), inside.upperBound + 1 >= end { other = inside }
    return "\(try text(of: condition)) ? \(try statements(then)) : \(try statements(other))"
  }
}
