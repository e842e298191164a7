import MarbleLanguage
import Reactive

// Parameters that stand for closures.

extension Parameter where Argument == (Value) -> Value {
  /// What makes another value of a value.
  static var transform: Parameter { closure(.init(takes: [.value])) { function, _ in { function.value($0) } } }

  /// What makes a value of one value of each stream, which it is given as a tuple.
  static var combineAll: Parameter { closure(.init(takes: [.together])) { function, _ in { function.value($0) } } }
}

extension Parameter where Argument == (Value) -> Result<Value, Failure> {
  /// What makes another value of a value, for an operator that knows what to do when it throws.
  static var attempt: Parameter { closure(.init(takes: [.value])) { function, _ in { function.result($0) } } }
}

extension Parameter where Argument == (Value, Value) -> Value {
  /// What makes a value of two.
  static var combine: Parameter {
    closure(.init(takes: [.state, .value])) { function, _ in { function.value($0, $1) } }
  }

  /// What makes a value of one of the source's and one of another stream's.
  static var combineWithOther: Parameter {
    closure(.init(takes: [.value, .other])) { function, _ in { function.value($0, $1) } }
  }
}

extension Parameter where Argument == (Value, Value) -> (Value, Value) {
  /// What makes two values of two.
  static var combinePair: Parameter {
    closure(.init(takes: [.state, .value], gives: .pair)) { function, _ in { function.pair($0, $1) } }
  }
}

/// Where an array that is being collected is complete.
enum CollectCondition {
  /// Asked with the array, the latest value included.
  case including(([Value]) -> Bool)
  /// Asked with the array and the value behind it.
  case before(([Value], Value) -> Bool)
}

extension Parameter where Argument == CollectCondition {
  /// Asked with an array, or, if it takes two values, with the array and the next value.
  ///
  /// - Parameter label: one that must be written.
  /// - Parameter answer: what the closure says where the array is complete.
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
  /// What says yes or no to a value.
  static var predicate: Parameter { predicate(label: nil) }

  /// What says yes or no to a value, behind a label.
  static func predicate(label: String?) -> Parameter {
    closure(.init(takes: [.value], gives: .boolean), label: label) { function, _ in { function.boolean($0) } }
  }
}

extension Parameter where Argument == (Value, Value) -> Bool {
  /// What says yes or no to two values.
  static func relation(label: String? = nil) -> Parameter {
    closure(.init(takes: [.value, .value], gives: .boolean), label: label) { function, _ in { function.boolean($0, $1) }
    }
  }

  /// What says yes or no to a value of the source's and one of another stream's.
  static func relationToOther(label: String) -> Parameter {
    closure(.init(takes: [.value, .other], gives: .boolean), label: label) { function, _ in { function.boolean($0, $1) }
    }
  }
}

extension Parameter where Argument == (Value) -> Producer {
  /// What makes a stream of a value.
  static var streamMaker: Parameter {
    closure(.init(takes: [.value], gives: .stream)) { function, _ in { function.stream($0) } }
  }

  /// What makes the stream that tells when to cut what a value has begun; that it throws is that stream's failure.
  static var closing: Parameter {
    closure(.init(takes: [.other], gives: .stream)) { function, runContext in
      { function.failingStream($0, on: runContext) }
    }
  }
}

extension Parameter where Argument == (Failure) -> Producer {
  /// What makes a stream of an error, which it is given as its message.
  static var errorHandler: Parameter {
    closure(.init(takes: [.message], gives: .stream)) { function, _ in { function.stream(.string($0.message)) } }
  }
}

extension Parameter where Argument == (Failure) -> Failure {
  /// What makes another error of an error, message by message.
  static var errorTransform: Parameter {
    closure(.init(takes: [.message])) { function, _ in { Failure(function.value(.string($0.message)).plainText) } }
  }
}

extension Parameter where Argument == ((Value?) -> Void)? {
  /// What is done beside the stream, if anything; what comes of it is dropped.
  ///
  /// - Parameter taken: what it is given, one thing or nothing.
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
  /// What makes a stream of nothing; that it throws is that stream's failure.
  static var deferredStream: Parameter {
    closure(.init(takes: [], gives: .stream)) { function, runContext in { function.failingStream(on: runContext) } }
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

/// The body where no closure is written, which analysis does not let through.
private final class MissingBody: ClosureBody {
  let takenCount = 0
  func value(of arguments: [Value]) -> Result<Value, Failure> { .success(.null) }
  func boolean(of arguments: [Value]) -> Result<Bool, Failure> { .success(false) }
  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure> { .success((.null, .null)) }
  func stream(of arguments: [Value]) -> Result<Producer, Failure> { .success(.never) }
}
