import Reactive

/// Operators that create arrays, windows and groups of values.
extension TestedOperator {
  static let collecting: [TestedOperator] = [
    TestedOperator("collect()", { s, _ in s.collect() }, { s, _ in s.collect() }, model: .atTheEnd { [$0] }),
    TestedOperator(
      "collect(count:)", { s, _ in s.collect(count: 2) }, { s, _ in s.collect(count: 2) },
      model: .collecting { all, _ in all.count == 2 }),
    TestedOperator(
      "collect(_:), all", { s, _ in s.collect { all in all.reduce(0, +) > 5 } },
      { s, _ in s.collect { all in all.reduce(0, +) > 5 } }, model: .collecting { all, _ in all.reduce(0, +) > 5 }),
    TestedOperator(
      "collect(_:), before the next", { s, _ in s.collect { before, next in before.count > next } },
      { s, _ in s.collect { before, next in before.count > next } },
      model: .collecting { all, next in next.map { all.count > $0 } ?? false }),
    TestedOperator(
      "buffer(count:every:)", { s, _ in s.buffer(count: 3, every: 2) }, { s, _ in s.buffer(count: 3, every: 2) },
      model: .of { values, end in
        let all = stride(from: 0, to: values.count, by: 2).map { Array(values[$0...].prefix(3)) }
        return (end == .completed ? all : all.filter { $0.count == 3 }, end)
      }),
    TestedOperator(
      "buffer(count:every:), with gaps", { s, _ in s.buffer(count: 2, every: 3) },
      { s, _ in s.buffer(count: 2, every: 3) },
      model: .of { values, end in
        let all = stride(from: 0, to: values.count, by: 3).map { Array(values[$0...].prefix(2)) }
        return (end == .completed ? all : all.filter { $0.count == 2 }, end)
      }),
  ]

  static let cutting: [TestedOperator] = [
    TestedOperator(
      "buffer(on:)", { s, environment in s.buffer(on: environment.side) },
      { s, environment in s.buffer(on: environment.side) },
      model: .stepping([Int]()) { values, step, send in
        switch (step.lane, step.event) {
        case (.a, .value(let value)): values.append(value)
        case (.a, .completed):
          send(.value(compact(values)))
          send(.completed)
        case (.b, .value):
          send(.value(compact(values)))
          values = []
        case (.b, .completed), (.b, .interrupted): break
        case (_, let end): send(end.map(String.init))
        }
      }),
    TestedOperator(
      "buffer(from:_:)", { s, environment in s.buffer(from: environment.side) { _ in environment.side } },
      { s, environment in s.buffer(from: environment.side) { _ in environment.side } }),
    TestedOperator(
      "buffer(_:)", { s, environment in s.buffer { environment.side } },
      { s, environment in s.buffer { environment.side } }),
    TestedOperator(
      producersOnly: "window(on:)", { s, environment in s.window(on: environment.side).flatten(.merge) },
      model: .stepping(()) { _, step, send in
        switch (step.lane, step.event) {
        case (.a, let event): send(event.map(String.init))
        case (.b, .failed): send(.failed(Boom()))
        default: break
        }
      }),
    TestedOperator(
      producersOnly: "window(every:on:)", isTimed: true,
      { s, environment in s.window(every: environment.ticks(3), on: environment.scheduler).flatten(.merge) },
      model: .same),
    TestedOperator(
      producersOnly: "window(for:every:on:)", isTimed: true,
      { s, environment in
        s.window(for: environment.ticks(3), every: environment.ticks(2), on: environment.scheduler).flatten(.merge)
      }),
    TestedOperator(
      producersOnly: "window(count:every:)", { s, _ in s.window(count: 2, every: 1).flatten(.merge) }),
    TestedOperator(
      "window(from:_:)",
      { s, environment in s.window(from: environment.side) { _ in environment.side }.flatten(.merge) },
      { s, environment in s.window(from: environment.side) { _ in environment.side }.flatten(.merge) }),
    TestedOperator(producersOnly: "window(_:)", { s, environment in s.window { environment.side }.flatten(.merge) }),
    TestedOperator(
      "groupBy(_:)",
      { s, _ in s.groupBy { $0 % 3 }.flatMap(.merge) { group in group.producer.map { "\(group.key):\($0)" } } },
      { s, _ in s.groupBy { $0 % 3 }.flatMap(.merge) { group in group.producer.map { "\(group.key):\($0)" } } },
      model: .of { values, end in (values.map { "\($0 % 3):\($0)" }, end) }),
  ]
}

/// Returns an array as a word.
private func compact(_ values: [Int]) -> String { word(Event<[Int], Boom>.value(values)) }

extension Prediction {
  /// A prediction for operators that send arrays.
  ///
  /// `isComplete` receives the values so far and the next one, if any.
  fileprivate static func collecting(
    _ isComplete: @escaping (_ all: [Int], _ next: Int?) -> Bool
  ) -> Prediction {
    .of { values, end in
      var rows: [[Int]] = []
      var row: [Int] = []
      for value in values {
        if isComplete(row, value) {
          rows.append(row)
          row = []
        }
        row.append(value)
        if isComplete(row, nil) {
          rows.append(row)
          row = []
        }
      }
      if end == .completed, rows.isEmpty || !row.isEmpty { rows.append(row) }
      return (rows, end)
    }
  }
}
