/// Where each tick of a drawing stands: the columns that all of its lanes share.
///
/// A tick's column is as wide as the widest thing that any lane shows on it. Long silence becomes one column, and so
/// does what is left out on purpose.
struct Axis {
  /// What a column stands for.
  enum Kind: Hashable {
    /// One tick.
    case tick
    /// Many ticks on which no lane shows anything.
    case silence
    /// Many ticks that are not shown.
    case elided
  }

  struct Column: Hashable {
    /// The tick, or the first of many.
    var tick: Int
    /// How many ticks it stands for.
    var ticks = 1
    /// How many columns of the drawing are to its left.
    var start: Int
    var width = 1
    var kind = Kind.tick
  }

  /// A thing that needs room: the tick on which it stands and its width.
  struct Demand {
    var tick: Int
    var width: Int
  }

  private(set) var columns: [Column] = []
  /// The width of all columns together.
  private(set) var width = 0

  /// Silence that is longer is shown as one column.
  static let longestSilence = 100
  /// How many silent ticks on both sides of such a column are shown nevertheless.
  ///
  /// No value thus stands beside the word that says how long the silence is, and reads as a word of its own.
  private static let margin = 2

  /// Makes room for all demands.
  ///
  /// - Parameters:
  ///   - ticks: The ticks that are shown.
  ///   - demands: What needs room, in any order.
  ///   - keeping: The ticks that are shown in spite of `ticks`, ascending and apart; `nil` for all of them.
  init(ticks: ClosedRange<Int>, demands: [Demand], keeping: [ClosedRange<Int>]? = nil) {
    // What comes from one lane is sorted already; few runs are merged fast.
    let demands = demands.sorted { $0.tick < $1.tick }
    var next = 0
    var elidedFrom = ticks.lowerBound
    for range in keeping ?? [ticks] {
      if range.lowerBound > elidedFrom {
        append(Column(tick: elidedFrom, ticks: range.lowerBound - elidedFrom, start: width, kind: .elided))
      }
      fill(range, with: demands, from: &next)
      elidedFrom = range.upperBound + 1
    }
    if elidedFrom <= ticks.upperBound {
      append(Column(tick: elidedFrom, ticks: ticks.upperBound - elidedFrom + 1, start: width, kind: .elided))
    }
  }

  private mutating func fill(_ range: ClosedRange<Int>, with demands: [Demand], from next: inout Int) {
    while next < demands.count, demands[next].tick < range.lowerBound { next += 1 }
    var tick = range.lowerBound
    while next < demands.count, demands[next].tick <= range.upperBound {
      let busy = demands[next].tick
      silence(from: tick, to: busy)
      var widest = 1
      while next < demands.count, demands[next].tick == busy {
        widest = max(widest, demands[next].width)
        next += 1
      }
      append(Column(tick: busy, start: width, width: widest))
      tick = busy + 1
    }
    silence(from: tick, to: range.upperBound + 1)
  }

  private mutating func silence(from: Int, to: Int) {
    guard to - from > Axis.longestSilence else {
      for tick in from..<max(from, to) { append(Column(tick: tick, start: width)) }
      return
    }
    let ticks = to - from - 2 * Axis.margin
    for tick in from..<(from + Axis.margin) { append(Column(tick: tick, start: width)) }
    append(
      Column(
        tick: from + Axis.margin, ticks: ticks, start: width, width: Axis.word(forSilenceOf: ticks).utf8.count,
        kind: .silence))
    for tick in (to - Axis.margin)..<to { append(Column(tick: tick, start: width)) }
  }

  private mutating func append(_ column: Column) {
    columns.append(column)
    width += column.width
  }

  /// How the notation writes that time passes, with the blanks that it needs around it.
  static func word(forSilenceOf ticks: Int) -> String { " \(ticks)t " }

  /// The columns in parts that are at most so wide where that can be, at least one column each.
  ///
  /// The word that tells of silence stays between its neighbours: a line neither begins nor ends with it.
  func systems(width limit: Int?) -> [Range<Int>] {
    guard let limit, width > limit else { return [columns.indices] }
    var systems: [Range<Int>] = []
    var first = 0
    var lastBreak = 0
    for index in columns.indices {
      if index > 0, columns[index].kind != .silence, columns[index - 1].kind != .silence { lastBreak = index }
      if columns[index].start + columns[index].width - columns[first].start > limit, lastBreak > first {
        systems.append(first..<lastBreak)
        first = lastBreak
      }
    }
    systems.append(first..<columns.count)
    return systems
  }
}
