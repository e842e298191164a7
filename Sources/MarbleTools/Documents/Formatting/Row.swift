import Marbles

/// A statement on a line of its own: what stands left of its sign, the sign, and what stands right of it.
struct Row {
  enum Sign: Int {
    /// A timeline or an expression alone, or anything else that has no sign.
    case none = 0
    /// `=`
    case binding = 1
    /// `==`
    case comparison = 2

    /// How many columns it takes.
    var width: Int { rawValue }
  }

  let line: Int
  var sign = Sign.none
  /// What stands left of the sign, which may be a line above it.
  var left: Span
  /// How many columns that takes.
  var leftWidth = 0
  /// Whether the sign opens a line of its own.
  var isBelow = false
  /// The column of the sign, as it was written, counted from where the statement begins.
  var writtenSign = 0
  /// `cold` or `raw`.
  var keyword: String?
  /// The timeline, where there is a single one.
  var lane: LaneText?
  /// Where the timeline begins, as it was written, counted as the sign's column.
  var writtenLane: Int?
  /// Whether one blank stands between the sign and what follows, and as many behind a keyword.
  var isTight = false
  /// What stands right of the sign: all of it, or what follows the timeline.
  var rest: Span
  /// What it speaks of, by name.
  var names: Set<String> = []

  /// How many columns stand between the sign's first and the timeline's.
  var laneOffset: Int { (sign == .none ? 0 : sign.width + 1) + (keyword.map { $0.utf8.count + 1 } ?? 0) }
}
