import MarbleLanguage

/// A pairing of the events of two sequences that needs few differences to explain them.
///
/// Equal events on the same tick at the beginning and at the end are paired directly. At every difference, all pairings within
/// the next block of events are compared, and the cheapest is used. The work therefore grows with the length of the
/// sequences, not with its square.
struct Alignment {
  /// The properties of an event that matter for pairing.
  struct Item: Hashable {
    var tick: Int
    /// A number that is the same for equal events.
    var identity: Int
    var isTerminal: Bool

    func isSame(as other: Item) -> Bool { identity == other.identity && tick == other.tick }
  }

  /// The positions of two events that are paired.
  struct Pair: Hashable {
    var expected: Int
    var actual: Int
  }

  private let expected: [Item]
  private let actual: [Item]
  private(set) var pairs: [Pair] = []

  /// The number of events of each side that are compared at a time.
  ///
  /// Only the first `decided` events of a block are settled. The rest is compared again in the next block.
  private static let block = 64
  private static let decided = 32

  /// Pairs the events of two sequences, in order.
  init(_ expected: [Item], _ actual: [Item]) {
    self.expected = expected
    self.actual = actual
    var from = Pair(expected: 0, actual: 0)
    var to = Pair(expected: expected.count, actual: actual.count)
    var ending: [Pair] = []
    while to.expected > 0, to.actual > 0, expected[to.expected - 1].isSame(as: actual[to.actual - 1]) {
      to.expected -= 1
      to.actual -= 1
      ending.append(to)
    }
    while from.expected < to.expected, from.actual < to.actual {
      if expected[from.expected].isSame(as: actual[from.actual]) {
        pairs.append(from)
        from.expected += 1
        from.actual += 1
      } else {
        weigh(from: &from, to: to)
      }
    }
    pairs += ending.reversed()
  }

  /// The cost of a missing or an extra event.
  private static let skip = 1000

  /// Returns the cost of pairing two events, or `nil` if the pair would explain nothing.
  ///
  /// The same event on the same tick costs nothing. Other pairs cost more than one skip and less than two.
  private static func cost(_ left: Item, _ right: Item) -> Int? {
    let distance = min((left.tick &- right.tick).magnitude, 400)
    if left.identity == right.identity { return distance == 0 ? 0 : Alignment.skip + Int(distance) }
    if left.isTerminal, right.isTerminal { return Alignment.skip + Int(distance) }
    guard distance == 0 else { return nil }
    return left.isTerminal || right.isTerminal ? Alignment.skip + 900 : Alignment.skip + 100
  }

  /// Pairs the events of the next block at the lowest cost.
  private mutating func weigh(from: inout Pair, to: Pair) {
    let rows = min(Alignment.block, to.expected - from.expected)
    let columns = min(Alignment.block, to.actual - from.actual)
    let isRest = from.expected + rows == to.expected && from.actual + columns == to.actual
    let stride = columns + 1

    // best[row * stride + column] is the cost of everything that follows.
    let best = costs(rows: rows, columns: columns, from: from)
    var row = 0
    var column = 0
    while row < rows || column < columns {
      // Events near the end of the block are decided with those that follow them.
      if !isRest, row >= Alignment.decided || column >= Alignment.decided { break }
      let here = best[row * stride + column]
      if row < rows, column < columns,
        let cost = Alignment.cost(expected[from.expected + row], actual[from.actual + column]),
        here == best[(row + 1) * stride + column + 1] + cost
      {
        pairs.append(Pair(expected: from.expected + row, actual: from.actual + column))
        row += 1
        column += 1
      } else if row < rows, here == best[(row + 1) * stride + column] + Alignment.skip {
        row += 1
      } else {
        column += 1
      }
    }
    from.expected += row
    from.actual += column
  }

  /// Returns the lowest cost of the rest of a block, for each pair of positions in it.
  ///
  /// Comparisons spend most of their time here, in debug builds almost all of it. The function therefore avoids
  /// iterators and bounds checks.
  private func costs(rows: Int, columns: Int, from: Pair) -> [Int] {
    let stride = columns + 1
    return [Int](unsafeUninitializedCapacity: (rows + 1) * stride) { best, count in
      expected.withUnsafeBufferPointer { expected in
        actual.withUnsafeBufferPointer { actual in
          var row = rows
          while row >= 0 {
            var column = columns
            while column >= 0 {
              var lowest = row < rows || column < columns ? Int.max : 0
              if row < rows { lowest = best[(row + 1) * stride + column] + Alignment.skip }
              if column < columns { lowest = min(lowest, best[row * stride + column + 1] + Alignment.skip) }
              if row < rows, column < columns {
                let left = expected[from.expected + row]
                let right = actual[from.actual + column]
                // Events with nothing in common cannot be paired, so their cost is not computed.
                if left.tick == right.tick || left.identity == right.identity || left.isTerminal,
                  let cost = Alignment.cost(left, right)
                {
                  lowest = min(lowest, best[(row + 1) * stride + column + 1] + cost)
                }
              }
              best[row * stride + column] = lowest
              column -= 1
            }
            row -= 1
          }
        }
      }
      count = (rows + 1) * stride
    }
  }
}
