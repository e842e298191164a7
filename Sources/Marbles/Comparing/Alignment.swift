import MarbleLanguage

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
  private static func cost(_ left: Item, _ right: Item) -> Int? {
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
    let best = costs(rows: rows, columns: columns, from: from)
    var row = 0
    var column = 0
    while row < rows || column < columns {
      // What is near the block's end is decided on with what follows it.
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

  /// What the rest of a block costs at the lowest, from each pair of places in it.
  ///
  /// Most of the time is spent here, in debug builds all of it, so it goes without iterators and checks.
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
                // What has nothing in common is not worth asking about.
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
