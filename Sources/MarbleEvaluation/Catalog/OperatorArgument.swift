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

  /// The argument for a recording, in which other streams stand for those that can be started.
  var recorded: OperatorArgument {
    switch self {
    case .stream: .stream(.never)
    case .streams(let streams): .streams(streams.map { _ in .never })
    case .innerStream: .innerStream { .never }
    case .streamValues(let streams): .streamValues(streams.map(\.recorded))
    case .value(let value): .value(value.recorded)
    case .values(let values): .values(values.map(\.recorded))
    case .closure(let body): .closure(body.recorded)
    case .none, .integer, .boolean, .string, .strategy: self
    }
  }

  /// Returns the argument for another run, whose limits then apply to a closure.
  package func moved(to runContext: RunContext) -> OperatorArgument {
    if case .closure(let body) = self { .closure(body.moved(to: runContext)) } else { self }
  }
}

/// The body of a closure, ready for evaluation in a run.
package protocol ClosureBody: AnyObject {
  /// The number of parameters that it has of those that its role provides.
  var takenCount: Int { get }
  /// The body for a recording, which captures no substreams that can be started.
  var recorded: any ClosureBody { get }

  func moved(to runContext: RunContext) -> any ClosureBody

  func value(of arguments: [Value]) -> Result<Value, Failure>
  func boolean(of arguments: [Value]) -> Result<Bool, Failure>
  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure>
  func stream(of arguments: [Value]) -> Result<Producer, Failure>
}
