import Marbles

/// A statement on its own line: its left side, its sign and its right side.
struct Row {
  enum Sign: Int {
    /// A timeline or an expression alone, or another statement without a sign.
    case none = 0
    /// `=`
    case binding = 1
    /// `==`
    case comparison = 2

    /// The number of columns of the sign.
    var width: Int { rawValue }
  }

  let line: Int
  var sign = Sign.none
  /// The left side, which may be on the line above the sign.
  var left: Span
  /// The number of columns of the left side.
  var leftWidth = 0
  /// Whether the sign begins a line.
  var isBelow = false
  /// The original column of the sign, relative to the beginning of the statement.
  var writtenSign = 0
  /// `cold` or `raw`.
  var keyword: String?
  /// The timeline, if there is exactly one.
  var lane: LaneText?
  /// The original column of the timeline, relative to the beginning of the statement.
  var writtenLane: Int?
  /// Whether exactly one space follows the sign, and one follows a keyword.
  var isTight = false
  /// The right side, or the part of it after the timeline.
  var rest: Span
  /// The names that occur in the statement.
  var names: Set<String> = []

  /// The number of columns from the beginning of the sign to that of the timeline.
  var laneOffset: Int { (sign == .none ? 0 : sign.width + 1) + (keyword.map { $0.utf8.count + 1 } ?? 0) }
}
