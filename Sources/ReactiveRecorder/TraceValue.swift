import JSONWriting
import Reactive

/// A Swift type whose values have another form in a trace than their description.
///
///     extension Person: TraceValue {
///       var traceValue: Any { name }
///     }
///
/// Numbers, Booleans, strings, optionals, arrays and tuples have the forms of JSON. Values of other types are written as
/// their descriptions.
public protocol TraceValue {
  /// The value to write: a number, a Boolean, a string, `nil`, or an array or a tuple of such values.
  var traceValue: Any { get }
}

extension SignalProducer: TraceValue {
  public var traceValue: Any { "stream" }
}

extension Signal: TraceValue {
  public var traceValue: Any { "stream" }
}

extension Event: TraceValue {
  public var traceValue: Any {
    switch self {
    case .value(let value): "value(\(traceText(of: value)))"
    case .failed(let error): "failed(\(traceText(of: error)))"
    case .completed: "completed"
    case .interrupted: "interrupted"
    }
  }
}

extension Optional: TraceValue {
  public var traceValue: Any { map { $0 as Any } ?? NoValue() }
}

extension Array: TraceValue {
  public var traceValue: Any { ContiguousArray(self) }
}

/// The value in place of a missing one.
private struct NoValue: CustomStringConvertible {
  let description = "nil"
}

/// Returns a value as text, without the types of JSON.
func traceText(of value: Any) -> String {
  String(describing: (value as? any TraceValue)?.traceValue ?? value)
}

extension JSONText {
  /// Writes a value with the types of JSON.
  mutating func traceValue(_ value: Any) {
    switch value {
    case let value as Bool: boolean(value)
    case let value as any BinaryInteger:
      if let number = Int64(exactly: value) { integer(number) } else { string("\(value)") }
    case let value as any BinaryFloatingPoint where Double(value).isFinite: number(Double(value))
    case let value as String: string(value)
    case is NoValue: null()
    default:
      // A type that returns itself has no other form.
      if let own = value as? any TraceValue, case let form = own.traceValue, type(of: form) != type(of: own) {
        return traceValue(form)
      }
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .tuple where !mirror.children.isEmpty: array(mirror.children) { $0.traceValue($1.value) }
      case .collection: array(mirror.children) { $0.traceValue($1.value) }
      default: string("\(value)")
      }
    }
  }
}
