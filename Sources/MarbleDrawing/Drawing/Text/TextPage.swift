import MarbleEvaluation
import MarbleLanguage

/// Lines of text on one axis, with names before them, a ruler above and notes below.
package struct TextPage {
  enum Row {
    case line(TextLine)
    /// An operator, as wide as the lanes.
    case box([String])
    /// A remark in the column of the names.
    case remark(String)
  }

  private let rows: [Row]
  private let axis: TextAxis
  private let glyphs: GlyphSet
  private let colors: ColorDepth
  /// The number of columns before the lanes.
  private let gutter: Int
  /// The number of columns in each lane before its first tick.
  private let lead: Int
  /// The maximum number of columns in a line.
  private let width: Int?
  /// The number of columns after the last tick of any lane.
  private let tail: Int
  /// The last tick that is shown.
  private let last: Int
  private let notes: [String]

  /// Lays out rows with `gap` spaces after the longest name, and at most `width` columns in a line.
  ///
  /// Only the ticks in `keeping` are shown, or all of them if it is `nil`.
  init(
    rows: [Row], ticks: ClosedRange<Int>, gap: Int, width: Int?, keeping: [ClosedRange<Int>]? = nil,
    glyphs: GlyphSet = .plain, colors: ColorDepth = .none, notes: [String] = []
  ) {
    let lines = rows.compactMap { if case .line(let line) = $0 { line } else { nil } }
    let axis = TextAxis(ticks: ticks, lines: lines, keeping: keeping, glyphs: glyphs)
    self.rows = rows
    self.axis = axis
    self.width = width
    self.glyphs = glyphs
    self.colors = colors
    self.notes = notes
    last = ticks.upperBound
    gutter = (lines.map { displayWidth(of: $0.name) }.max() ?? 0) + gap
    let isMisleading = glyphs == .plain && lines.contains { $0.isLane && LaneAmbiguity.isMisleading($0, on: axis) }
    lead = isMisleading ? 1 : 0
    tail = lines.map { displayWidth(of: $0.tail) }.max() ?? 0
  }

  /// The number of columns of a lane that is not wrapped.
  var laneWidth: Int { gutter + lead + axis.width + tail }

  /// The first tick of each system.
  package var firstTicks: [Int] { systems.compactMap { $0.first.map { axis.columns[$0].tick } } }

  private var systems: [Range<Int>] { axis.systems(width: room.map { max(1, $0 - tail) }) }

  /// The number of columns available to the lanes.
  private var room: Int? { width.map { max(1, $0 - gutter - lead) } }

  /// The progress of writing a line.
  private struct Cursor {
    var cell = 0
    var phase = -1
  }

  /// Returns the text as it is after a tick: with all columns, but without later events.
  ///
  /// The lines are separated by line feeds and have no trailing spaces.
  package func text(through tick: Int = .max) -> String {
    let ruler = Ruler(of: axis)
    var cursors = Array(repeating: Cursor(), count: rows.count)
    var canvas = Canvas(colors: colors)
    canvas.reserveCapacity((axis.width + gutter + lead + 8) * (rows.count + 1))

    for (number, system) in systems.enumerated() {
      if number > 0 { canvas.endLine() }
      write(ruler.labels(of: system, limit: room), on: &canvas)
      for (index, row) in rows.enumerated() {
        switch row {
        case .line(let line): write(line, system, &cursors[index], through: tick, on: &canvas)
        case .box(let lines) where number == 0: write(box: lines, over: system, on: &canvas)
        case .remark(let text) where number == 0: write(remark: text, on: &canvas)
        case .box, .remark: break
        }
      }
    }
    // A note is a comment of the language, so that a drawing with notes can be read back.
    return canvas.text + (tick >= last ? notes.map { "\n// " + TextWriter.line(of: $0) } : []).joined()
  }

  private func write(_ labels: [Ruler.Label], on canvas: inout Canvas) {
    canvas.blanks(gutter + lead)
    var column = 0
    for label in labels {
      canvas.blanks(label.start - column)
      canvas.write(label.text)
      column = label.start + (label.text == Ellipsis.mark ? 1 : label.text.utf8.count)
    }
    canvas.endLine()
  }

  private func write(box lines: [String], over system: Range<Int>, on canvas: inout Canvas) {
    guard let last = system.last, let first = system.first else { return }
    let lanes = axis.columns[last].start + axis.columns[last].width - axis.columns[first].start + lead
    let box = OperatorBox(glyphs: glyphs, lines: lines, lanes: lanes, room: width.map { max(1, $0 - gutter) })
    for line in box.lines {
      canvas.blanks(gutter)
      canvas.write(line)
      canvas.endLine()
    }
  }

  private func write(remark text: String, on canvas: inout Canvas) {
    for line in width.map({ ExpressionWrapping(limit: $0).lines(of: [text]) }) ?? [text] {
      canvas.write(line)
      canvas.endLine()
    }
  }

  /// Writes the part of a line in some columns, unless the line shows nothing there.
  private func write(
    _ text: TextLine, _ system: Range<Int>, _ cursor: inout Cursor, through present: Int, on canvas: inout Canvas
  ) {
    guard let last = system.last, let start = text.phases.first?.from,
      axis.columns[last].tick + axis.columns[last].ticks > start, axis.columns[system.lowerBound].tick <= text.last
    else { return }
    let line = canvas.mark
    canvas.write(text.name, in: text.nameColor)
    canvas.blanks(gutter - displayWidth(of: text.name) + lead)
    let lane = canvas.mark
    var future: Canvas.Mark?

    let (columns, cells, phases) = (axis.columns, text.cells, text.phases)
    var place = cursor.cell
    defer { cursor.cell = place }
    var state = cursor.phase < 0 ? .hidden : phases[cursor.phase].state
    var (silence, filler) = (glyphs.silence(state), glyphs.filler(state))
    for index in system {
      let column = columns[index]
      if column.tick > text.last { break }
      if column.tick > present, future == nil { future = canvas.mark }
      while cursor.phase + 1 < phases.count, phases[cursor.phase + 1].from <= column.tick {
        cursor.phase += 1
        state = phases[cursor.phase].state
        (silence, filler) = (glyphs.silence(state), glyphs.filler(state))
        if cursor.phase == 0, text.isLane, lead > 0 {
          canvas.rewind(columns: 1)
          canvas.write(glyphs.filler(.observed), in: .plain)
        }
      }
      let isLast = column.tick + column.ticks > text.last || index + 1 == columns.count
      while place < cells.count, cells[place].tick < column.tick { place += 1 }

      switch column.kind {
      case .tick:
        var used = 1
        var (rest, fillColor) = (filler, state.color)
        if place < cells.count, cells[place].tick == column.tick {
          let byte = cells[place].byte
          if byte != 0 {
            canvas.write(byte, in: cells[place].color)
          } else {
            canvas.write(cells[place].text, in: cells[place].color)
            used = cells[place].width
          }
          if let state = cells[place].filler { (rest, fillColor) = (glyphs.filler(state), state.color) }
          place += 1
        } else {
          canvas.write(silence, in: state.color)
        }
        if !isLast { canvas.write(rest, times: column.width - used, in: fillColor) }
      case .silence:
        if let word = glyphs.word(forSilenceOf: column.ticks, in: state) {
          canvas.write(word, in: state.color)
        } else {
          canvas.write(silence, times: column.width, in: state.color)
        }
      case .elided:
        canvas.write(state == .hidden ? " " : Ellipsis.mark)
      }
      if isLast { canvas.write(text.tail) }
    }
    if canvas.isBlank(after: lane) {
      canvas.rewind(to: line)
      return
    }
    if let future {
      canvas.rewind(to: future)
      // A lane is visible from the beginning. Other lines appear with their first event.
      if !text.isLane, canvas.isBlank(after: lane) { canvas.rewind(to: line) }
    }
    canvas.endLine()
  }
}
