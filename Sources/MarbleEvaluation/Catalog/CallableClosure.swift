import MarbleLanguage
import Reactive

/// A closure of the language that an operator calls, for one start of that operator.
///
/// An error thrown by the closure ends the operator's result. The operator then receives a placeholder as the
/// closure's result, which no observer sees.
struct CallableClosure {
  let body: any ClosureBody
  let sink: FailureSink

  func value(_ arguments: Value...) -> Value { unwrap(body.value(of: arguments), or: .null) }

  func boolean(_ arguments: Value...) -> Bool { unwrap(body.boolean(of: arguments), or: false) }

  func pair(_ arguments: Value...) -> (Value, Value) { unwrap(body.pair(of: arguments), or: (.null, .null)) }

  func stream(_ arguments: Value...) -> Producer { unwrap(body.stream(of: arguments), or: .never) }

  /// Calls the closure, and returns its result or error, for an operator that handles the error.
  func result(_ arguments: Value...) -> Result<Value, Failure> { body.value(of: arguments) }

  /// Calls the closure, and returns its stream, or a stream that fails with its error.
  func failingStream(_ arguments: Value..., on runContext: RunContext) -> Producer {
    switch body.stream(of: arguments) {
    case .success(let producer): producer
    case .failure(let failure): runContext.counted(Producer(error: failure))
    }
  }

  private func unwrap<T>(_ result: Result<T, Failure>, or standIn: T) -> T {
    switch result {
    case .success(let value): return value
    case .failure(let failure):
      sink.send(error: failure)
      return standIn
    }
  }
}
