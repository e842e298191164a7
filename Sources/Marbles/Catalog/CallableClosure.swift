import MarbleLanguage
import Reactive

/// A closure of the language as an operator calls it, for one start of that operator.
///
/// What the closure throws ends the operator's result. A stand-in takes the place of the closure's result then, and no
/// observer sees it.
struct CallableClosure {
  let body: any ClosureBody
  let sink: FailureSink

  func value(_ arguments: Value...) -> Value { unwrap(body.value(of: arguments), or: .null) }

  func boolean(_ arguments: Value...) -> Bool { unwrap(body.boolean(of: arguments), or: false) }

  func pair(_ arguments: Value...) -> (Value, Value) { unwrap(body.pair(of: arguments), or: (.null, .null)) }

  func stream(_ arguments: Value...) -> Producer { unwrap(body.stream(of: arguments), or: .never) }

  /// Returns what the closure throws, for an operator that handles it.
  func result(_ arguments: Value...) -> Result<Value, Failure> { body.value(of: arguments) }

  /// Returns a stream that fails where the closure throws.
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
