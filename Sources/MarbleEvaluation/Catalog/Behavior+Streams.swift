import MarbleLanguage

/// The behaviors of operators with a clock or several streams.
extension Behavior {
  // MARK: Time

  static let delays = Behavior(.all, .later, cost: 5) { run in
    zip(run.source.values, run.result.values).allSatisfy { $0.tick + run.number == $1.tick }
  }
  static let debounces = Behavior(.some, .later, cost: 5, role: .waitsForSilence) { run in
    run.sendsAtEndOr { tick in run.source.values.contains { $0.tick + run.number == tick } }
  }
  static let throttles = Behavior(.some, .later, cost: 5, role: .limitsRate) { run in
    run.sendsAtEndOr { run.source.has($0) || run.result.has($0 - run.number) }
  }
  static let audits = Behavior(.some, .later, cost: 8) { run in run.sendsAtEndOr { run.source.has($0 - run.number) } }
  static let samplesEvery = Behavior(.newest, .later, cost: 6) { run in run.sendsAtEndOr(run.isMultiple) }
  static let delaysUntil = Behavior(.some, .later, starts: .inner, cost: 5, allows: \.isOnTicksOfInner)
  static let debouncesUntil = delaysUntil
  static let auditsUntil = Behavior(.some, .later, starts: .inner, cost: 8, allows: \.isOnTicksOfInner)
  static let throttlesWhile = Behavior(.some, .later, cost: 5, allows: \.isOnTicksOfEither)
  static let throttlesUntil = Behavior(.some, .later, starts: .inner, cost: 5, allows: \.isOnTicksOfEither)
  static let takesFor = Behavior(.some, cost: 4) { $0.takes(until: $0.number) }
  static let collectsEvery = Behavior(.arrays, .later, cost: 5, role: .collectsPeriods) { run in
    run.divides && run.sendsAtEndOr(run.isMultiple)
  }
  static let stamps = Behavior(.paired, endsWithSource: true, cost: 8) { run in
    run.hasPairs { run, index in .integer(run.source.values[index].tick) }
  }
  static let intervals = Behavior(.paired, endsWithSource: true, cost: 8) { run in
    run.hasPairs { run, index in
      .integer(run.source.values[index].tick - (index == 0 ? 0 : run.source.values[index - 1].tick))
    }
  }
  static let timesOut = timesOut(.subscription)
  static let timesOutFirst = timesOut(.first)
  static let timesOutEach = timesOut(.each)
  static let timesOutUntil = Behavior(.some, starts: .inner, cost: 6) { run in
    run.source.begins(with: run.result) && (run.result.hasFailed || run.result.timeline == run.source.timeline)
  }
  static let continuesUntil = Behavior(.replaced, starts: .inner, cost: 6)
  static let continues = continues(.subscription)
  static let continuesFirst = continues(.first)
  static let continuesEach = continues(.each)
  static let startsLater = Behavior(.some)

  private static func timesOut(_ timeout: OperatorRun.Timeout) -> Behavior {
    Behavior(.some, cost: 6) { $0.timesOut(timeout) }
  }

  private static func continues(_ timeout: OperatorRun.Timeout) -> Behavior {
    Behavior(.replaced, cost: 6) { $0.timesOut(timeout) }
  }

  // MARK: Streams

  static let merges = Behavior(.merged, cost: 4)
  static let races = Behavior(.raced, cost: 6)
  static let concatenates = Behavior(.continued, cost: 5)
  /// `concat` is easier to read.
  static let precedes = Behavior(.preceded, cost: 7)
  static let succeeds = Behavior(.succeeded, cost: 6)
  static let resumes = Behavior(.recovered, cost: 10)
  static let zips = Behavior(.joined, cost: 5, derivation: .combination, role: .queues) { run in
    guard let other = run.other else { return true }
    return run.result.values.count <= min(run.source.values.count, other.values.count)
      && zip(run.result.values, zip(run.source.values, other.values)).allSatisfy {
        $0.tick == max($1.0.tick, $1.1.tick)
      }
  }
  static let combines = Behavior(
    .joined, cost: 5, derivation: .combination, role: .usesLatest, allows: \.combinesTicks)
  static let addsLatest = Behavior(.joined, cost: 5, derivation: .combination) { run in
    run.other.map { run.samples($0, at: run.source) } ?? true
  }
  static let samplesWith = Behavior(.joined, cost: 6) { run in run.other.map { run.samples(run.source, at: $0) } ?? true
  }
  static let joinsLast = Behavior(.joined, .atEnd, cost: 8) { $0.result.values.count <= 1 }
  static let decides = Behavior(.booleans, cost: 8, allows: \.combinesTicks)
  static let equals = Behavior(.boolean, cost: 8) { run in
    let areEqual = run.source.values.map(\.value) == (run.other?.values ?? []).map(\.value)
    return run.result.values.allSatisfy { $0.value == .boolean(areEqual) }
  }
  static let compares = Behavior(.boolean, cost: 8)
  static let samplesOn = Behavior(.newest, .later, cost: 6, allows: \.isOnTicksOfOther)
  static let takesUntilOther = Behavior(.some, cost: 4, role: .endsOnSignal) {
    $0.takes(until: $0.other?.values.first?.tick ?? .max)
  }
  static let skipsUntilOther = Behavior(.some, cost: 4) { run in
    // A completion of the trigger counts as a value.
    let completion = run.other?.hasCompleted == true ? run.other?.endTick : nil
    let tick = run.other?.values.first?.tick ?? completion ?? .max
    return run.result.values.allSatisfy { $0.tick >= tick }
      && run.result.values.count >= run.source.values.count { $0.tick > tick && $0.tick < run.result.endTick }
  }
  static let replaces = Behavior(.replaced, cost: 8)

  // MARK: Inner streams

  static let flattens = Behavior(.flattened, starts: .inner, cost: 6)
  static let flattensArrays = Behavior(.flattened, cost: 6)
  static let flattensAtEnd = Behavior(.flattened, .later, starts: .inner, cost: 8)
  static let flatMaps = Behavior(.inner, starts: .inner, cost: 6, allows: \.sendsInner)
  static let flatMapsTo = Behavior(.inner, starts: .inner, cost: 6, allows: \.sendsInner)
  static let flatScans = Behavior(.inner, starts: .inner)
  static let acts = Behavior(.streams, starts: .inner)
  static let multicasts = Behavior(.inner, starts: .inner, role: .multicasts)
  static let handlesFailure = Behavior(.recovered, starts: .inner, cost: 6, role: .handlesFailure) { run in
    guard let other = run.other else { return true }
    guard run.source.hasFailed else { return run.result.timeline == run.source.timeline }
    return run.result.values.dropFirst(run.source.values.count).allSatisfy {
      $0.tick >= run.source.endTick && (!run.isPipe || other.contains($0.value))
    }
  }
}

extension OperatorRun {
  /// The start of the time of a timeout.
  enum Timeout {
    case subscription, first, each
  }

  /// Whether each result is on the tick of the source's end or on one that a condition accepts.
  fileprivate func sendsAtEndOr(_ accepts: (Int) -> Bool) -> Bool {
    result.values.allSatisfy { $0.tick == source.end?.tick || accepts($0.tick) }
  }

  fileprivate func isMultiple(_ tick: Int) -> Bool { tick % max(1, number) == 0 }

  private func isOnTickOfOther(_ tick: Int) -> Bool { tick == other?.end?.tick || other?.has(tick) ?? true }

  var isOnTicksOfOther: Bool { sendsAtEndOr(isOnTickOfOther) }
  fileprivate var isOnTicksOfInner: Bool { !isPipe || isOnTicksOfOther }
  fileprivate var isOnTicksOfEither: Bool { !isPipe || sendsAtEndOr { source.has($0) || isOnTickOfOther($0) } }

  fileprivate var sendsInner: Bool { !isPipe || result.values.allSatisfy { other?.contains($0.value) ?? true } }

  fileprivate func takes(until tick: Int) -> Bool {
    let end = min(tick, result.endTick)
    return result.values.allSatisfy { $0.tick <= tick }
      && result.values.count >= source.values.prefix { $0.tick < end }.count
  }

  // MARK: Timeouts

  fileprivate func timesOut(_ timeout: Timeout) -> Bool {
    guard let (tick, isCertain) = moment(of: timeout) else { return result.timeline == source.timeline }
    let own = source.values.prefix { $0.tick < tick }
    guard result.values.count >= own.count, zip(own, result.values).allSatisfy({ $0 == $1 }) else { return false }
    let rest = result.values.dropFirst(own.count)
    guard rest.allSatisfy({ $0.tick >= tick }) else { return false }
    guard isCertain else { return true }
    guard let other else { return rest.isEmpty && result.hasFailed && result.end?.tick == tick }
    return !isPipe || rest.allSatisfy { other.contains($0.value) }
  }

  /// Returns the tick of a timeout, or `nil` if there is none, and whether no event of the source is on that tick.
  private func moment(of timeout: Timeout) -> (tick: Int, isCertain: Bool)? {
    let ticks = source.timeline.marbles.map(\.tick)
    switch timeout {
    case .subscription: return source.endTick < number ? nil : (number, !ticks.contains(number))
    case .first:
      let first = ticks.first ?? .max
      return first < number ? nil : (number, first > number)
    case .each:
      var last = 0
      for tick in ticks {
        if tick >= last + number { return (last + number, tick > last + number) }
        last = tick
      }
      return source.end == nil ? (last + number, true) : nil
    }
  }

  // MARK: Joins

  fileprivate var combinesTicks: Bool {
    guard let other else { return true }
    guard let one = source.values.first?.tick, let two = other.values.first?.tick else { return result.values.isEmpty }
    let start = max(one, two)
    return sends(from: start, at: (source.values + other.values).map(\.tick).sorted())
      && result.values.allSatisfy { $0.tick >= start }
  }

  /// Whether the results are on the ticks of a sampler from the first value of the other stream on.
  fileprivate func samples(_ sampled: RecordedEvents, at sampler: RecordedEvents) -> Bool {
    guard let start = sampled.values.first?.tick else { return result.values.isEmpty }
    return result.values.allSatisfy { $0.tick >= start } && sends(from: start, at: sampler.values.map(\.tick))
  }

  /// Whether there is a result on each of some ticks, between a tick and the end.
  ///
  /// Several events on the first or the last tick can have any order, so these ticks do not count.
  private func sends(from start: Int, at ticks: [Int]) -> Bool {
    func isBetween(_ tick: Int) -> Bool { tick > start && tick < result.endTick }
    return result.values.map(\.tick).filter(isBetween) == ticks.filter(isBetween)
  }
}
