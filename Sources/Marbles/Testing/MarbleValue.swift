import MarbleLanguage
import ReactiveRecorder

/// A Swift type that can be written on a timeline.
///
/// `Int`, `Double`, `Float`, `Bool`, `String`, `Character`, optionals, arrays and ``Value`` itself conform. A type
/// with raw values of a conforming type needs no implementation:
///
///     enum Direction: String, MarbleValue { case up, down }  // --[up]--[down]--|
///
/// An error that conforms is written as a failure's message, as in `#[503]`.
///
/// A type that does not conform can still be used with a table that maps marbles to its values. See
/// ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
public protocol MarbleValue: TraceValue {
  /// Creates the value that a marble stands for, or returns `nil` if the type has no such value.
  init?(marble: Value)
  /// The value as it is written on a timeline.
  var marble: Value { get }
}

extension MarbleValue {
  public var traceValue: Any { marble.traced }
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
    case .integer(let number): self.init(exactly: number)
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

/// A string that accepts a digit on a timeline, but is written in quotes, as in `"1"`.
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

extension Value {
  /// The value with the types of Swift.
  fileprivate var traced: Any {
    switch self {
    case .tuple(let items), .array(let items): items.map(\.traced)
    case .null: Value?.none as Any
    case .boolean(let value): value
    case .integer(let number): number
    case .number(let number) where number.isFinite: number
    default: plainText
    }
  }
}

extension Failure: TraceValue {
  public var traceValue: Any { message }
}
