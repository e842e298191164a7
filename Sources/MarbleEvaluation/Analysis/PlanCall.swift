import MarbleLanguage
import Reactive

/// A call of an operator of the catalog, bound to an overload.
package final class PlanCall: Sendable {
  package let entry: CatalogEntry
  package let overload: Overload
  /// The name in the call, which can be an alias.
  package let name: Name
  /// The arguments, one for each parameter of the overload.
  package let arguments: [PlanArgument]
  /// The span of the call, without the call that is its receiver.
  package let written: Span
  /// Whether a closure among the arguments may throw.
  let mayThrow: Bool

  package init(_ entry: CatalogEntry, _ overload: Overload, _ name: Name, _ arguments: [PlanArgument], written: Span) {
    self.entry = entry
    self.overload = overload
    self.name = name
    self.arguments = arguments
    self.written = written
    mayThrow = arguments.contains { if case .closure(let closure) = $0 { closure.body.mayThrow } else { false } }
  }
}

extension PlanCall {
  /// Whether the operator begins with the run and sends streams with names, as `action` does.
  package var sendsNamedStreams: Bool { entry.beginsWithRun && overload.behavior.values == .streams }
}

/// The argument of a parameter.
package enum PlanArgument: Sendable {
  /// No argument, so that the parameter has its default value.
  case none
  case expression(PlanExpression)
  case expressions([PlanExpression])
  /// An array literal where streams are expected. If its elements are not streams, the array itself is one stream.
  case array(PlanExpression)
  case strategy(PlanStrategy)
  case closure(PlanClosure)
}

/// The strategy of a `flatten` or `flatMap`.
package enum PlanStrategy: Sendable {
  case fixed(FlattenStrategy)
  case concurrent(limit: PlanExpression)
}

/// A call of a custom operator.
package final class CustomCall: Sendable {
  package let definition: CustomOperator
  package let name: Name
  /// The arguments, one for each parameter.
  package let arguments: [PlanExpression]

  package init(_ definition: CustomOperator, _ name: Name, _ arguments: [PlanExpression]) {
    self.definition = definition
    self.name = name
    self.arguments = arguments
  }

  /// Returns an error of a parameter in the body as one of its argument, and any other error unchanged.
  func locating(_ fault: Fault, in context: PlanContext) -> Fault {
    guard fault.source.name == definition.context.source.name else { return fault }
    var problem = fault.diagnostic.problem
    var name = fault.source.text(of: fault.diagnostic.span)
    if case ProgramProblem.noSuchOperation(let left, _, let right, nil) = problem {
      let words = name.split(separator: " ").map(String.init)
      let isLeft = words.first.map(definition.parameters.contains) ?? false
      name = (isLeft ? words.first : words.last) ?? ""
      let (expected, found) = isLeft ? (right, left) : (left, right)
      if case .name = expected { return fault }
      problem = ProgramProblem.wrongKind(expected: expected, found: found)
    }
    guard let index = definition.parameters.firstIndex(of: name) else { return fault }
    var diagnostic = Diagnostic(problem: problem, at: arguments[index].span)
    diagnostic.runtimeContext = fault.diagnostic.runtimeContext
    return Fault(diagnostic, in: context.source)
  }
}

/// A closure with resolved names.
package final class PlanClosure: Sendable {
  package let role: ClosureRole
  /// The number of parameters.
  package let arity: Int
  /// Whether the closure names its parameters.
  ///
  /// If so, the number of values must match.
  package let hasNames: Bool
  /// The index of its first slot: the number of slots of the enclosing closures and operators.
  package let firstSlot: Int
  package let body: PlanExpression
  /// The names that occur in the body, with their slots, for diagnostics.
  package let mentioned: [(name: String, slot: Int)]
  package let span: Span
  package let context: PlanContext
  /// The streams in the body that begin with the run, before the closure is called.
  let streamsOfRun: [Binding]

  package init(
    _ role: ClosureRole, arity: Int, hasNames: Bool, firstSlot: Int, body: PlanExpression,
    mentioned: [(name: String, slot: Int)], span: Span, context: PlanContext
  ) {
    self.role = role
    self.arity = arity
    self.hasNames = hasNames
    self.firstSlot = firstSlot
    self.body = body
    self.mentioned = mentioned
    self.span = span
    self.context = context
    streamsOfRun = body.streamsOfRun
  }

  /// The values that the closure receives of those that its role provides.
  var taken: [ClosureRole.ParameterKind] { role.taken(byClosureOf: arity) }
}
