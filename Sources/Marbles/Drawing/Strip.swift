/// One line of a drawing before it has columns: what stands on which tick, and what between.
struct Strip {
  /// What stands on one tick; kept small, since a drawing may have millions.
  struct Cell {
    let tick: Int
    /// The text, unless it is one byte.
    private let longText: String
    private let narrowWidth: Int32
    /// The text if it is one ASCII character that can be seen, as it mostly is; else 0.
    let byte: UInt8
    /// Whether it would read as something else if the next tick's text touched it.
    var needsGap = false

    init(tick: Int, text: String) {
      self.tick = tick
      longText = text
      narrowWidth = Int32(clamping: displayWidth(of: text))
      byte = 0
    }

    /// One ASCII character that can be seen.
    init(tick: Int, byte: UInt8) {
      self.tick = tick
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

    /// Whether it might read as something else together with the next tick's text.
    var mayJoin: Bool { byte == 0 || byte == UInt8(ascii: "!") }

  }

  /// What the line looks like from a tick on where nothing happens.
  struct Phase {
    var from: Int
    /// What stands on a silent tick.
    var silence: UInt8
    /// What fills the rest of a column.
    var filler: UInt8
  }

  /// What stands before the line.
  var name: String
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
}

extension Strip.Phase {
  /// Time passes in a stream that is observed.
  static func running(from tick: Int) -> Self {
    Self(from: tick, silence: UInt8(ascii: "-"), filler: UInt8(ascii: "."))
  }

  /// A stream waits for its turn.
  static func waiting(from tick: Int) -> Self {
    Self(from: tick, silence: UInt8(ascii: "~"), filler: UInt8(ascii: "~"))
  }

  /// What would have come, had the stream not been let go.
  static func missed(from tick: Int) -> Self {
    Self(from: tick, silence: UInt8(ascii: ":"), filler: UInt8(ascii: ":"))
  }

  /// Nothing is to be seen.
  static func blank(from tick: Int) -> Self {
    Self(from: tick, silence: UInt8(ascii: " "), filler: UInt8(ascii: " "))
  }

  /// Whether nothing is to be seen.
  var isBlank: Bool { silence == UInt8(ascii: " ") }
  /// Whether silence may be told by a word.
  var isRunning: Bool { silence == UInt8(ascii: "-") }
}
