import MarbleLanguage

/// The room that a column needs for what is in it.
protocol ColumnRoom {
  /// The room of a tick on which nothing happens.
  static var silent: Self { get }
  /// Makes it enough for something else as well.
  mutating func include(_ other: Self)
}

/// Something on a tick that needs room.
protocol ColumnContent {
  associatedtype Room: ColumnRoom
  var tick: Int { get }
  var room: Room { get }
}

/// The division of ticks into columns: one for each tick, one for long silence, one for what is left out.
///
/// It is the same for all that has an axis; how wide columns are is a matter of their room.
struct ColumnDivision<Content: ColumnContent> {
  /// What a column stands for.
  enum Kind {
    /// One tick.
    case tick(Content.Room)
    /// A number of ticks on which nothing happens.
    case silence(Int)
    /// Ticks that are not shown.
    case elided
  }

  /// Takes the first tick of each column, from left to right.
  typealias Append = (_ tick: Int, _ kind: Kind) -> Void

  /// The number of silent ticks on both sides of a column of silence that have columns of their own.
  ///
  /// No value is beside the word that says how long the silence is, and reads as a word with it.
  private let margin = 2
  private var cursors: [Cursor]

  /// Begins with what is on some lines, on each by tick.
  init(_ lines: [[Content]]) {
    cursors = lines.map { Cursor($0) }
  }

  /// Divides ticks; of these only those in `keeping`, which are ascending and apart, where there is such a thing.
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

  /// How far the contents of a line have their room.
  private struct Cursor {
    private let contents: [Content]
    private var next = 0
    /// The tick of what is next; after the last one, none that there is.
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
