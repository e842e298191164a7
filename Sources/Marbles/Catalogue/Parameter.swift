import Reactive

/// One parameter of an operator: how it is written, what fits, and what the operator is given.
struct Parameter<Argument> {
  /// Makes what an operator is given when it is started, told where a closure goes that throws.
  typealias Maker = (_ exit: Exit) -> Argument

  private(set) var description: ParameterDescription
  /// Looks at what was written; at nothing, where the parameter has a default.
  let prepare: (WrittenArgument, Application) throws(Fault) -> Maker

  /// A parameter whose argument is the same for every start.
  fileprivate init(
    description: ParameterDescription, evaluate: @escaping (WrittenArgument, Application) throws(Fault) -> Argument
  ) {
    self.description = description
    prepare = { (written, application) throws(Fault) in
      let argument = try evaluate(written, application)
      return { _ in argument }
    }
  }

  fileprivate init(
    description: ParameterDescription, prepare: @escaping (WrittenArgument, Application) throws(Fault) -> Maker
  ) {
    self.description = description
    self.prepare = prepare
  }

  /// A parameter that stands for a closure.
  fileprivate init(
    closure description: ParameterDescription, prepare: @escaping (Closure, Application) throws(Fault) -> Maker
  ) {
    self.description = description
    self.prepare = { (written, application) throws(Fault) in
      guard case .closure(let closure) = written else { throw application.wrongArguments }
      return try prepare(closure, application)
    }
  }

  /// The same under other labels as well, by which other libraries call it.
  func orLabelled(_ labels: String...) -> Parameter {
    var other = self
    other.description.otherLabels = labels
    return other
  }
}

/// What is told of a parameter, and what it takes to find its argument.
struct ParameterDescription: Sendable {
  let label: String?
  let name: String
  let shape: Shape
  /// What is assumed where nothing is written; `nil` where something must be.
  let defaultText: String?
  /// Whether the label must be written, since without it something else would be meant.
  var requiresLabel = false
  /// The labels that other libraries have for it.
  var otherLabels: [String] = []

  /// What kind of expression fits, as far as can be seen by looking.
  enum Shape: Sendable {
    case stream, streams, values, value, count, time, boolean, message, strategy
    case closure(ClosureRole)

    /// What a message calls what is expected.
    var kindName: String {
      switch self {
      case .stream, .streams: "a stream"
      case .values, .value: "a value"
      case .count: "a whole number"
      case .time: "a time"
      case .boolean: "a Boolean"
      case .message: "a text"
      case .strategy: "a strategy"
      case .closure: "a closure"
      }
    }
  }

  func isLabelled(_ text: String?) -> Bool {
    guard let text else { return false }
    return text == label || otherLabels.contains(text)
  }

  /// As it stands in a signature.
  var signature: String {
    let prefix = label.map { "\($0): " } ?? ""
    switch shape {
    case .closure: return prefix + "{ … }"
    case .streams, .values: return "\(prefix)\(name), …"
    case .strategy: return "\(prefix).\(name)"
    case .boolean: return prefix + (defaultText ?? name)
    default: return prefix + name + (defaultText.map { " = \($0)" } ?? "")
    }
  }

  var isClosure: Bool {
    if case .closure = shape { true } else { false }
  }

  var takesSeveral: Bool {
    switch shape {
    case .streams, .values: true
    default: false
    }
  }

  /// Whether an expression may be meant for this parameter.
  func fits(_ expression: Expression) -> Bool {
    switch (expression.kind, shape) {
    case (.closure, .closure): true
    case (.closure, _), (_, .closure): false
    case (.implicitMember, .strategy): true
    case (.implicitMember, _), (_, .strategy): false
    case (.duration, .time): true
    case (.duration, _): false
    case (.integer, .stream), (.integer, .streams), (.number, .stream), (.number, .streams): false
    case (.text, .count), (.text, .time), (.array, .count), (.array, .time): false
    default: true
    }
  }
}

/// What stands in a call for one parameter.
enum WrittenArgument {
  case nothing
  case expression(Expression)
  case expressions([Expression])
  case closure(Closure)

  /// Whether it is a closure that may throw.
  var mayThrow: Bool {
    if case .closure(let closure) = self { closure.body.mayThrow } else { false }
  }
}

// MARK: - Kinds of parameter

extension Parameter where Argument == Producer {
  /// The stream that the operator is applied to.
  static var source: Parameter { stream("source") }

  /// A stream.
  static func stream(_ name: String, label: String? = nil) -> Parameter {
    Parameter(description: ParameterDescription(label: label, name: name, shape: .stream, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .never }
      return try application.evaluator.producer(of: expression)
    }
  }
}

extension Parameter where Argument == [Producer] {
  /// Any number of streams, at least one; they may stand in an array, as Rx writes them.
  static func streams(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .streams, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      if expressions.count == 1, let streams = try application.streams(in: expressions[0]) { return streams }
      var producers: [Producer] = []
      for expression in expressions { producers.append(try application.evaluator.producer(of: expression)) }
      return producers
    }
  }
}

extension Parameter where Argument == [Stream] {
  /// Any number of streams that are values themselves, under the names by which they are written.
  static func streamValues(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .streams, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      var streams: [Stream] = []
      for expression in expressions {
        let name = application.evaluator.source.text(of: expression.span)
        streams.append(Stream(producer: try application.evaluator.producer(of: expression), name: name))
      }
      return streams
    }
  }
}

extension Parameter where Argument == [Value] {
  /// Any number of values: none included, or, behind a label, at least one.
  static func values(_ name: String, label: String? = nil) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .values, defaultText: label == nil ? "" : nil, requiresLabel: label != nil)
    return Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      var values: [Value] = []
      for expression in expressions { values.append(try application.evaluator.value(of: expression)) }
      return values
    }
  }
}

extension Parameter where Argument == [Value] {
  /// An array of values, behind a label.
  static func array(_ name: String, label: String) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .value, defaultText: nil, requiresLabel: true)
    return Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return [] }
      let value = try application.evaluator.value(of: expression)
      guard case .array(let items) = value else {
        throw application.evaluator.fault(
          .wrongKind(expected: "an array", found: value.kindName), at: expression.span)
      }
      return items
    }
  }
}

extension Parameter where Argument == Value {
  /// A value of any kind.
  ///
  /// - Parameter label: a label that must be written.
  static func value(_ name: String, label: String? = nil) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: name, shape: .value, defaultText: nil, requiresLabel: label != nil)
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .null }
      return try application.evaluator.value(of: expression)
    }
  }
}

extension Parameter where Argument == Int {
  /// A whole number that is not less than `minimum`.
  static func count(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    integer(ParameterDescription(label: label, name: name, shape: .count, defaultText: nil), atLeast: minimum)
  }

  /// A whole number of any size.
  static func integer(_ name: String, label: String? = nil) -> Parameter {
    integer(ParameterDescription(label: label, name: name, shape: .count, defaultText: nil), atLeast: .min)
  }

  private static func integer(_ description: ParameterDescription, atLeast minimum: Int) -> Parameter {
    Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return minimum }
      let value = try application.evaluator.value(of: expression)
      guard case .integer(let number) = value else {
        throw application.evaluator.fault(
          .wrongKind(expected: "a whole number", found: value.preciseKindName), at: expression.span)
      }
      guard number >= minimum else {
        throw application.evaluator.fault(
          .tooSmall(parameter: description.label ?? description.name, minimum: minimum), at: expression.span)
      }
      return number
    }
  }
}

extension Parameter where Argument == Duration {
  /// A span of time: ticks as a plain number, or with a unit; not less than `minimum` ticks.
  static func time(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    Parameter(description: ParameterDescription(label: label, name: name, shape: .time, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .zero }
      let ticks = try application.ticks(of: expression)
      guard ticks >= minimum else {
        throw application.evaluator.fault(
          .tooSmall(parameter: label ?? name, minimum: minimum), at: expression.span)
      }
      return application.evaluator.stage.scheduler.ticks(ticks)
    }
  }
}

extension Parameter where Argument == Bool {
  /// A Boolean that may be left out.
  static func boolean(_ name: String, label: String, default standard: Bool) -> Parameter {
    Parameter(
      description: ParameterDescription(label: label, name: name, shape: .boolean, defaultText: "\(standard)")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return standard }
      return try application.evaluator.boolean(of: expression)
    }
  }
}

extension Parameter where Argument == String {
  /// What something is called.
  static func name(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .message, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return "" }
      return try application.evaluator.text(of: expression)
    }
  }
}

extension Parameter where Argument == Failure {
  /// An error's message that may be left out.
  static func message(_ name: String, label: String? = nil, default standard: Failure = .unnamed) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: name, shape: .message, defaultText: "\"\(standard.message)\"")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return standard }
      return Failure(try application.evaluator.text(of: expression))
    }
  }
}

extension Parameter where Argument == Failure? {
  /// The error for what does not come, that may be left out; `nil` stands for none.
  static func missing(label: String, default standard: String) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: "message", shape: .message, defaultText: "\"\(standard)\"")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return Failure(standard) }
      if case .null = expression.kind { return nil }
      return Failure(try application.evaluator.text(of: expression))
    }
  }
}

extension Parameter where Argument == FlattenStrategy {
  /// How a stream of streams becomes one.
  static var strategy: Parameter {
    Parameter(description: ParameterDescription(label: nil, name: "strategy", shape: .strategy, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written, case .implicitMember(let call) = expression.kind else {
        return .merge
      }
      return try application.strategy(call)
    }
  }
}

// MARK: - Closures

extension Parameter where Argument == (Value) -> Value {
  /// What makes another value of a value.
  static var transform: Parameter { closure(.init(takes: [.value])) { function in { function.value($0) } } }

  /// What makes a value of one value of each stream, which it is given as a tuple.
  static var combineAll: Parameter { closure(.init(takes: [.together])) { function in { function.value($0) } } }
}

extension Parameter where Argument == (Value) -> Result<Value, Failure> {
  /// What makes another value of a value, for an operator that knows what to do when it throws.
  static var attempt: Parameter { closure(.init(takes: [.value])) { function in { function.result($0) } } }
}

extension Parameter where Argument == (Value, Value) -> Value {
  /// What makes a value of two.
  static var combine: Parameter {
    closure(.init(takes: [.state, .value])) { function in { function.value($0, $1) } }
  }

  /// What makes a value of one of the source's and one of another stream's.
  static var combineWithOther: Parameter {
    closure(.init(takes: [.value, .other])) { function in { function.value($0, $1) } }
  }
}

extension Parameter where Argument == (Value, Value) -> (Value, Value) {
  /// What makes two values of two.
  static var combinePair: Parameter {
    closure(.init(takes: [.state, .value], gives: .pair)) { function in { function.pair($0, $1) } }
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
      label: label, name: "condition", shape: .closure(role), defaultText: nil, requiresLabel: label != nil)
    return Parameter(closure: description) { (closure, application) throws(Fault) in
      let takesNext = role.taken(by: closure).count > 1
      try application.check(closure, arity: takesNext ? 2 : 1)
      return { exit in
        let function = Function(closure, application.evaluator, exit: exit)
        return takesNext
          ? .before { function.holds(.array($0), $1) == answer } : .including { function.holds(.array($0)) == answer }
      }
    }
  }
}

extension Parameter where Argument == (Value) -> Bool {
  /// What says yes or no to a value.
  static var predicate: Parameter { predicate(label: nil) }

  /// What says yes or no to a value, behind a label.
  static func predicate(label: String?) -> Parameter {
    closure(.init(takes: [.value], gives: .boolean), label: label) { function in { function.holds($0) } }
  }
}

extension Parameter where Argument == (Value, Value) -> Bool {
  /// What says yes or no to two values.
  static func relation(label: String? = nil) -> Parameter {
    closure(.init(takes: [.value, .value], gives: .boolean), label: label) { function in { function.holds($0, $1) } }
  }

  /// What says yes or no to a value of the source's and one of another stream's.
  static func relationToOther(label: String) -> Parameter {
    closure(.init(takes: [.value, .other], gives: .boolean), label: label) { function in { function.holds($0, $1) } }
  }
}

extension Parameter where Argument == (Value) -> Producer {
  /// What makes a stream of a value.
  static var streamMaker: Parameter {
    closure(.init(takes: [.value], gives: .stream)) { function in { function.stream($0) } }
  }

  /// What makes the stream that tells when to cut what a value has begun; that it throws is that stream's failure.
  static var closing: Parameter {
    closure(.init(takes: [.other], gives: .stream)) { function in { function.failingStream($0) } }
  }
}

extension Parameter where Argument == (Failure) -> Producer {
  /// What makes a stream of an error, which it is given as its message.
  static var errorHandler: Parameter {
    closure(.init(takes: [.message], gives: .stream)) { function in { function.stream(.text($0.message)) } }
  }
}

extension Parameter where Argument == (Failure) -> Failure {
  /// What makes another error of an error, message by message.
  static var errorTransform: Parameter {
    closure(.init(takes: [.message])) { function in { Failure(function.value(.text($0.message)).plainText) } }
  }
}

extension Parameter where Argument == ((Value?) -> Void)? {
  /// What is done beside the stream, if anything; what comes of it is dropped.
  ///
  /// - Parameter taken: what it is given, one thing or nothing.
  static func effect(label: String, takes taken: ClosureRole.Taken..., requiresLabel: Bool = true) -> Parameter {
    let description = ParameterDescription(
      label: label, name: "effect", shape: .closure(.init(takes: taken)), defaultText: "nil",
      requiresLabel: requiresLabel)
    return Parameter(description: description) { (written, application) throws(Fault) in
      guard case .closure(let closure) = written else { return { _ in nil } }
      try application.check(closure, arity: taken.count)
      return { exit in
        let function = Function(closure, application.evaluator, exit: exit)
        return { value in _ = value.map { function.value($0) } ?? function.value() }
      }
    }
  }
}

extension Parameter where Argument == () -> Producer {
  /// What makes a stream of nothing; that it throws is that stream's failure.
  static var deferredStream: Parameter {
    closure(.init(takes: [], gives: .stream)) { function in { function.failingStream() } }
  }
}

extension Parameter {
  private static func closure(
    _ role: ClosureRole, label: String? = nil, _ make: @escaping (Function) -> Argument
  ) -> Parameter {
    let description = ParameterDescription(label: label, name: "transform", shape: .closure(role), defaultText: nil)
    return Parameter(closure: description) { (closure, application) throws(Fault) in
      try application.check(closure, arity: role.takes.count)
      // The values that it is given may be names of streams then.
      if role.gives == .stream, !role.takes.isEmpty { application.stage.expectsNamedStreams() }
      return { exit in make(Function(closure, application.evaluator, exit: exit)) }
    }
  }
}
