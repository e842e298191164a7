/// Works out what expressions can be before anything runs, and finds what can never work.
///
/// The rules are those of the run: an operation is tried on a sample of each kind that its operands may be. Where it
/// works with none of them, the mistake is the one that the run would have made, at the same place.
struct Typer {
  var evaluator: Evaluator
  /// What the closures around the expression call their parameters, the innermost one's last.
  var locals: [(name: String, kinds: Kinds)] = []
  /// What `$0` and so on stand for.
  var parameters: [Kinds] = []
  /// Whether what can never work is passed over, for as long as not all is known that may come.
  var isLenient = false
  private let patience = Patience()

  /// How much is looked at: closures in closures may take any number of rounds, and then nothing is said of the rest.
  private final class Patience {
    var steps = 5_000
    /// How many operators are looked at, one inside the other.
    var depth = 0
  }

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
  }

  /// Finds what can never work in an expression that gives a stream.
  func check(_ expression: Expression) throws(Fault) {
    _ = try contents(of: expression)
  }

  /// Looks at an operator inside another; at none deeper than the stack is sure to hold.
  func descending(_ body: () throws(Fault) -> Kinds) throws(Fault) -> Kinds {
    guard patience.depth < Self.deepest else { return .unknown }
    patience.depth += 1
    defer { patience.depth -= 1 }
    return try body()
  }

  /// How many operators are looked at, one inside the other.
  private static let deepest = 100

  // MARK: Values

  /// What the value of an expression may be.
  func kinds(of expression: Expression) throws(Fault) -> Kinds {
    patience.steps -= 1
    guard patience.steps > 0 else { return .unknown }
    switch expression.kind {
    case .integer: return .integer
    case .number: return Kinds(.number)
    case .boolean: return .boolean
    case .null: return Kinds(.null)
    case .text(let literal):
      for interpolation in literal.interpolations { _ = try kinds(of: interpolation) }
      return .text
    case .name(let name): return try kinds(named: name, at: expression.span)
    case .parameter(let index): return try parameter(index, at: expression.span)
    case .prefix(let symbol, let operand):
      return try trying(try kinds(of: operand)) { (value) throws(Fault) in
        try evaluator.apply(symbol, to: value, at: expression.span)
      }
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right, at: expression.span)
    case .conditional(let condition, let first, let second):
      _ = try boolean(of: condition)
      return try kinds(of: first).or(try kinds(of: second))
    case .tuple(let items): return Kinds(.tuple(try kinds(of: items)))
    case .array(let items): return .array(of: .any(of: try kinds(of: items)))
    case .member(let receiver, let name): return try member(name, of: try kinds(of: receiver))
    case .method(let receiver, let call): return try method(call, on: receiver)
    case .call(let call): return try self.call(call)
    case .failure(let message):
      try expect("a text", of: try kinds(of: message), at: message.span) { $0.text != nil }
      return .none
    case .duration, .implicitMember, .closure:
      // They are no values, as the evaluator says.
      return Kinds(of: try evaluator.value(of: expression))
    }
  }

  private func kinds(of expressions: [Expression]) throws(Fault) -> [Kinds] {
    var all: [Kinds] = []
    for expression in expressions { all.append(try kinds(of: expression)) }
    return all
  }

  private func kinds(named name: String, at span: Span) throws(Fault) -> Kinds {
    if let local = locals.last(where: { $0.name == name }) { return local.kinds }
    if let binding = evaluator.bindings[name] { return .stream(of: contents(of: binding)) }
    throw evaluator.unknown(name, at: span, among: locals.map(\.name))
  }

  private func parameter(_ index: Int, at span: Span) throws(Fault) -> Kinds {
    if index < parameters.count { return parameters[index] }
    if isLenient { return .none }
    throw evaluator.fault(.tooFewValues(expected: index + 1, got: parameters.count), at: span)
  }

  private func binary(
    _ symbol: BinaryOperator, _ left: Expression, _ right: Expression, at span: Span
  ) throws(Fault) -> Kinds {
    if symbol == .and || symbol == .or { return try boolean(of: left).or(try boolean(of: right)) }
    let (leftKinds, rightKinds) = (try kinds(of: left), try kinds(of: right))
    // Samples of tuples do not have every kind beside every other.
    if symbol.isComparison, !leftKinds.item(0).isNone, !rightKinds.item(0).isNone { return .boolean }
    let result = try trying(leftKinds, rightKinds) { (left, right) throws(Fault) in
      try evaluator.apply(symbol, left, right, at: span)
    }
    return symbol.isComparison ? .boolean : result
  }

  private func member(_ name: Name, of receiver: Kinds) throws(Fault) -> Kinds {
    // Only a run tells which streams are groups, and what they have in common.
    if name.text == "key", !receiver.streams.isNone { return .unknown }
    let result = try trying(receiver) { (value) throws(Fault) in
      try Member.value(named: name, of: value, evaluator: evaluator)
    }
    return Int(name.text).map(receiver.item) ?? result
  }

  // MARK: Expectations

  /// What a Boolean is expected of.
  func boolean(of expression: Expression) throws(Fault) -> Kinds {
    try expect("a Boolean", of: try kinds(of: expression), at: expression.span) { $0 == .boolean(true) }
    return .boolean
  }

  /// Checks that a value may be what it must be.
  func expect(_ kind: String, of kinds: Kinds, at span: Span, fits: (Value) -> Bool) throws(Fault) {
    _ = try trying(kinds) { (value) throws(Fault) in
      guard fits(value) else {
        throw evaluator.fault(.wrongKind(expected: kind, found: value.kindName), at: span)
      }
      return value
    }
  }

  // MARK: Trying

  /// What an operation makes of the kinds with which it works; if there are none, its mistake.
  func trying(_ operand: Kinds, _ operation: (Value) throws(Fault) -> Value) throws(Fault) -> Kinds {
    try trying(operand, Kinds(.null)) { (value, _) throws(Fault) in try operation(value) }
  }

  /// The same with two operands.
  func trying(
    _ first: Kinds, _ second: Kinds, _ operation: (Value, Value) throws(Fault) -> Value
  ) throws(Fault) -> Kinds {
    var result: Kinds?
    var fault: Fault?
    for value in first.samples {
      for other in second.samples {
        do {
          result = (result ?? .none).or(Kinds(of: try operation(value, other)))
        } catch {
          fault = fault ?? error
        }
      }
    }
    if result == nil, let fault, !isLenient { throw fault }
    let known = result ?? .none
    // What is made of something unknown is known only if it is nothing that others are part of.
    return first.isCertain && second.isCertain || known.isSimple ? known : .unknown
  }
}
