import MarbleEvaluation
import MarbleLanguage

/// A check for lanes that would be parsed as something other than a timeline without a prefix.
enum LaneAmbiguity {
  /// Checks whether the first columns of a lane look like a call, a chain, a command, a comment or a question.
  static func isMisleading(_ line: TextLine, on axis: TextAxis) -> Bool {
    guard let first = line.cells.first, first.tick == line.phases.first?.from,
      let head = first.firstByte
    else { return false }
    let column = axis.columns.partitionPoint { $0.tick >= first.tick }
    guard column < axis.columns.count, axis.columns[column].tick == first.tick,
      axis.columns[column].kind == .tick
    else { return false }

    // Moves from cell to cell. The first silent tick decides at the latest.
    var walk = Walk(cells: line.cells, columns: axis.columns, column: column)
    switch head {
    case UInt8(ascii: ":"): return true
    case UInt8(ascii: "/"): return walk.gap == 0 && walk.next() == UInt8(ascii: "/")
    case UInt8(ascii: "?"): return walk.gap == 0 && walk.next() == UInt8(ascii: "(")
    case UInt8(ascii: "["), UInt8(ascii: "\""):
      // A list or a string is not a name, so it can only begin a chain.
      guard walk.gap == 1, let next = walk.next(), isName(next) else { return false }
    default:
      guard isName(head) else { return false }
    }
    while walk.gap <= 1 {
      let isGlued = walk.gap == 0
      guard let next = walk.next() else { return false }
      if next == UInt8(ascii: "(") { return isGlued }
      guard isName(next) || isGlued && next.isDigit else { return false }
    }
    return false
  }

  /// A walk from a cell to the one of the next tick.
  private struct Walk {
    let cells: [TextLine.Cell]
    let columns: AxisColumns
    var column: Int
    private var cell = 0

    init(cells: [TextLine.Cell], columns: AxisColumns, column: Int) {
      self.cells = cells
      self.columns = columns
      self.column = column
    }

    /// The width of the column that the cell leaves unused.
    var gap: Int { columns[column].width - cells[cell].width }

    /// Returns the first byte of the next cell, or `nil` if the next tick is silent.
    mutating func next() -> UInt8? {
      guard cell + 1 < cells.count, cells[cell + 1].tick == cells[cell].tick + 1, column + 1 < columns.count else {
        return nil
      }
      cell += 1
      column += 1
      return cells[cell].firstByte
    }
  }

  /// Whether a token that starts with a byte could be, or start, a name.
  private static func isName(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter || byte == UInt8(ascii: "_") }
}
