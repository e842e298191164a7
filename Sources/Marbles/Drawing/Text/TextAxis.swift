import MarbleLanguage

/// Where each tick of a text drawing is: the columns that all of its lines share.
///
/// A tick's column is as wide as the widest text that any line shows on it.
struct TextAxis {
  enum Kind: UInt8 {
    /// One tick.
    case tick
    /// A number of ticks on which no line shows anything.
    case silence
    /// A number of ticks that are not shown.
    case elided
  }

  struct Column {
    /// The tick, or the first of several.
    let tick: Int
    /// The number of ticks that it stands for.
    let ticks: Int
    /// The number of columns of the drawing to its left.
    let start: Int
    let width: Int
    let kind: Kind
  }

  private(set) var columns: AxisColumns
  /// The width of all columns together.
  var width: Int { columns.width }

  /// Makes room for everything on some lines.
  ///
  /// - Parameters:
  ///   - ticks: The ticks that are shown.
  ///   - lines: The lines.
  ///   - keeping: The ticks that are shown in spite of `ticks`, ascending and apart; `nil` for all of them.
  ///   - glyphs: The glyphs that tell of silence.
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

  /// The columns in parts that are at most so wide where that can be, at least one column each.
  ///
  /// The word that tells of silence stays between its neighbors: a line neither begins nor ends with it.
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
