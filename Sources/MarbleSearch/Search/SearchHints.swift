import MarbleEvaluation
import MarbleLanguage

/// Constants that only all events of a problem show, for a search in some of them.
struct SearchHints {
  /// Round numbers between the values that passed and those that did not.
  private(set) var thresholds: [Int64] = []
  /// The numbers by which all results are quotients of input values.
  private(set) var divisors: [Int64] = []

  init() {}

  init(_ problem: SearchProblem) {
    guard let example = problem.examples.first else { return }
    let results = Set(Self.numbers(example.expected))
    for input in example.inputs.compactMap(\.timelines.first) {
      let values = Set(Self.numbers(input))
      let (passed, dropped) = (values.intersection(results), values.subtracting(results))
      for (lower, upper) in [(dropped, passed), (passed, dropped)] {
        guard let below = lower.max(), let above = upper.min(), below < above else { continue }
        // The test is `> threshold` or `< threshold`.
        let ends = lower == dropped ? (below, above.nextDown) : (below.nextUp, above)
        if let threshold = Self.roundest(from: ends.0, through: ends.1) { thresholds.append(threshold) }
      }
      divisors += Self.divisors(of: values, results)
    }
  }

  private static func numbers(_ timeline: Timeline) -> [Double] {
    timeline.values.compactMap { value in
      switch value {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    }
    .filter { abs($0) < 1e12 }
  }

  /// Returns the number with the most zeros in a range.
  private static func roundest(from first: Double, through last: Double) -> Int64? {
    for exponent in (0...12).reversed() {
      for digit in [5.0, 2, 1] {
        let step = digit * (0..<exponent).reduce(1) { result, _ in result * 10 }
        let multiple = ((first + last) / 2 / step).rounded() * step
        for number in [multiple, multiple - step, multiple + step] where (first...last).contains(number) {
          return Int64(number)
        }
      }
    }
    return nil
  }

  private static func divisors(of values: Set<Double>, _ results: Set<Double>) -> [Int64] {
    guard results.count > 1, !results.isSubset(of: values) else { return [] }
    let known: [Double] = [10, 100, 1000, 2, 5, 3, 4, 6, 7, 8, 9, 12, 20, 24, 25, 50, 60]
    return known.filter { divisor in
      results.isSubset(of: Set(values.map { ($0 / divisor).rounded(.towardZero) }))
    }
    .prefix(2).map { Int64($0) }
  }
}
