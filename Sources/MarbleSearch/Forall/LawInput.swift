import MarbleEvaluation
import MarbleLanguage

/// A stream among the inputs of a law: its values and its end.
package struct LawStream: Hashable, Sendable {
  /// A value and its tick.
  struct Item: Hashable, Sendable {
    var tick: Int
    var value: Value
  }

  /// The terminal event, as an index into the ends of the law, and its tick.
  struct End: Hashable, Sendable {
    var index: Int
    var tick: Int
  }

  /// The values, ordered by tick.
  var items: [Item] = []
  var end: End?

  /// The number of ticks up to the last event.
  var length: Int { (end?.tick ?? items.last?.tick ?? -1) + 1 }

  /// The position of the end among all ends, where silence is the first.
  var endRank: Int { end.map { $0.index + 1 } ?? 0 }

  func timeline(_ ends: [Event]) -> Timeline {
    var marbles = items.map { Timeline.Marble(tick: $0.tick, event: .value($0.value)) }
    if let end { marbles.append(Timeline.Marble(tick: end.tick, event: ends[end.index])) }
    return Timeline(marbles, end: max(1, length))
  }
}

/// The arguments for the parameters of a law.
package struct LawInput: Hashable, Sendable {
  /// The arguments that are plain values, in the order of the parameters.
  package var constants: [Value] = []
  /// The arguments for the streams, in the order of the parameters.
  package var streams: [LawStream] = []
  /// Whether hot streams that share a tick send in the reverse order of the parameters.
  var isReversed = false

  var valueCount: Int { streams.reduce(0) { $0 + $1.items.count } }
  /// The sum of the lengths of all streams.
  var length: Int { streams.reduce(0) { $0 + $1.length } }
  var lastTick: Int { streams.map(\.length).max().map { $0 - 1 } ?? -1 }

  /// Whether two events of the streams are on the same tick.
  var hasSimultaneousEvents: Bool {
    var ticks: Set<Int> = []
    for stream in streams {
      for item in stream.items where !ticks.insert(item.tick).inserted { return true }
      if let end = stream.end, !ticks.insert(end.tick).inserted { return true }
    }
    return false
  }

  /// Returns the input with the other order of the streams, or `nil` if no two hot streams share a tick.
  func reversed(in space: LawSpace) -> LawInput? {
    guard hasRace(in: space) else { return nil }
    var input = self
    input.isReversed.toggle()
    return input
  }

  /// Whether two hot streams share a tick, so that their order can matter.
  func hasRace(in space: LawSpace) -> Bool {
    guard space.triesOrders else { return false }
    var seen: Set<Int> = []
    for (stream, parameter) in zip(streams, space.streams) where !parameter.isCold {
      let ticks = stream.items.map(\.tick) + [stream.end?.tick].compactMap(\.self)
      if ticks.contains(where: seen.contains) { return true }
      seen.formUnion(ticks)
    }
    return false
  }
}

extension Array {
  /// Returns the streams of an input, or what belongs to them, in the order in which they send on the same tick.
  package func ordered(for input: LawInput) -> [Element] { input.isReversed ? reversed() : self }
}

/// The size of an input: by its number of values, its ticks, its ends, its values, and its order.
struct InputSize: Comparable {
  private let key: [Int]

  init(of input: LawInput, in space: LawSpace) {
    let ends = input.streams.map(\.endRank)
    var key = [input.valueCount, input.length, ends.reduce(0, +)] + ends
    for (value, domain) in zip(input.constants, space.constants) { key.append(domain.rank(of: value)) }
    for (stream, parameter) in zip(input.streams, space.streams) {
      for item in stream.items { key.append(parameter.values.rank(of: item.value)) }
    }
    self.key = key + [input.isReversed ? 1 : 0]
  }

  static func < (left: InputSize, right: InputSize) -> Bool { left.key.lexicographicallyPrecedes(right.key) }
}
