import Reactive

/// Operators that combine the source with a second stream.
extension TestedOperator {
  static let combining: [TestedOperator] = [
    TestedOperator(
      "merge(with:)", ends: ".X.", { s, environment in s.merge(with: environment.side.producer) },
      { s, environment in s.merge(with: environment.side) }, model: .merging),
    TestedOperator(
      "merge(_:)", ends: ".X.", { s, environment in Numbers.merge([s, environment.side.producer]) },
      { s, environment in Hot.merge([s, environment.side]) }, model: .merging),
    TestedOperator(
      "race(with:)", ends: "***", { s, environment in s.race(with: environment.side.producer) },
      { s, environment in s.race(with: environment.side) }, model: .racing),
    TestedOperator(
      "race(_:)", ends: "***", { s, environment in Numbers.race([s, environment.side.producer]) },
      { s, environment in Hot.race([s, environment.side]) }, model: .racing),
    TestedOperator(
      "concat(_:)", ends: ".X.", { s, environment in s.concat(environment.side.producer) },
      { s, environment in s.concat(environment.side.producer) }, model: .concatenating),
    TestedOperator(
      "concat(_:), of a sequence", ends: ".X.", { s, environment in Numbers.concat([s, environment.side.producer]) },
      { s, environment in Hot.concat([s, environment.side]) }, model: .concatenating),
    TestedOperator(
      "concat(value:)", ends: "|X|", { s, _ in s.concat(value: 7) }, { s, _ in s.concat(value: 7) },
      model: .of { values, end in
        end == .completed || end == .interrupted ? (values + [7], .completed) : (values, end)
      }),
    TestedOperator(
      "concat(error:)", ends: "XXX", { s, _ in s.concat(error: Boom()) }, { s, _ in s.concat(error: Boom()) },
      model: .of { values, end in (values, end.map { _ in .failed(Boom()) }) }),
    TestedOperator(
      producersOnly: "prefix(_:)", ends: "|X|", { s, _ in s.prefix(SignalProducer([7, 8])) },
      model: .of { values, end in ([7, 8] + values, end == .interrupted ? .completed : end) }),
    TestedOperator(
      producersOnly: "prefix(value:)", ends: "|X|", { s, _ in s.prefix(value: 7) },
      model: .of { values, end in ([7] + values, end == .interrupted ? .completed : end) }),
    TestedOperator(
      "then(_:)", ends: ".X!", { s, environment in s.then(environment.side.producer) },
      { s, environment in s.then(environment.side.producer) },
      model: .stepping((hasCompleted: false, isOver: false)) { state, step, send in
        switch (step.lane, step.event) {
        case (.a, .value): break
        case (.a, .completed):
          state.hasCompleted = true
          if state.isOver { send(.interrupted) }
        case (.b, let event):
          state.isOver = event.isTerminating
          if state.hasCompleted { send(event.map(String.init)) }
        case (.a, let end): send(end.map(String.init))
        }
      }),
    TestedOperator(
      "defaultIfEmpty(_:)", { s, _ in s.defaultIfEmpty(7) }, { s, _ in s.defaultIfEmpty(7) },
      model: .of { values, end in (values.isEmpty && end == .completed ? [7] : values, end) }),

    TestedOperator(
      "sample(with:)", ends: ".X!", { s, environment in s.sample(with: environment.side.producer) },
      { s, environment in s.sample(with: environment.side) }, model: .sampling { "(\($0),\($1))" }),
    TestedOperator(
      "sample(on:)", ends: ".X!", { s, environment in s.sample(on: environment.side.producer) },
      { s, environment in s.sample(on: environment.side) }, model: .sampling { value, _ in "\(value)" }),
    TestedOperator(
      "withLatest(from:)", { s, environment in s.withLatest(from: environment.side.producer) },
      { s, environment in s.withLatest(from: environment.side) },
      model: .stepping(Int?.none) { latest, step, send in
        switch (step.lane, step.event) {
        case (.a, .value(let value)): if let latest { send(.value("(\(value),\(latest))")) }
        case (.b, .value(let value)): latest = value
        case (.b, .completed), (.b, .interrupted): break
        case (_, let end): send(end.map(String.init))
        }
      }),
    TestedOperator(
      "take(untilReplacement:)", ends: ".**", { s, environment in s.take(untilReplacement: environment.side.producer) },
      { s, environment in s.take(untilReplacement: environment.side) },
      model: .stepping(false) { isReplaced, step, send in
        switch (step.lane, step.event) {
        case (.b, let event):
          isReplaced = true
          send(event.map(String.init))
        case (.a, .completed): break
        case (.a, let event): if !isReplaced { send(event.map(String.init)) }
        }
      }),
    TestedOperator(
      "sequenceEqual(_:)", ends: "*X!", { s, environment in s.sequenceEqual(environment.side.producer) },
      { s, environment in s.sequenceEqual(environment.side) }, model: .comparing { $0 == $1 }),
    TestedOperator(
      "sequenceEqual(_:by:)", ends: "*X!",
      { s, environment in s.sequenceEqual(environment.side.producer) { $0 % 2 == $1 % 2 } },
      { s, environment in s.sequenceEqual(environment.side) { $0 % 2 == $1 % 2 } },
      model: .comparing { $0 % 2 == $1 % 2 }),

    TestedOperator(
      "negate()", { s, _ in s.map { $0 > 4 }.negate() }, { s, _ in s.map { $0 > 4 }.negate() },
      model: .of { values, end in (values.map { $0 <= 4 }, end) }),
    TestedOperator(
      "and(_:)", ends: ".X!", alsoCovers: ["&&(left:right:)"],
      { s, environment in s.map { $0 > 2 }.and(environment.side.producer.map { $0 > 5 }) },
      { s, environment in s.map { $0 > 2 } && environment.side.map { $0 > 5 } },
      model: .combining { "\($0 > 2 && $1 > 5)" }),
    TestedOperator(
      "or(_:)", ends: ".X!", alsoCovers: ["||(left:right:)"],
      { s, environment in s.map { $0 > 2 } || environment.side.producer.map { $0 > 5 } },
      { s, environment in s.map { $0 > 2 }.or(environment.side.map { $0 > 5 }) },
      model: .combining { "\($0 > 2 || $1 > 5)" }),
    TestedOperator(
      "all(_:)", ends: ".X!",
      { s, environment in
        SignalProducer<Bool, Boom>.all([s.map { $0 > 2 }, environment.side.producer.map { $0 > 5 }])
      },
      { s, environment in Signal<Bool, Boom>.all(s.map { $0 > 2 }, environment.side.map { $0 > 5 }) },
      model: .combining { "\($0 > 2 && $1 > 5)" }),
    TestedOperator(
      "any(_:)", ends: ".X!",
      { s, environment in
        SignalProducer<Bool, Boom>.any([s.map { $0 > 2 }, environment.side.producer.map { $0 > 5 }])
      },
      { s, environment in Signal<Bool, Boom>.any(s.map { $0 > 2 }, environment.side.map { $0 > 5 }) },
      model: .combining { "\($0 > 2 || $1 > 5)" }),
  ]

  static let zipping: [TestedOperator] = [
    TestedOperator(
      "forkJoin(_:)", ends: "*X!", { s, environment in Numbers.forkJoin([s, environment.side.producer]) },
      { s, environment in Hot.forkJoin([s, environment.side]) }, model: .joining { "[\($0),\($1)]" }),
    TestedOperator(
      "forkJoin(_:_:)", ends: "*X!", { s, environment in Numbers.forkJoin(s, environment.side.producer) },
      { s, environment in Hot.forkJoin(s, environment.side) }, model: .joining { "(\($0),\($1))" }),
    TestedOperator(
      "zipAll()", { s, _ in s.map { Numbers([$0, $0 * 10]) }.zipAll() },
      { s, _ in s.map { Numbers([$0, $0 * 10]) }.zipAll() },
      model: .atTheEnd { $0.isEmpty ? [] : [$0, $0.map { $0 * 10 }] }),
    TestedOperator(
      "combineLatestAll()", { s, _ in s.map { Numbers([$0, $0 * 10]) }.combineLatestAll() },
      { s, _ in s.map { Numbers([$0, $0 * 10]) }.combineLatestAll() },
      model: .atTheEnd { values in
        let others = values.dropLast().map { $0 * 10 }
        return values.last.map { [others + [$0], others + [$0 * 10]] } ?? []
      }),
    TestedOperator(
      "zip(with:)", ends: "*X!", { s, environment in s.zip(with: environment.side.producer) },
      { s, environment in s.zip(with: environment.side) }, model: .zipping { "(\($0),\($1))" }),
    TestedOperator(
      "zip(_:)", ends: "*X!", { s, environment in Numbers.zip([s, environment.side.producer]) },
      { s, environment in Hot.zip([s, environment.side]) },
      model: .zipping { "[\($0),\($1)]" }),
    TestedOperator(
      "zip(_:emptySentinel:)", ends: "*X!",
      { s, environment in Numbers.zip([s, environment.side.producer], emptySentinel: []) },
      { s, environment in Hot.zip([s, environment.side], emptySentinel: []) },
      model: .zipping { "[\($0),\($1)]" }),
    TestedOperator(
      "zip(_:_:), of five", ends: "*X!",
      { s, environment in
        let side = environment.side.producer
        return Numbers.zip(s, side, side, side, side)
      },
      { s, environment in Hot.zip(s, environment.side, environment.side, environment.side, environment.side) },
      model: .zipping { "(\($0),\($1),\($1),\($1),\($1))" }),
    TestedOperator(
      "zip(_:_:_:_:)", ends: "*X!",
      { s, environment in
        let side = environment.side.producer
        return Numbers.zip(s, side, side, side)
      },
      { s, environment in Hot.zip(s, environment.side, environment.side, environment.side) },
      model: .zipping { "(\($0),\($1),\($1),\($1))" }),
    TestedOperator(
      "zip(_:_:_:)", ends: "*X!",
      { s, environment in Numbers.zip(s, environment.side.producer, environment.side.producer) },
      { s, environment in Hot.zip(s, environment.side, environment.side) }, model: .zipping { "(\($0),\($1),\($1))" }),
    TestedOperator(
      "zip(_:_:combine:)", ends: "*X!",
      { s, environment in Numbers.zip(s, environment.side.producer, combine: { $0 * $1 }) },
      { s, environment in Hot.zip(s, environment.side, combine: { $0 * $1 }) }, model: .zipping { "\($0 * $1)" }),
    TestedOperator(
      "zip(_:combine:), of four", ends: "*X!",
      { s, environment in
        let side = environment.side.producer
        return Numbers.zip(s, side, side, side, combine: { $0 * $1 + $2 + $3 })
      },
      { s, environment in
        Hot.zip(s, environment.side, environment.side, environment.side, combine: { $0 * $1 + $2 + $3 })
      },
      model: .zipping { "\($0 * $1 + $1 + $1)" }),
    TestedOperator(
      "zip(_:_:_:combine:)", ends: "*X!",
      { s, environment in
        Numbers.zip(s, environment.side.producer, environment.side.producer, combine: { $0 * $1 + $2 })
      },
      { s, environment in Hot.zip(s, environment.side, environment.side, combine: { $0 * $1 + $2 }) },
      model: .zipping { "\($0 * $1 + $1)" }),
    TestedOperator(
      "combineLatest(with:)", ends: ".X!", { s, environment in s.combineLatest(with: environment.side.producer) },
      { s, environment in s.combineLatest(with: environment.side) }, model: .combining { "(\($0),\($1))" }),
    TestedOperator(
      "combineLatest(_:)", ends: ".X!", { s, environment in Numbers.combineLatest([s, environment.side.producer]) },
      { s, environment in Hot.combineLatest([s, environment.side]) }, model: .combining { "[\($0),\($1)]" }),
    TestedOperator(
      "combineLatest(_:emptySentinel:)", ends: ".X!",
      { s, environment in Numbers.combineLatest([s, environment.side.producer], emptySentinel: []) },
      { s, environment in Hot.combineLatest([s, environment.side], emptySentinel: []) },
      model: .combining { "[\($0),\($1)]" }),
    TestedOperator(
      "combineLatest(_:_:), of five", ends: ".X!",
      { s, environment in
        let nine = environment.nine.producer
        return Numbers.combineLatest(s, nine, nine, nine, environment.side.producer)
      },
      { s, environment in
        Hot.combineLatest(s, environment.nine, environment.nine, environment.nine, environment.side)
      },
      model: .combining { "(\($0),9,9,9,\($1))" }),
    TestedOperator(
      "combineLatest(_:_:_:_:)", ends: ".X!",
      { s, environment in
        let nine = environment.nine.producer
        return Numbers.combineLatest(s, nine, nine, environment.side.producer)
      },
      { s, environment in Hot.combineLatest(s, environment.nine, environment.nine, environment.side) },
      model: .combining { "(\($0),9,9,\($1))" }),
    TestedOperator(
      "combineLatest(_:_:_:)", ends: ".X!",
      { s, environment in Numbers.combineLatest(s, environment.nine.producer, environment.side.producer) },
      { s, environment in Hot.combineLatest(s, environment.nine, environment.side) },
      model: .combining { "(\($0),9,\($1))" }),
    TestedOperator(
      "combineLatest(_:_:combine:)", ends: ".X!",
      { s, environment in Numbers.combineLatest(s, environment.side.producer, combine: { $0 * $1 }) },
      { s, environment in Hot.combineLatest(s, environment.side, combine: { $0 * $1 }) },
      model: .combining { "\($0 * $1)" }),
    TestedOperator(
      "combineLatest(_:combine:), of four", ends: ".X!",
      { s, environment in
        let nine = environment.nine.producer
        return Numbers.combineLatest(s, nine, nine, environment.side.producer, combine: { $0 * $1 + $2 + $3 })
      },
      { s, environment in
        Hot.combineLatest(s, environment.nine, environment.nine, environment.side, combine: { $0 * $1 + $2 + $3 })
      },
      model: .combining { "\($0 * 9 + 9 + $1)" }),
    TestedOperator(
      "combineLatest(_:_:_:combine:)", ends: ".X!",
      { s, environment in
        Numbers.combineLatest(s, environment.nine.producer, environment.side.producer, combine: { $0 * $1 + $2 })
      },
      { s, environment in Hot.combineLatest(s, environment.nine, environment.side, combine: { $0 * $1 + $2 }) },
      model: .combining { "\($0 * 9 + $1)" }),
  ]
}

extension Prediction {
  fileprivate static let merging = Prediction.stepping(2) { running, step, send in
    switch step.event {
    case .completed, .interrupted:
      running -= 1
      if running == 0 { send(.completed) }
    default: send(step.event.map(String.init))
    }
  }

  fileprivate static let racing = Prediction.stepping(Step.Lane?.none) { winner, step, send in
    winner = winner ?? step.lane
    if step.lane != winner { return }
    send(step.event == .interrupted ? .completed : step.event.map(String.init))
  }

  fileprivate static let concatenating = Prediction.stepping(Set<Step.Lane>()) { ended, step, send in
    if step.event.isTerminating { ended.insert(step.lane) }
    guard step.lane == .a || ended.contains(.a) else { return }
    switch step.event {
    case .completed, .interrupted: if ended.count == 2 { send(.completed) }
    default: send(step.event.map(String.init))
    }
  }

  fileprivate static func sampling(_ combine: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((latest: Int?.none, running: 2)) { state, step, send in
      switch (step.lane, step.event) {
      case (.a, .value(let value)): state.latest = value
      case (.b, .value(let value)): if let latest = state.latest { send(.value(combine(latest, value))) }
      case (_, .completed):
        state.running -= 1
        if state.running == 0 { send(.completed) }
      case (_, let end): send(end.map(String.init))
      }
    }
  }

  fileprivate static func zipping(_ combine: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((a: [Int](), b: [Int](), ended: Set<Step.Lane>())) { state, step, send in
      switch step.event {
      case .value(let value):
        if step.lane == .a { state.a.append(value) } else { state.b.append(value) }
        if !state.a.isEmpty, !state.b.isEmpty { send(.value(combine(state.a.removeFirst(), state.b.removeFirst()))) }
      case .completed: state.ended.insert(step.lane)
      default: send(step.event.map(String.init))
      }
      if state.ended.contains(.a) && state.a.isEmpty || state.ended.contains(.b) && state.b.isEmpty { send(.completed) }
    }
  }

  fileprivate static func joining(_ combine: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((last: [Step.Lane: Int](), running: 2)) { state, step, send in
      switch step.event {
      case .value(let value): state.last[step.lane] = value
      case .completed:
        state.running -= 1
        if state.running == 0, let a = state.last[.a], let b = state.last[.b] { send(.value(combine(a, b))) }
        if state.running == 0 || state.last[step.lane] == nil { send(.completed) }
      default: send(step.event.map(String.init))
      }
    }
  }

  fileprivate static func combining(_ combine: @escaping (Int, Int) -> String) -> Prediction {
    .stepping((latest: [Step.Lane: Int](), running: 2)) { state, step, send in
      switch step.event {
      case .value(let value):
        state.latest[step.lane] = value
        if let a = state.latest[.a], let b = state.latest[.b] { send(.value(combine(a, b))) }
      case .completed:
        state.running -= 1
        if state.running == 0 { send(.completed) }
      default: send(step.event.map(String.init))
      }
    }
  }

  /// The result is sent as soon as it is certain.
  fileprivate static func comparing(_ areEqual: @escaping (Int, Int) -> Bool) -> Prediction {
    .stepping((a: [Int](), b: [Int](), ended: Set<Step.Lane>())) { state, step, send in
      switch step.event {
      case .value(let value): if step.lane == .a { state.a.append(value) } else { state.b.append(value) }
      case .completed: state.ended.insert(step.lane)
      default: return send(step.event.map(String.init))
      }
      let isShort =
        state.ended.contains(.a) && state.a.count < state.b.count
        || state.ended.contains(.b) && state.b.count < state.a.count
      let verdict = isShort || !zip(state.a, state.b).allSatisfy(areEqual) ? false : state.ended.count == 2 ? true : nil
      if let verdict {
        send(.value("\(verdict)"))
        send(.completed)
      }
    }
  }
}
