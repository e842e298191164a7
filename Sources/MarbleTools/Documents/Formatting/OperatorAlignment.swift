import Marbles

/// The column of each row's sign.
///
/// Consecutive rows with the same sign share the leftmost possible column. A table, in which the timelines of
/// bindings and assertions are written in one column, keeps that column.
struct OperatorAlignment {
  /// The column of each row's sign, by the index of the row.
  private(set) var columns: [Int]

  private let rows: [Row]
  private let runs: [Run]

  /// The column from which on a long left side does not move the signs of other rows.
  private static let maxColumn = 72

  /// Consecutive rows with the same sign.
  struct Run {
    let rows: Range<Int>
    let sign: Row.Sign
    let isBelow: Bool
  }

  /// Creates the alignment of some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - follows: For each row, whether nothing except comments is between it and the previous row.
  init(_ rows: [Row], follows: [Bool]) {
    self.rows = rows
    columns = rows.map { $0.isBelow ? $0.writtenSign : $0.leftWidth + 1 }
    var runs: [Run] = []
    for (index, row) in rows.enumerated() {
      if let last = runs.last, follows[index], last.sign == row.sign, !last.isBelow, !row.isBelow {
        runs[runs.count - 1] = Run(rows: last.rows.lowerBound..<index + 1, sign: last.sign, isBelow: false)
      } else {
        runs.append(Run(rows: index..<index + 1, sign: row.sign, isBelow: row.isBelow))
      }
    }
    self.runs = runs
    for run in runs where run.sign != .none && !run.isBelow { lineUp(run) }
    for index in runs.indices where runs[index].sign == .binding { keepTable(under: index) }
  }

  /// Returns the column of a row's timeline.
  func laneColumn(of row: Int) -> Int { (rows[row].sign == .none ? 0 : columns[row]) + rows[row].laneOffset }

  private mutating func lineUp(_ run: Run) {
    var column = 0
    for row in run.rows where rows[row].leftWidth < Self.maxColumn { column = max(column, columns[row]) }
    for row in run.rows { columns[row] = max(column, columns[row]) }
  }

  // MARK: Tables

  /// Keeps the columns of bindings and of the assertions below them if their timelines share a column.
  private mutating func keepTable(under index: Int) {
    let bindings = runs[index].rows
    let written = Set(bindings.compactMap { rows[$0].writtenLane })
    guard bindings.allSatisfy({ rows[$0].lane == nil || rows[$0].isTight }), !written.isEmpty else { return }
    let assertions = runs[(index + 1)...].prefix { $0.sign == .comparison }
    let tied = assertions.filter { isTied($0, to: written) }
    guard !tied.isEmpty else { return }
    let signs = Set(bindings.map { rows[$0].writtenSign })
    if signs.count == 1, let sign = signs.first, bindings.allSatisfy({ columns[$0] <= sign }) {
      for row in bindings { columns[row] = sign }
      for run in tied { for row in run.rows { columns[row] = rows[row].writtenSign } }
    } else if written.count == 1, let old = written.first, let first = bindings.first(where: { rows[$0].lane != nil }) {
      // Their timelines share a column, but their signs do not, so the assertions below move with the timelines.
      let move = laneColumn(of: first) - old
      for run in tied where run.isBelow { for row in run.rows { columns[row] = max(0, columns[row] + move) } }
    }
  }

  private func isTied(_ run: Run, to written: Set<Int>) -> Bool {
    let lanes = Set(run.rows.map { rows[$0].writtenLane })
    guard lanes.count == 1, let lane = lanes.first, let lane, written.contains(lane) else { return false }
    return run.rows.allSatisfy { rows[$0].isTight && (run.isBelow || rows[$0].leftWidth < rows[$0].writtenSign) }
  }
}
