import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The marks on one tick of a track: values and failures from top to bottom, with the end of the stream as a bar
  /// through all of them.
  struct Stack {
    let tick: Int
    /// The marks in the order of their events.
    private(set) var marks: [Mark]
    /// The number of rows, at least one.
    private(set) var rowCount = 1
    /// The space that the marks need on each side of their tick.
    private(set) var room = (left: 0.0, right: 0.0)
    /// Whether nothing follows on the line.
    private let isLast: Bool

    /// The maximum number of values in a stack, where the last one stands for all further values.
    static let maxValues = 8
    /// The vertical distance between two rows.
    static let pitch = 27.0
    private static let gap = 2.0

    /// Creates a stack, where `isLast` is whether nothing follows on the line.
    init(tick: Int, _ marks: [Mark], isLast: Bool) {
      self.tick = tick
      self.isLast = isLast
      self.marks = Self.collapsed(marks)
      var count = 0
      for index in self.marks.indices where self.marks[index].kind.isValue {
        self.marks[index].row = count
        count += 1
      }
      for index in self.marks.indices where self.marks[index].kind == .failed {
        self.marks[index].row = count
        count += 1
      }
      rowCount = max(1, count)
      room = measured()
    }

    /// Replaces the values after the first ones by a mark with their number.
    private static func collapsed(_ marks: [Mark]) -> [Mark] {
      guard marks.count(where: \.kind.isValue) > maxValues else { return marks }
      var kept: [Mark] = []
      var rest: [Mark] = []
      var count = 0
      for mark in marks {
        if mark.kind.isValue { count += 1 }
        if mark.kind.isValue, count >= maxValues { rest.append(mark) } else { kept.append(mark) }
      }
      let tooltip = rest.prefix(100).map(\.tooltip).joined(separator: "\n") + (rest.count > 100 ? "\n…" : "")
      let place = kept.firstIndex { !$0.kind.isValue } ?? kept.count
      kept.insert(Mark(more: rest.count, tooltip: tooltip), at: place)
      return kept
    }

    /// Whether there are marbles.
    private var hasValues: Bool { marks.contains { $0.kind.isValue } }

    /// Whether there are marks other than bars.
    var hasMarksOnLine: Bool { marks.contains { $0.kind != .completed && $0.kind != .interrupted } }

    /// The distance from the first to the last row.
    var height: Double { Self.pitch * Double(rowCount - 1) }

    // MARK: Space

    /// Returns the space that the marks need on each side of their tick.
    private func measured() -> (left: Double, right: Double) {
      var (left, right) = (0.0, 0.0)
      for mark in marks {
        left = max(left, mark.left)
        right = max(right, isLast ? min(mark.right, mark.left) : mark.right)
      }
      return (left + Self.gap, right + Self.gap)
    }

    /// The width to the right of the tick, including text that extends into empty space.
    var overhang: Double { (marks.map(\.right).max() ?? 0) + Self.gap }

    /// The space on each side of the tick that the marks need when they are as narrow as possible.
    var minRoom: Double { (hasValues ? Mark.height / 2 : Mark.reach) + Self.gap }

    /// Returns the stack with marks that extend at most this far to each side.
    func fitted(left: Double, right: Double) -> Stack {
      guard room.left > left || room.right > right else { return self }
      var stack = self
      for index in marks.indices { stack.marks[index].fit(left: left - Self.gap, right: right - Self.gap) }
      stack.room = stack.measured()
      return stack
    }
  }
}

extension [SVG.Stack] {
  /// Makes marks narrower that would touch their neighbors.
  mutating func fit(to scale: SVG.Scale) {
    var left = Double.infinity
    for index in indices {
      var right = Double.infinity
      var nextLeft = Double.infinity
      if index + 1 < count {
        let distance = scale.distance(from: self[index].tick, to: self[index + 1].tick)
        (right, nextLeft) = Self.shares(of: distance, self[index].room.right, self[index + 1].room.left)
      }
      self[index] = self[index].fitted(left: left, right: right)
      left = nextLeft
    }
  }

  /// Divides a distance between two neighbors, where neither gets less than half of it if it needs more.
  private static func shares(of distance: Double, _ left: Double, _ right: Double) -> (left: Double, right: Double) {
    if left + right <= distance { return (left, right) }
    if left <= distance / 2 { return (left, distance - left) }
    if right <= distance / 2 { return (distance - right, right) }
    return (distance / 2, distance / 2)
  }
}
