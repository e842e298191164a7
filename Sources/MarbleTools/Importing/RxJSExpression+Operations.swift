import Marbles

/// Operands and operators.
extension RxJSExpression {
  private static let operators = [
    "===": "==", "!==": "!=", "==": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "+": "+", "-": "-",
    "*": "*", "/": "/", "%": "%", "&&": "&&", "||": "||",
  ]

  mutating func expression(_ reader: inout Reader) throws(Refusal) -> String {
    depth += 1
    defer { depth -= 1 }
    try look(at: reader.range)
    if isFunction(at: reader) { return try closure(&reader) }
    var operands = [try operand(&reader)]
    var marks: [String] = []
    while let mark = mark(at: reader), let ours = Self.operators[mark] {
      reader.index += 1
      marks.append(ours)
      operands.append(try operand(&reader))
    }
    var text = Self.joined(operands, marks)
    skipType(&reader)
    if has("?", at: reader) {
      reader.index += 1
      let first = try expression(&reader)
      guard has(":", at: reader) else { throw refusal(reader.range) }
      reader.index += 1
      text += " ? \(first) : \(try expression(&reader))"
    }
    return text
  }

  /// Returns operands joined by operators, as a string with interpolations if strings are joined by `+`.
  private static func joined(_ operands: [String], _ marks: [String]) -> String {
    let isString = { (operand: String) in operand.hasPrefix("\"") && operand.hasSuffix("\"") && operand.count >= 2 }
    if !marks.isEmpty, marks.allSatisfy({ $0 == "+" }), operands.contains(where: isString) {
      let parts = operands.map { isString($0) ? String($0.dropFirst().dropLast()) : "\\(\($0))" }
      return "\"\(parts.joined())\""
    }
    return zip(marks, operands.dropFirst()).reduce(operands[0]) { "\($0) \($1.0) \($1.1)" }
  }

  private mutating func operand(_ reader: inout Reader) throws(Refusal) -> String {
    try look(at: reader.range)
    var signs = ""
    while has("-", at: reader) || has("!", at: reader) || has("+", at: reader) {
      if !has("+", at: reader) { signs += code.text(reader.index) }
      reader.index += 1
    }
    var text = try primary(&reader)
    while !reader.isAtEnd {
      if has(".", at: reader) || has("?.", at: reader) {
        text = try member(of: text, &reader)
      } else if has("[", at: reader), let inside = code.inside(reader.index), inside.count == 1,
        code.tokens[inside.lowerBound].kind == .number
      {
        text += "." + code.text(inside.lowerBound)
        reader.index = inside.upperBound + 1
      } else if has("!", at: reader), reader.index + 1 >= reader.range.upperBound || code.has(".", at: reader.index + 1)
      {
        reader.index += 1
      } else {
        break
      }
    }
    skipType(&reader)
    return signs + text
  }

  /// Skips `as T`, which has no effect on the result.
  private func skipType(_ reader: inout Reader) {
    while has("as", at: reader) { reader.index = min(reader.index + 2, reader.range.upperBound) }
  }
}
