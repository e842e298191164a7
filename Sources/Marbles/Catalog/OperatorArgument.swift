import MarbleLanguage
import Reactive

/// What an operator is given for one parameter, evaluated.
enum OperatorArgument {
  /// Nothing is written, so the parameter's default counts.
  case none
  case stream(Producer)
  case streams([Producer])
  /// Streams that are values themselves.
  case streamValues([Stream])
  case value(Value)
  case values([Value])
  /// A count, or a time in ticks.
  case integer(Int)
  case boolean(Bool)
  case string(String)
  case strategy(FlattenStrategy)
  case closure(any ClosureBody)
}

/// The body of a closure, ready to be evaluated in a run.
protocol ClosureBody: AnyObject {
  /// The number of values that it takes of those that its role offers.
  var takenCount: Int { get }

  func value(of arguments: [Value]) -> Result<Value, Failure>
  func boolean(of arguments: [Value]) -> Result<Bool, Failure>
  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure>
  func stream(of arguments: [Value]) -> Result<Producer, Failure>
}
