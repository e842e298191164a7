import Reactive

/// The value of an event: the single value type of all streams of the marble language.
public enum Value: Sendable {
  /// An integer, which has the same range on all platforms.
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// A string as it was written on a timeline. Where a stream is expected, it is the name of a stream.
  case marble(String)
  /// A string that was written in quotes or computed by a closure.
  case string(String)
  case null
  case tuple([Value])
  case array([Value])
  indirect case event(Timeline.Event)
  case stream(Stream)
}

extension Value {
  @_disfavoredOverload @inlinable
  public static func integer(_ number: Int) -> Value { .integer(Int64(number)) }
}

extension Timeline {
  /// An event of the marble language.
  public typealias Event = Reactive.Event<Value, Failure>
}

// A file that also imports `Reactive` sees two types with the name `Event`. It must write `Timeline.Event` or declare
// an alias like this one.
package typealias Event = Timeline.Event

/// The error type of all streams of the marble language: a message.
public struct Failure: Error, Hashable, Sendable {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  /// The failure that `#` on a timeline sends.
  public static let unnamed = Failure("error")
}

/// Values compare as in Swift, with two exceptions: an integer equals a number with the same value, and strings are
/// equal whether they were written as marbles, quoted or computed.
extension Value: Hashable {
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.marble(let a), .marble(let b)), (.marble(let a), .string(let b)),
      (.string(let a), .marble(let b)), (.string(let a), .string(let b)):
      a == b
    case (.null, .null): true
    case (.tuple(let a), .tuple(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.event(let a), .event(let b)): a == b
    case (.stream(let a), .stream(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(Double(value))
    case .number(let value): hasher.combine(value)
    case .boolean(let value): hasher.combine(value)
    case .marble(let text), .string(let text): hasher.combine(text)
    case .null: hasher.combine(0 as UInt8)
    case .tuple(let items), .array(let items): hasher.combine(items)
    case .event(let event): hasher.combine(event)
    case .stream(let stream): hasher.combine(stream)
    }
  }
}
