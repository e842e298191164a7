import Reactive

/// Operators that join the source with a second stream.
extension Specimen {
  static let combining: [Specimen] = [
    Specimen(
      "merge(with:)", ends: ".X.", { s, bench in s.merge(with: bench.side.producer) },
      { s, bench in s.merge(with: bench.side) }, model: .merging),
    Specimen(
      "merge(_:)", ends: ".X.", { s, bench in Numbers.merge([s, bench.side.producer]) },
      { s, bench in Hot.merge([s, bench.side]) }, model: .merging),
    Specimen(
      "race(with:)", ends: "***", { s, bench in s.race(with: bench.side.producer) },
      { s, bench in s.race(with: bench.side) }, model: .racing),
    Specimen(
      "race(_:)", ends: "***", { s, bench in Numbers.race([s, bench.side.producer]) },
      { s, bench in Hot.race([s, bench.side]) }, model: .racing),
    Specimen(
      "concat(_:)", ends: ".X.", { s, bench in s.concat(bench.side.producer) },
      { s, bench in s.concat(bench.side.producer) }, model: .concatenating),
    Specimen(
      "concat(_:), of a sequence", ends: ".X.", { s, bench in Numbers.concat([s, bench.side.producer]) },
      { s, bench in Hot.concat([s, bench.side]) }, model: .concatenating),
    Specimen(
      "concat(value:)", ends: "|X|", { s, _ in s.concat(value: 7) }, { s, _ in s.concat(value: 7) },
      model: .of { values, end in
        end == .completed || end == .interrupted ? (values + [7], .completed) : (values, end)
      }),
    Specimen(
      "concat(error:)", ends: "XXX", { s, _ in s.concat(error: Boom()) }, { s, _ in s.concat(error: Boom()) },
      model: .of { values, end in (values, end.map { _ in .failed(Boom()) }) }),
    Specimen(
      producersOnly: "prefix(_:)", ends: "|X|", { s, _ in s.prefix(SignalProducer([7, 8])) },
      model: .of { values, end in ([7, 8] + values, end == .interrupted ? .completed : end) }),
    Specimen(
      producersOnly: "prefix(value:)", ends: "|X|", { s, _ in s.prefix(value: 7) },
      model: .of { values, end in ([7] + values, end == .interrupted ? .completed : end) }),
    Specimen(
      "then(_:)", ends: ".X!", { s, bench in s.then(bench.side.producer) },
      { s, bench in s.then(bench.side.producer) },
      model: .stepping((hasCompleted: false, isOver: false)) { state, step, tell in
        switch (step.lane, step.event) {
        case (.a, .value): break
        case (.a, .completed):
          state.hasCompleted = true
          if state.isOver { tell(.interrupted) }
        case (.b, let event):
          state.isOver = event.isTerminating
          if state.hasCompleted { tell(event.map(String.init)) }
        case (.a, let end): tell(end.map(String.init))
        }
      }),
    Specimen(
      "defaultIfEmpty(_:)", { s, _ in s.defaultIfEmpty(7) }, { s, _ in s.defaultIfEmpty(7) },
      model: .of { values, end in (values.isEmpty && end == .completed ? [7] : values, end) }),

    Specimen(
      "sample(with:)", ends: ".X!", { s, bench in s.sample(with: bench.side.producer) },
      { s, bench in s.sample(with: bench.side) }, model: .sampling { "(\($0),\($1))" }),
    Specimen(
      "sample(on:)", ends: ".X!", { s, bench in s.sample(on: bench.side.producer) },
      { s, bench in s.sample(on: bench.side) }, model: .sampling { value, _ in "\(value)" }),
    Specimen(
      "withLatest(from:)", { s, bench in s.withLatest(from: bench.side.producer) },
      { s, bench in s.withLatest(from: bench.side) },
      model: .stepping(Int?.none) { latest, step, tell in
        switch (step.lane, step.event) {
        case (.a, .value(let value)): if let latest { tell(.value("(\(value),\(latest))")) }
        case (.b, .value(let value)): latest = value
        case (.b, .completed), (.b, .interrupted): break
        case (_, let end): tell(end.map(String.init))
        }
      }),
    Specimen(
      "take(untilReplacement:)", ends: ".**", { s, bench in s.take(untilReplacement: bench.side.producer) },
      { s, bench in s.take(untilReplacement: bench.side) },
      model: .stepping(false) { isReplaced, step, tell in
        switch (step.lane, step.event) {
        case (.b, let event):
          isReplaced = true
          tell(event.map(String.init))
        case (.a, .completed): break
        case (.a, let event): if !isReplaced { tell(event.map(String.init)) }
        }
      }),
    Specimen(
      "sequenceEqual(_:)", ends: "*X!", { s, bench in s.sequenceEqual(bench.side.producer) },
      { s, bench in s.sequenceEqual(bench.side) }, model: .comparing { $0 == $1 }),
    Specimen(
      "sequenceEqual(_:by:)", ends: "*X!", { s, bench in s.sequenceEqual(bench.side.producer) { $0 % 2 == $1 % 2 } },
      { s, bench in s.sequenceEqual(bench.side) { $0 % 2 == $1 % 2 } }, model: .comparing { $0 % 2 == $1 % 2 }),

    Specimen(
      "negate()", { s, _ in s.map { $0 > 4 }.negate() }, { s, _ in s.map { $0 > 4 }.negate() },
      model: .of { values, end in (values.map { $0 <= 4 }, end) }),
    Specimen(
      "and(_:)", ends: ".X!", alsoCovers: ["&&(left:right:)"],
      { s, bench in s.map { $0 > 2 }.and(bench.side.producer.map { $0 > 5 }) },
      { s, bench in s.map { $0 > 2 } && bench.side.map { $0 > 5 } }, model: .combining { "\($0 > 2 && $1 > 5)" }),
    Specimen(
      "or(_:)", ends: ".X!", alsoCovers: ["||(left:right:)"],
      { s, bench in s.map { $0 > 2 } || bench.side.producer.map { $0 > 5 } },
      { s, bench in s.map { $0 > 2 }.or(bench.side.map { $0 > 5 }) }, model: .combining { "\($0 > 2 || $1 > 5)" }),
  ]

  static let zipping: [Specimen] = [
    Specimen(
      "zip(with:)", ends: "*X!", { s, bench in s.zip(with: bench.side.producer) },
      { s, bench in s.zip(with: bench.side) }, model: .zipping { "(\($0),\($1))" }),
    Specimen(
      "zip(_:)", ends: "*X!", { s, bench in Numbers.zip([s, bench.side.producer]) },
      { s, bench in Hot.zip([s, bench.side]) },
      model: .zipping { "[\($0),\($1)]" }),
    Specimen(
      "zip(_:_:), of three", ends: "*X!", { s, bench in Numbers.zip(s, bench.side.producer, bench.side.producer) },
      { s, bench in Hot.zip(s, bench.side, bench.side) }, model: .zipping { "(\($0),\($1),\($1))" }),
    Specimen(
      "zip(_:_:combine:)", ends: "*X!", { s, bench in Numbers.zip(s, bench.side.producer, combine: { $0 * $1 }) },
      { s, bench in Hot.zip(s, bench.side, combine: { $0 * $1 }) }, model: .zipping { "\($0 * $1)" }),
    Specimen(
      "zip(_:combine:)", ends: "*X!",
      { s, bench in Numbers.zip(s, bench.side.producer, bench.side.producer, combine: { $0 * $1 + $2 }) },
      { s, bench in Hot.zip(s, bench.side, bench.side, combine: { $0 * $1 + $2 }) },
      model: .zipping { "\($0 * $1 + $1)" }),
    Specimen(
      "combineLatest(with:)", ends: ".X!", { s, bench in s.combineLatest(with: bench.side.producer) },
      { s, bench in s.combineLatest(with: bench.side) }, model: .combining { "(\($0),\($1))" }),
    Specimen(
      "combineLatest(_:)", ends: ".X!", { s, bench in Numbers.combineLatest([s, bench.side.producer]) },
      { s, bench in Hot.combineLatest([s, bench.side]) }, model: .combining { "[\($0),\($1)]" }),
    Specimen(
      "combineLatest(_:_:), of three", ends: ".X!",
      { s, bench in Numbers.combineLatest(s, bench.nine.producer, bench.side.producer) },
      { s, bench in Hot.combineLatest(s, bench.nine, bench.side) },
      model: .combining { "(\($0),9,\($1))" }),
    Specimen(
      "combineLatest(_:_:combine:)", ends: ".X!",
      { s, bench in Numbers.combineLatest(s, bench.side.producer, combine: { $0 * $1 }) },
      { s, bench in Hot.combineLatest(s, bench.side, combine: { $0 * $1 }) }, model: .combining { "\($0 * $1)" }),
    Specimen(
      "combineLatest(_:combine:)", ends: ".X!",
      { s, bench in
        Numbers.combineLatest(s, bench.nine.producer, bench.side.producer, combine: { $0 * $1 + $2 })
      },
      { s, bench in Hot.combineLatest(s, bench.nine, bench.side, combine: { $0 * $1 + $2 }) },
      model: .combining { "\($0 * 9 + $1)" }),
  ]
}

extension Prediction {
  fileprivate static let merging = Prediction.stepping(2) { running, step, tell in
    switch step.event {
    case .completed, .interrupted:
      running -= 1
      if running == 0 { tell(.completed) }
    default: tell(step.event.map(String.init))
    }
  }

  fileprivate static let racing = Prediction.stepping(Step.Lane?.none) { winner, step, tell in
    winner = winner ?? step.lane
    if step.lane != winner { return }
    tell(step.event == .interrupted ? .completed : step.event.map(String.init))
  }

  fileprivate static let concatenating = Prediction.stepping(Set<Step.Lane>()) { ended, step, tell in
    if step.event.isTerminating { ended.insert(step.lane) }
    guard step.lane == .a || ended.contains(.a) else { return }
    switch step.event {
    case .completed, .interrupted: if ended.count == 2 { tell(.completed) }
    default: tell(step.event.map(String.init))
    }
  }

  fileprivate static func sampling(_ told: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((latest: Int?.none, running: 2)) { state, step, tell in
      switch (step.lane, step.event) {
      case (.a, .value(let value)): state.latest = value
      case (.b, .value(let value)): if let latest = state.latest { tell(.value(told(latest, value))) }
      case (_, .completed):
        state.running -= 1
        if state.running == 0 { tell(.completed) }
      case (_, let end): tell(end.map(String.init))
      }
    }
  }

  fileprivate static func zipping(_ told: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((a: [Int](), b: [Int](), ended: Set<Step.Lane>())) { state, step, tell in
      switch step.event {
      case .value(let value):
        if step.lane == .a { state.a.append(value) } else { state.b.append(value) }
        if !state.a.isEmpty, !state.b.isEmpty { tell(.value(told(state.a.removeFirst(), state.b.removeFirst()))) }
      case .completed: state.ended.insert(step.lane)
      default: tell(step.event.map(String.init))
      }
      if state.ended.contains(.a) && state.a.isEmpty || state.ended.contains(.b) && state.b.isEmpty { tell(.completed) }
    }
  }

  fileprivate static func combining(_ told: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((latest: [Step.Lane: Int](), running: 2)) { state, step, tell in
      switch step.event {
      case .value(let value):
        state.latest[step.lane] = value
        if let a = state.latest[.a], let b = state.latest[.b] { tell(.value(told(a, b))) }
      case .completed:
        state.running -= 1
        if state.running == 0 { tell(.completed) }
      default: tell(step.event.map(String.init))
      }
    }
  }

  /// The verdict comes as soon as it cannot be another.
  fileprivate static func comparing(_ areEqual: @escaping (Int, Int) -> Bool) -> Prediction {
    .stepping((a: [Int](), b: [Int](), ended: Set<Step.Lane>())) { state, step, tell in
      switch step.event {
      case .value(let value): if step.lane == .a { state.a.append(value) } else { state.b.append(value) }
      case .completed: state.ended.insert(step.lane)
      default: return tell(step.event.map(String.init))
      }
      let isShort =
        state.ended.contains(.a) && state.a.count < state.b.count
        || state.ended.contains(.b) && state.b.count < state.a.count
      let verdict = isShort || !zip(state.a, state.b).allSatisfy(areEqual) ? false : state.ended.count == 2 ? true : nil
      if let verdict {
        tell(.value("\(verdict)"))
        tell(.completed)
      }
    }
  }
}
