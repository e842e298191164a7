import Marbles

/// Conversions of values to numbers, to strings and to parts of closures.
extension JSMachine {
  /// Returns the number that a value is converted to.
  func numeric(_ value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .number: return value
    case .boolean(let value): return .number(value ? 1 : 0)
    case .string(let text, _):
      guard let number = Double(text) else { throw refusal(span) }
      return .number(number)
    case .symbol:
      let text = try numericText(value, span, of: JSSymbol.maxPrecedence)
      return .symbol(JSSymbol(text: text, shape: try numberShape(of: value, span: span)))
    default: throw refusal(span)
    }
  }

  func numericText(
    _ value: JSValue, _ span: Span, of precedence: Int = 0
  ) throws(Refusal) -> String {
    let (text, shape) = try part(value, span)
    switch shape {
    case .number, .fraction, .any, .nothing: return try operand(value, span, of: precedence)
    // In a program, a string may contain a fraction, or other text.
    case .text where library.shown == nil: return "Int(\(text))"
    default: throw refusal(span)
    }
  }

  /// Returns the type of a number that is calculated from values.
  func numberShape(of values: JSValue..., span: Span) throws(Refusal) -> JSShape {
    for value in values where try part(value, span).shape == .fraction { return .fraction }
    return .number
  }

  func conditionOperand(
    _ value: JSValue, _ precedence: Int, _ span: Span
  ) throws(Refusal) -> String {
    _ = try condition(value, span)
    return try operand(value, span, of: precedence)
  }

  func operand(_ value: JSValue, _ span: Span, of precedence: Int) throws(Refusal) -> String {
    switch value {
    case .symbol(let symbol): return symbol.operand(of: precedence)
    case .branch: return "(\(try part(value, span).text))"
    default: return try part(value, span).text
    }
  }

  func text(of value: JSValue, _ span: Span) throws(Refusal) -> String {
    switch value {
    case .undefined: return "undefined"
    case .null: return "null"
    case .boolean(let value): return "\(value)"
    case .number(let number):
      if number.isNaN { return "NaN" }
      if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
      let text = Self.literal(number)
      // JavaScript writes very small and very large numbers in another form.
      guard !value.isUnsafeInteger, !text.contains("e") else { throw Refusal(problem: .otherText, span: span) }
      return text
    case .string(let text, _): return text
    case .array(let array):
      var texts: [String] = []
      for element in array.elements { texts.append(element.isNothing ? "" : try text(of: element, span)) }
      return texts.joined(separator: ",")
    default: throw refusal(span)
    }
  }

  private static func literal(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }

  /// Returns a value as a part of a closure.
  func part(_ value: JSValue, _ span: Span) throws(Refusal) -> (text: String, shape: JSShape) {
    switch value {
    case .undefined, .null:
      try library.recordNothing(value, span)
      return ("nil", .missing)
    case .boolean(let value): return ("\(value)", .boolean)
    case .number(let number):
      guard number.isFinite, !value.isUnsafeInteger else { throw refusal(span) }
      return (Self.literal(number), RxJSValues.shape(of: value))
    case .string(let text, _):
      library.recordText(text)
      return (ValuePrinter.quoted(text), .text)
    case .error(_, let message): return (try part(message, span).text, .failure)
    case .symbol(let symbol): return (symbol.text, symbol.shape)
    case .array(let array):
      var texts: [String] = []
      var shapes: [JSShape] = []
      for element in array.elements {
        let (text, shape) = try part(element, span)
        texts.append(text)
        shapes.append(shape)
      }
      return ("[\(texts.joined(separator: ", "))]", .array(.joined(shapes)))
    case .object(let object):
      let keys = RxJSValues.order(of: object.keys)
      var texts: [String] = []
      var shapes: [JSShape] = []
      for key in keys {
        let (text, shape) = try part(object[key] ?? .undefined, span)
        texts.append(text)
        shapes.append(shape)
      }
      guard !keys.isEmpty else { return (ValuePrinter.quoted("{}"), .unknown) }
      let text = texts.joined(separator: ", ")
      return (keys.count == 1 ? text : "(\(text))", .tuple(shapes, keys: keys))
    case .branch(let condition, let first, let second):
      let (a, firstShape) = try part(first, span)
      let (b, secondShape) = try part(second, span)
      return ("\(condition) ? \(a) : \(b)", firstShape.joined(with: secondShape))
    case .failure(let error): return ("throw \(try part(error, span).text)", .nothing)
    case .stream(let stream): return (try library.text(of: stream, span), .stream(stream.shape))
    default: throw refusal(span)
    }
  }
}
