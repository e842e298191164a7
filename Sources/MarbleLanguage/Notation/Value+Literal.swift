extension Value {
  /// The value as it is written in an expression, or `nil` if it cannot be written.
  package var literal: String? {
    switch self {
    case .integer(let number): return String(number)
    case .number(let number): return number.isFinite ? number.description : nil
    case .boolean(let isTrue): return isTrue ? "true" : "false"
    case .marble(let text), .string(let text): return ValuePrinter.quoted(text)
    case .null: return "nil"
    case .tuple(let items), .array(let items):
      let literals = items.compactMap(\.literal)
      guard literals.count == items.count else { return nil }
      let list = literals.joined(separator: ", ")
      if case .array = self { return "[\(list)]" }
      return items.count > 1 ? "(\(list))" : nil
    case .event, .stream: return nil
    }
  }
}
