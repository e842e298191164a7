import MarbleEvaluation
import MarbleLanguage

/// The constants of an expression, which are likely to matter for a law about it.
package struct MinedConstants {
  /// The numbers and other values in closures and among the arguments, in order.
  private(set) var values: [Value] = []
  /// The numbers of values, such as that of `take(first: 5)`.
  private(set) var counts: [Int64] = []
  /// The numbers of ticks, such as that of `delay(20)`.
  private(set) var times: [Int64] = []
  /// The values that closures compare others with.
  private(set) var compared: [Value] = []
  /// The strings in closures that receive the messages of failures.
  private(set) var messages: [String] = []
  /// Whether the results depend on more than the equality of values.
  private(set) var dependsOnValues = false
  /// The sources that were visited.
  private var visited: Set<ObjectIdentifier> = []
  private static let maxMarbles = 16

  init(_ roots: [PlanExpression], observedIn windows: [Window] = []) {
    for root in roots { add(root) }
    for tick in windows.flatMap({ [$0.start, $0.end] }).compactMap(\.self) { record(.integer(tick), as: .time) }
  }

  /// Adds the constants of a condition on the streams or the numbers of a law.
  mutating func add(_ condition: LawCondition) {
    if !condition.isAboutNumbers { dependsOnValues = true }
    add(condition.root)
  }

  /// Adds the plain values of a law, which closures may compare others with.
  mutating func add(compared constants: [Value]) {
    for constant in constants {
      record(constant, as: .value)
      compared.addOnce(constant)
    }
  }

  private enum Use {
    case value, count, time
  }

  private mutating func add(_ expression: PlanExpression, as use: Use = .value) {
    switch expression.kind {
    case .constant(let value): record(value, as: use)
    case .slot, .invalid: break
    case .stream(let binding): add(binding)
    case .timeline(let quoted): add(quoted.timeline)
    case .interpolation(let parts), .tuple(let parts), .array(let parts): for part in parts { add(part, as: use) }
    case .prefix(_, let operand), .item(let operand, _, _), .property(let operand, _, _), .conversion(_, let operand),
      .failure(let operand):
      add(operand, as: use)
    case .binary(let symbol, let left, let right):
      if symbol == .equal || symbol == .unequal { compared += [left, right].compactMap(\.constant) }
      add(left, as: use)
      add(right, as: use)
    case .conditional(let condition, let first, let second):
      for part in [condition, first, second] { add(part, as: use) }
    case .method(let receiver, let call):
      add(receiver)
      if let argument = call.argument { add(argument) }
      if let call = call.asOperator { add(call) }
    case .call(let call): add(call)
    case .custom(let call):
      for argument in call.arguments { add(argument, as: use) }
      add(call.definition.body)
    }
  }

  private mutating func add(_ call: PlanCall) {
    if call.entry.family == .aggregate { dependsOnValues = true }
    for (parameter, argument) in zip(call.overload.parameters, call.arguments) {
      let use: Use =
        switch parameter.shape {
        case .count: .count
        case .time: .time
        default: .value
        }
      switch argument {
      case .none, .strategy(.fixed): break
      case .expression(let expression), .array(let expression): add(expression, as: use)
      case .expressions(let expressions): for expression in expressions { add(expression, as: use) }
      case .strategy(.concurrent(let limit)): add(limit, as: .count)
      case .closure(let closure):
        dependsOnValues = true
        if closure.role.takes.contains(.message) { messages += MinedConstants([closure.body]).triedMessages }
        add(closure.body)
      }
    }
  }

  private mutating func add(_ binding: Binding) {
    guard visited.insert(ObjectIdentifier(binding)).inserted else { return }
    if let plan = binding.plan { add(plan.root) }
    for timeline in binding.timelines { add(timeline) }
  }

  private mutating func add(_ timeline: Timeline) {
    for marble in timeline.marbles.prefix(Self.maxMarbles) {
      if case .value(let value) = marble.event { record(value, as: .value) }
      record(.integer(marble.tick), as: .time)
    }
  }

  private mutating func record(_ value: Value, as use: Use) {
    switch (use, value) {
    case (.count, .integer(let number)): counts.addOnce(number)
    case (.time, .integer(let number)): times.addOnce(number)
    case (_, .tuple(let items)), (_, .array(let items)):
      values.addOnce(value)
      for item in items { record(item, as: .value) }
    default: values.addOnce(value)
    }
  }
}

extension MinedConstants {
  private var numbers: [Int64] { values.compactMap { if case .integer(let number) = $0 { number } else { nil } } }

  /// The lengths of strings and arrays to try: the constants, their neighbors, and numbers with them as remainders.
  var lengths: [Int] {
    let near = numbers + numbers.flatMap { [$0 &+ 1, $0 &- 1] }
    return Self.chosen(near + numbers.congruent, in: 1...64, most: 12)
  }

  /// The numbers with a fraction to try: the constants, and those between two of them and the integers.
  var fractions: [Value] {
    let known = values.filter { if case .number = $0 { true } else { false } }
    guard !known.isEmpty else { return [] }
    let all = values.prefix(8).compactMap { value in
      switch value {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    }.sorted()
    let between = zip(all, all.dropFirst()).map { ($0 + $1) / 2 }
    let outside = [all.first.map { $0 - 1 }, all.last.map { $0 + 1 }].compactMap(\.self)
    return known + (between + outside).map(Value.number)
  }

  /// The fields of pairs to try: the constants and their neighbors.
  var fields: [Value] {
    let near = numbers.prefix(4).flatMap { [$0, $0 &+ 1, $0 &- 1] }.prefix(7)
    let others = compared.filter { if case .integer = $0 { false } else { true } }
    return ((near + [1, 0]).map(Value.integer) + others.prefix(3)).uniqued()
  }

  /// Values of several kinds, with the lengths that the numbers can distinguish, or `nil` if one would be very long.
  var otherValues: [Value]? {
    guard numbers.allSatisfy({ (-1_000...1_000).contains($0) }) else { return nil }
    let lengths = numbers.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 0 }.uniqued()
    let values: [Value] = [
      .string("b"), .string(""), .boolean(true), .boolean(false), .number(0.5), .null, .integer(1_000_000),
      .tuple([.integer(1), .integer(2)]), .array([]), .array([.integer(2)]),
    ]
    return values
      + lengths.flatMap { length -> [Value] in
        let digits = String(repeating: "1", count: Int(length))
        return [.string(digits), .array(digits.map { _ in .integer(2) })] + (Int64(digits).map { [.integer($0)] } ?? [])
      }
  }

  /// The messages of failures to try: the strings, and strings of the lengths.
  private var triedMessages: [String] {
    let known = values.compactMap(\.text)
    return known + strings(startingWith: [""] + known.prefix(1))
  }

  /// Returns strings of the lengths that start with given ones.
  func strings(startingWith known: [String]) -> [String] {
    lengths.flatMap { length in known.map { $0 + String(repeating: "a", count: max(0, length - $0.count)) } }
  }

  /// The numbers of values to try: the constants, their neighbors, and the sums and products of two.
  var triedCounts: [Int] {
    let known = counts + numbers
    let near = known.flatMap { [$0, $0 &+ 1, $0 &- 1] }
    let combined = known.pairs.flatMap { first, second -> [Int64] in
      let (sum, product) = (first &+ second, first &* second)
      return [sum, product, sum &+ 1, product &+ 1]
    }
    return Self.chosen(near + combined.sorted(), in: 3...40, most: 12).sorted()
  }

  /// Returns the numbers of silent ticks to try: the constants and numbers of the law, their neighbors, and the sums
  /// of two.
  func triedGaps(with integers: [ValueDomain]) -> [Int] {
    let given = integers.flatMap { $0.values(forCount: 1) }.compactMap {
      if case .integer(let number) = $0 { number } else { nil }
    }
    let near = (times + counts + numbers + given).flatMap { [$0, $0 &+ 1, $0 &- 1] }
    let sums = times.pairs.flatMap { [$0.0 &+ $0.1, $0.0 &+ $0.1 &+ 1, $0.0 &+ $0.1 &- 1] }
    return Self.chosen(near + sums.sorted(), in: 2...100_000, most: 16).sorted()
  }

  private static func chosen(_ numbers: [Int64], in range: ClosedRange<Int>, most: Int) -> [Int] {
    var chosen: [Int] = []
    for number in numbers.lazy.compactMap({ Int(exactly: $0) })
    where range.contains(number) && chosen.count < most { chosen.addOnce(number) }
    return chosen
  }
}

extension [Int64] {
  /// The smallest numbers above one element that have a second one as the remainder by a third one, for all of them.
  var congruent: [Int64] {
    let few = prefix(5).filter { abs($0) < 1 << 40 }
    return few.flatMap { first -> [Int64] in
      few.filter { $0 > 1 }.flatMap { divisor -> [Int64] in
        few.map { rest -> Int64 in first + 1 + ((rest - first - 1) % divisor + divisor) % divisor }
      }
    }
  }

  /// All pairs of two elements, including those of an element with itself.
  fileprivate var pairs: [(Int64, Int64)] {
    let few = prefix(6)
    return few.indices.flatMap { first in few.indices.filter { $0 >= first }.map { (few[first], few[$0]) } }
  }
}
