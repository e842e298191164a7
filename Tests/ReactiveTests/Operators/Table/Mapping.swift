import Reactive

/// Operators that transform values, one by one or together with earlier values.
extension TestedOperator {
  static let mapping: [TestedOperator] = [
    TestedOperator(
      "map(_:)", { s, _ in s.map { $0 * 10 } }, { s, _ in s.map { $0 * 10 } },
      model: .of { values, end in (values.map { $0 * 10 }, end) }),
    TestedOperator(
      "map(value:_:)", { s, _ in s.map(value: "v") }, { s, _ in s.map(value: "v") },
      model: .of { values, end in (values.map { _ in "v" }, end) }),
    TestedOperator(
      "compactMap(_:)", { s, _ in s.compactMap { $0 % 2 == 0 ? nil : $0 } },
      { s, _ in s.compactMap { $0 % 2 == 0 ? nil : $0 } },
      model: .of { values, end in (values.filter { $0 % 2 != 0 }, end) }),
    TestedOperator(
      "skipNil()", { s, _ in s.map { $0 % 2 == 0 ? nil : $0 }.skipNil() },
      { s, _ in s.map { $0 % 2 == 0 ? nil : $0 }.skipNil() },
      model: .of { values, end in (values.filter { $0 % 2 != 0 }, end) }),
    TestedOperator(
      "index()", { s, _ in s.index() }, { s, _ in s.index() },
      model: .of { values, end in (values.indices.map { (value: values[$0], index: $0) }, end) }),
    TestedOperator(
      "promoteValue(_:)", alsoCovers: ["promoteValue()"], { s, _ in s.ignoreValues().promoteValue(String.self) },
      { s, _ in s.ignoreValues().promoteValue(String.self) }, model: .of { _, end in ([Int](), end) }),
    TestedOperator(
      "combinePrevious()", { s, _ in s.combinePrevious() }, { s, _ in s.combinePrevious() },
      model: .of { values, end in (zip(values, values.dropFirst()).map { ($0, $1) }, end) }),
    TestedOperator(
      "combinePrevious(_:)", { s, _ in s.combinePrevious(0) }, { s, _ in s.combinePrevious(0) },
      model: .of { values, end in (zip([0] + values, values).map { ($0, $1) }, end) }),

    TestedOperator(
      "scan(_:_:)", { s, _ in s.scan(0, +) }, { s, _ in s.scan(0, +) },
      model: .of { values, end in (values.indices.map { values[...$0].reduce(0, +) }, end) }),
    TestedOperator(
      "scan(into:_:)", { s, _ in s.scan(into: 0) { $0 += $1 } }, { s, _ in s.scan(into: 0) { $0 += $1 } },
      model: .of { values, end in (values.indices.map { values[...$0].reduce(0, +) }, end) }),
    TestedOperator(
      "scan(_:)", { s, _ in s.scan { $0 - $1 } }, { s, _ in s.scan { $0 - $1 } },
      model: .of { values, end in
        (values.indices.map { last in values[0] - values[...last].dropFirst().reduce(0, +) }, end)
      }),
    TestedOperator(
      "scanMap(_:_:)", { s, _ in s.scanMap(0) { ($0 + $1, $0 * $1) } }, { s, _ in s.scanMap(0) { ($0 + $1, $0 * $1) } },
      model: .of { values, end in (values.indices.map { values[..<$0].reduce(0, +) * values[$0] }, end) }),
    TestedOperator(
      "scanMap(into:_:)",
      { s, _ in
        s.scanMap(into: 0) { sum, value in
          defer { sum += value }
          return sum * value
        }
      },
      { s, _ in
        s.scanMap(into: 0) { sum, value in
          defer { sum += value }
          return sum * value
        }
      },
      model: .of { values, end in (values.indices.map { values[..<$0].reduce(0, +) * values[$0] }, end) }),
    TestedOperator(
      "reduce(_:_:)", { s, _ in s.reduce(0, +) }, { s, _ in s.reduce(0, +) }, model: .atTheEnd { [$0.reduce(0, +)] }),
    TestedOperator(
      "reduce(into:_:)", { s, _ in s.reduce(into: 0) { $0 += $1 } }, { s, _ in s.reduce(into: 0) { $0 += $1 } },
      model: .atTheEnd { [$0.reduce(0, +)] }),
    TestedOperator(
      "reduce(_:)", { s, _ in s.reduce { Swift.max($0, $1) } }, { s, _ in s.reduce { Swift.max($0, $1) } },
      model: .atTheEnd { $0.max().map { [$0] } ?? [] }),

    TestedOperator(
      "materialize()", ends: "||!", interruption: ["interrupted", "!"], { s, _ in s.materialize() },
      { s, _ in s.materialize() },
      model: .of { values, end in
        let events = values.map { Event<Int, Boom>.value($0) } + (end.map { [Event($0)] } ?? [])
        return (events, end.map { $0 == .interrupted ? .interrupted : .completed })
      }),
    TestedOperator(
      "materializeResults()", ends: "||!", { s, _ in s.materializeResults() }, { s, _ in s.materializeResults() },
      model: .of { values, end in
        let results = values.map { Result<Int, Boom>.success($0) }
        return end == .failed(Boom()) ? (results + [.failure(Boom())], .completed) : (results, end)
      }),
    TestedOperator(
      "dematerialize()", { s, _ in s.materialize().dematerialize() }, { s, _ in s.materialize().dematerialize() },
      model: .same),
    TestedOperator(
      "dematerialize(), an end among the values", ends: "||!",
      { s, _ in s.suppressError().map { $0 > 4 ? Event<Int, Boom>.failed(Boom()) : .value($0) }.dematerialize() },
      { s, _ in s.suppressError().map { $0 > 4 ? Event<Int, Boom>.failed(Boom()) : .value($0) }.dematerialize() },
      model: .of { values, end in
        let isCut = values.contains { $0 > 4 }
        return (values.prefix { $0 <= 4 }, isCut ? .failed(Boom()) : end == .failed(Boom()) ? .completed : end)
      }),
    TestedOperator(
      "dematerializeResults()", { s, _ in s.materializeResults().dematerializeResults() },
      { s, _ in s.materializeResults().dematerializeResults() }, model: .same),
  ]
}
