import Reactive

/// Operators that reduce a stream to one value.
extension TestedOperator {
  static let aggregating: [TestedOperator] = [
    TestedOperator("count()", { s, _ in s.count() }, { s, _ in s.count() }, model: .atTheEnd { [$0.count] }),
    TestedOperator("sum()", { s, _ in s.sum() }, { s, _ in s.sum() }, model: .atTheEnd { [$0.reduce(0, +)] }),
    TestedOperator(
      "min()", { s, _ in s.min() }, { s, _ in s.min() }, model: .atTheEnd { $0.min().map { [$0] } ?? [] }),
    TestedOperator(
      "max()", { s, _ in s.max() }, { s, _ in s.max() }, model: .atTheEnd { $0.max().map { [$0] } ?? [] }),
    TestedOperator(
      "min(by:)", { s, _ in s.min { $0 % 3 < $1 % 3 } }, { s, _ in s.min { $0 % 3 < $1 % 3 } },
      model: .atTheEnd { values in (0..<3).lazy.compactMap { rest in values.first { $0 % 3 == rest } }.prefix(1) }),
    TestedOperator(
      "max(by:)", { s, _ in s.max { $0 % 3 < $1 % 3 } }, { s, _ in s.max { $0 % 3 < $1 % 3 } },
      model: .atTheEnd { values in
        (0..<3).reversed().lazy.compactMap { rest in values.first { $0 % 3 == rest } }.prefix(1)
      }),
    TestedOperator(
      "all(where:)", { s, _ in s.all { $0 < 8 } }, { s, _ in s.all { $0 < 8 } },
      model: .decided(false) { $0 >= 8 }),
    TestedOperator(
      "contains(where:)", { s, _ in s.contains { $0 > 7 } }, { s, _ in s.contains { $0 > 7 } },
      model: .decided(true) { $0 > 7 }),
    TestedOperator(
      "contains(_:)", { s, _ in s.contains(7) }, { s, _ in s.contains(7) }, model: .decided(true) { $0 == 7 }),
    TestedOperator("isEmpty()", { s, _ in s.isEmpty() }, { s, _ in s.isEmpty() }, model: .decided(false) { _ in true }),
  ]
}
