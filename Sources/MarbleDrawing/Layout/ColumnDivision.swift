import MarbleEvaluation
import MarbleLanguage

/// The space that the contents of a column need.
protocol ColumnRoom {
  /// The space of a tick on which nothing happens.
  static var silent: Self { get }
  /// Grows to include the space that other contents need.
  mutating func include(_ other: Self)
}

/// Content of a tick that needs space.
protocol ColumnContent {
  associatedtype Room: ColumnRoom
  var tick: Int { get }
  var room: Room { get }
}

/// The division of ticks into columns: one for each tick, one for a long silence, one for ticks left out.
///
/// All drawings of text share it. The width of a column follows from its room.
struct ColumnDivision<Content: ColumnContent> {
  enum Kind {
    /// One tick.
    case tick(Content.Room)
    /// The given number of ticks on which nothing happens.
    case silence(Int)
    /// Ticks that are not shown.
    case elided
  }

  /// Receives the columns from left to right, each with its first tick.
  typealias Append = (_ tick: Int, _ kind: Kind) -> Void

  /// The number of silent ticks on each side of a column of silence that keep their own columns.
  ///
  /// They separate the written duration from values beside it, with which it would read as one word.
  private let margin = 2
  private var cursors: [Cursor]

  /// Creates a division for the contents of some lines, each ordered by tick.
  init(_ lines: [[Content]]) {
    cursors = lines.map { Cursor($0) }
  }

  /// Divides ticks into columns, of which only those in `keeping` are shown.
  ///
  /// The ranges in `keeping` are ascending and do not touch. `nil` shows all ticks.
  mutating func divide(_ ticks: ClosedRange<Int>, keeping: [ClosedRange<Int>]? = nil, _ append: Append) {
    var elidedFrom = ticks.lowerBound
    for range in keeping ?? [ticks] {
      if range.lowerBound > elidedFrom { append(elidedFrom, .elided) }
      divide(range, append)
      elidedFrom = range.upperBound + 1
    }
    if elidedFrom <= ticks.upperBound { append(elidedFrom, .elided) }
  }

  private mutating func divide(_ range: ClosedRange<Int>, _ append: Append) {
    for line in cursors.indices {
      while cursors[line].tick < range.lowerBound { _ = cursors[line].advance() }
    }
    var tick = range.lowerBound
    while true {
      var busy = Int.max
      for cursor in cursors { busy = min(busy, cursor.tick) }
      guard busy <= range.upperBound else { break }
      silence(from: tick, to: busy, append)
      var room = Content.Room.silent
      for line in cursors.indices where cursors[line].tick == busy { room.include(cursors[line].advance()) }
      append(busy, .tick(room))
      tick = busy + 1
    }
    silence(from: tick, to: range.upperBound + 1, append)
  }

  private func silence(from start: Int, to end: Int, _ append: Append) {
    guard end - start > TimelinePrinter.maxSilence else {
      for tick in start..<max(start, end) { append(tick, .tick(.silent)) }
      return
    }
    for tick in start..<(start + margin) { append(tick, .tick(.silent)) }
    append(start + margin, .silence(end - start - 2 * margin))
    for tick in (end - margin)..<end { append(tick, .tick(.silent)) }
  }

  /// A position in the contents of a line.
  private struct Cursor {
    private let contents: [Content]
    private var next = 0
    /// The tick of the next content, or `Int.max` after the last one.
    private(set) var tick = Int.max

    init(_ contents: [Content]) {
      self.contents = contents
      look()
    }

    private mutating func look() {
      tick = next < contents.count ? contents[next].tick : .max
    }

    mutating func advance() -> Content.Room {
      let room = contents[next].room
      next += 1
      look()
      return room
    }
  }
}
