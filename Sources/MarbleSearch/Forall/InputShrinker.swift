import MarbleEvaluation
import MarbleLanguage

/// Makes an input smaller as long as the law still fails for it.
struct InputShrinker {
  private let space: LawSpace
  /// The number of inputs that may still be tried.
  private var remaining: Int
  private let fails: (LawInput) -> Bool

  init(_ space: LawSpace, attempts: Int, fails: @escaping (LawInput) -> Bool) {
    self.space = space
    remaining = attempts
    self.fails = fails
  }

  /// Returns an input of which no stream, value, tick or end can be removed, and in which no value can be simpler.
  mutating func smallest(from input: LawInput) -> LawInput {
    var best = input
    var size = InputSize(of: input, in: space)
    while let smaller = firstSmaller(than: best, size) {
      best = smaller
      size = InputSize(of: smaller, in: space)
    }
    return best
  }

  private mutating func firstSmaller(than input: LawInput, _ size: InputSize) -> LawInput? {
    for step in [removals, endings, compressions, numbers, replacements, orders] {
      for candidate in step(input) where InputSize(of: candidate, in: space) < size {
        guard remaining > 0 else { return nil }
        remaining -= 1
        if fails(candidate) { return candidate }
      }
    }
    return nil
  }

  // MARK: Values and streams

  /// Returns inputs with fewer values, those with the fewest first.
  private func removals(_ input: LawInput) -> [LawInput] {
    var candidates: [LawInput] = []
    for index in input.streams.indices where input.streams[index] != LawStream() {
      candidates.append(input.changing(index) { $0 = LawStream() })
      candidates.append(input.changing(index) { $0.items = [] })
      // An end can have the effect of the last value.
      if let last = input.streams[index].items.last {
        candidates += space.streams[index].ends.indices.map { end in
          input.changing(index) { $0 = LawStream(end: .init(index: end, tick: last.tick)) }
        }
      }
    }
    for index in input.streams.indices {
      let count = input.streams[index].items.count
      var part = count / 2
      while part >= 2 {
        for start in stride(from: 0, through: count - part, by: part) {
          candidates.append(input.changing(index) { $0.items.removeSubrange(start..<start + part) })
        }
        part /= 2
      }
    }
    let places = input.streams.indices.flatMap { stream in input.streams[stream].items.indices.map { (stream, $0) } }
    for (stream, item) in places { candidates.append(input.changing(stream) { $0.items.remove(at: item) }) }
    guard places.count <= 12 else { return candidates }
    // Two values can be necessary for each other.
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...] {
        candidates.append(
          input.changing(second.0) { $0.items.remove(at: second.1) }.changing(first.0) {
            $0.items.remove(at: first.1)
          })
      }
    }
    return candidates
  }

  /// Returns inputs with simpler or earlier ends.
  private func endings(_ input: LawInput) -> [LawInput] {
    var candidates: [LawInput] = []
    for (index, stream) in input.streams.enumerated() {
      guard let end = stream.end else { continue }
      candidates.append(input.changing(index) { $0.end = nil })
      for simpler in 0..<end.index { candidates.append(input.changing(index) { $0.end?.index = simpler }) }
      let first = stream.items.last?.tick ?? 0
      for tick in Self.smaller(than: end.tick, from: first) {
        candidates.append(input.changing(index) { $0.end?.tick = tick })
      }
    }
    // All ends together.
    for simpler in 0..<(space.streams.map(\.ends.count).max() ?? 0) {
      var candidate = input
      for index in input.streams.indices where input.streams[index].end.map({ $0.index > simpler }) == true {
        candidate.streams[index].end?.index = simpler
      }
      candidates.append(candidate)
    }
    return candidates
  }

  // MARK: Ticks

  /// Returns inputs with fewer ticks between their events.
  private func compressions(_ input: LawInput) -> [LawInput] {
    let ticks = Set(input.streams.flatMap { $0.items.map(\.tick) + [$0.end?.tick].compactMap(\.self) }).sorted()
    var candidates: [LawInput] = []
    var before = 0
    for tick in ticks {
      for shorter in Self.smaller(than: tick - before, from: 0) {
        candidates.append(input.earlier(by: tick - before - shorter, from: tick, in: input.streams.indices))
      }
      before = tick
    }
    for index in input.streams.indices {
      let own = input.streams[index].items.map(\.tick) + [input.streams[index].end?.tick].compactMap(\.self)
      before = 0
      for (position, tick) in own.enumerated() {
        for shorter in Self.smaller(than: tick - before, from: 0) {
          let distance = tick - before - shorter
          candidates.append(input.earlier(by: distance, from: tick, in: index..<index + 1))
          candidates.append(input.changing(index) { $0.moveBack(fromEvent: position, by: distance) })
        }
        before = tick
      }
    }
    return candidates
  }

  /// Returns a few numbers below a number, the smallest first.
  private static func smaller(than number: Int, from first: Int) -> [Int] {
    guard number > first else { return [] }
    let all = [first, first + 1, first + (number - first) / 2, number - 2, number - 1]
    return Set(all.filter { $0 >= first && $0 < number }).sorted()
  }

  // MARK: Plain values

  /// Returns inputs with simpler plain values.
  private func numbers(_ input: LawInput) -> [LawInput] {
    var candidates: [LawInput] = []
    for (index, domain) in space.constants.enumerated() {
      let rank = domain.rank(of: input.constants[index])
      for smaller in Self.smaller(than: rank, from: 0) {
        var candidate = input
        candidate.constants[index] = domain.all[smaller]
        if space.allows(candidate.constants) { candidates.append(candidate) }
      }
    }
    return candidates
  }

  /// Returns inputs with simpler values.
  private func replacements(_ input: LawInput) -> [LawInput] {
    var candidates: [LawInput] = []
    for (index, parameter) in space.streams.enumerated() {
      let items = input.streams[index].items
      for value in Set(items.map(\.value)).sorted(by: { parameter.values.rank(of: $0) < parameter.values.rank(of: $1) })
      {
        for simpler in simpler(than: value, in: parameter.values) {
          candidates.append(
            input.changing(index) { stream in
              for item in stream.items.indices where stream.items[item].value == value {
                stream.items[item].value = simpler
              }
            })
        }
      }
      for (item, value) in items.map(\.value).enumerated() {
        for simpler in simpler(than: value, in: parameter.values) {
          candidates.append(input.changing(index) { $0.items[item].value = simpler })
        }
        for other in items.indices where other > item {
          candidates.append(
            input.changing(index) { stream in
              let value = stream.items[item].value
              stream.items[item].value = stream.items[other].value
              stream.items[other].value = value
            })
        }
      }
    }
    return candidates
  }

  /// Returns the input with the order of the parameters.
  private func orders(_ input: LawInput) -> [LawInput] {
    var candidate = input
    candidate.isReversed = false
    return [candidate]
  }

  private func simpler(than value: Value, in domain: ValueDomain) -> [Value] {
    let rank = domain.rank(of: value)
    return domain.all.prefix(min(rank, 8)) + Self.smaller(than: rank, from: min(rank, 8)).map { domain.all[$0] }
  }
}

extension LawInput {
  /// Returns the input with one stream changed.
  fileprivate func changing(_ index: Int, _ change: (inout LawStream) -> Void) -> LawInput {
    var input = self
    change(&input.streams[index])
    return input
  }

  /// Returns the input with all events from a tick on moved to earlier ticks.
  fileprivate func earlier(by distance: Int, from tick: Int, in indices: Range<Int>) -> LawInput {
    var input = self
    for index in indices {
      for item in input.streams[index].items.indices where input.streams[index].items[item].tick >= tick {
        input.streams[index].items[item].tick -= distance
      }
      if let end = input.streams[index].end, end.tick >= tick { input.streams[index].end?.tick -= distance }
    }
    return input
  }
}

extension LawStream {
  /// Moves an event and all following ones to earlier ticks.
  fileprivate mutating func moveBack(fromEvent position: Int, by distance: Int) {
    for item in items.indices where item >= position { items[item].tick -= distance }
    end?.tick -= distance
  }
}
