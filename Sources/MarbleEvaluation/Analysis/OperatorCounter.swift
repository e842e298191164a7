import MarbleLanguage

/// Counts the operators of a plan, and reports an error if a run could not contain so many.
final class OperatorCounter {
  private let faults: FaultCollector
  private var context: PlanContext
  /// The place to report too many operators, or `nil` for the place of the call.
  var limitSpan: Span?
  private var count = 0
  private var depth = 0
  /// Whether the limit was exceeded.
  ///
  /// Counting stops then.
  private var isOver = false

  init(_ context: PlanContext, _ faults: FaultCollector) {
    self.context = context
    self.faults = faults
  }

  /// Returns the number of operators on the longest path from a source to the result of an expression.
  ///
  /// - Parameter slots: The heights of the arguments of the enclosing closures and custom operators.
  func height(of expression: PlanExpression, slots: [Int] = []) -> Int {
    switch expression.kind {
    case .constant, .timeline, .invalid: 0
    case .slot(let slot, _): slots.indices.contains(slot) ? slots[slot] : 0
    case .stream(let binding): binding.height
    case .interpolation(let parts), .tuple(let parts), .array(let parts): height(of: parts, slots)
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .failure(let operand),
      .conversion(_, let operand):
      height(of: operand, slots: slots)
    case .binary(_, let left, let right): height(of: [left, right], slots)
    case .conditional(let condition, let first, let second): height(of: [condition, first, second], slots)
    case .method(let receiver, let call): height(of: [receiver] + [call.argument].compactMap(\.self), slots)
    case .call(let call): assembled(call.name) { height(of: call.arguments.flatMap(\.expressions), slots) }
    case .custom(let call): height(of: call, slots)
    }
  }

  private func height(of parts: [PlanExpression], _ slots: [Int]) -> Int {
    parts.reduce(0) { max($0, height(of: $1, slots: slots)) }
  }

  private func height(of call: CustomCall, _ slots: [Int]) -> Int {
    let arguments = call.arguments.map { height(of: $0, slots: slots) }
    return assembled(call.name) {
      let around = context
      context = call.definition.context
      defer { context = around }
      return height(of: call.definition.body, slots: arguments)
    }
  }

  private func assembled(_ name: Name, _ parts: () -> Int) -> Int {
    guard !isOver else { return 0 }
    count += 1
    guard depth < Assembly.maxDepth, count <= Assembly.maxOperators else { return tooMany(at: name) }
    depth += 1
    defer { depth -= 1 }
    let context = context
    let height = parts() + 1
    guard height <= Assembly.maxDepth, !isOver else {
      self.context = context
      return isOver ? 0 : tooMany(at: name)
    }
    return height
  }

  private func tooMany(at name: Name) -> Int {
    isOver = true
    faults.add(Fault(.tooManyOperators, at: limitSpan ?? name.span, in: context.source))
    return 0
  }
}

extension PlanArgument {
  /// The expressions of the argument.
  ///
  /// The body of a closure is not included, because it runs later.
  var expressions: [PlanExpression] {
    switch self {
    case .none, .strategy, .closure: []
    case .expression(let expression), .array(let expression): [expression]
    case .expressions(let expressions): expressions
    }
  }
}
