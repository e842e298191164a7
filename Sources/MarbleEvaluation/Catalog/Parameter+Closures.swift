import MarbleLanguage
import Reactive

// Parameters for closures.

extension Parameter where Argument == (Value) -> Value {
  /// A closure that transforms a value.
  static var transform: Parameter { closure(.init(takes: [.value])) { function, _ in { function.value($0) } } }

  /// A closure that combines a tuple with one value of each stream to a value.
  static var combineAll: Parameter { closure(.init(takes: [.together])) { function, _ in { function.value($0) } } }

  /// A closure that combines a tuple with one value of each of an unknown number of streams to a value.
  static var combineAny: Parameter { closure(.init(takes: [.combination])) { function, _ in { function.value($0) } } }

  /// A closure that returns the value that follows a value.
  static var successor: Parameter { closure(.init(takes: [.state])) { function, _ in { function.value($0) } } }
}

extension Parameter where Argument == (Value) -> Value {
  /// A closure that returns the part of a value that is compared.
  static func key(label: String) -> Parameter {
    closure(.init(takes: [.value]), label: label) { function, _ in { function.value($0) } }
  }
}

extension Parameter where Argument == (Value) -> Result<Value, Failure> {
  /// A closure that transforms a value, for an operator that handles its errors.
  static var attempt: Parameter { closure(.init(takes: [.value])) { function, _ in { function.result($0) } } }
}

extension Parameter where Argument == (Value, Value) -> Value {
  /// A closure that combines the state and a value to a value.
  static var combine: Parameter {
    closure(.init(takes: [.state, .value])) { function, _ in { function.value($0, $1) } }
  }

  /// A closure that combines a value of the source and one of the other stream to a value.
  static var combineWithOther: Parameter {
    closure(.init(takes: [.value, .other])) { function, _ in { function.value($0, $1) } }
  }
}

extension Parameter where Argument == (Value, Value) -> (Value, Value) {
  /// A closure that combines the state and a value to two values.
  static var combinePair: Parameter {
    closure(.init(takes: [.state, .value], gives: .pair)) { function, _ in { function.pair($0, $1) } }
  }
}

/// A condition that completes an array of collected values.
enum CollectCondition {
  /// A condition on the array, including the latest value.
  case including(([Value]) -> Bool)
  /// A condition on the array and the value that follows it.
  case before(([Value], Value) -> Bool)
}

extension Parameter where Argument == CollectCondition {
  /// A closure with a condition on an array or, if it has two parameters, on an array and the next value.
  ///
  /// - Parameter label: The required label, or `nil` for none.
  /// - Parameter answer: The result of the closure that completes the array.
  static func condition(label: String? = nil, answer: Bool = true) -> Parameter {
    let role = ClosureRole(takes: [.values, .value], gives: .boolean, isFlexible: true)
    let description = ParameterDescription(
      label: label, name: "condition", shape: .closure(role), requiresLabel: label != nil)
    return Parameter(closure: description) { argument, _, sink in
      guard case .closure(let body) = argument else { return .including { _ in answer } }
      let function = CallableClosure(body: body, sink: sink)
      return body.takenCount > 1
        ? .before { function.boolean(.array($0), $1) == answer } : .including { function.boolean(.array($0)) == answer }
    }
  }
}

extension Parameter where Argument == (Value) -> Bool {
  /// A closure that tests a value.
  static var predicate: Parameter { predicate(label: nil) }

  /// A closure, with a label, that tests a value.
  static func predicate(label: String?) -> Parameter {
    closure(.init(takes: [.value], gives: .boolean), label: label) { function, _ in { function.boolean($0) } }
  }
}

extension Parameter where Argument == (Value, Value) -> Bool {
  /// A closure that tests two values.
  static func relation(label: String? = nil) -> Parameter {
    closure(.init(takes: [.value, .value], gives: .boolean), label: label) { function, _ in { function.boolean($0, $1) }
    }
  }

  /// A closure that tests a value of the source and one of the other stream.
  static func relationToOther(label: String) -> Parameter {
    closure(.init(takes: [.value, .other], gives: .boolean), label: label) { function, _ in { function.boolean($0, $1) }
    }
  }
}

extension Parameter where Argument == (Value) -> Producer {
  /// A closure that creates a stream from a value.
  static var streamMaker: Parameter { streamMaker(label: nil) }

  /// A closure, with a label, that creates a stream from a value.
  static func streamMaker(label: String?) -> Parameter {
    closure(.init(takes: [.value], gives: .stream), label: label) { function, _ in { function.stream($0) } }
  }

  /// A closure that creates the work of an action from a value.
  ///
  /// An error thrown by the closure becomes the failure of that stream.
  static var work: Parameter {
    closure(.init(takes: [.value], gives: .stream)) { function, runContext in
      { function.failingStream($0, on: runContext) }
    }
  }

  /// A closure that creates a stream from a value of the source, or from a value of a stream that it has created.
  static var expansion: Parameter {
    closure(.init(takes: [.state], gives: .stream)) { function, runContext in
      { value in
        runContext.budget.keep(-Budget.sizeOfOperator)
        return runContext.queueing(function.stream(value))
      }
    }
  }

  /// A closure that creates the stream that closes an array or a window.
  ///
  /// An error thrown by the closure becomes the failure of that stream.
  static var closing: Parameter {
    closure(.init(takes: [.other], gives: .stream)) { function, runContext in
      { function.failingStream($0, on: runContext) }
    }
  }
}

extension Parameter where Argument == (Value, Value) -> Producer {
  /// A closure that creates a stream from the state and a value.
  static var stateStreamMaker: Parameter {
    closure(.init(takes: [.state, .value], gives: .stream)) { function, _ in { function.stream($0, $1) } }
  }
}

extension Parameter where Argument == (Producer) -> Producer {
  /// A closure that creates a stream from another stream, which has a name in drawings.
  ///
  /// An error thrown by the closure becomes the failure of that stream.
  static func streamTransform(_ taken: ClosureRole.ParameterKind, named name: String, label: String? = nil) -> Parameter
  {
    closure(.init(takes: [taken], gives: .stream), label: label) { function, runContext in
      { stream in function.failingStream(.stream(Stream(producer: stream, name: name)), on: runContext) }
    }
  }
}

extension Parameter where Argument == (Failure) -> Producer {
  /// A closure that creates a stream from the message of an error.
  static var errorHandler: Parameter {
    closure(.init(takes: [.message], gives: .stream)) { function, _ in { function.stream(.string($0.message)) } }
  }
}

extension Parameter where Argument == (Failure) -> Failure {
  /// A closure that transforms the message of an error.
  static var errorTransform: Parameter {
    closure(.init(takes: [.message])) { function, _ in { Failure(function.value(.string($0.message)).plainText) } }
  }
}

extension Parameter where Argument == ((Value?) -> Void)? {
  /// An optional closure for side effects, whose result is ignored.
  ///
  /// - Parameter taken: The kind of the closure's parameter, if it has one.
  static func effect(label: String, takes taken: ClosureRole.ParameterKind..., requiresLabel: Bool = true) -> Parameter
  {
    let description = ParameterDescription(
      label: label, name: "effect", shape: .closure(.init(takes: taken)), defaultText: "nil",
      requiresLabel: requiresLabel)
    return Parameter(closure: description) { argument, _, sink in
      guard case .closure(let body) = argument else { return nil }
      let function = CallableClosure(body: body, sink: sink)
      return { value in _ = value.map { function.value($0) } ?? function.value() }
    }
  }
}

extension Parameter where Argument == () -> Producer {
  /// A closure without parameters that creates a stream.
  ///
  /// An error thrown by the closure becomes the failure of that stream.
  static var deferredStream: Parameter {
    closure(.init(takes: [], gives: .stream)) { function, runContext in
      // A stream that completes without starting anything could otherwise be created forever.
      { runContext.spend() ? function.failingStream(on: runContext) : .never }
    }
  }
}

extension Parameter {
  private static func closure(
    _ role: ClosureRole, label: String? = nil, _ make: @escaping (CallableClosure, RunContext) -> Argument
  ) -> Parameter {
    let description = ParameterDescription(label: label, name: "transform", shape: .closure(role))
    return Parameter(closure: description) { argument, application, sink in
      let body: any ClosureBody = if case .closure(let body) = argument { body } else { MissingBody() }
      return make(CallableClosure(body: body, sink: sink), application.runContext)
    }
  }
}

/// A body for a missing closure, which analysis rejects before a run.
private final class MissingBody: ClosureBody {
  let takenCount = 0
  var recorded: any ClosureBody { self }
  func moved(to runContext: RunContext) -> any ClosureBody { self }
  func value(of arguments: [Value]) -> Result<Value, Failure> { .success(.null) }
  func boolean(of arguments: [Value]) -> Result<Bool, Failure> { .success(false) }
  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure> { .success((.null, .null)) }
  func stream(of arguments: [Value]) -> Result<Producer, Failure> { .success(.never) }
}
