/// Prints values as they are written in brackets, and determines which values need none.
package enum ValuePrinter {
  /// Returns several values separated by commas.
  static func items(_ items: [Value], inParentheses: Bool) -> String {
    items.map { item($0, inParentheses: inParentheses) }.joined(separator: ",")
  }

  /// Returns a value as it is written in brackets, or in parentheses, where `)` would end it.
  package static func item(_ value: Value, inParentheses: Bool) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): number.isInfinite ? (number < 0 ? "-1e999" : "1e999") : number.description
    case .boolean(let value): value ? "true" : "false"
    case .null: "nil"
    case .marble(let text), .string(let text): word(text, inParentheses: inParentheses)
    case .tuple(let values): "(" + items(values, inParentheses: true) + ")"
    case .array(let values): "[" + items(values, inParentheses: false) + "]"
    case .event(.value(let value)): ".value(" + item(value, inParentheses: true) + ")"
    case .event(.failed(let failure)):
      ".failed(" + (readsAsMessage(failure.message, upTo: ")") ? failure.message : quoted(failure.message)) + ")"
    case .event(.completed): ".completed"
    case .event(.interrupted): ".interrupted"
    case .stream(let stream):
      if let timeline = stream.timeline {
        inner(timeline)
      } else {
        word(stream.name, inParentheses: inParentheses)
      }
    }
  }

  /// Returns a timeline in `< >`, without `^` and the final `>`.
  package static func inner(_ timeline: Timeline, digitsApart: Bool = false) -> String {
    var plain = timeline
    plain.hasOrigin = false
    plain.continues = false
    plain.marbles.removeAll { $0.tick < 0 }
    return "<" + TimelinePrinter.text(of: plain, digitsApart: digitsApart) + ">"
  }

  private static func word(_ text: String, inParentheses: Bool) -> String {
    readsAsWord(text, inParentheses: inParentheses) ? text : quoted(text)
  }

  // MARK: - Text without quotes

  /// Whether a string in brackets is read back as that string.
  package static func readsAsWord(_ text: String, inParentheses: Bool) -> Bool {
    guard readsAsText(text), NumberLiteral(text) == nil, !text.utf8.contains(UInt8(ascii: ",")) else { return false }
    guard !text.utf8.contains(UInt8(ascii: "]")), isBalanced(text) || !inParentheses else { return false }
    switch text {
    case "true", "false", "nil", ".completed", ".interrupted": return false
    default: break
    }
    if text.hasPrefix(".completed ") || text.hasPrefix(".interrupted ") || text.hasPrefix(".completed)")
      || text.hasPrefix(".interrupted)") || text.hasPrefix(".completed;") || text.hasPrefix(".interrupted;")
    {
      return false
    }
    return !text.hasPrefix(".value(") && !text.hasPrefix(".failed(")
  }

  /// Whether a failure message before `closing` is read back as that message.
  static func readsAsMessage(_ text: String, upTo closing: Character) -> Bool {
    guard readsAsText(text), !text.utf8.contains(UInt8(ascii: "]")) else { return false }
    return closing != ")" || isBalanced(text)
  }

  /// Whether a string can be written without quotes at all.
  private static func readsAsText(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, !first.isWhitespace, !last.isWhitespace else {
      return false
    }
    switch first {
    case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "\""): return false
    default: break
    }
    var isPlain = true
    for scalar in text.unicodeScalars {
      if scalar == "\\" || (scalar.isInvisible && scalar != Graphemes.joiner) { return false }
      isPlain = isPlain && scalar.isASCII
    }
    return isPlain || !Graphemes.attachesToBrackets(text)
  }

  /// Whether the parentheses in a string are balanced.
  private static func isBalanced(_ text: String) -> Bool {
    var open = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") { open -= 1 }
      if open < 0 { return false }
    }
    return open == 0
  }

  /// Whether a string is a single grapheme that is a value on a timeline without brackets.
  package static func isBareValue(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first else { return false }
    if bytes.count == 1 { return isBareValue(first) }
    guard text.count == 1, let scalar = text.unicodeScalars.first else { return false }
    if first == UInt8(ascii: "\r") { return false }
    if text.unicodeScalars.count == 1, scalar.isBoxDrawing || scalar.isInvisible || scalar.isDash {
      return false
    }
    return Graphemes.isSelfContained(text)
  }

  /// Whether an ASCII character is a string value on a timeline without brackets.
  package static func isBareValue(_ byte: UInt8) -> Bool {
    // A slash is not reserved, but two of them after a space begin a comment.
    !byte.isReserved && !byte.isControl && !byte.isDigit && byte < 0x80 && byte != UInt8(ascii: "/")
  }

  // MARK: - Quotes

  /// Returns a string in quotes, with escapes where they are needed.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default:
        let isHidden = scalar.isInvisible && scalar != Graphemes.joiner
        if isHidden || (isFirst && Graphemes.attaches(scalar)) {
          quoted += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
      isFirst = false
    }
    return quoted + "\""
  }
}
