/// The parts of a plan that begin with the run, such as properties, even if they are observed later.
extension PlanExpression {
  /// Whether a part of the expression begins with the run.
  ///
  /// An operator in a closure begins when the closure is called.
  var beginsWithRun: Bool {
    switch kind {
    case .stream(let binding): binding.plan?.beginsWithRun == true
    case .call(let call): call.entry.beginsWithRun || call.arguments.contains(where: \.beginsWithRun)
    case .custom(let call): call.definition.beginsWithRun || parts.contains(where: \.beginsWithRun)
    default: parts.contains(where: \.beginsWithRun)
    }
  }

  /// The named streams that begin with the run, including those in closures, each one once.
  var streamsOfRun: [Binding] {
    switch kind {
    case .stream(let binding): binding.plan?.beginsWithRun == true ? [binding] : []
    case .call(let call): call.arguments.flatMap(\.streamsOfRun).withoutDuplicates
    case .custom(let call): (call.definition.streamsOfRun + parts.flatMap(\.streamsOfRun)).withoutDuplicates
    default: parts.flatMap(\.streamsOfRun).withoutDuplicates
    }
  }

  /// The expressions inside this one, without the bodies of closures and custom operators.
  package var parts: [PlanExpression] {
    switch kind {
    case .constant, .slot, .stream, .timeline, .invalid: []
    case .interpolation(let parts), .tuple(let parts), .array(let parts): parts
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .conversion(_, let operand),
      .failure(let operand):
      [operand]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .method(let receiver, let call): [receiver] + [call.argument, call.asOperator].compactMap(\.self)
    case .call(let call): call.arguments.flatMap(\.expressions)
    case .custom(let call): call.arguments
    }
  }
}

extension PlanArgument {
  fileprivate var beginsWithRun: Bool {
    if case .closure(let closure) = self {
      !closure.streamsOfRun.isEmpty
    } else {
      expressions.contains(where: \.beginsWithRun)
    }
  }

  fileprivate var streamsOfRun: [Binding] {
    if case .closure(let closure) = self { closure.streamsOfRun } else { expressions.flatMap(\.streamsOfRun) }
  }
}

extension [Binding] {
  /// The bindings without duplicates.
  fileprivate var withoutDuplicates: [Binding] {
    if count < 2 { return self }
    var seen: Set<ObjectIdentifier> = []
    return filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
