/// Finds which events of one sequence stand for which of another, so that few differences explain all.
///
/// Near each place where the sequences part, all ways of pairing are weighed; from there on the next such place is
/// looked for. So the work grows with the length of the sequences and not with its square.
struct Alignment {
  /// An event as far as pairing is concerned.
  struct Item {
    var tick: Int
    /// The same number for equal events.
    var identity: Int
    var isTerminal: Bool
  }

  /// Two positions that stand for one another.
  struct Pair: Hashable {
    var expected: Int
    var actual: Int
  }

  private let expected: [Item]
  private let actual: [Item]
  private(set) var pairs: [Pair] = []

  /// How many events of each side are weighed at a time; half of them are decided on, the rest is looked at again.
  private static let block = 64
  private static let decided = 32

  /// Pairs the events of two sequences, in order.
  init(_ expected: [Item], _ actual: [Item]) {
    self.expected = expected
    self.actual = actual
    var from = Pair(expected: 0, actual: 0)
    var to = Pair(expected: expected.count, actual: actual.count)
    var ending: [Pair] = []
    while to.expected > 0, to.actual > 0, expected[to.expected - 1].identity == actual[to.actual - 1].identity {
      to.expected -= 1
      to.actual -= 1
      ending.append(to)
    }
    while from.expected < to.expected, from.actual < to.actual {
      if expected[from.expected].identity == actual[from.actual].identity {
        pairs.append(from)
        from.expected += 1
        from.actual += 1
      } else {
        weigh(from: &from, to: to)
      }
    }
    pairs += ending.reversed()
  }

  /// What it costs to let something be missing or extra.
  private static let skip = 1000

  /// What it costs to let one event stand for another: nothing for the same event on the same tick, else somewhat more
  /// than a skip, and less than two; `nil` where it would explain nothing.
  private func cost(_ left: Item, _ right: Item) -> Int? {
    let distance = min((left.tick &- right.tick).magnitude, 400)
    if left.identity == right.identity { return distance == 0 ? 0 : Alignment.skip + Int(distance) }
    if left.isTerminal, right.isTerminal { return Alignment.skip + Int(distance) }
    guard distance == 0 else { return nil }
    return left.isTerminal || right.isTerminal ? Alignment.skip + 900 : Alignment.skip + 100
  }

  /// Pairs at the lowest cost what stands in the next block.
  private mutating func weigh(from: inout Pair, to: Pair) {
    let rows = min(Alignment.block, to.expected - from.expected)
    let columns = min(Alignment.block, to.actual - from.actual)
    let isRest = from.expected + rows == to.expected && from.actual + columns == to.actual
    let stride = columns + 1

    // best[row * stride + column] is the cost of all that follows.
    var best = Array(repeating: 0, count: (rows + 1) * stride)
    for row in (0...rows).reversed() {
      for column in (0...columns).reversed() where row < rows || column < columns {
        var lowest = Int.max
        if row < rows { lowest = best[(row + 1) * stride + column] + Alignment.skip }
        if column < columns { lowest = min(lowest, best[row * stride + column + 1] + Alignment.skip) }
        if row < rows, column < columns, let cost = cost(expected[from.expected + row], actual[from.actual + column]) {
          lowest = min(lowest, best[(row + 1) * stride + column + 1] + cost)
        }
        best[row * stride + column] = lowest
      }
    }

    var row = 0
    var column = 0
    while row < rows || column < columns {
      // What is near the block's end is decided on with what follows it.
      if !isRest, row >= Alignment.decided || column >= Alignment.decided { break }
      let here = best[row * stride + column]
      if row < rows, column < columns, let cost = cost(expected[from.expected + row], actual[from.actual + column]),
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
}
