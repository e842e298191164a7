import MarbleLanguage
import Reactive

/// A call of an operator of the catalog, bound to one of its forms.
final class PlanCall: Sendable {
  let entry: CatalogEntry
  let overload: Overload
  /// The name that it is called by, and where.
  let name: Name
  /// One for each parameter of the form.
  let arguments: [PlanArgument]
  /// The call as it is written, without a call in front of it.
  let written: Span
  /// Whether a closure among its arguments may throw.
  let mayThrow: Bool

  init(_ entry: CatalogEntry, _ overload: Overload, _ name: Name, _ arguments: [PlanArgument], written: Span) {
    self.entry = entry
    self.overload = overload
    self.name = name
    self.arguments = arguments
    self.written = written
    mayThrow = arguments.contains { if case .closure(let closure) = $0 { closure.body.mayThrow } else { false } }
  }
}

/// What a call gives for one parameter.
enum PlanArgument: Sendable {
  /// Nothing, so that the parameter's default counts.
  case none
  case expression(PlanExpression)
  case expressions([PlanExpression])
  /// An array literal where streams are expected: its elements, if they are streams, or the array as one stream.
  case array(PlanExpression)
  case strategy(PlanStrategy)
  case closure(PlanClosure)
}

/// A strategy of `flatten`, as it is written.
enum PlanStrategy: Sendable {
  case fixed(FlattenStrategy)
  case concurrent(limit: PlanExpression)
}

/// A call of a custom operator.
final class CustomCall: Sendable {
  let definition: CustomOperator
  let name: Name
  /// One for each parameter.
  let arguments: [PlanExpression]

  init(_ definition: CustomOperator, _ name: Name, _ arguments: [PlanExpression]) {
    self.definition = definition
    self.name = name
    self.arguments = arguments
  }
}

/// A closure whose names are resolved.
final class PlanClosure: Sendable {
  let role: ClosureRole
  /// The number of values that it takes.
  let arity: Int
  /// Whether it names its parameters, so that the number of values must fit.
  let hasNames: Bool
  /// The number of slots that the closures and operators around it have filled.
  let firstSlot: Int
  let body: PlanExpression
  /// The names that the body mentions, with their slots, for diagnostics.
  let mentioned: [(name: String, slot: Int)]
  let span: Span
  let context: PlanContext

  init(
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
  }

  /// What it takes of what its role offers.
  var taken: [ClosureRole.ParameterKind] { role.taken(byClosureOf: arity) }
}
