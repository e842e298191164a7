import MarbleLanguage

/// Tests of the results of operators with two streams, and of timeouts.
extension SearchPrediction {
  // MARK: Other streams

  func isOnTicks(_ result: SearchRecording, _ end: Timeline.Marble?, _ other: SearchRecording?) -> Bool {
    result.values.allSatisfy { isOnTicks($0.tick, end, other) }
  }

  func isOnTicks(_ tick: Int, _ end: Timeline.Marble?, _ other: SearchRecording?) -> Bool {
    tick == end?.tick || tick == other?.end?.tick || other?.has(tick) ?? true
  }

  func takes(_ result: SearchRecording, _ source: SearchRecording, until tick: Int) -> Bool {
    let end = min(tick, result.end?.tick ?? .max)
    return result.isEmpty(after: tick) && result.values.count >= source.values.prefix { $0.tick < end }.count
  }

  func skips(_ result: SearchRecording, _ source: SearchRecording, until tick: Int) -> Bool {
    let end = result.end?.tick ?? .max
    return result.values.allSatisfy { $0.tick >= tick }
      && result.values.count >= source.values.count { $0.tick > tick && $0.tick < end }
  }

  /// Whether the values after a failure are those of the other stream.
  func continues(
    _ result: SearchRecording, _ source: SearchRecording, _ other: SearchRecording?, _ isPipe: Bool
  ) -> Bool {
    let rest = result.values.dropFirst(source.values.count)
    let start = source.end?.tick ?? 0
    return rest.allSatisfy { $0.tick >= start }
      && (!isPipe || rest.allSatisfy { value in other?.values.contains { $0 == value } ?? true })
  }

  // MARK: Timeouts

  func timesOut(
    _ timeout: Timeout, _ time: Int, _ result: SearchRecording, _ source: SearchRecording, _ other: SearchRecording?,
    isPipe: Bool
  ) -> Bool {
    let (tick, isCertain) = moment(timeout, time, source)
    guard let tick else { return result.timeline == source.timeline }
    let own = source.values.prefix { $0.tick < tick }
    guard result.values.count >= own.count, zip(own, result.values).allSatisfy({ $0 == $1 }) else { return false }
    let rest = result.values.dropFirst(own.count)
    guard isCertain else { return rest.allSatisfy { $0.tick >= tick } }
    guard rest.allSatisfy({ $0.tick >= tick }) else { return false }
    guard let other else { return rest.isEmpty && result.hasFailed && result.end?.tick == tick }
    return !isPipe || rest.allSatisfy { value in other.values.contains { $0 == value } }
  }

  /// Returns the tick of the timeout, or `nil` if there is none, and whether no event of the source is on that tick.
  func moment(_ timeout: Timeout, _ time: Int, _ source: SearchRecording) -> (tick: Int?, isCertain: Bool) {
    let ticks = source.timeline.marbles.map(\.tick)
    let end = source.end?.tick ?? .max
    switch timeout {
    case .subscription: return end < time ? (nil, true) : (time, !ticks.contains(time))
    case .first:
      guard let first = ticks.first else { return (time, true) }
      return first < time ? (nil, true) : (time, first > time)
    case .each:
      var last = 0
      for tick in ticks {
        if tick >= last + time { return (last + time, tick > last + time) }
        last = tick
      }
      return source.end == nil ? (last + time, true) : (nil, true)
    }
  }

  // MARK: Joins

  /// Whether the ticks of a join's results follow from those of its streams.
  func joins(_ result: SearchRecording, _ first: SearchRecording, _ second: SearchRecording) -> Bool {
    switch self {
    case .zips:
      result.values.count <= min(first.values.count, second.values.count)
        && zip(result.values, zip(first.values, second.values)).allSatisfy { $0.tick == max($1.0.tick, $1.1.tick) }
    case .combines: combinesTicks(result, first, second)
    case .addsLatest: Self.samples(result, at: first, of: second)
    case .samplesWith: Self.samples(result, at: second, of: first)
    case .joinsLast: result.values.count <= 1
    default: true
    }
  }

  func combinesTicks(_ result: SearchRecording, _ first: SearchRecording, _ second: SearchRecording) -> Bool {
    guard let one = first.values.first?.tick, let two = second.values.first?.tick else { return result.values.isEmpty }
    return Self.sends(result, from: max(one, two), at: (first.values + second.values).map(\.tick).sorted())
      && result.values.first.map { $0.tick >= max(one, two) } ?? true
  }

  /// Whether the results are on the ticks of a sampler from the first value of the other stream on.
  private static func samples(
    _ result: SearchRecording, at sampler: SearchRecording, of sampled: SearchRecording
  ) -> Bool {
    guard let start = sampled.values.first?.tick else { return result.values.isEmpty }
    return result.values.allSatisfy { $0.tick >= start } && sends(result, from: start, at: sampler.values.map(\.tick))
  }

  /// Whether a result has a value on each of some ticks, between a tick and its end.
  ///
  /// Several events on the first or the last tick can have any order, so these ticks do not count.
  private static func sends(_ result: SearchRecording, from start: Int, at ticks: [Int]) -> Bool {
    let end = result.end?.tick ?? .max
    func isBetween(_ tick: Int) -> Bool { tick > start && tick < end }
    return result.values.map(\.tick).filter(isBetween) == ticks.filter(isBetween)
  }
}
