import MarbleEvaluation
import MarbleLanguage

/// All inputs of a law up to a size, the smallest first.
struct SmallInputs {
  /// The largest number of values, and of ticks of each stream.
  struct Bounds: Equatable {
    let values: Int
    let ticks: Int
  }

  private let space: LawSpace
  let bounds: Bounds
  /// The ticks of a stream's values, and its end.
  private struct Shape {
    let ticks: [Int]
    let end: LawStream.End?
    let length: Int
    let endRank: Int
  }

  /// The shapes of each stream, by the number of values and by the length.
  private let shapes: [[[[Shape]]]]

  /// Creates the inputs within the largest bounds that a number of inputs allows.
  init(_ space: LawSpace, upTo count: Int) {
    let best = Self.possibleBounds.first { Self.count(space, $0) <= count }
    self.init(space, best ?? Bounds(values: 0, ticks: 1))
  }

  init(_ space: LawSpace, _ bounds: Bounds) {
    self.space = space
    self.bounds = bounds
    shapes = space.streams.map { Self.shapes(bounds, endCount: $0.ends.count) }
  }

  /// The bounds to choose from, the best first.
  private static let possibleBounds = [
    (4, 5), (4, 4), (3, 4), (3, 3), (2, 4), (2, 3), (3, 2), (2, 2), (1, 3), (1, 2), (1, 1),
  ].map { Bounds(values: $0, ticks: $1) }

  // MARK: Shapes

  private static func shapes(_ bounds: Bounds, endCount: Int) -> [[[Shape]]] {
    (0...bounds.values).map { count in
      var byLength: [[Shape]] = Array(repeating: [], count: bounds.ticks + 1)
      for ticks in sequences(count, below: bounds.ticks) {
        let first = ticks.last ?? 0
        let length = ticks.isEmpty ? 0 : first + 1
        byLength[length].append(Shape(ticks: ticks, end: nil, length: length, endRank: 0))
        for tick in first..<bounds.ticks {
          for index in 0..<endCount {
            byLength[tick + 1].append(
              Shape(ticks: ticks, end: .init(index: index, tick: tick), length: tick + 1, endRank: index + 1))
          }
        }
      }
      return byLength
    }
  }

  /// Returns all ascending sequences of a length, which may contain a number more than once.
  private static func sequences(_ count: Int, below limit: Int, from start: Int = 0) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (start..<limit).flatMap { first in
      sequences(count - 1, below: limit, from: first).map { [first] + $0 }
    }
  }

  // MARK: Counting

  private static func count(_ space: LawSpace, _ bounds: Bounds) -> Int {
    let shapeCounts = space.streams.map { stream in
      shapes(bounds, endCount: stream.ends.count).map { $0.reduce(0) { $0 + $1.count } }
    }
    var total = 0
    for values in 0...bounds.values {
      for split in splits(of: values, into: space.streams.count) {
        let shapes = zip(split, shapeCounts).reduce(1) { $0 * $1.1[$1.0] }
        total += shapes * assignments(space, split).count * space.combinations.count
        if total > 10_000_000 { return total }
      }
    }
    return total
  }

  /// Returns all ways to split a number into parts.
  private static func splits(of number: Int, into parts: Int) -> [[Int]] {
    guard parts > 1 else { return parts == 1 ? [[number]] : number == 0 ? [[]] : [] }
    return (0...number).reversed().flatMap { first in
      splits(of: number - first, into: parts - 1).map { [first] + $0 }
    }
  }

  // MARK: Values

  /// Returns the values of all streams, one after the other.
  private static func assignments(_ space: LawSpace, _ split: [Int]) -> [[Value]] {
    let count = split.reduce(0, +)
    if space.isUniform, let values = space.streams.first?.values.all {
      return patterns(count).map { $0.map { values[min($0, values.count - 1)] } }
    }
    var all: [[Value]] = [[]]
    for (part, stream) in zip(split, space.streams) {
      for _ in 0..<part {
        let values = stream.values.values(forCount: count)
        all = all.flatMap { start in values.map { start + [$0] } }
      }
    }
    return all
  }

  /// Returns all patterns of equal and different values, as numbers in the order of their first occurrence.
  private static func patterns(_ count: Int) -> [[Int]] {
    var patterns: [[Int]] = [[]]
    for _ in 0..<count {
      patterns = patterns.flatMap { start in (0...((start.max() ?? -1) + 1)).map { start + [$0] } }
    }
    return patterns
  }

  // MARK: Visiting

  /// Calls a closure with each input that has a number of values, the smallest first, until it returns `false`.
  ///
  /// - Returns: Whether the closure was called with all of them.
  func visit(valueCount: Int, _ body: (LawInput) -> Bool) -> Bool {
    let splits = Self.splits(of: valueCount, into: space.streams.count)
    let assignments = splits.map { Self.assignments(space, $0) }
    for length in 0...(bounds.ticks * max(1, space.streams.count)) {
      var choices: [(split: Int, shapes: [Shape], ends: [Int])] = []
      for (index, split) in splits.enumerated() {
        choose(split, length: length, []) { shapes in
          let ends = shapes.map(\.endRank)
          choices.append((index, shapes, [ends.reduce(0, +)] + ends))
        }
      }
      // Inputs with the same ends are ordered by their values.
      let groups = Dictionary(grouping: choices, by: \.ends).sorted { $0.key.lexicographicallyPrecedes($1.key) }
      for (_, choices) in groups {
        let inputs = choices.flatMap { choice in
          space.combinations.flatMap { constants in
            assignments[choice.split].map { values in
              let input = input(constants, choice.shapes, values)
              return (input: input, size: InputSize(of: input, in: space))
            }
          }
        }
        for (input, _) in inputs.sorted(by: { $0.size < $1.size }) where !body(input) { return false }
      }
    }
    return true
  }

  /// Calls a closure with all combinations of shapes whose lengths have the given sum.
  private func choose(_ split: [Int], length: Int, _ chosen: [Shape], _ body: ([Shape]) -> Void) {
    let index = chosen.count
    guard index < split.count else { return length == 0 ? body(chosen) : () }
    for (own, shapes) in shapes[index][split[index]].enumerated() where own <= length {
      for shape in shapes { choose(split, length: length - own, chosen + [shape], body) }
    }
  }

  private func input(_ constants: [Value], _ shapes: [Shape], _ values: [Value]) -> LawInput {
    var next = 0
    let streams = shapes.map { shape in
      var stream = LawStream(end: shape.end)
      stream.items.reserveCapacity(shape.ticks.count)
      for tick in shape.ticks {
        stream.items.append(.init(tick: tick, value: values[next]))
        next += 1
      }
      return stream
    }
    return LawInput(constants: constants, streams: streams)
  }
}
