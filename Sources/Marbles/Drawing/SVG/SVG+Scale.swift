import MarbleLanguage

extension SVG {
  /// Where each tick stands: columns as wide as the widest thing that any line shows on them.
  struct Scale {
    struct Column {
      /// The tick, or the first of many.
      let tick: Int
      let ticks: Int
      /// The room to its left.
      let start: Double
      let width: Double
      /// Where in the column things stand.
      let middle: Double

      /// Whether nothing happens on its ticks.
      var isSilence: Bool { ticks > 1 }
      var end: Double { start + width }
      /// Where things stand.
      var x: Double { start + middle }
      var lastTick: Int { tick + (ticks - 1) }
    }

    let columns: [Column]
    /// The width of all columns together.
    var width: Double { columns.last?.end ?? 0 }

    /// How wide a tick is on which nothing happens.
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

    /// The column in which a tick stands.
    func column(of tick: Int) -> Column { columns[index(of: tick)] }

    /// The place among the columns of the one that a tick stands in.
    func index(of tick: Int) -> Int { max(0, columns.partitionPoint { $0.tick > tick } - 1) }

    /// The columns in parts that are at most so wide where that can be.
    func systems(width limit: Double) -> [Range<Int>] {
      // A little more in one row is easier to read than a little in a row of its own.
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

    /// The numbers above some columns: where they stand, and none that touches another.
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
