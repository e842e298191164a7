import Marbles

/// A timeline as it is written, in cells of a tick each.
struct LaneText {
  /// What stands on a tick.
  struct Cell {
    let span: Span
    /// How many columns it takes, with the dot that has to follow.
    let width: Int
    /// Whether a dot has to follow, so that it does not become one with the next.
    let needsDot: Bool
  }

  let span: Span
  let form: TimelineForm
  /// From tick 0 on; none where time passes otherwise than tick by tick, so that it stays as it is written.
  private(set) var cells: [Cell] = []
  /// Whether it ends in `>`.
  private(set) var continues = false

  init(_ span: Span, of source: Source, as form: TimelineForm) {
    self.span = span
    self.form = form
    let read = TimelineReader(source).tokens(in: span, as: form)
    if read.hasErrors { return }
    let tokens = read.outermost
    var cells: [Cell] = []
    cells.reserveCapacity(tokens.count)
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .silence, .value, .string, .stream, .end, .group: break
      case .origin where index == 0 || form == .window: break
      case .continuation:
        continues = true
        continue
      case .origin, .time, .repetition, .number, .error: return
      }
      var needsDot = false
      if index + 1 < tokens.count, let last = source.bytes[token.span].last {
        needsDot = TimelinePrinter.needsDot(between: last, and: source.bytes[tokens[index + 1].span.lowerBound])
      }
      let width = source.width(of: token.span) + (needsDot ? 1 : 0)
      cells.append(Cell(span: token.span, width: width, needsDot: needsDot))
    }
    self.cells = cells
  }

  /// Its text in columns of these widths, which are no narrower than its cells; behind the last one stand no dots.
  func text(in widths: [Int], of source: Source) -> [UInt8] {
    var text: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      text += source.bytes[cell.span]
      guard index + 1 < cells.count else { break }
      let width = cell.needsDot ? cell.width - 1 : cell.width
      for _ in width..<max(width, widths[index]) { text.append(ASCII.dot) }
    }
    if continues { text.append(UInt8(ascii: ">")) }
    return text
  }

  /// Its text without any dots that it does not need.
  func text(of source: Source) -> [UInt8] { text(in: cells.map(\.width), of: source) }
}
