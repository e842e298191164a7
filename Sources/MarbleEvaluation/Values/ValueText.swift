import MarbleLanguage

extension Value {
  /// The string, if the value is a string or a marble.
  package var text: String? {
    switch self {
    case .marble(let text), .string(let text): text
    default: nil
    }
  }

  /// The two items, if the value is a tuple with two items.
  var pair: (Value, Value)? {
    guard case .tuple(let items) = self, items.count == 2 else { return nil }
    return (items[0], items[1])
  }

  /// The text of the value in an interpolation, as in Swift.
  package var plainText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .marble(let text), .string(let text): text
    case .null: "nil"
    case .tuple(let items): "(" + items.map(\.plainText).joined(separator: ", ") + ")"
    case .array(let items): "[" + items.map(\.plainText).joined(separator: ", ") + "]"
    case .event(.value(let value)): "value(\(value.plainText))"
    case .event(.failed(let failure)): "failed(\(failure.message))"
    case .event(.completed): "completed"
    case .event(.interrupted): "interrupted"
    case .stream(let stream): stream.name
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value in the format of Swift: a string without quotes, a tuple in parentheses.
  public var description: String { plainText }
}

extension Value {
  /// Returns the number of values in the value, including itself, counted up to a limit.
  func size(upTo limit: Int) -> Int {
    switch self {
    case .tuple(let items), .array(let items):
      var size = 1
      for item in items where size < limit { size += item.size(upTo: limit - size) }
      return size
    default:
      return 1
    }
  }

  /// Returns the value as a Swift literal, truncated to a number of characters.
  func literal(upTo limit: Int) -> String {
    var text = ""
    write(into: &text, upTo: limit)
    return text.truncated(toCharacters: limit)
  }

  /// Stops soon after the limit, because values can be very large.
  private func write(into text: inout String, upTo limit: Int) {
    switch self {
    case .marble(let word), .string(let word): text += String(word.prefix(limit)).debugDescription
    case .tuple(let items): Self.write(items, in: ("(", ")"), into: &text, upTo: limit)
    case .array(let items): Self.write(items, in: ("[", "]"), into: &text, upTo: limit)
    case .event(.value(let value)): Self.write([value], in: (".value(", ")"), into: &text, upTo: limit)
    case .event(.failed(let failure)):
      Self.write([.string(failure.message)], in: (".failed(", ")"), into: &text, upTo: limit)
    case .event(.completed): text += ".completed"
    case .event(.interrupted): text += ".interrupted"
    default: text += plainText
    }
  }

  private static func write(
    _ items: [Value], in brackets: (String, String), into text: inout String, upTo limit: Int
  ) {
    text += brackets.0
    for (index, item) in items.enumerated() {
      guard text.utf8.count <= limit * 4 else { return }
      if index > 0 { text += ", " }
      item.write(into: &text, upTo: limit)
    }
    text += brackets.1
  }
}

extension RuntimeContext.Item {
  /// Creates an item with the text of a value, truncated if it is long.
  init(name: String? = nil, value: Value) {
    self.init(name: name, value: value.literal(upTo: 40))
  }
}
