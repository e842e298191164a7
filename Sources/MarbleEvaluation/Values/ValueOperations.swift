import MarbleLanguage

/// The operators of closures, applied to values.
///
/// An operation without a result throws a problem. `TypeRules` has the same rules for types.
enum ValueOperations {
  static func apply(_ symbol: PrefixOperator, to value: Value) throws(ProgramProblem) -> Value {
    switch (symbol, value) {
    case (.negate, .integer(let number)):
      let (result, overflows) = (0 as Int64).subtractingReportingOverflow(number)
      if overflows { throw .overflow }
      return .integer(result)
    case (.negate, .number(let number)): return .number(-number)
    case (.not, .boolean(let isTrue)): return .boolean(!isTrue)
    default: throw .noSuchPrefix(symbol, value.kind)
    }
  }

  static func apply(_ symbol: BinaryOperator, _ left: Value, _ right: Value) throws(ProgramProblem) -> Value {
    switch symbol {
    case .equal: return .boolean(left == right)
    case .unequal: return .boolean(left != right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .boolean(try compare(symbol, left, right))
    case .and, .or, .add, .subtract, .multiply, .divide, .remainder: break
    }
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return .integer(try calculate(symbol, a, b))
    case (.integer(let a), .number(let b)): return .number(try calculate(symbol, Double(a), b))
    case (.number(let a), .integer(let b)): return .number(try calculate(symbol, a, Double(b)))
    case (.number(let a), .number(let b)): return .number(try calculate(symbol, a, b))
    case (.array(let a), .array(let b)) where symbol == .add: return .array(a + b)
    default:
      guard symbol == .add, let a = left.text, let b = right.text else {
        throw .noSuchOperation(left.kind, symbol, right.kind)
      }
      return .string(a + b)
    }
  }

  private static func compare(_ symbol: BinaryOperator, _ left: Value, _ right: Value) throws(ProgramProblem) -> Bool {
    func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
      switch symbol {
      case .less: a < b
      case .lessOrEqual: a <= b
      case .greater: a > b
      default: a >= b
      }
    }
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return holds(a, b)
    case (.integer(let a), .number(let b)): return holds(Double(a), b)
    case (.number(let a), .integer(let b)): return holds(a, Double(b))
    case (.number(let a), .number(let b)): return holds(a, b)
    case (.tuple(let a), .tuple(let b)) where a.count == b.count && !a.isEmpty:
      // The first unequal items decide. As in Swift, all items must be comparable.
      let place = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? a.count - 1
      var isDecided = false
      for (index, (a, b)) in zip(a, b).enumerated() {
        let holds = try compare(symbol, a, b)
        if index == place { isDecided = holds }
      }
      return isDecided
    default:
      guard let a = left.text, let b = right.text else { throw .noSuchOperation(left.kind, symbol, right.kind) }
      return holds(a, b)
    }
  }

  private static func calculate(_ symbol: BinaryOperator, _ a: Int64, _ b: Int64) throws(ProgramProblem) -> Int64 {
    if b == 0, symbol == .divide || symbol == .remainder { throw .divisionByZero }
    let (result, overflows) =
      switch symbol {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      default: a.remainderReportingOverflow(dividingBy: b)
      }
    if overflows { throw .overflow }
    return result
  }

  private static func calculate(_ symbol: BinaryOperator, _ a: Double, _ b: Double) throws(ProgramProblem) -> Double {
    if b == 0, symbol == .divide || symbol == .remainder { throw .divisionByZero }
    switch symbol {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return a / b
    default: return a.truncatingRemainder(dividingBy: b)
    }
  }
}
