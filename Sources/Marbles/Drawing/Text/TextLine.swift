import MarbleLanguage

/// One line of text before it has columns: what is on which tick, and what between.
struct TextLine {
  /// The text on one tick; kept small, since a drawing may have millions.
  struct Cell: ColumnContent {
    let tick: Int
    /// The text, unless it is one byte; it may hold what makes a terminal change colors.
    private let longText: String
    private let narrowWidth: Int32
    /// The text if it is one visible ASCII character, as it mostly is; else 0.
    let byte: UInt8
    var color: TextColor
    /// Whether it would read as something else if the next tick's text touched it.
    var needsGap = false
    /// What fills the rest of its column, if not the state of the line.
    var filler: Layout.Phase.State?

    /// A text; `width` is that of what can be seen of it, where that is not all.
    init(tick: Int, text: String, width: Int? = nil, color: TextColor = .plain) {
      self.tick = tick
      self.color = color
      longText = text
      narrowWidth = Int32(clamping: width ?? displayWidth(of: text))
      byte = 0
    }

    /// One visible ASCII character.
    init(tick: Int, byte: UInt8, color: TextColor = .plain) {
      self.tick = tick
      self.color = color
      longText = ""
      narrowWidth = 1
      self.byte = byte
    }

    var text: String { byte == 0 ? longText : String(Unicode.Scalar(byte)) }

    var firstByte: UInt8? { byte == 0 ? longText.utf8.first : byte }

    /// The number of columns of a terminal that the text takes.
    var width: Int { Int(narrowWidth) }

    var room: TextRoom { TextRoom(columns: needsGap ? width + 1 : width) }

    /// The same place with another text.
    func with(_ text: String, width: Int? = nil) -> Cell {
      var cell = Cell(tick: tick, text: text, width: width, color: color)
      cell.needsGap = needsGap
      cell.filler = filler
      return cell
    }

    /// The same place with what another cell shows after its own text.
    func followed(by other: Cell) -> Cell {
      var cell = Cell(
        tick: tick, text: color.painting(text) + other.color.painting(other.text), width: width + other.width)
      cell.filler = filler
      return cell
    }
  }

  /// What is before the line.
  var name: String
  var nameColor = TextColor.plain
  /// By tick, at most one on each.
  var cells: [Cell]
  /// By tick; before the first one there are spaces.
  var phases: [Layout.Phase]
  /// The last tick that is drawn.
  var last: Int
  /// What follows the last column immediately.
  var tail = ""
  /// Whether it is a lane that reads back in, or else a remark on one.
  var isLane = false

  /// Gives the text on some ticks a color.
  mutating func paint(_ color: TextColor, on ticks: Set<Int>) {
    for index in cells.indices where ticks.contains(cells[index].tick) { cells[index].color = color }
  }
}

/// The number of columns that texts on one tick take.
struct TextRoom: ColumnRoom {
  var columns: Int

  static let silent = TextRoom(columns: 1)

  mutating func include(_ other: TextRoom) { columns = max(columns, other.columns) }
}
