import Reactive

/// A closure of the language, ready to be called by an operator, for one start of it.
///
/// What it throws ends the operator's result, and a mistake stops the run. Either way a stand-in takes the place of
/// what the closure would have given, and nobody sees it.
struct Function {
  private let closure: Closure
  private let evaluator: Evaluator
  private let exit: Exit

  init(_ closure: Closure, _ evaluator: Evaluator, exit: Exit) {
    self.closure = closure
    self.evaluator = evaluator
    self.exit = exit
  }

  // MARK: Calling

  /// What the closure makes of some values.
  func value(_ arguments: Value...) -> Value {
    leaving(value(of: arguments), or: .null)
  }

  /// What the closure makes of some values, for an operator that knows what to do when it throws.
  func result(_ arguments: Value...) -> Result<Value, Failure> {
    value(of: arguments)
  }

  /// Whether the closure says yes to some values.
  func holds(_ arguments: Value...) -> Bool {
    leaving(call(arguments, or: false) { (inner, body) throws(Fault) in try inner.boolean(of: body) }, or: false)
  }

  /// The pair that the closure makes of some values.
  func pair(_ arguments: Value...) -> (Value, Value) {
    let result = call(arguments, or: (.null, .null)) { (inner, body) throws(Fault) in
      let value = try inner.value(of: body)
      guard let pair = value.pair else {
        throw inner.fault(.wrongKind(expected: "a pair", found: value.kindName), at: body.span)
      }
      return pair
    }
    return leaving(result, or: (.null, .null))
  }

  /// The stream that the closure makes of some values.
  func stream(_ arguments: Value...) -> Producer {
    leaving(stream(of: arguments), or: .never)
  }

  /// The stream that the closure makes of some values; one that fails, if it throws.
  func failingStream(_ arguments: Value...) -> Producer {
    switch stream(of: arguments) {
    case .success(let producer): producer
    case .failure(let failure): evaluator.stage.counted(Producer(error: failure))
    }
  }

  private func value(of arguments: [Value]) -> Result<Value, Failure> {
    call(arguments, or: .null) { (inner, body) throws(Fault) in try inner.value(of: body) }
  }

  private func stream(of arguments: [Value]) -> Result<Producer, Failure> {
    call(arguments, or: .never) { (inner, body) throws(Fault) in try inner.producer(of: body) }
  }

  // MARK: Evaluating

  private func leaving<T>(_ result: Result<T, Failure>, or standIn: T) -> T {
    switch result {
    case .success(let value): return value
    case .failure(let failure):
      exit.send(error: failure)
      return standIn
    }
  }

  /// Evaluates the branch of the body that is meant for some values.
  private func call<T>(
    _ arguments: [Value], or standIn: T, _ read: (Evaluator, Expression) throws(Fault) -> T
  ) -> Result<T, Failure> {
    var inner = evaluator
    do {
      inner = try self.inner(arguments)
      let branch = try inner.branch(of: closure.body)
      guard case .failure(let message) = branch.kind else { return .success(try read(inner, branch)) }
      return .failure(Failure(try inner.text(of: message)))
    } catch {
      evaluator.stage.fail(error.on(Occasion(tick: evaluator.stage.scheduler.currentTick, values: items(in: inner))))
      return .success(standIn)
    }
  }

  /// The values that the body speaks of, by their names.
  private func items(in inner: Evaluator) -> [Occasion.Item] {
    let mentioned = closure.body.names
    var items: [Occasion.Item] = []
    for local in inner.locals where mentioned.contains(local.name) {
      items.removeAll { $0.name == local.name }
      items.append(Occasion.Item(name: local.name, value: local.value))
    }
    let numbered = closure.parameters == nil ? inner.parameters : []
    for (index, value) in numbered.enumerated() where mentioned.contains("$\(index)") {
      items.append(Occasion.Item(name: "$\(index)", value: value))
    }
    return items
  }

  /// An evaluator that knows the values; a tuple that comes alone is taken apart if the closure takes several.
  private func inner(_ arguments: [Value]) throws(Fault) -> Evaluator {
    var values = arguments
    if closure.arity > 1, values.count == 1, case .tuple(let items) = values[0] { values = items }
    var inner = evaluator
    if let names = closure.parameters {
      guard names.count == values.count else {
        throw evaluator.fault(.tooFewValues(expected: names.count, got: values.count), at: closure.span)
      }
      for (name, value) in zip(names, values) where name.text != "_" { inner.locals.append((name.text, value)) }
    }
    inner.parameters = values
    inner.isInClosure = true
    return inner
  }
}

extension Evaluator {
  /// The branch that the conditions of an expression lead to.
  fileprivate func branch(of expression: Expression) throws(Fault) -> Expression {
    var branch = expression
    while case .conditional(let condition, let first, let second) = branch.kind {
      branch = try boolean(of: condition) ? first : second
    }
    return branch
  }
}
