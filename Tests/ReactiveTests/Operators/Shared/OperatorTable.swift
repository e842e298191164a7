import Reactive

/// Every operator, as the shared suites apply it; an entry a family.
///
/// `OperatorTableTests` sees to it that none is missing.
extension Specimen {
  static let all: [Specimen] =
    transforming + judging + filtering + elements + triggers + combining + flattening + starting + timing

  // MARK: Transforming

  private static let transforming: [Specimen] = [
    Specimen(
      "map(_:)", { s, _ in s.map { $0 * 10 } }, { s, _ in s.map { $0 * 10 } },
      model: .of { values, end in (values.map { $0 * 10 }, end) }),
    Specimen(
      "compactMap(_:)", { s, _ in s.compactMap { $0 % 2 == 0 ? nil : $0 } },
      { s, _ in s.compactMap { $0 % 2 == 0 ? nil : $0 } },
      model: .of { values, end in (values.filter { $0 % 2 != 0 }, end) }),
    Specimen(
      "scan(_:_:)", { s, _ in s.scan(0, +) }, { s, _ in s.scan(0, +) },
      model: .of { values, end in (values.indices.map { values[...$0].reduce(0, +) }, end) }),
    Specimen(
      "reduce(_:_:)", { s, _ in s.reduce(0, +) }, { s, _ in s.reduce(0, +) },
      model: .atTheEnd { [$0.reduce(0, +)] }),
    Specimen("collect()", { s, _ in s.collect() }, { s, _ in s.collect() }, model: .atTheEnd { [$0] }),
    Specimen(
      "collect(count:)", { s, _ in s.collect(count: 2) }, { s, _ in s.collect(count: 2) },
      model: .of { values, end in
        var rows = stride(from: 0, to: values.count, by: 2).map { Array(values[$0..<min($0 + 2, values.count)]) }
        if rows.last?.count == 1, end != .completed { rows.removeLast() }
        return (values.isEmpty && end == .completed ? [[]] : rows, end)
      }),
  ]

  // MARK: Judging

  private static let judging: [Specimen] = [
    Specimen("count()", { s, _ in s.count() }, { s, _ in s.count() }, model: .atTheEnd { [$0.count] }),
    Specimen("sum()", { s, _ in s.sum() }, { s, _ in s.sum() }, model: .atTheEnd { [$0.reduce(0, +)] }),
    Specimen(
      "min()", { s, _ in s.min() }, { s, _ in s.min() }, model: .atTheEnd { $0.min().map { [$0] } ?? [] }),
    Specimen(
      "max()", { s, _ in s.max() }, { s, _ in s.max() }, model: .atTheEnd { $0.max().map { [$0] } ?? [] }),
    Specimen(
      "min(by:)", { s, _ in s.min { $0 % 3 < $1 % 3 } }, { s, _ in s.min { $0 % 3 < $1 % 3 } },
      model: .atTheEnd { values in (0..<3).lazy.compactMap { rest in values.first { $0 % 3 == rest } }.prefix(1) }),
    Specimen(
      "max(by:)", { s, _ in s.max { $0 % 3 < $1 % 3 } }, { s, _ in s.max { $0 % 3 < $1 % 3 } },
      model: .atTheEnd { values in
        (0..<3).reversed().lazy.compactMap { rest in values.first { $0 % 3 == rest } }.prefix(1)
      }),
    Specimen(
      "all(where:)", { s, _ in s.all { $0 < 8 } }, { s, _ in s.all { $0 < 8 } },
      model: .decided(false) { $0 >= 8 }),
    Specimen(
      "contains(where:)", { s, _ in s.contains { $0 > 7 } }, { s, _ in s.contains { $0 > 7 } },
      model: .decided(true) { $0 > 7 }),
    Specimen(
      "contains(_:)", { s, _ in s.contains(7) }, { s, _ in s.contains(7) }, model: .decided(true) { $0 == 7 }),
    Specimen("isEmpty()", { s, _ in s.isEmpty() }, { s, _ in s.isEmpty() }, model: .decided(false) { _ in true }),
  ]

  // MARK: Filtering

  private static let filtering: [Specimen] = [
    Specimen(
      "filter(_:)", { s, _ in s.filter { $0 % 2 == 0 } }, { s, _ in s.filter { $0 % 2 == 0 } },
      model: .of { values, end in (values.filter { $0 % 2 == 0 }, end) }),
    Specimen(
      "ignoreValues()", { s, _ in s.ignoreValues() }, { s, _ in s.ignoreValues() },
      model: .of { _, end in ([Int](), end) }),
    Specimen(
      "ignoreValues(as:)", { s, _ in s.ignoreValues(as: String.self) }, { s, _ in s.ignoreValues(as: String.self) },
      model: .of { _, end in ([Int](), end) }),
    Specimen(
      "take(first:)", { s, _ in s.take(first: 3) }, { s, _ in s.take(first: 3) },
      model: .of { values, end in (values.prefix(3).map { $0 }, values.count >= 3 ? .completed : end) }),
    Specimen(
      "take(last:)", { s, _ in s.take(last: 2) }, { s, _ in s.take(last: 2) },
      model: .atTheEnd { $0.suffix(2).map { $0 } }),
    Specimen(
      "take(while:)", { s, _ in s.take(while: { $0 < 5 }) }, { s, _ in s.take(while: { $0 < 5 }) },
      model: .of { values, end in
        (values.prefix { $0 < 5 }.map { $0 }, values.allSatisfy { $0 < 5 } ? end : .completed)
      }),
    Specimen(
      "take(until:), a closure", { s, _ in s.take(until: { $0 < 5 }) }, { s, _ in s.take(until: { $0 < 5 }) },
      model: .of { values, end in
        guard let last = values.firstIndex(where: { $0 >= 5 }) else { return (values, end) }
        return (values[...last].map { $0 }, .completed)
      }),
    Specimen(
      "skip(first:)", { s, _ in s.skip(first: 2) }, { s, _ in s.skip(first: 2) },
      model: .of { values, end in (values.dropFirst(2).map { $0 }, end) }),
    Specimen(
      "skip(while:)", { s, _ in s.skip(while: { $0 < 3 }) }, { s, _ in s.skip(while: { $0 < 3 }) },
      model: .of { values, end in (values.drop { $0 < 3 }.map { $0 }, end) }),
    Specimen(
      "skip(last:)", { s, _ in s.skip(last: 2) }, { s, _ in s.skip(last: 2) },
      model: .of { values, end in (values.dropLast(2).map { $0 }, end) }),
    Specimen(
      "skipRepeats()", { s, _ in s.skipRepeats() }, { s, _ in s.skipRepeats() },
      model: .of { values, end in
        (values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }, end)
      }),
    Specimen(
      "skipRepeats(_:)", { s, _ in s.skipRepeats { $0 / 3 == $1 / 3 } }, { s, _ in s.skipRepeats { $0 / 3 == $1 / 3 } },
      model: .of { values, end in
        (values.indices.filter { $0 == 0 || values[$0] / 3 != values[$0 - 1] / 3 }.map { values[$0] }, end)
      }),
    Specimen(
      "uniqueValues()", { s, _ in s.uniqueValues() }, { s, _ in s.uniqueValues() },
      model: .of { values, end in
        (values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] }, end)
      }),
    Specimen(
      "uniqueValues(_:)", { s, _ in s.uniqueValues { $0 % 4 } }, { s, _ in s.uniqueValues { $0 % 4 } },
      model: .of { values, end in
        (values.indices.filter { at in !values[..<at].contains { $0 % 4 == values[at] % 4 } }.map { values[$0] }, end)
      }),
  ]

  private static let elements: [Specimen] = [
    Specimen(
      "first(where:orFail:)", { s, _ in s.first(where: { $0 > 3 }) }, { s, _ in s.first(where: { $0 > 3 }) },
      model: .of { values, end in
        values.first { $0 > 3 }.map { ([$0], .completed) } ?? ([], end)
      }),
    Specimen(
      "first(where:orFail:), or fail", ends: "XX!", { s, _ in s.first(where: { $0 > 3 }, orFail: Boom()) },
      { s, _ in s.first(where: { $0 > 3 }, orFail: Boom()) },
      model: .of { values, end in
        values.first { $0 > 3 }.map { ([$0], .completed) } ?? ([], end.map(missing))
      }),
    Specimen(
      "element(at:orFail:)", ends: "XX!", { s, _ in s.element(at: 2, orFail: Boom()) },
      { s, _ in s.element(at: 2, orFail: Boom()) },
      model: .of { values, end in
        values.count > 2 ? ([values[2]], .completed) : ([], end.map(missing))
      }),
    Specimen(
      "last(orFail:)", ends: "*X!", { s, _ in s.last(orFail: Boom()) }, { s, _ in s.last(orFail: Boom()) },
      model: .of { values, end in
        end == .completed && !values.isEmpty ? (values.suffix(1).map { $0 }, end) : ([], end.map(missing))
      }),
    Specimen(
      "single(orFail:ifSeveral:)", ends: "*X!", alsoCovers: ["single(orFail:)"],
      { s, _ in s.single(orFail: Boom(), ifSeveral: nil) }, { s, _ in s.single(orFail: Boom(), ifSeveral: nil) },
      model: .of { values, end in
        if values.count > 1 { return ([], .completed) }
        return end == .completed && values.count == 1 ? (values, end) : ([], end.map(missing))
      }),
  ]

  private static func missing(_ end: TerminalEvent<Boom>) -> TerminalEvent<Boom> {
    end == .completed ? .failed(Boom()) : end
  }

  // MARK: Triggers

  private static let triggers: [Specimen] = [
    Specimen(
      "take(until:), a stream", { s, bench in s.take(until: bench.side.skip(first: 2)) },
      { s, bench in s.take(until: bench.side.skip(first: 2)) },
      model: .stepping(0) { count, step, tell in
        switch (step.lane, step.event) {
        case (.a, let event): tell(event.map(String.init))
        case (.b, .value):
          count += 1
          if count > 2 { tell(.completed) }
        case (.b, .interrupted): break
        case (.b, let event): tell(event.map(String.init))
        }
      }),
    Specimen(
      "skip(until:)", { s, bench in s.skip(until: bench.side) }, { s, bench in s.skip(until: bench.side) },
      model: .stepping(false) { isOpen, step, tell in
        switch (step.lane, step.event) {
        case (.a, let event): if isOpen || event.isTerminating { tell(event.map(String.init)) }
        case (.b, .value), (.b, .completed): isOpen = true
        case (.b, let event): if !isOpen { tell(event.map(String.init)) }
        }
      }),
  ]

  // MARK: Combining

  private static let combining: [Specimen] = [
    Specimen(
      "merge(with:)", ends: ".X.", alsoCovers: ["merge(_:)"],
      { s, bench in s.merge(with: bench.side.producer) }, { s, bench in s.merge(with: bench.side) },
      model: .stepping(2) { running, step, tell in
        switch step.event {
        case .completed, .interrupted:
          running -= 1
          if running == 0 { tell(.completed) }
        default: tell(step.event.map(String.init))
        }
      }),
    Specimen(
      "concat(_:)", ends: ".X.", { s, bench in s.concat(bench.side.producer) },
      { s, bench in s.concat(bench.side.producer) },
      model: .stepping(Set<Step.Lane>()) { ended, step, tell in
        if step.event.isTerminating { ended.insert(step.lane) }
        guard step.lane == .a || ended.contains(.a) else { return }
        switch step.event {
        case .completed, .interrupted: if ended.count == 2 { tell(.completed) }
        default: tell(step.event.map(String.init))
        }
      }),
    Specimen(
      "zip(with:)", ends: "*X!", alsoCovers: ["zip(_:)", "zip(_:_:)"],
      { s, bench in s.zip(with: bench.side.producer) }, { s, bench in s.zip(with: bench.side) },
      model: .stepping((a: [Int](), b: [Int](), ended: Set<Step.Lane>())) { state, step, tell in
        switch step.event {
        case .value(let value):
          if step.lane == .a { state.a.append(value) } else { state.b.append(value) }
          if !state.a.isEmpty, !state.b.isEmpty { tell(.value("(\(state.a.removeFirst()),\(state.b.removeFirst()))")) }
        case .completed: state.ended.insert(step.lane)
        default: tell(step.event.map(String.init))
        }
        if state.ended.contains(.a) && state.a.isEmpty || state.ended.contains(.b) && state.b.isEmpty {
          tell(.completed)
        }
      }),
    Specimen(
      "combineLatest(with:)", ends: ".X!", alsoCovers: ["combineLatest(_:)", "combineLatest(_:_:)"],
      { s, bench in s.combineLatest(with: bench.side.producer) }, { s, bench in s.combineLatest(with: bench.side) },
      model: .stepping((latest: [Step.Lane: Int](), running: 2)) { state, step, tell in
        switch step.event {
        case .value(let value):
          state.latest[step.lane] = value
          if let a = state.latest[.a], let b = state.latest[.b] { tell(.value("(\(a),\(b))")) }
        case .completed:
          state.running -= 1
          if state.running == 0 { tell(.completed) }
        default: tell(step.event.map(String.init))
        }
      }),
  ]

  // MARK: Flattening

  private static let flattening: [Specimen] =
    [
      ("merge", FlattenStrategy.merge), ("concat", .concat), ("latest", .latest),
      ("two at a time", .concurrent(limit: 2)),
    ]
    .flatMap { name, strategy in
      [
        Specimen(
          "flatMap(_:_:), \(name), of streams that end at once", ends: "|X!", alsoCovers: ["flatten(_:)"],
          { s, _ in s.flatMap(strategy) { SignalProducer([$0, $0 * 10]) } },
          { s, _ in s.flatMap(strategy) { SignalProducer([$0, $0 * 10]) } },
          model: .of { values, end in (values.flatMap { [$0, $0 * 10] }, end) }),
        Specimen(
          "flatMap(_:_:), \(name), of streams that go on", ends: "*X!",
          { s, bench in s.flatMap(strategy) { value in bench.side.producer.take(first: 2).map { "\(value):\($0)" } } },
          { s, bench in s.flatMap(strategy) { value in bench.side.producer.take(first: 2).map { "\(value):\($0)" } } }),
      ]
    }

  // MARK: Starting

  private static let starting: [Specimen] = [
    Specimen(
      producersOnly: "repeat()", ends: "*X!", startsOften: true, { s, _ in s.take(first: 2).repeat() }),
    Specimen(
      producersOnly: "repeat(_:)", ends: "*X!", startsOften: true, { s, _ in s.take(first: 2).repeat(2) }),
    Specimen(
      "promoteError(_:)", ends: "||!", alsoCovers: ["promoteError()"],
      { s, _ in s.ignoringFailures().promoteError(Boom.self) },
      { s, _ in s.ignoringFailures().promoteError(Boom.self) }),
  ]

  // MARK: Timing

  private static let timing: [Specimen] = [
    Specimen(
      "delay(_:on:)", isTimed: true, { s, bench in s.delay(bench.scheduler.ticks(3), on: bench.scheduler) },
      { s, bench in s.delay(bench.scheduler.ticks(3), on: bench.scheduler) }),
    Specimen(
      "debounce(_:on:discardWhenCompleted:)", isTimed: true,
      { s, bench in s.debounce(bench.scheduler.ticks(2), on: bench.scheduler) },
      { s, bench in s.debounce(bench.scheduler.ticks(2), on: bench.scheduler) }),
    Specimen(
      "debounce(_:on:discardWhenCompleted:), to the last", isTimed: true,
      { s, bench in s.debounce(bench.scheduler.ticks(2), on: bench.scheduler, discardWhenCompleted: false) },
      { s, bench in s.debounce(bench.scheduler.ticks(2), on: bench.scheduler, discardWhenCompleted: false) }),
  ]
}

// MARK: - Models of families

extension Prediction {
  /// Of what sends its result when the source completes, and nothing otherwise.
  static func atTheEnd<Result: Sequence>(_ result: @escaping ([Int]) -> Result) -> Prediction {
    .of { values, end in (end == .completed ? Array(result(values)) : [], end) }
  }

  /// Of what answers as soon as a value decides, and the opposite when the source completes.
  static func decided(_ answer: Bool, _ decides: @escaping (Int) -> Bool) -> Prediction {
    .of { values, end in
      values.contains(where: decides) ? ([answer], .completed) : (end == .completed ? [!answer] : [], end)
    }
  }
}

extension Operator where Input == Output, OutputError == Never {
  /// Completes where its source fails.
  fileprivate static func ignoringFailures() -> Operator {
    Operator { downstream, _ in
      Observer(
        value: { downstream.send(value: $0) },
        ended: { end in if case .interrupted = end { downstream.sendInterrupted() } else { downstream.sendCompleted() }
        })
    }
  }
}

extension SignalProducer {
  fileprivate func ignoringFailures() -> SignalProducer<Value, Never> { lift(.ignoringFailures()) }
}

extension Signal {
  fileprivate func ignoringFailures() -> Signal<Value, Never> { lift(.ignoringFailures()) }
}
