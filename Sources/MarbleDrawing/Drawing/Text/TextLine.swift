import MarbleEvaluation
import MarbleLanguage

/// A line of text before it is divided into columns, with its text by tick.
struct TextLine {
  /// The text on one tick, in a compact form, since a drawing can have millions.
  struct Cell: ColumnContent {
    let tick: Int
    /// The text, with escape sequences for colors if necessary, unless it is one byte.
    private let longText: String
    private let narrowWidth: Int32
    /// The text if it is one visible ASCII character, which is the usual case, or else 0.
    let byte: UInt8
    var color: TextColor
    /// Whether the text would read as something else next to that of the following tick.
    var needsGap = false
    /// The state that fills the rest of the column, or `nil` for the state of the line.
    var filler: Layout.Phase.State?

    /// Creates a cell, where `width` is the visible width of text with escape sequences.
    init(tick: Int, text: String, width: Int? = nil, color: TextColor = .plain) {
      self.tick = tick
      self.color = color
      longText = text
      narrowWidth = Int32(clamping: width ?? displayWidth(of: text))
      byte = 0
    }

    /// Creates a cell with one visible ASCII character.
    init(tick: Int, byte: UInt8, color: TextColor = .plain) {
      self.tick = tick
      self.color = color
      longText = ""
      narrowWidth = 1
      self.byte = byte
    }

    var text: String { byte == 0 ? longText : String(Unicode.Scalar(byte)) }

    var firstByte: UInt8? { byte == 0 ? longText.utf8.first : byte }

    /// The number of terminal columns that the text takes.
    var width: Int { Int(narrowWidth) }

    var room: TextRoom { TextRoom(columns: needsGap ? width + 1 : width) }

    /// Returns the cell with another text.
    func with(_ text: String, width: Int? = nil) -> Cell {
      var cell = Cell(tick: tick, text: text, width: width, color: color)
      cell.needsGap = needsGap
      cell.filler = filler
      return cell
    }

    /// Returns the cell with the text of another cell after its own.
    func followed(by other: Cell, _ depth: ColorDepth) -> Cell {
      let text = color.painting(text, depth) + other.color.painting(other.text, depth)
      var cell = Cell(tick: tick, text: text, width: width + other.width)
      cell.filler = filler
      return cell
    }
  }

  /// The name before the line.
  var name: String
  var nameColor = TextColor.plain
  /// The cells, ordered by tick, at most one for each.
  var cells: [Cell]
  /// The phases, ordered by tick, with spaces before the first one.
  var phases: [Layout.Phase]
  /// The last tick that is drawn.
  var last: Int
  /// The text immediately after the last column.
  var tail = ""
  /// Whether the line is a lane that can be read back, and not a remark on one.
  var isLane = false
  /// Whether the text of an event is not drawn in full.
  var isCut = false

  /// Sets the color of the text on some ticks.
  mutating func paint(_ color: TextColor, on ticks: Set<Int>) {
    for index in cells.indices where ticks.contains(cells[index].tick) { cells[index].color = color }
  }
}

/// The number of columns that the strings on one tick need.
struct TextRoom: ColumnRoom {
  var columns: Int

  static let silent = TextRoom(columns: 1)

  mutating func include(_ other: TextRoom) { columns = max(columns, other.columns) }
}
