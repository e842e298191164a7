/// Where each tick of a drawing stands: the columns that all of its lanes share.
///
/// A tick's column is as wide as the widest thing that any lane shows on it. Long silence becomes one column, and so
/// does what is left out on purpose.
struct Axis {
  /// What a column stands for.
  enum Kind: UInt8 {
    /// One tick.
    case tick
    /// Many ticks on which no lane shows anything.
    case silence
    /// Many ticks that are not shown.
    case elided
  }

  struct Column {
    /// The tick, or the first of many.
    let tick: Int
    /// How many ticks it stands for.
    let ticks: Int
    /// How many columns of the drawing are to its left.
    let start: Int
    let width: Int
    let kind: Kind
  }

  private(set) var columns: Columns
  private let look: Look
  /// The width of all columns together.
  var width: Int { columns.width }

  /// How many silent ticks on both sides of such a column are shown nevertheless.
  ///
  /// No value thus stands beside the word that says how long the silence is, and reads as a word of its own.
  private static let margin = 2

  /// Makes room for everything that stands on lines.
  ///
  /// - Parameters:
  ///   - ticks: The ticks that are shown.
  ///   - strips: The lines.
  ///   - keeping: The ticks that are shown in spite of `ticks`, ascending and apart; `nil` for all of them.
  ///   - look: What silence is told in.
  init(ticks: ClosedRange<Int>, strips: [Strip], keeping: [ClosedRange<Int>]? = nil, look: Look = .plain) {
    self.look = look
    columns = Columns(endingBefore: ticks.upperBound + 1)
    if keeping == nil {
      let cells = strips.reduce(0) { $0 + $1.cells.count }
      columns.reserveCapacity(min(ticks.count, TimelinePrinter.longestSilence * (cells + 1)))
    }
    var cursors = strips.map { Cursor($0.cells) }
    var elidedFrom = ticks.lowerBound
    for range in keeping ?? [ticks] {
      if range.lowerBound > elidedFrom { columns.append(tick: elidedFrom, kind: .elided) }
      fill(range, with: &cursors)
      elidedFrom = range.upperBound + 1
    }
    if elidedFrom <= ticks.upperBound { columns.append(tick: elidedFrom, kind: .elided) }
  }

  /// How far the cells of a line have got their room.
  private struct Cursor {
    private let cells: [Strip.Cell]
    private var next = 0
    /// The tick of the next cell; behind the last one, none that there is.
    private(set) var tick = Int.max

    init(_ cells: [Strip.Cell]) {
      self.cells = cells
      look()
    }

    private mutating func look() {
      tick = next < cells.count ? cells[next].tick : .max
    }

    /// The width of the next cell, behind which the cursor goes on.
    mutating func advance() -> Int {
      let width = cells[next].demand
      next += 1
      look()
      return width
    }
  }

  private mutating func fill(_ range: ClosedRange<Int>, with cursors: inout [Cursor]) {
    for lane in cursors.indices {
      while cursors[lane].tick < range.lowerBound { _ = cursors[lane].advance() }
    }
    var tick = range.lowerBound
    while true {
      var busy = Int.max
      for cursor in cursors { busy = min(busy, cursor.tick) }
      guard busy <= range.upperBound else { break }
      silence(from: tick, to: busy)
      var widest = 1
      for lane in cursors.indices where cursors[lane].tick == busy { widest = max(widest, cursors[lane].advance()) }
      columns.append(tick: busy, width: widest)
      tick = busy + 1
    }
    silence(from: tick, to: range.upperBound + 1)
  }

  private mutating func silence(from: Int, to: Int) {
    guard to - from > TimelinePrinter.longestSilence else {
      for tick in from..<max(from, to) { columns.append(tick: tick) }
      return
    }
    let ticks = to - from - 2 * Axis.margin
    for tick in from..<(from + Axis.margin) { columns.append(tick: tick) }
    columns.append(tick: from + Axis.margin, width: look.width(ofSilenceOf: ticks), kind: .silence)
    for tick in (to - Axis.margin)..<to { columns.append(tick: tick) }
  }

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
