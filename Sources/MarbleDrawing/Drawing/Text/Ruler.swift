import MarbleEvaluation
import MarbleLanguage

/// The numbers of ticks above an axis, with their positions.
struct Ruler {
  /// Text above the lanes.
  struct Label: Hashable {
    /// The number of columns to the left of the text.
    var start: Int
    var text: String
  }

  /// The interval of the numbers: each is a multiple of it.
  private let step: Int
  private let axis: TextAxis

  init(of axis: TextAxis) {
    self.axis = axis
    // The first or the last number is the longest. A larger step leaves a space between numbers even in narrow
    // columns.
    let ends = [axis.columns.first, axis.columns.last].compactMap { $0 }
    let longest = ends.map { "\($0.tick)".utf8.count }.max() ?? 1
    var step = 5
    var factors = [2, 2, 5, 2].makeIterator()
    while step <= longest, let factor = factors.next() { step = factor == 5 ? step / 2 * 5 : step * factor }
    self.step = step
  }

  /// Returns the numbers above some columns, at positions relative to the first of them, without those that exceed
  /// `limit`.
  ///
  /// A number is omitted if it would touch the previous one. The first column after omitted ticks has a number, so
  /// that readers can identify it.
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
