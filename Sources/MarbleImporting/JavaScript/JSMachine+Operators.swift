import Marbles

/// Arithmetic, comparisons and conditions, on values and on symbols.
extension JSMachine {
  func isTrue(_ value: JSValue, _ span: Span) throws(Refusal) -> Bool {
    switch value {
    case .undefined, .null: return false
    case .boolean(let value): return value
    case .number(let number): return number != 0 && !number.isNaN
    case .string(let text, _): return !text.isEmpty
    case .symbol, .branch, .failure, .refused: throw refusal(span)
    default: return true
    }
  }

  /// Returns whether a value counts as true, which may be known only when the script runs.
  func truth(of value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .symbol(let symbol):
      switch symbol.shape {
      case .number, .fraction:
        return .symbol(JSSymbol(text: "\(symbol.operand(of: 5)) != 0", shape: .boolean, precedence: 3))
      case .text: return .symbol(JSSymbol(text: "\(symbol.operand(of: 5)) != \"\"", shape: .boolean, precedence: 3))
      case .boolean: return value
      default: throw refusal(span)
      }
    case .branch(let condition, let first, let second):
      return .branch(condition: condition, try truth(of: first, span), try truth(of: second, span))
    case .failure: return value
    default: return .boolean(try isTrue(value, span))
    }
  }

  /// Returns a condition that is known only when the script runs.
  func condition(_ value: JSValue, _ span: Span) throws(Refusal) -> String {
    guard case .symbol(let symbol) = try truth(of: value, span) else { throw refusal(span) }
    return symbol.text
  }

  func unary(_ symbol: String, _ operand: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    if operand.isSymbolic {
      switch symbol {
      case "!":
        let condition = try conditionOperand(truth(of: operand, span), JSSymbol.maxPrecedence, span)
        return .symbol(JSSymbol(text: "!" + condition, shape: .boolean))
      case "+": return try numeric(operand, span)
      case "-":
        let text = try numericText(operand, span, of: 6)
        let shape = try numberShape(of: operand, span: span)
        return .symbol(JSSymbol(text: "0 - \(text)", shape: shape, precedence: 5))
      default: throw refusal(span)
      }
    }
    switch (symbol, operand) {
    case ("!", _): return .boolean(!(try isTrue(operand, span)))
    case ("void", _): return .undefined
    case ("-", .number(let number)): return .number(-number)
    case ("+", _): return try numeric(operand, span)
    default: throw refusal(span)
    }
  }

  func binary(
    _ symbol: String, _ left: JSExpression, _ right: JSExpression, _ span: Span, in scope: JSScope
  ) throws(Refusal) -> JSValue {
    if let value = compared(symbol, left, right) {
      return try combine(symbol == "&&" ? "!=" : "==", evaluate(value, in: scope), .null, span)
    }
    let first = try evaluate(left, in: scope)
    guard !first.isSymbolic else { return try combine(symbol, first, evaluate(right, in: scope), span) }
    switch symbol {
    case "&&": return try isTrue(first, left.span) ? evaluate(right, in: scope) : first
    case "||": return try isTrue(first, left.span) ? first : evaluate(right, in: scope)
    case "??": return first.isNothing ? try evaluate(right, in: scope) : first
    case "instanceof": return .boolean(try isInstance(first, of: evaluate(right, in: scope), span))
    case "in":
      guard case .object(let object) = try evaluate(right, in: scope) else { throw refusal(span) }
      let key = try text(of: first, span)
      return .boolean(object[key] != nil || object.type?.member(key) != nil)
    default: return try combine(symbol, first, evaluate(right, in: scope), span)
    }
  }

  /// Returns the value that both operands compare, as in `x !== null && x !== undefined`, which is `x != null`.
  private func compared(_ symbol: String, _ left: JSExpression, _ right: JSExpression) -> JSExpression? {
    guard case .binary(let comparison, let value, let first) = left.kind,
      case .binary(comparison, let same, let second) = right.kind,
      ["&& !==", "|| ==="].contains("\(symbol) \(comparison)"),
      source.text(of: value.span) == source.text(of: same.span)
    else { return nil }
    let nothings = [first, second].map { if case .name(let name) = $0.kind { name } else { "" } }
    return Set(nothings) == ["null", "undefined"] ? value : nil
  }

  func combine(_ symbol: String, _ left: JSValue, _ right: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    if symbol == "+" { return try add(left, right, span) }
    if left.isSymbolic || right.isSymbolic { return try combineSymbols(symbol, left, right, span) }
    switch (symbol, left, right) {
    case ("===", _, _), ("==", _, _): return .boolean(try isSame(left, right, isLoose: symbol == "==", span))
    case ("!==", _, _), ("!=", _, _): return .boolean(!(try isSame(left, right, isLoose: symbol == "!=", span)))
    case (_, .number(let a), .number(let b)):
      switch symbol {
      case "-": return .number(a - b)
      case "*": return .number(a * b)
      case "/": return .number(a / b)
      case "%": return .number(a.truncatingRemainder(dividingBy: b))
      case "**": return .number(try power(a, b, span))
      case "<": return .boolean(a < b)
      case ">": return .boolean(a > b)
      case "<=": return .boolean(a <= b)
      case ">=": return .boolean(a >= b)
      default: throw refusal(span)
      }
    case ("<", .string(let a, _), .string(let b, _)): return .boolean(a < b)
    case (">", .string(let a, _), .string(let b, _)): return .boolean(a > b)
    default: throw refusal(span)
    }
  }

  /// Returns a power with an integral exponent, whose result is the same everywhere.
  func power(_ base: Double, _ exponent: Double, _ span: Span) throws(Refusal) -> Double {
    guard (0...64).contains(exponent), exponent == exponent.rounded() else { throw refusal(span) }
    return (0..<Int(exponent)).reduce(1) { power, _ in power * base }
  }

  private func isSame(_ left: JSValue, _ right: JSValue, isLoose: Bool, _ span: Span) throws(Refusal) -> Bool {
    switch (left, right) {
    case (.undefined, .undefined), (.null, .null): return true
    case (.undefined, .null), (.null, .undefined): return isLoose
    case (.boolean(let a), .boolean(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.string(let a, _), .string(let b, _)): return a == b
    case (.object(let a), .object(let b)): return a === b
    case (.array(let a), .array(let b)): return a === b
    case (.stream(let a), .stream(let b)): return a === b
    case (.type(let a), .type(let b)): return a === b
    case (.number, .string), (.string, .number):
      guard !isLoose else { throw refusal(span) }
      return false
    case (.undefined, _), (.null, _), (_, .undefined), (_, .null): return false
    default: throw refusal(span)
    }
  }

  /// Returns the sum of numbers, or the concatenation if one of the values is a string.
  func add(_ left: JSValue, _ right: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch (left, right) {
    case (.number(let a), .number(let b)): return .number(a + b)
    case _ where !left.isSymbolic && !right.isSymbolic:
      switch (left, right) {
      case (.string, _), (_, .string): return .string(try text(of: left, span) + text(of: right, span))
      default: throw refusal(span)
      }
    default: break
    }
    let (left, right) = (try library.printed(left, span), try library.printed(right, span))
    let (a, first) = try part(left, span)
    let (b, second) = try part(right, span)
    library.requireText(first, second)
    if first == .text || second == .text {
      for shape in [first, second] { try library.checkText(of: shape, span) }
      if first == second, first == .text, !Self.isLiteral(left), !Self.isLiteral(right) {
        return .symbol(
          JSSymbol(
            text: "\(try operand(left, span, of: 5)) + \(try operand(right, span, of: 6))", shape: .text, precedence: 5)
        )
      }
      return .symbol(JSSymbol(text: Self.interpolated(a, left) + Self.interpolated(b, right), shape: .text).quoted)
    }
    var shape = first.joined(with: second)
    if !shape.isNumber {
      for part in [first, second] where !part.isNumber && part != .any && part != .nothing { throw refusal(span) }
      // One of the values may be a string.
      for part in [first, second] { try library.checkText(of: part, span) }
      shape = .any
    }
    return .symbol(
      JSSymbol(
        text: "\(try operand(left, span, of: 5)) + \(try operand(right, span, of: 6))", shape: shape, precedence: 5))
  }

  private static func isLiteral(_ value: JSValue) -> Bool {
    switch value {
    case .string: true
    case .symbol(let symbol): symbol.text.hasPrefix("\"")
    default: false
    }
  }

  /// Returns the content of a string literal or an interpolation of another value.
  private static func interpolated(_ text: String, _ value: JSValue) -> String {
    isLiteral(value) ? String(text.dropFirst().dropLast()) : "\\(\(text))"
  }

  private func combineSymbols(
    _ symbol: String, _ left: JSValue, _ right: JSValue, _ span: Span
  ) throws(Refusal) -> JSValue {
    switch symbol {
    case "??":
      guard case .symbol(let value) = left, value.shape.mayBeMissing else { return left }
      return .branch(condition: "\(value.operand(of: 5)) == nil", right, left)
    case "&&", "||":
      // The condition is known whatever the other operand is.
      if case .boolean(let known) = right, known == (symbol == "||"), try part(left, span).shape == .boolean {
        return right
      }
      let shapes = [try part(left, span).shape, try part(right, span).shape]
      guard shapes == [.boolean, .boolean] else {
        let condition = try condition(left, span)
        return symbol == "&&"
          ? .branch(condition: condition, right, left) : .branch(condition: condition, left, right)
      }
      let level = symbol == "&&" ? 2 : 1
      let first = try conditionOperand(boolean(left), level, span)
      let text = "\(first) \(symbol) \(try conditionOperand(boolean(right), level + 1, span))"
      return .symbol(JSSymbol(text: text, shape: .boolean, precedence: level))
    case "===", "!==", "==", "!=":
      let isStrict = symbol.count == 3
      if left.isNothing || right.isNothing {
        let (value, other) = left.isNothing ? (right, left) : (left, right)
        let shape = try part(value, span).shape
        // An error here is its message, also if it is `null` in JavaScript.
        if shape == .failure { throw refusal(span) }
        if isStrict { try library.recordComparison(of: shape, with: other, span) }
        let text = "\(try operand(value, span, of: 5)) \(symbol.prefix(2)) nil"
        return .symbol(JSSymbol(text: text, shape: .boolean, precedence: 3))
      }
      let (_, first) = try part(left, span)
      let (_, second) = try part(right, span)
      library.requireText(first, second)
      guard first.isScalar, second.isScalar else { throw refusal(span) }
      if first == second { try library.checkEquality(of: first, span) }
      // `==` converts its operands if they have different types.
      guard isStrict || (first == second && first != .any) else { throw refusal(span) }
      let text = "\(try operand(left, span, of: 5)) \(symbol.prefix(2)) \(try operand(right, span, of: 5))"
      return .symbol(JSSymbol(text: text, shape: .boolean, precedence: 3))
    case "<", ">", "<=", ">=":
      let shapes = [try part(left, span).shape, try part(right, span).shape]
      let areTexts = shapes == [.text, .text]
      let texts =
        areTexts
        ? [try operand(left, span, of: 5), try operand(right, span, of: 5)]
        : [try numericText(left, span, of: 5), try numericText(right, span, of: 5)]
      return .symbol(JSSymbol(text: "\(texts[0]) \(symbol) \(texts[1])", shape: .boolean, precedence: 3))
    case "**":
      // A power becomes a product.
      guard case .number(let exponent) = right, (1...8).contains(exponent), exponent == exponent.rounded() else {
        throw refusal(span)
      }
      let factor = try numericText(left, span, of: 7)
      let text = Array(repeating: factor, count: Int(exponent)).joined(separator: " * ")
      let shape = try numberShape(of: left, span: span)
      return .symbol(JSSymbol(text: text, shape: shape, precedence: exponent > 1 ? 6 : JSSymbol.maxPrecedence))
    case "-", "*", "%":
      let level = symbol == "-" ? 5 : 6
      let text = "\(try numericText(left, span, of: level)) \(symbol) \(try numericText(right, span, of: level + 1))"
      return .symbol(
        JSSymbol(text: text, shape: try numberShape(of: left, right, span: span), precedence: level))
    case "/":
      // Integers are divided without a remainder here.
      let text = "\(try numericText(left, span, of: 6)) * 1.0 / \(try numericText(right, span, of: 7))"
      return .symbol(JSSymbol(text: text, shape: .fraction, precedence: 6))
    default: throw refusal(span)
    }
  }

  /// Compares the results of a function, each of which may be known only when the script runs.
  func compare(_ value: JSValue, _ symbol: String, _ other: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .branch(let condition, let first, let second):
      let a = try part(compare(first, symbol, other, span), span).text
      let b = try part(compare(second, symbol, other, span), span).text
      return .symbol(JSSymbol(text: "(\(condition) ? \(a) : \(b))", shape: .boolean))
    default: return try combine(symbol, value, other, span)
    }
  }

  private func boolean(_ value: JSValue) -> JSValue {
    if case .boolean(let value) = value { return .symbol(JSSymbol(text: "\(value)", shape: .boolean)) }
    return value
  }
}

extension JSSymbol {
  fileprivate var quoted: JSSymbol { JSSymbol(text: "\"\(text)\"", shape: shape) }
}
