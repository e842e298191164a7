import Reactive

/// What a marble carries: the one type of value that every stream of the marble language has.
public enum Value: Sendable {
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  /// A text as it was written on a timeline; where a stream is needed, it names one.
  case marble(String)
  /// A text that was written in quotes, or made by a closure.
  case string(String)
  case null
  case tuple([Value])
  case array([Value])
  indirect case event(Timeline.Event)
  case stream(Stream)
}

extension Timeline {
  /// An event of the marble language.
  public typealias Event = Reactive.Event<Value, Failure>
}

// Who imports the core's event too has to say which of the two is meant: `Timeline.Event`, or an alias like this one.
package typealias Event = Timeline.Event

/// The error of every stream of the marble language: a message.
public struct Failure: Error, Hashable, Sendable {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  /// What `#` on a timeline means.
  public static let unnamed = Failure("error")
}

/// Equality is Swift's, but for numbers, which are equal when they are the same number, and for texts, which are
/// equal however they came about.
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
