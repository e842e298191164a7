import Reactive

/// Operators that flatten streams or sequences into one stream.
extension TestedOperator {
  private static let strategies: [(name: String, strategy: FlattenStrategy)] = [
    ("merge", .merge), ("concat", .concat), ("latest", .latest), ("two at a time", .concurrent(limit: 2)),
    ("race", .race), ("throttle", .throttle),
  ]

  static let flattening: [TestedOperator] =
    [
      TestedOperator(
        "flatMap(_:)", { s, _ in s.flatMap { [$0, $0 * 10] } }, { s, _ in s.flatMap { [$0, $0 * 10] } },
        model: .of { values, end in (values.flatMap { [$0, $0 * 10] }, end) }),
      TestedOperator(
        "flatten()", { s, _ in s.map { [$0, $0 * 10] }.flatten() }, { s, _ in s.map { [$0, $0 * 10] }.flatten() },
        model: .of { values, end in (values.flatMap { [$0, $0 * 10] }, end) }),
    ]
    + [
      TestedOperator(
        "expand(limit:_:)", { s, _ in s.expand { $0 < 3 ? Numbers([$0 + 3]) : .empty } },
        { s, _ in s.expand { $0 < 3 ? Numbers([$0 + 3]) : .empty } },
        model: .of { values, end in (values.flatMap { $0 < 3 ? [$0, $0 + 3] : [$0] }, end) }),
      TestedOperator(
        "expand(limit:_:), of streams that go on", ends: "*X!",
        { s, environment in
          s.expand(limit: 1) { value in
            value < 100 ? environment.side.producer.take(first: 1).map { $0 + 100 } : .empty
          }
        },
        { s, environment in
          s.expand(limit: 1) { value in
            value < 100 ? environment.side.producer.take(first: 1).map { $0 + 100 } : .empty
          }
        }),
      TestedOperator(
        "flatScan(_:_:_:)", { s, _ in s.flatScan(.merge, 0) { Numbers([$0 + $1]) } },
        { s, _ in s.flatScan(.merge, 0) { Numbers([$0 + $1]) } },
        model: .of { values, end in
          var sum = 0
          return (
            values.map {
              sum += $0
              return sum
            }, end
          )
        }),
      TestedOperator(
        "flatScan(_:_:_:), of streams that go on", ends: "*X!",
        { s, environment in
          s.flatScan(.latest, 0) { sum, value in environment.side.producer.take(first: 2).map { sum + value + $0 } }
        },
        { s, environment in
          s.flatScan(.latest, 0) { sum, value in environment.side.producer.take(first: 2).map { sum + value + $0 } }
        }),
    ]
    + strategies.flatMap { name, strategy in
      [
        TestedOperator(
          "flatMap(_:_:), \(name), of streams that end immediately", alsoCovers: ["flatten(_:)"],
          { s, _ in s.flatMap(strategy) { SignalProducer<Int, Boom>([$0, $0 * 10]) } },
          { s, _ in s.flatMap(strategy) { SignalProducer<Int, Boom>([$0, $0 * 10]) } },
          model: .of { values, end in
            ((strategy == .race ? values.prefix(1) : values[...]).flatMap { [$0, $0 * 10] }, end)
          }),
        TestedOperator(
          "flatMap(_:_:), \(name), of streams that go on", ends: "*X!", dependsOnNesting: strategy == .throttle,
          { s, environment in
            s.flatMap(strategy) { value in environment.side.producer.take(first: 2).map { "\(value):\($0)" } }
          },
          { s, environment in
            s.flatMap(strategy) { value in environment.side.producer.take(first: 2).map { "\(value):\($0)" } }
          },
          model: strategy == .latest ? .switching : nil),
      ]
    }
}

extension Prediction {
  /// A prediction for `latest`: for the latest value, two values of lane b.
  fileprivate static let switching = Prediction.stepping((current: Int?.none, left: 0, ended: Set<Step.Lane>())) {
    state, step, send in
    switch (step.lane, step.event) {
    case (.a, .value(let value)):
      // A stream that has already ended interrupts immediately.
      state.current = state.ended.contains(.b) ? nil : value
      state.left = 2
    case (.b, .value(let value)):
      guard let current = state.current else { return }
      send(.value("\(current):\(value)"))
      state.left -= 1
      if state.left == 0 { state.current = nil }
    case (.a, .completed): state.ended.insert(.a)
    case (.b, .failed) where state.current == nil: state.ended.insert(.b)
    case (.b, .completed), (.b, .interrupted):
      state.ended.insert(.b)
      state.current = nil
    case (_, let end): send(end.map(String.init))
    }
    if state.ended.contains(.a), state.current == nil { send(.completed) }
  }
}
