extension Value {
  /// The text, if the value is one.
  var text: String? {
    switch self {
    case .marble(let text), .text(let text): text
    default: nil
    }
  }

  /// What interpolation makes of the value, as Swift would.
  var plainText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .marble(let text), .text(let text): text
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

  /// What a message calls a value of this kind.
  var kindName: String {
    switch self {
    case .integer, .number: "a number"
    case .boolean: "a Boolean"
    case .marble, .text: "a text"
    case .null: "nil"
    case .tuple: "a tuple"
    case .array: "an array"
    case .event: "an event"
    case .stream: "a stream"
    }
  }
}

extension Value {
  /// How many values it is made of, itself included, counted up to a limit.
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
}

extension Value {
  /// What a message calls it where only a whole number would do.
  var preciseKindName: String {
    if case .number = self { "a number with a fraction" } else { kindName }
  }
}
