import MarbleLanguage

/// An algorithm that finds the differences between two sequences of events.
struct TimelineDiff {
  private let expected: [Timeline.Marble]
  private let actual: [Timeline.Marble]
  private var identities: [Event: Int] = [:]
  private(set) var differences: [Difference] = []
  /// Whether there were too many events to compare all of them.
  private(set) var isPartial = false

  /// The number of events of each side that are compared from the first different tick on, with the rest of the last
  /// tick.
  private static let maxEvents = 100_000

  /// Compares two sequences of events, both ordered by tick.
  ///
  /// Ticks on which both have the same events are settled first. The events between two such ticks form a window, and
  /// only events of the same window can be paired.
  init(_ expected: [Timeline.Marble], _ actual: [Timeline.Marble]) {
    self.expected = expected
    self.actual = actual
    if expected == actual { return }
    var open = (expected: 0, actual: 0)
    var here = open
    var first: (expected: Int, actual: Int)?
    while here.expected < expected.count || here.actual < actual.count {
      if let first, max(here.expected - first.expected, here.actual - first.actual) >= Self.maxEvents {
        isPartial = true
        break
      }
      let tick = min(
        here.expected < expected.count ? expected[here.expected].tick : .max,
        here.actual < actual.count ? actual[here.actual].tick : .max)
      let left = TimelineDiff.run(of: expected, from: here.expected, on: tick)
      let right = TimelineDiff.run(of: actual, from: here.actual, on: tick)
      let isSame = expected[left].elementsEqual(actual[right])
      if !isSame { first = first ?? here }
      if isSame || arePermutations(left, right) {
        settle(open.expected..<left.lowerBound, open.actual..<right.lowerBound)
        if !isSame {
          differences.append(
            Difference(reason: .wrongOrder, expected: Array(expected[left]), actual: Array(actual[right])))
        }
        open = (left.upperBound, right.upperBound)
      }
      here = (left.upperBound, right.upperBound)
    }
    settle(open.expected..<here.expected, open.actual..<here.actual)
  }

  private static func run(of marbles: [Timeline.Marble], from: Int, on tick: Int) -> Range<Int> {
    var end = from
    while end < marbles.count, marbles[end].tick == tick { end += 1 }
    return from..<end
  }

  private mutating func arePermutations(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count, left.count > 1 else { return false }
    return left.map { identity(of: expected[$0].event) }.sorted()
      == right.map { identity(of: actual[$0].event) }.sorted()
  }

  private mutating func identity(of event: Event) -> Int {
    if let known = identities[event] { return known }
    let identity = identities.count
    identities[event] = identity
    return identity
  }

  private mutating func item(for marble: Timeline.Marble) -> Alignment.Item {
    Alignment.Item(
      tick: marble.tick, identity: identity(of: marble.event), isTerminal: marble.event.isTerminating)
  }

  /// Finds the differences within a window.
  private mutating func settle(_ left: Range<Int>, _ right: Range<Int>) {
    if left.isEmpty, right.isEmpty { return }
    let expectedItems = left.map { item(for: expected[$0]) }
    let actualItems = right.map { item(for: actual[$0]) }
    var partners: [Int?] = Array(repeating: nil, count: left.count)
    var isTaken = Array(repeating: false, count: right.count)
    func take(_ pair: Alignment.Pair) {
      partners[pair.expected] = pair.actual
      isTaken[pair.actual] = true
    }
    let pairs = Alignment(expectedItems, actualItems).pairs
    for pair in pairs where expectedItems[pair.expected].isSame(as: actualItems[pair.actual]) { take(pair) }
    // Equal events on the same tick belong together, even in another order.
    var unordered: Set<Int> = []
    var waiting: [Alignment.Item: [Int]] = [:]
    for index in isTaken.indices.reversed() where !isTaken[index] {
      waiting[actualItems[index], default: []].append(index)
    }
    for index in partners.indices where partners[index] == nil {
      guard let same = waiting[expectedItems[index]]?.popLast() else { continue }
      take(Alignment.Pair(expected: index, actual: same))
      unordered.insert(expectedItems[index].tick)
    }
    if unordered.isEmpty {
      pairs.forEach(take)
    } else {
      let rest = partners.indices.filter { partners[$0] == nil }
      let spare = isTaken.indices.filter { !isTaken[$0] }
      for pair in Alignment(rest.map { expectedItems[$0] }, spare.map { actualItems[$0] }).pairs {
        take(Alignment.Pair(expected: rest[pair.expected], actual: spare[pair.actual]))
      }
    }
    let exchanged = partners.indices.filter { index in
      unordered.contains(expectedItems[index].tick)
        && partners[index].map { actualItems[$0].isSame(as: expectedItems[index]) } ?? false
    }
    var found = Dictionary(grouping: exchanged) { expectedItems[$0].tick }.sorted { $0.key < $1.key }.map { _, same in
      Difference(
        reason: .wrongOrder, expected: same.map { expected[left.lowerBound + $0] },
        actual: same.compactMap { partners[$0] }.sorted().map { actual[right.lowerBound + $0] })
    }

    // An event that seems to be missing may have come on another tick, out of order.
    var spare: [Int: [Int]] = [:]
    for index in isTaken.indices.reversed() where !isTaken[index] {
      spare[actualItems[index].identity, default: []].append(index)
    }
    for index in partners.indices where partners[index] == nil {
      // None of them is on the same tick, because those are paired already.
      guard let partner = spare[expectedItems[index].identity]?.popLast() else { continue }
      partners[index] = partner
      isTaken[partner] = true
    }

    for (offset, partner) in partners.enumerated() {
      let marble = expected[left.lowerBound + offset]
      if let partner {
        Difference(expected: marble, actual: actual[right.lowerBound + partner]).map { found.append($0) }
      } else {
        found.append(Difference(reason: .missing, expected: [marble], actual: []))
      }
    }
    for index in isTaken.indices where !isTaken[index] {
      found.append(Difference(reason: .extra, expected: [], actual: [actual[right.lowerBound + index]]))
    }
    // Differences on the same tick keep the order in which they were found.
    differences += found.enumerated()
      .sorted { ($0.element.firstTick, $0.offset) < ($1.element.firstTick, $1.offset) }
      .map(\.element)
  }
}
