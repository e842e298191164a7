import Marbles

/// The text of a timeline, divided into cells of one tick each.
struct LaneText {
  /// The text of one tick.
  struct Cell {
    let span: Span
    /// The number of columns, including a required dot after the token.
    let width: Int
    /// Whether a dot must follow, because the token would join the next one otherwise.
    let needsDot: Bool
  }

  let span: Span
  let form: TimelineForm
  /// The cells from tick 0 on, or none if the timeline cannot be divided into ticks and keeps its text.
  private(set) var cells: [Cell] = []
  /// Whether the timeline ends in `>`.
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

  /// Returns the text in columns with these widths, which must not be narrower than the cells, without dots after the
  /// last.
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

  /// Returns the text without dots that are not required.
  func text(of source: Source) -> [UInt8] { text(in: cells.map(\.width), of: source) }
}
