import Reactive

/// Operators that send some of the values.
extension TestedOperator {
  static let filtering: [TestedOperator] = [
    TestedOperator(
      "filter(_:)", { s, _ in s.filter { $0 % 2 == 0 } }, { s, _ in s.filter { $0 % 2 == 0 } },
      model: .of { values, end in (values.filter { $0 % 2 == 0 }, end) }),
    TestedOperator(
      "ignoreValues()", { s, _ in s.ignoreValues() }, { s, _ in s.ignoreValues() },
      model: .of { _, end in ([Int](), end) }),
    TestedOperator(
      "ignoreValues(as:)", { s, _ in s.ignoreValues(as: String.self) }, { s, _ in s.ignoreValues(as: String.self) },
      model: .of { _, end in ([Int](), end) }),
    TestedOperator(
      "take(first:)", { s, _ in s.take(first: 3) }, { s, _ in s.take(first: 3) },
      model: .of { values, end in (values.prefix(3).map { $0 }, values.count >= 3 ? .completed : end) }),
    TestedOperator(
      "take(last:)", { s, _ in s.take(last: 2) }, { s, _ in s.take(last: 2) },
      model: .atTheEnd { $0.suffix(2).map { $0 } }),
    TestedOperator(
      "take(while:)", { s, _ in s.take(while: { $0 < 5 }) }, { s, _ in s.take(while: { $0 < 5 }) },
      model: .of { values, end in
        (values.prefix { $0 < 5 }.map { $0 }, values.allSatisfy { $0 < 5 } ? end : .completed)
      }),
    TestedOperator(
      "take(until:), a closure", { s, _ in s.take(until: { $0 < 5 }) }, { s, _ in s.take(until: { $0 < 5 }) },
      model: .of { values, end in
        guard let last = values.firstIndex(where: { $0 >= 5 }) else { return (values, end) }
        return (values[...last].map { $0 }, .completed)
      }),
    TestedOperator(
      "skip(first:)", { s, _ in s.skip(first: 2) }, { s, _ in s.skip(first: 2) },
      model: .of { values, end in (values.dropFirst(2).map { $0 }, end) }),
    TestedOperator(
      "skip(while:)", { s, _ in s.skip(while: { $0 < 3 }) }, { s, _ in s.skip(while: { $0 < 3 }) },
      model: .of { values, end in (values.drop { $0 < 3 }.map { $0 }, end) }),
    TestedOperator(
      "skip(last:)", { s, _ in s.skip(last: 2) }, { s, _ in s.skip(last: 2) },
      model: .of { values, end in (values.dropLast(2).map { $0 }, end) }),
    TestedOperator(
      "skipRepeats()", { s, _ in s.skipRepeats() }, { s, _ in s.skipRepeats() },
      model: .of { values, end in
        (values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }, end)
      }),
    TestedOperator(
      "partition(_:)", { s, _ in s.partition { $0 > 4 }.others }, { s, _ in s.partition { $0 > 4 }.others },
      model: .of { values, end in (values.filter { $0 <= 4 }, end) }),
    TestedOperator(
      "skipRepeats(on:)", { s, _ in s.skipRepeats(on: { $0 / 3 }) }, { s, _ in s.skipRepeats(on: { $0 / 3 }) },
      model: .of { values, end in
        (values.indices.filter { $0 == 0 || values[$0] / 3 != values[$0 - 1] / 3 }.map { values[$0] }, end)
      }),
    TestedOperator(
      "skipRepeats(_:)", alsoCovers: ["skipRepeats(by:)"], { s, _ in s.skipRepeats { $0 / 3 == $1 / 3 } },
      { s, _ in s.skipRepeats { $0 / 3 == $1 / 3 } },
      model: .of { values, end in
        (values.indices.filter { $0 == 0 || values[$0] / 3 != values[$0 - 1] / 3 }.map { values[$0] }, end)
      }),
    TestedOperator(
      "uniqueValues()", { s, _ in s.uniqueValues() }, { s, _ in s.uniqueValues() },
      model: .of { values, end in
        (values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] }, end)
      }),
    TestedOperator(
      "uniqueValues(_:)", { s, _ in s.uniqueValues { $0 % 4 } }, { s, _ in s.uniqueValues { $0 % 4 } },
      model: .of { values, end in
        (values.indices.filter { at in !values[..<at].contains { $0 % 4 == values[at] % 4 } }.map { values[$0] }, end)
      }),
  ]

  static let elements: [TestedOperator] = [
    TestedOperator(
      "first(where:orFail:)", { s, _ in s.first(where: { $0 > 3 }) }, { s, _ in s.first(where: { $0 > 3 }) },
      model: .of { values, end in
        values.first { $0 > 3 }.map { ([$0], .completed) } ?? ([], end)
      }),
    TestedOperator(
      "first(where:orFail:), or fail", ends: "XX!", { s, _ in s.first(where: { $0 > 3 }, orFail: Boom()) },
      { s, _ in s.first(where: { $0 > 3 }, orFail: Boom()) },
      model: .of { values, end in
        values.first { $0 > 3 }.map { ([$0], .completed) } ?? ([], end.map(missing))
      }),
    TestedOperator(
      "element(at:orFail:)", ends: "XX!", { s, _ in s.element(at: 2, orFail: Boom()) },
      { s, _ in s.element(at: 2, orFail: Boom()) },
      model: .of { values, end in
        values.count > 2 ? ([values[2]], .completed) : ([], end.map(missing))
      }),
    TestedOperator(
      "last(orFail:)", ends: "*X!", { s, _ in s.last(orFail: Boom()) }, { s, _ in s.last(orFail: Boom()) },
      model: .of { values, end in
        end == .completed && !values.isEmpty ? (values.suffix(1).map { $0 }, end) : ([], end.map(missing))
      }),
    TestedOperator(
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

  static let triggers: [TestedOperator] = [
    TestedOperator(
      "take(during:)", { s, environment in s.take(during: environment.lifetime) },
      { s, environment in s.take(during: environment.lifetime) },
      model: .of { values, end in (values, end) }),
    TestedOperator(
      "take(until:), a stream", { s, environment in s.take(until: environment.side.skip(first: 2)) },
      { s, environment in s.take(until: environment.side.skip(first: 2)) },
      model: .stepping(0) { count, step, send in
        switch (step.lane, step.event) {
        case (.a, let event): send(event.map(String.init))
        case (.b, .value):
          count += 1
          if count > 2 { send(.completed) }
        case (.b, .interrupted): break
        case (.b, let event): send(event.map(String.init))
        }
      }),
    TestedOperator(
      "skip(until:)", { s, environment in s.skip(until: environment.side) },
      { s, environment in s.skip(until: environment.side) },
      model: .stepping(false) { isOpen, step, send in
        switch (step.lane, step.event) {
        case (.a, let event): if isOpen || event.isTerminating { send(event.map(String.init)) }
        case (.b, .value), (.b, .completed): isOpen = true
        case (.b, let event): if !isOpen { send(event.map(String.init)) }
        }
      }),
  ]
}
