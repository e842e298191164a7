/// One line of a drawing before it has columns: what stands on which tick, and what between.
struct Strip {
  /// What stands on one tick; kept small, since a drawing may have millions.
  struct Cell {
    let tick: Int
    /// The text, unless it is one byte; it may hold what makes a terminal change colours.
    private let longText: String
    private let narrowWidth: Int32
    /// The text if it is one ASCII character that can be seen, as it mostly is; else 0.
    let byte: UInt8
    /// What it is drawn with.
    var ink: Ink
    /// Whether it would read as something else if the next tick's text touched it.
    var needsGap = false
    /// What fills the rest of its column, if not what the line looks like there.
    var behind: State?

    /// A text; `width` is that of what can be seen of it, where that is not all.
    init(tick: Int, text: String, width: Int? = nil, ink: Ink = .plain) {
      self.tick = tick
      self.ink = ink
      longText = text
      narrowWidth = Int32(clamping: width ?? displayWidth(of: text))
      byte = 0
    }

    /// One ASCII character that can be seen.
    init(tick: Int, byte: UInt8, ink: Ink = .plain) {
      self.tick = tick
      self.ink = ink
      longText = ""
      narrowWidth = 1
      self.byte = byte
    }

    var text: String { byte == 0 ? longText : String(Unicode.Scalar(byte)) }

    var firstByte: UInt8? { byte == 0 ? longText.utf8.first : byte }

    /// How many columns of a terminal the text takes.
    var width: Int { Int(narrowWidth) }

    /// How many columns it needs.
    var demand: Int { needsGap ? width + 1 : width }

    /// The same place with a mark before and behind the text.
    func between(_ before: String, _ behind: String) -> Cell {
      let marks = displayWidth(of: before) + displayWidth(of: behind)
      var cell = Cell(tick: tick, text: before + text + behind, width: width + marks, ink: ink)
      cell.needsGap = needsGap
      cell.behind = self.behind
      return cell
    }

    /// The same place with what another cell shows behind its own text.
    func followed(by other: Cell) -> Cell {
      var cell = Cell(
        tick: tick, text: ink.painting(text) + other.ink.painting(other.text), width: width + other.width)
      cell.needsGap = other.needsGap
      cell.behind = behind
      return cell
    }
  }

  /// What a stream does while nothing happens in it.
  enum State: UInt8 {
    /// Nothing is to be seen of it.
    case blank
    /// Time passes in it, and somebody observes it.
    case running
    /// It waits for its turn.
    case waiting
    /// Nobody observes it, or not any more: this is what would have come.
    case missed
  }

  /// What the line looks like from a tick on where nothing happens.
  struct Phase: Hashable {
    var from: Int
    var state: State
  }

  /// What stands before the line.
  var name: String
  /// What the name is drawn with.
  var nameInk = Ink.plain
  /// By tick, at most one on each.
  var cells: [Cell]
  /// By tick; before the first one there are blanks.
  var phases: [Phase]
  /// The last tick that is drawn.
  var last: Int
  /// What follows the last column immediately.
  var tail = ""
  /// Whether it is a lane that reads back in, or else a remark on one.
  var isLane = false

  /// Gives what stands on some ticks an ink.
  mutating func paint(_ ink: Ink, on ticks: Set<Int>) {
    for index in cells.indices where ticks.contains(cells[index].tick) { cells[index].ink = ink }
  }
}

extension Strip.Phase {
  static func blank(from tick: Int) -> Self { Self(from: tick, state: .blank) }
  static func running(from tick: Int) -> Self { Self(from: tick, state: .running) }
  static func waiting(from tick: Int) -> Self { Self(from: tick, state: .waiting) }
  static func missed(from tick: Int) -> Self { Self(from: tick, state: .missed) }
}

extension Strip.State {
  /// What its line is drawn with.
  var ink: Ink { self == .missed ? .ghost : .plain }
}
