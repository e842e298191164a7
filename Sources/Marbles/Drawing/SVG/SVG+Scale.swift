import MarbleLanguage

extension SVG {
  /// The horizontal positions of ticks: each column is as wide as the widest mark in it on any line.
  struct Scale {
    struct Column {
      /// The tick, or the first of several.
      let tick: Int
      let ticks: Int
      /// The position of the left edge.
      let start: Double
      let width: Double
      /// The distance from the left edge to the marks.
      let middle: Double

      /// Whether nothing happens on the ticks of the column.
      var isSilence: Bool { ticks > 1 }
      var end: Double { start + width }
      /// The horizontal position of the marks.
      var x: Double { start + middle }
      var lastTick: Int { tick + (ticks - 1) }
    }

    let columns: [Column]
    /// The width of all columns together.
    var width: Double { columns.last?.end ?? 0 }

    /// The width of a tick on which nothing happens.
    static let silentTick = 15.0

    init(ticks: ClosedRange<Int>, tracks: [Track]) {
      var division = ColumnDivision(tracks.map(\.stacks))
      var columns: [Column] = []
      division.divide(ticks) { tick, kind in
        let start = columns.last?.end ?? 0
        switch kind {
        case .tick(let room):
          columns.append(
            Column(tick: tick, ticks: 1, start: start, width: room.left + room.right, middle: room.left))
        case .silence(let ticks):
          let width = TextMetrics.width(of: "\(ticks) ticks", size: 11) + 16
          columns.append(Column(tick: tick, ticks: ticks, start: start, width: width, middle: width / 2))
        case .elided: break
        }
      }
      self.columns = columns
    }

    func column(of tick: Int) -> Column { columns[index(of: tick)] }

    /// Returns the index of the column that contains a tick.
    func index(of tick: Int) -> Int { max(0, columns.partitionPoint { $0.tick > tick } - 1) }

    /// Divides the columns into systems that are, if possible, at most `limit` wide.
    func systems(width limit: Double) -> [Range<Int>] {
      // A slightly wider row is easier to read than a short second row.
      let whole = (columns.last?.end ?? 0) - (columns.first?.start ?? 0)
      if whole <= limit * 1.2 { return [columns.indices] }
      var systems: [Range<Int>] = []
      var first = 0
      for index in columns.indices where columns[index].end - columns[first].start > limit && index > first {
        systems.append(first..<index)
        first = index
      }
      return systems + [first..<columns.count]
    }

    /// Returns the numbers above some columns with their positions, omitting those that would touch another.
    func labels(of range: Range<Int>) -> [(x: Double, text: String)] {
      var labels: [(x: Double, text: String)] = []
      var free = -Double.infinity
      for index in range {
        let column = columns[index]
        let followsSilence = index > 0 && columns[index - 1].isSilence
        let isFirst = index == range.lowerBound && index > 0
        guard column.isSilence || followsSilence || isFirst || column.tick.isMultiple(of: 5) else { continue }
        let text = column.isSilence ? "\(column.ticks) ticks" : "\(column.tick)"
        let half = TextMetrics.width(of: text, size: 11) / 2
        guard column.x - half >= free else { continue }
        labels.append((column.x, text))
        free = column.x + half + 8
      }
      return labels
    }
  }
}
