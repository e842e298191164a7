/// A closure of the language, ready to be called with values.
struct Function {
  private let closure: Closure
  private let evaluator: Evaluator
  /// How many values it takes.
  let arity: Int

  init(_ closure: Closure, _ evaluator: Evaluator) {
    self.closure = closure
    self.evaluator = evaluator
    arity = closure.parameters?.count ?? closure.shorthandCount
  }

  /// What the closure makes of some values; a tuple that comes alone is taken apart if the closure takes several.
  func callAsFunction(_ arguments: [Value]) throws(Fault) -> Value {
    try inner(arguments).value(of: closure.body)
  }

  /// The stream that the closure makes of some values.
  func stream(_ arguments: [Value]) throws(Fault) -> Producer {
    try inner(arguments).producer(of: closure.body)
  }

  /// Whether the closure says yes to some values.
  func holds(_ arguments: [Value]) throws(Fault) -> Bool {
    try inner(arguments).boolean(of: closure.body)
  }

  private func inner(_ arguments: [Value]) throws(Fault) -> Evaluator {
    var values = arguments
    if arity > 1, values.count == 1, case .tuple(let items) = values[0] { values = items }
    var inner = evaluator
    if let names = closure.parameters {
      guard names.count == values.count else {
        throw evaluator.fault(.tooFewValues(expected: names.count, got: values.count), at: closure.span)
      }
      for (name, value) in zip(names, values) { inner.locals[name.text] = value }
    }
    inner.parameters = values
    inner.isInClosure = true
    return inner
  }
}
