import Reactive

/// One parameter of an operator: how it is written, what fits, and what the operator is given.
struct Parameter<Argument> {
  /// Makes what an operator is given when it is started, told where a closure goes that throws.
  typealias Maker = (_ exit: Exit) -> Argument

  private(set) var description: ParameterDescription
  /// Looks at what was written; at nothing, where the parameter has a default.
  let prepare: (WrittenArgument, Application) throws(Fault) -> Maker

  /// A parameter whose argument is the same for every start.
  init(
    description: ParameterDescription, evaluate: @escaping (WrittenArgument, Application) throws(Fault) -> Argument
  ) {
    self.description = description
    prepare = { (written, application) throws(Fault) in
      let argument = try evaluate(written, application)
      return { _ in argument }
    }
  }

  init(
    description: ParameterDescription, prepare: @escaping (WrittenArgument, Application) throws(Fault) -> Maker
  ) {
    self.description = description
    self.prepare = prepare
  }

  /// A parameter that stands for a closure.
  init(
    closure description: ParameterDescription, prepare: @escaping (Closure, Application) throws(Fault) -> Maker
  ) {
    self.description = description
    self.prepare = { (written, application) throws(Fault) in
      guard case .closure(let closure) = written else {
        throw application.explained(Misfit(.missingClosure, at: application.call.name.span))
      }
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
