import MarbleLanguage

extension SVG {
  /// The marks on one tick of a track: values from top to bottom, with terminating events to their right.
  struct Stack: ColumnContent {
    let tick: Int
    var values: [Mark] = []
    /// The terminating events, each with its distance to the right of the tick.
    var ends: [(mark: Mark, offset: Double)] = []
    private(set) var room = Sides(left: 0, right: 0)
    /// The width to the right of the tick, including text that extends into empty space.
    private(set) var overhang = 0.0

    /// The maximum number of marks in a stack, where the last one stands for all further values.
    static let maxValues = 8
    /// The vertical distance between two values.
    static let pitch = 27.0
    private static let gap = 3.5

    /// Creates a stack, where `isLast` is whether nothing follows on the line.
    init(tick: Int, _ marks: [Mark], isLast: Bool) {
      self.tick = tick
      for mark in marks where mark.kind == .value { values.append(mark) }
      if values.count > Self.maxValues {
        let rest = values[(Self.maxValues - 1)...]
        let tooltip = rest.prefix(100).map(\.tooltip).joined(separator: "\n") + (rest.count > 100 ? "\n…" : "")
        values = values.prefix(Self.maxValues - 1) + [Mark(more: rest.count, tooltip: tooltip)]
      }
      let half = (values.map(\.width).max() ?? 0) / 2
      var offset = values.isEmpty ? 0 : half + Mark.reach
      var right = half
      for mark in marks where mark.kind != .value {
        ends.append((mark, offset))
        right = offset + Mark.reach
        overhang = offset + mark.width
        offset += mark.width + Mark.reach
      }
      if !isLast { right = max(right, overhang) }
      room = Sides(left: (values.isEmpty ? Mark.reach : half) + Self.gap, right: right + Self.gap)
      overhang += Self.gap
    }
  }

  /// The space that marks need on each side of their tick.
  struct Sides: ColumnRoom {
    var left: Double
    var right: Double

    static let silent = Sides(left: Scale.silentTick / 2, right: Scale.silentTick / 2)

    mutating func include(_ other: Sides) {
      left = max(left, other.left)
      right = max(right, other.right)
    }
  }
}
