import MarbleLanguage

/// The behaviors of operators on one stream that need no clock.
extension Behavior {
  /// An operator that creates a stream.
  static let makes = Behavior(.others)
  static let isEndless = Behavior(.others, role: .isEndless)
  static let keepsLatest = Behavior(.begun)

  // MARK: Values that pass

  static let passes = Behavior(.all, endsWithSource: true)
  static let shares = Behavior(.all, endsWithSource: true, role: .shares)
  static let replaysForever = Behavior(.all, endsWithSource: true, role: .replaysForever)
  static let attempts = Behavior(.all)
  static let ignores = Behavior(.none, endsWithSource: true, cost: 6)
  static let skipsRepeats = Behavior(.some, endsWithSource: true, cost: 5)
  static let skipsFirst = Behavior(.some, endsWithSource: true, cost: 4, allows: \.skipsNumber)
  static let skipsLast = Behavior(.some, .later, endsWithSource: true, cost: 4, allows: \.skipsNumber)
  static let takesFirst = Behavior(.some, cost: 4) { $0.result.values.count == min($0.number, $0.source.values.count) }
  static let takesLast = Behavior(.some, .atEnd, cost: 4, allows: \.isAtEnd)
  static let element = Behavior(.one, cost: 8) { run in
    run.source.values.indices.contains(run.number)
      ? run.result.values.count == 1 && run.result.values[0] == run.source.values[run.number]
      : run.result.values.isEmpty
  }
  static let first = Behavior(.one, cost: 5)
  static let last = Behavior(.one, .atEnd, cost: 5, allows: \.isAtEnd)
  static let single = Behavior(.one, .atEnd, cost: 8)

  static let filters = Behavior(
    .some, endsWithSource: true, cost: 4,
    derivation: .predicate { source, expected in
      guard source.end == expected.end else { return nil }
      var kept: [Bool?] = []
      var rest = expected.values[...]
      for value in source.values {
        let isKept = rest.first.map { $0 == value } ?? false
        if isKept { rest = rest.dropFirst() }
        kept.append(isKept)
      }
      return rest.isEmpty ? { [kept] in $0 == kept } : nil
    }, role: .isStateless)
  static let takesWhile = Behavior(
    .some, cost: 4,
    derivation: .predicate { source, expected in
      let count = expected.values.count
      guard source.begins(with: expected) else { return nil }
      if count == source.values.count { return { $0.allSatisfy { $0 == true } } }
      guard expected.hasCompleted, expected.end?.tick == source.values[count].tick else { return nil }
      return { $0.prefix(count).allSatisfy { $0 == true } && $0[count] == false }
    })
  static let takesUntil = Behavior(
    .some, cost: 4,
    derivation: .predicate { source, expected in
      let count = expected.values.count
      guard source.begins(with: expected) else { return nil }
      guard count > 0, expected.hasCompleted, expected.end?.tick == source.values[count - 1].tick else {
        return count == source.values.count ? { $0.allSatisfy { $0 == true } } : nil
      }
      return { $0.prefix(count - 1).allSatisfy { $0 == true } && $0[count - 1] == false }
    })
  static let skipsWhile = Behavior(
    .some, endsWithSource: true, cost: 4,
    derivation: .predicate { source, expected in
      let count = source.values.count - expected.values.count
      guard count >= 0, source.end == expected.end,
        zip(source.values.dropFirst(count), expected.values).allSatisfy({ $0 == $1 })
      else { return nil }
      return { $0.prefix(count).allSatisfy { $0 == true } && ($0.count == count || $0[count] == false) }
    })
  static let firstWhere = Behavior(
    .one, cost: 5,
    derivation: .predicate { source, expected in
      guard let value = expected.values.first else { return { !$0.contains(true) } }
      return { answers in answers.firstIndex(of: true).map { source.values[$0] == value } ?? false }
    })
  static let lastWhere = Behavior(
    .one, .atEnd, cost: 5,
    derivation: .predicate { source, expected in
      guard let value = expected.values.first?.value else { return { !$0.contains(true) } }
      return { answers in answers.lastIndex(of: true).map { source.values[$0].value == value } ?? false }
    }, allows: \.isAtEnd)

  // MARK: Values that are changed

  package static let maps = Behavior(
    .changed, endsWithSource: true, cost: 4, derivation: .transform, role: .isStateless)
  /// A value that does not depend on the source is rarely meant.
  static let replacesValues = Behavior(.changed, endsWithSource: true, cost: 8, role: .isStateless) { run in
    run.result.values.allSatisfy { $0.value == run.constants.first }
  }
  static let negates = Behavior(.changed, endsWithSource: true, cost: 8)
  static let attemptsMap = Behavior(.changed)
  static let compacts = Behavior(
    .changedSome, endsWithSource: true, cost: 6, derivation: .compactTransform, role: .isStateless)
  static let scans = Behavior(.changed, endsWithSource: true, cost: 5, derivation: .states)
  static let scansApart = Behavior(.changed, endsWithSource: true)
  static let numbers = Behavior(.paired, endsWithSource: true, cost: 5) { $0.hasPairs { _, index in .integer(index) } }
  static let pairs = Behavior(.paired, endsWithSource: true, cost: 6) { run in
    let initial = run.constants.prefix(1)
    let previous = initial + run.source.values.map(\.value)
    let values = run.source.values.dropFirst(1 - initial.count)
    return run.result.values.count == values.count
      && zip(run.result.values, zip(previous, values)).allSatisfy { result, pair in
        result.tick == pair.1.tick && result.value == .tuple([pair.0, pair.1.value])
      }
  }
  static let materializes = Behavior(.events, cost: 6)
  static let materializesResults = Behavior(.events, cost: 8)
  static let dematerializes = Behavior(.unwrapped, cost: 8)
  static let convertsStates = Behavior(.others)
  static let unwrapsStates = Behavior(.unwrapped)
  static let expands = Behavior(.others, starts: .inner, cost: 8, derivation: .successor)

  // MARK: Values that are collected

  static let reduces = Behavior(.made, .atEnd, cost: 5, derivation: .lastState, allows: \.isAtEnd)
  static let least = Behavior(.one, .atEnd, cost: 5, allows: \.isAtEnd)
  static let sums = Behavior(.made, .atEnd, cost: 5) { run in
    let sum = run.source.values.reduce(0 as Int64?) { sum, item in
      sum.flatMap { sum in item.value.whole.map { sum &+ $0 } }
    }
    return run.result.values.allSatisfy { $0.value.isNumber && ($0.value.whole == sum || sum == nil) }
  }
  static let counts = Behavior(.number, .atEnd, cost: 5) { run in
    run.result.values.allSatisfy { $0.value == .integer(run.source.values.count) }
  }
  static let countsWhere = Behavior(
    .number, .atEnd, cost: 5,
    derivation: .predicate { _, expected in
      guard let count = expected.values.first?.value.whole else { return nil }
      return { $0.count { $0 == true } == count }
    })
  static let testsAll = Behavior(.boolean, cost: 8, derivation: testing(for: false))
  static let testsAny = Behavior(.boolean, cost: 8, derivation: testing(for: true))
  static let contains = Behavior(.boolean, cost: 8) { run in
    run.result.values.allSatisfy { $0.value == .boolean(run.constants.first.map(run.source.contains) ?? false) }
  }
  static let isEmpty = Behavior(.boolean, cost: 8) { run in
    run.result.values.allSatisfy { $0.value == .boolean(run.source.values.isEmpty) }
  }
  static let collects = Behavior(.arrays, .later, cost: 5, allows: \.divides)
  static let collectsCount = Behavior(.arrays, .later, cost: 5, allows: \.dividesByCount)
  static let buffers = Behavior(.arrays, .later, cost: 6)
  static let buffersUntil = Behavior(.arrays, .later, starts: .inner, cost: 6)
  static let buffersCount = Behavior(.arrays, .later, cost: 6, allows: \.dividesByCount)
  static let buffersOn = Behavior(.arrays, .later, cost: 6) { $0.divides && $0.isOnTicksOfOther }
  static let windows = Behavior(.streams, cost: 8)
  static let windowsUntil = Behavior(.streams, starts: .inner, cost: 8)
  static let partitions = Behavior(.streams, starts: .again)

  /// An operator that sends a result as soon as its predicate gives it, or else the opposite.
  private static func testing(for result: Bool) -> Derivation {
    .predicate { source, expected in
      guard let answer = expected.values.first else { return { !$0.contains(result) } }
      guard case .boolean(let isTrue) = answer.value else { return nil }
      if isTrue != result { return { !$0.contains(result) } }
      return { answers in answers.firstIndex(of: result).map { source.values[$0].tick == answer.tick } ?? false }
    }
  }

  // MARK: Terminal events

  static let mapsFailure = Behavior(.recovered, cost: 8) { run in
    run.keepsTicks && run.result.hasFailed == run.source.hasFailed
  }
  static let suppressesFailure = Behavior(.recovered, cost: 8, role: .handlesFailure) {
    $0.keepsTicks && !$0.result.hasFailed
  }
  static let recovers = Behavior(.recovered, cost: 8, role: .handlesFailure) { run in
    run.source.hasFailed
      ? run.result.hasCompleted && run.result.end?.tick == run.source.end?.tick
        && run.result.values.count == run.source.values.count + 1
        && run.result.values.last?.value == run.constants.first
      : run.isUnchanged
  }
  static let retries = Behavior(.recovered, starts: .again, cost: 6) { run in
    run.source.hasFailed ? run.result.endTick >= run.source.endTick : run.isUnchanged
  }
  static let retriesWhen = Behavior(.recovered, starts: [.again, .inner])
  static let repeats = Behavior(.continued, starts: .again, cost: 6) { run in
    if run.constants.first?.whole == 0 { return true }
    return run.source.hasCompleted ? run.result.endTick >= run.source.endTick : run.isUnchanged
  }
  static let repeatsWhen = Behavior(.continued, starts: [.again, .inner])
  static let appends = Behavior(.continued, cost: 5) { run in
    guard run.source.end != nil, !run.source.hasFailed else { return run.isUnchanged }
    return run.result.hasCompleted && run.result.end?.tick == run.source.end?.tick
      && run.result.values.count == run.source.values.count + 1 && run.result.values.last?.value == run.constants.first
  }
  static let appendsFailure = Behavior(.continued, cost: 5)
  static let begins = Behavior(.begun, cost: 5) { run in
    run.result.values.first.map { $0.tick == 0 && $0.value == run.constants.first } ?? false
  }
  static let defaults = Behavior(.defaulted, cost: 8)
}

extension OperatorRun {
  fileprivate var isUnchanged: Bool { result.timeline == source.timeline }
  fileprivate var isAtEnd: Bool { result.values.allSatisfy { $0.tick == source.end?.tick } }
  fileprivate var skipsNumber: Bool { result.values.count == max(0, source.values.count - number) }
  fileprivate var keepsTicks: Bool {
    result.values.count == source.values.count && result.end?.tick == source.end?.tick
  }

  /// Whether each result is a value of the source with a companion, on the same tick.
  func hasPairs(_ companion: (OperatorRun, Int) -> Value) -> Bool {
    result.values.count == source.values.count
      && source.values.indices.allSatisfy { index in
        result.values[index].tick == source.values[index].tick
          && result.values[index].value == .tuple([source.values[index].value, companion(self, index)])
      }
  }

  /// Whether the results are arrays that contain the values of the source in order, each of them once.
  var divides: Bool {
    var rest = source.values[...]
    for (tick, value) in result.values {
      for item in value.items ?? [] {
        guard let next = rest.popFirst(), next.tick <= tick, next.value == item else { return false }
      }
    }
    return true
  }

  fileprivate var dividesByCount: Bool {
    divides && result.values.dropLast().allSatisfy { $0.value.items?.count == number }
      && result.values.allSatisfy { $0.value.items?.count ?? 0 <= number }
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  fileprivate var items: [Value]? { if case .array(let items) = self { items } else { nil } }
}
