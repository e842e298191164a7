import MarbleLanguage

/// A part of a random pattern.
package enum PatternToken {
  case silence
  case events([String])
  case gap(ClosedRange<Int>)
  case anything

  fileprivate static let longest = 1_000

  package var text: String {
    switch self {
    case .silence: "-"
    case .events(let events): events.count == 1 ? events[0] : "(\(events.joined()))"
    case .gap(let ticks) where ticks.upperBound == Self.longest:
      ticks.lowerBound == 0 ? " ... " : " \(ticks.lowerBound)t... "
    case .gap(let ticks):
      ticks.lowerBound == 0 ? " ...\(ticks.upperBound)t " : " \(ticks.lowerBound)...\(ticks.upperBound)t "
    case .anything: " * "
    }
  }
}

/// Random patterns, and events that match them.
package struct RandomPattern {
  private var random: RandomTimelines

  package init(seed: UInt64) { random = RandomTimelines(seed: seed) }

  package mutating func flip() -> Bool { random.flip() }

  private mutating func event() -> String { random.pick(["1", "2"]) }

  /// Returns the events of each tick.
  package mutating func ticks() -> [[String]] {
    var ticks = (0..<random.below(6)).map { _ in random.flip() ? [] : (0...random.below(2)).map { _ in event() } }
    if random.flip() { ticks.append(["|"]) }
    return ticks
  }

  private mutating func gap(around ticks: Int) -> PatternToken {
    .gap(max(0, ticks - random.below(3))...(random.flip() ? PatternToken.longest : ticks + random.below(3)))
  }

  package mutating func loosened(_ ticks: [[String]]) -> [PatternToken] {
    var tokens: [PatternToken] = []
    var index = 0
    while index < ticks.count {
      let rest = ticks[index...]
      let silence = rest.prefix(while: \.isEmpty).count
      if random.below(5) == 0 {
        tokens.append(.anything)
        index += random.below(rest.count + 1)
      } else if silence > 0, random.flip() {
        tokens.append(gap(around: silence))
        index += silence
      } else {
        tokens.append(
          ticks[index].isEmpty
            ? .silence : .events(ticks[index].map { $0 != "|" && random.below(3) == 0 ? "_" : $0 }))
        index += 1
      }
    }
    return tokens
  }

  package mutating func tokens() -> [PatternToken] {
    var tokens: [PatternToken] = (0...random.below(5)).map { _ in
      switch random.below(5) {
      case 0: .silence
      case 1: .anything
      case 2: gap(around: random.below(3))
      default: .events((0...(random.below(3) == 0 ? 1 : 0)).map { _ in random.pick(["1", "2", "_"]) })
      }
    }
    if random.below(3) == 0 { tokens.append(.events(["|"])) }
    return tokens
  }

  /// Returns events that match, or almost.
  package mutating func instance(of tokens: [PatternToken]) -> [[String]] {
    var ticks: [[String]] = []
    for token in tokens {
      switch token {
      case .silence: ticks.append([])
      case .events(let events): ticks.append(events.map { $0 == "_" ? event() : $0 })
      case .gap(let range):
        ticks += Array(repeating: [], count: random.below(2) + range.lowerBound)
      case .anything: for _ in 0..<random.below(3) { ticks.append(random.flip() ? [] : [event()]) }
      }
    }
    if random.flip(), !ticks.isEmpty {
      let index = random.below(ticks.count)
      if ticks[index].first != "|" { ticks[index] = random.flip() ? [] : [event()] }
    }
    return ticks
  }

  /// Returns the tokens with a 9 in place of one value, or `nil` if there is no value.
  package mutating func withOtherValue(_ tokens: [PatternToken]) -> [PatternToken]? {
    let values = tokens.indices.flatMap { index -> [(index: Int, number: Int)] in
      guard case .events(let events) = tokens[index] else { return [] }
      return events.indices.filter { ["1", "2"].contains(events[$0]) }.map { (index, $0) }
    }
    guard !values.isEmpty else { return nil }
    let value = random.pick(values)
    guard case .events(var events) = tokens[value.index] else { return nil }
    events[value.number] = "9"
    var changed = tokens
    changed[value.index] = .events(events)
    return changed
  }
}
