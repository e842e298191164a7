import MarbleLanguage

/// Which ticks of an axis carry their number, and where.
struct Ruler {
  /// Something that is written above the lanes.
  struct Label: Hashable {
    /// How many columns of the drawing are to its left.
    var start: Int
    var text: String
  }

  /// Numbers stand on the multiples of this.
  private let step: Int
  private let axis: TextAxis

  init(of axis: TextAxis) {
    self.axis = axis
    // The longest number is the first or the last; a step that is longer leaves a blank between two of them, however
    // narrow the columns are.
    let ends = [axis.columns.first, axis.columns.last].compactMap { $0 }
    let longest = ends.map { "\($0.tick)".utf8.count }.max() ?? 1
    var step = 5
    var factors = [2, 2, 5, 2].makeIterator()
    while step <= longest, let factor = factors.next() { step = factor == 5 ? step / 2 * 5 : step * factor }
    self.step = step
  }

  /// The numbers above some columns, counted from the first of these, none of them longer than the limit allows.
  ///
  /// A number is left out where it would touch the one before it. Where ticks are left out, the next one carries its
  /// number, so that no column has to be guessed.
  func labels(of columns: Range<Int>, limit: Int? = nil) -> [Label] {
    guard let first = columns.first else { return [] }
    let origin = axis.columns[first].start
    var labels: [Label] = []
    var free = 0
    for index in columns {
      let column = axis.columns[index]
      let start = column.start - origin
      guard column.kind == .tick else {
        if column.kind == .elided {
          if let last = labels.last, free > start, last.text != Ellipsis.mark { labels.removeLast() }
          labels.append(Label(start: start, text: Ellipsis.mark))
          free = start + 1
        }
        continue
      }
      let followsGap = index > 0 && axis.columns[index - 1].kind != .tick
      guard followsGap || column.tick.isMultiple(of: step), start >= free else { continue }
      let text = "\(column.tick)"
      if let limit, start + text.utf8.count > limit { continue }
      labels.append(Label(start: start, text: text))
      free = start + text.utf8.count + 1
    }
    let column = axis.columns[first]
    if labels.isEmpty, column.kind == .tick { labels.append(Label(start: 0, text: "\(column.tick)")) }
    return labels
  }
}
