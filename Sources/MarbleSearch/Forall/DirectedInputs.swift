import MarbleEvaluation
import MarbleLanguage

/// Inputs with the numbers of values, the silent ticks and the values that occur in a law.
struct DirectedInputs {
  private let space: LawSpace

  init(_ space: LawSpace) { self.space = space }

  /// Calls a closure with each input, until it returns `false`.
  ///
  /// - Returns: Whether the closure was called with all of them.
  func visit(_ body: (LawInput) -> Bool) -> Bool {
    if space.allCombinations.count > space.combinations.count {
      for constants in space.allCombinations where !body(LawInput(constants: constants, streams: plain)) {
        return false
      }
    }
    for index in space.streams.indices {
      for stream in rareValues(of: index) where !with(stream, at: index, body) { return false }
    }
    for gap in space.gaps {
      for index in space.streams.indices {
        for stream in silent(for: gap, index) where !with(stream, at: index, body) { return false }
      }
    }
    for count in space.counts {
      for index in space.streams.indices {
        for stream in full(with: count, index) where !with(stream, at: index, body) { return false }
      }
    }
    return true
  }

  /// Calls a closure with a stream and several other streams beside it.
  private func with(_ stream: LawStream, at index: Int, _ body: (LawInput) -> Bool) -> Bool {
    for others in companions(of: stream, at: index) {
      for constants in combinations {
        var streams = others
        streams[index] = stream
        if !body(LawInput(constants: constants, streams: streams)) { return false }
      }
    }
    return true
  }

  /// A few values on consecutive ticks and an end in each stream.
  var plain: [LawStream] { plain(every: 1) }

  /// Returns a few values in each stream, a number of ticks apart, and an end.
  func plain(every gap: Int) -> [LawStream] {
    space.streams.map { parameter in
      let values = parameter.values.all
      return LawStream(
        items: (0..<3).map { .init(tick: $0 * gap, value: values[$0 % values.count]) },
        end: parameter.ends.isEmpty ? nil : .init(index: 0, tick: 3 * gap))
    }
  }

  /// A few of the combinations of plain values.
  private var combinations: [[Value]] {
    let all = space.combinations
    return all.count <= 4 ? all : [all[0], all[all.count / 3], all[all.count * 2 / 3], all[all.count - 1]]
  }

  /// Returns the other streams: silent, ended, with one value, or with values on the same ticks.
  private func companions(of stream: LawStream, at index: Int) -> [[LawStream]] {
    guard space.streams.count > 1 else { return [space.streams.map { _ in LawStream() }] }
    let last = max(0, stream.length - 1)
    let kinds: [(LawSpace.StreamParameter) -> LawStream] = [
      { _ in LawStream() },
      { LawStream(items: [.init(tick: 0, value: simplest($0))]) },
      { LawStream(end: $0.ends.isEmpty ? nil : .init(index: 0, tick: last)) },
      { LawStream(items: [.init(tick: last, value: simplest($0))]) },
      { parameter in
        // The streams can have other ends.
        LawStream(
          items: stream.items.map { .init(tick: $0.tick, value: simplest(parameter)) },
          end: stream.end.flatMap { parameter.ends.indices.contains($0.index) ? $0 : nil })
      },
    ]
    return kinds.map { kind in space.streams.map(kind) }
  }

  private func simplest(_ parameter: LawSpace.StreamParameter) -> Value { parameter.values.all[0] }

  /// Returns the possible ends of a stream after a tick, the first of which is silence.
  private func ends(of index: Int, on tick: Int) -> [LawStream.End?] {
    [nil] + space.streams[index].ends.indices.map { .init(index: $0, tick: tick) }
  }

  // MARK: Values

  /// Returns streams with one value each, and with two of which the other one is simple.
  private func rareValues(of index: Int) -> [LawStream] {
    guard space.dependsOnValues || !space.streams[index].values.isOpen else { return [] }
    let domain = space.streams[index].values
    let common = Set(domain.values(forCount: 2))
    return domain.all.filter { !common.contains($0) }.flatMap { value -> [LawStream] in
      let one = LawStream(items: [.init(tick: 0, value: value)])
      var ended = one
      ended.end = ends(of: index, on: 0).last ?? nil
      if !space.streams[index].ends.isEmpty { ended.end = .init(index: 0, tick: 0) }
      return [one, ended, LawStream(items: [.init(tick: 0, value: domain.all[0]), .init(tick: 1, value: value)])]
    }
  }

  // MARK: Silence

  /// Returns streams that are silent for a number of ticks: before a value, between two values, or before the end.
  private func silent(for gap: Int, _ index: Int) -> [LawStream] {
    let values = space.streams[index].values.all
    let (one, other) = (values[0], values[min(1, values.count - 1)])
    var streams = ends(of: index, on: gap).compactMap { end in end.map { LawStream(end: $0) } }
    for end in ends(of: index, on: gap) {
      streams.append(LawStream(items: [.init(tick: gap, value: one)], end: end))
      if end != nil { streams.append(LawStream(items: [.init(tick: 0, value: one)], end: end)) }
      streams.append(LawStream(items: [.init(tick: 0, value: one), .init(tick: gap, value: other)], end: end))
      let later = end.map { LawStream.End(index: $0.index, tick: $0.tick + gap) }
      if later != nil {
        streams.append(LawStream(items: [.init(tick: 0, value: one), .init(tick: gap, value: other)], end: later))
      }
      streams.append(
        LawStream(
          items: [.init(tick: 0, value: one), .init(tick: 1, value: other), .init(tick: gap + 1, value: one)],
          end: end.map { .init(index: $0.index, tick: gap + 1) }))
    }
    return streams
  }

  // MARK: Many values

  /// Returns streams with a number of values: on one tick or on consecutive ticks, different or equal.
  private func full(with count: Int, _ index: Int) -> [LawStream] {
    let values = space.streams[index].values.all
    var streams: [LawStream] = []
    for spacing in [0, 1, 2] {
      for isEqual in [false, true] {
        let items = (0..<count).map { number in
          LawStream.Item(tick: number * spacing, value: isEqual ? values[0] : values[number % values.count])
        }
        let last = items.last?.tick ?? 0
        for end in ends(of: index, on: last) { streams.append(LawStream(items: items, end: end)) }
      }
    }
    return streams
  }
}
