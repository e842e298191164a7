import MarbleEvaluation
import MarbleLanguage

/// The positions of the ticks of a text drawing: the columns that all of its lines share.
///
/// The column of a tick is as wide as the widest text on it in any line.
struct TextAxis {
  enum Kind: UInt8 {
    /// One tick.
    case tick
    /// Several ticks on which no line shows anything.
    case silence
    /// Several ticks that are not shown.
    case elided
  }

  struct Column {
    /// The tick, or the first of several.
    let tick: Int
    /// The number of ticks in the column.
    let ticks: Int
    /// The number of text columns to its left.
    let start: Int
    let width: Int
    let kind: Kind
  }

  private(set) var columns: AxisColumns
  /// The width of all columns together.
  var width: Int { columns.width }

  /// Creates an axis with columns for the contents of some lines.
  ///
  /// - Parameters:
  ///   - ticks: The ticks of the axis.
  ///   - lines: The lines.
  ///   - keeping: The ticks that are shown, as ascending ranges that do not touch, or `nil` for all ticks.
  ///   - glyphs: The glyphs that determine the width of silence.
  init(
    ticks: ClosedRange<Int>, lines: [TextLine] = [], keeping: [ClosedRange<Int>]? = nil, glyphs: GlyphSet = .plain
  ) {
    var columns = AxisColumns(endingBefore: ticks.upperBound + 1)
    if keeping == nil {
      let cells = lines.reduce(0) { $0 + $1.cells.count }
      columns.reserveCapacity(min(ticks.count, TimelinePrinter.maxSilence * (cells + 1)))
    }
    var division = ColumnDivision(lines.map(\.cells))
    division.divide(ticks, keeping: keeping) { tick, kind in
      switch kind {
      case .tick(let room): columns.append(tick: tick, width: room.columns)
      case .silence(let ticks):
        columns.append(tick: tick, width: glyphs.width(ofSilenceOf: ticks), kind: .silence)
      case .elided: columns.append(tick: tick, kind: .elided)
      }
    }
    self.columns = columns
  }

  /// Divides the columns into systems that are, if possible, at most `limit` wide, with at least one column each.
  ///
  /// The text for silence stays between its neighbors: a system neither begins nor ends with it.
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
