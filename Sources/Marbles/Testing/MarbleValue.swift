import MarbleLanguage

/// A Swift type whose values can be written on a timeline.
///
/// `Int`, `Double`, `Float`, `Bool`, `String`, `Character`, optionals, arrays and ``Value`` itself are there already. A
/// type with raw values that are gets all of it for nothing:
///
///     enum Direction: String, MarbleValue { case up, down }  // --[up]--[down]--|
///
/// A type that does not conform can still be used: a table says which marble means which value, see
/// ``run(_:where:during:on:limits:fileID:line:through:)``.
public protocol MarbleValue {
  /// The value that a marble means, or `nil` if it is none of this type.
  init?(marble: Value)
  /// What is written on a timeline for it.
  var marble: Value { get }
}

extension MarbleValue where Self: RawRepresentable, RawValue: MarbleValue {
  public init?(marble: Value) {
    guard let raw = RawValue(marble: marble) else { return nil }
    self.init(rawValue: raw)
  }

  public var marble: Value { rawValue.marble }
}

extension Value: MarbleValue {
  public init?(marble: Value) { self = marble }
  public var marble: Value { self }
}

extension Int: MarbleValue {
  public init?(marble: Value) {
    switch marble {
    case .integer(let number): self = number
    case .number(let number): self.init(exactly: number)
    default: return nil
    }
  }

  public var marble: Value { .integer(self) }
}

extension Double: MarbleValue {
  public init?(marble: Value) {
    switch marble {
    case .integer(let number): self.init(number)
    case .number(let number): self = number
    default: return nil
    }
  }

  public var marble: Value { .number(self) }
}

extension Float: MarbleValue {
  public init?(marble: Value) {
    guard let number = Double(marble: marble) else { return nil }
    self.init(number)
  }

  public var marble: Value { .number(Double(self)) }
}

extension Bool: MarbleValue {
  public init?(marble: Value) {
    guard case .boolean(let value) = marble else { return nil }
    self = value
  }

  public var marble: Value { .boolean(self) }
}

/// A digit on a timeline can be read as a text; what is written for it is `"1"`, in quotes.
extension String: MarbleValue {
  public init?(marble: Value) {
    switch marble {
    case .marble(let text), .string(let text): self = text
    case .integer(let number): self = number.description
    default: return nil
    }
  }

  public var marble: Value { .string(self) }
}

extension Character: MarbleValue {
  public init?(marble: Value) {
    guard let text = String(marble: marble), text.count == 1, let character = text.first else { return nil }
    self = character
  }

  public var marble: Value { .string(String(self)) }
}

extension Optional: MarbleValue where Wrapped: MarbleValue {
  public init?(marble: Marbles.Value) {
    if case .null = marble {
      self = Self.none
    } else {
      guard let wrapped = Wrapped(marble: marble) else { return nil }
      self = wrapped
    }
  }

  public var marble: Marbles.Value { self?.marble ?? .null }
}

extension Array: MarbleValue where Element: MarbleValue {
  public init?(marble: Value) {
    guard case .array(let items) = marble else { return nil }
    self = []
    for item in items {
      guard let element = Element(marble: item) else { return nil }
      append(element)
    }
  }

  public var marble: Value { .array(map(\.marble)) }
}
