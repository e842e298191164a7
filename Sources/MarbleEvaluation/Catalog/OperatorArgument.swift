import MarbleLanguage
import Reactive

/// The evaluated argument for one parameter of an operator.
package enum OperatorArgument {
  /// No argument is written, so the parameter has its default value.
  case none
  case stream(Producer)
  case streams([Producer])
  /// A stream that the operator starts as an inner stream.
  case innerStream(() -> Producer)
  /// Streams that the operator uses as values.
  case streamValues([Stream])
  case value(Value)
  case values([Value])
  /// A count, or a time in ticks.
  case integer(Int64)
  case boolean(Bool)
  case string(String)
  case strategy(FlattenStrategy)
  case closure(any ClosureBody)
}

/// The body of a closure, ready for evaluation in a run.
package protocol ClosureBody: AnyObject {
  /// The number of parameters that it has of those that its role provides.
  var takenCount: Int { get }

  func value(of arguments: [Value]) -> Result<Value, Failure>
  func boolean(of arguments: [Value]) -> Result<Bool, Failure>
  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure>
  func stream(of arguments: [Value]) -> Result<Producer, Failure>
}
