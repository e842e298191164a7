/// Lines of text on one axis, with names before them and a ruler above.
struct Sheet {
  enum Row {
    case strip(Strip)
    /// An operator, as wide as the lanes.
    case box([String])
    /// A remark in the place of a name.
    case remark(String)
  }

  private let rows: [Row]
  private let axis: Axis
  private let look: Look
  private let usesColor: Bool
  /// How many columns stand before the lanes.
  private let gutter: Int
  /// How many columns of each lane stand before its first tick.
  private let lead: Int
  /// How many columns a line may have.
  private let width: Int?
  /// What is behind the last column of any lane.
  private let tail: Int

  /// Lays out rows: `gap` blanks behind the longest name, lines of `width` columns at most, and of the ticks those that
  /// are worth `keeping`.
  init(
    rows: [Row], ticks: ClosedRange<Int>, gap: Int, width: Int?, keeping: [ClosedRange<Int>]? = nil,
    look: Look = .plain, usesColor: Bool = false
  ) {
    let strips = rows.compactMap { if case .strip(let strip) = $0 { strip } else { nil } }
    let axis = Axis(ticks: ticks, strips: strips, keeping: keeping, look: look)
    self.rows = rows
    self.axis = axis
    self.width = width
    self.look = look
    self.usesColor = usesColor
    gutter = (strips.map { displayWidth(of: $0.name) }.max() ?? 0) + gap
    let isMisleading = look == .plain && strips.contains { $0.isLane && Opening.isMisleading($0, on: axis) }
    lead = isMisleading ? 1 : 0
    tail = strips.map { displayWidth(of: $0.tail) }.max() ?? 0
  }

  /// How many columns a lane would have that is not folded.
  var laneWidth: Int { gutter + lead + axis.width + tail }

  /// The tick with which each system begins.
  var firstTicks: [Int] { systems.compactMap { $0.first.map { axis.columns[$0].tick } } }

  private var systems: [Range<Int>] { axis.systems(width: room.map { max(1, $0 - tail) }) }

  /// How many columns there are for the lanes.
  private var room: Int? { width.map { max(1, $0 - gutter - lead) } }

  /// How far into a strip the writing has come.
  private struct Cursor {
    var cell = 0
    var phase = -1
  }

  /// The text, its lines separated by line feeds, with no blanks at their ends; nothing is there yet of what comes
  /// behind a tick.
  func text(through tick: Int = .max) -> String {
    let ruler = Ruler(of: axis)
    var cursors = Array(repeating: Cursor(), count: rows.count)
    var canvas = Canvas(usesColor: usesColor)
    canvas.reserveCapacity((axis.width + gutter + lead + 8) * (rows.count + 1))

    for (number, system) in systems.enumerated() {
      if number > 0 { canvas.endLine() }
      write(ruler.labels(of: system, limit: room), on: &canvas)
      for (index, row) in rows.enumerated() {
        switch row {
        case .strip(let strip): write(strip, system, &cursors[index], through: tick, on: &canvas)
        case .box(let lines) where number == 0: write(box: lines, over: system, on: &canvas)
        case .remark(let text) where number == 0: write(remark: text, on: &canvas)
        case .box, .remark: break
        }
      }
    }
    return canvas.text
  }

  private func write(_ labels: [Ruler.Label], on canvas: inout Canvas) {
    canvas.blanks(gutter + lead)
    var column = 0
    for label in labels {
      canvas.blanks(label.start - column)
      canvas.write(label.text)
      column = label.start + (label.text == Ruler.ellipsis ? 1 : label.text.utf8.count)
    }
    canvas.endLine()
  }

  private func write(box lines: [String], over system: Range<Int>, on canvas: inout Canvas) {
    guard let last = system.last, let first = system.first else { return }
    let lanes = axis.columns[last].start + axis.columns[last].width - axis.columns[first].start + lead
    let box = Box(look: look, lines: lines, lanes: lanes, room: width.map { max(1, $0 - gutter) })
    for line in box.lines {
      canvas.blanks(gutter)
      canvas.write(line)
      canvas.endLine()
    }
  }

  private func write(remark text: String, on canvas: inout Canvas) {
    for line in width.map({ Folding(limit: $0).lines(of: [text]) }) ?? [text] {
      canvas.write(line)
      canvas.endLine()
    }
  }

  /// Writes what a strip shows in some columns, and no line at all where it shows nothing in the whole drawing.
  private func write(
    _ strip: Strip, _ system: Range<Int>, _ cursor: inout Cursor, through present: Int, on canvas: inout Canvas
  ) {
    guard let last = system.last, let start = strip.phases.first?.from,
      axis.columns[last].tick + axis.columns[last].ticks > start, axis.columns[system.lowerBound].tick <= strip.last
    else { return }
    let line = canvas.mark
    canvas.write(strip.name, in: strip.nameInk)
    canvas.blanks(gutter - displayWidth(of: strip.name) + lead)
    let lane = canvas.mark
    var future: Canvas.Mark?

    let (columns, cells, phases) = (axis.columns, strip.cells, strip.phases)
    var state = cursor.phase < 0 ? .blank : phases[cursor.phase].state
    var (silence, filler) = (look.silence(state), look.filler(state))
    for index in system {
      let column = columns[index]
      if column.tick > strip.last { break }
      if column.tick > present, future == nil { future = canvas.mark }
      while cursor.phase + 1 < phases.count, phases[cursor.phase + 1].from <= column.tick {
        cursor.phase += 1
        state = phases[cursor.phase].state
        (silence, filler) = (look.silence(state), look.filler(state))
        if cursor.phase == 0, strip.isLane, lead > 0 {
          canvas.rewind(columns: 1)
          canvas.write(look.filler(.running), in: .plain)
        }
      }
      let isLast = column.tick + column.ticks > strip.last || index + 1 == columns.count
      while cursor.cell < cells.count, cells[cursor.cell].tick < column.tick { cursor.cell += 1 }

      switch column.kind {
      case .tick:
        var used = 1
        var (behind, fillInk) = (filler, state.ink)
        if cursor.cell < cells.count, cells[cursor.cell].tick == column.tick {
          let cell = cells[cursor.cell]
          if cell.byte != 0 { canvas.write(cell.byte, in: cell.ink) } else { canvas.write(cell.text, in: cell.ink) }
          used = cell.width
          if let rest = cell.behind { (behind, fillInk) = (look.filler(rest), rest.ink) }
          cursor.cell += 1
        } else {
          canvas.write(silence, in: state.ink)
        }
        if !isLast { canvas.write(behind, times: column.width - used, in: fillInk) }
      case .silence:
        if let word = look.word(forSilenceOf: column.ticks, in: state) {
          canvas.write(word, in: state.ink)
        } else {
          canvas.write(silence, times: column.width, in: state.ink)
        }
      case .elided:
        canvas.write(state == .blank ? " " : Ruler.ellipsis)
      }
      if isLast { canvas.write(strip.tail) }
    }
    if canvas.isBlank(behind: lane) {
      canvas.rewind(to: line)
      return
    }
    if let future {
      canvas.rewind(to: future)
      // A lane is there from the beginning, other lines when something is to be seen of them.
      if !strip.isLane, canvas.isBlank(behind: lane) { canvas.rewind(to: line) }
    }
    canvas.endLine()
  }
}
