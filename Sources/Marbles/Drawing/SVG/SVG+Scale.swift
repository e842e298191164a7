extension SVG {
  /// Where each tick stands: columns as wide as the widest thing that any line shows on them.
  struct Scale {
    struct Column {
      /// The tick, or the first of many.
      let tick: Int
      let ticks: Int
      /// What is to the left of it.
      let start: Double
      let width: Double
      /// Where in the column things stand.
      let middle: Double
      let isSilence: Bool

      var end: Double { start + width }
      /// Where things stand.
      var x: Double { start + middle }
      var lastTick: Int { tick + (ticks - 1) }
    }

    private(set) var columns: [Column] = []
    private(set) var width = 0.0

    /// How wide a tick is on which nothing happens.
    static let silentTick = 15.0
    private static let margin = 2

    init(ticks: ClosedRange<Int>, tracks: [Track]) {
      var next = Array(repeating: 0, count: tracks.count)
      var tick = ticks.lowerBound
      while true {
        var busy = Int.max
        for (index, track) in tracks.enumerated() where next[index] < track.clusters.count {
          busy = min(busy, track.clusters[next[index]].tick)
        }
        guard busy <= ticks.upperBound else { break }
        silence(from: tick, to: busy)
        var (left, right) = (Self.silentTick / 2, Self.silentTick / 2)
        for (index, track) in tracks.enumerated() where next[index] < track.clusters.count {
          let cluster = track.clusters[next[index]]
          guard cluster.tick == busy else { continue }
          left = max(left, cluster.left)
          right = max(right, cluster.right)
          next[index] += 1
        }
        append(busy, width: left + right, middle: left)
        tick = busy + 1
      }
      silence(from: tick, to: ticks.upperBound + 1)
    }

    private mutating func append(
      _ tick: Int, ticks: Int = 1, width: Double = Scale.silentTick, middle: Double? = nil, isSilence: Bool = false
    ) {
      columns.append(
        Column(
          tick: tick, ticks: ticks, start: self.width, width: width, middle: middle ?? width / 2, isSilence: isSilence))
      self.width += width
    }

    private mutating func silence(from: Int, to: Int) {
      guard to - from > TimelinePrinter.longestSilence else {
        for tick in from..<max(from, to) { append(tick) }
        return
      }
      for tick in from..<(from + Self.margin) { append(tick) }
      let ticks = to - from - 2 * Self.margin
      let width = Writing.width(of: "\(ticks) ticks", size: 11) + 16
      append(from + Self.margin, ticks: ticks, width: width, isSilence: true)
      for tick in (to - Self.margin)..<to { append(tick) }
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
        let half = Writing.width(of: text, size: 11) / 2
        guard column.x - half >= free else { continue }
        labels.append((column.x, text))
        free = column.x + half + 8
      }
      return labels
    }
  }
}
