/// Lines of plain text on one axis, with names before them and a ruler above.
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
  init(rows: [Row], ticks: ClosedRange<Int>, gap: Int, width: Int?, keeping: [ClosedRange<Int>]? = nil) {
    let strips = rows.compactMap { if case .strip(let strip) = $0 { strip } else { nil } }
    let axis = Axis(ticks: ticks, strips: strips, keeping: keeping)
    self.rows = rows
    self.axis = axis
    self.width = width
    gutter = (strips.map { displayWidth(of: $0.name) }.max() ?? 0) + gap
    lead = strips.contains { $0.isLane && Opening.isMisleading($0, on: axis) } ? 1 : 0
    tail = strips.map(\.tail.utf8.count).max() ?? 0
  }

  /// How far into a strip the writing has come.
  private struct Cursor {
    var cell = 0
    var phase = -1
  }

  /// The text, its lines separated by line feeds, with no blanks at their ends.
  func text() -> String {
    let room = width.map { max(1, $0 - gutter - lead) }
    let systems = axis.systems(width: room.map { max(1, $0 - tail) })
    let ruler = Ruler(of: axis)
    var cursors = Array(repeating: Cursor(), count: rows.count)
    var buffer: [UInt8] = []
    buffer.reserveCapacity((axis.width + gutter + lead + 8) * (rows.count + 1))

    for (number, system) in systems.enumerated() {
      if number > 0 { buffer.append(UInt8(ascii: "\n")) }
      write(ruler.labels(of: system, limit: room), into: &buffer)
      for (index, row) in rows.enumerated() {
        switch row {
        case .strip(let strip):
          write(strip, system, &cursors[index], into: &buffer)
        case .box(let lines):
          if number == 0 { write(box: lines, over: system, into: &buffer) }
        case .remark(let text):
          if number == 0 { finish(line: buffer.count, with: text, in: &buffer) }
        }
      }
    }
    if buffer.last == UInt8(ascii: "\n") { buffer.removeLast() }
    return String(decoding: buffer, as: UTF8.self)
  }

  private func write(_ labels: [Ruler.Label], into buffer: inout [UInt8]) {
    let line = buffer.count
    buffer.append(repeating: UInt8(ascii: " "), count: gutter + lead)
    var column = 0
    for label in labels {
      buffer.append(repeating: UInt8(ascii: " "), count: label.start - column)
      buffer.append(contentsOf: label.text.utf8)
      column = label.start + (label.text == Ruler.ellipsis ? 1 : label.text.utf8.count)
    }
    finish(line: line, in: &buffer)
  }

  private func write(box lines: [String], over system: Range<Int>, into buffer: inout [UInt8]) {
    guard let last = system.last, let first = system.first else { return }
    let lanes = axis.columns[last].start + axis.columns[last].width - axis.columns[first].start + lead
    let width = max(lanes, (lines.map { displayWidth(of: $0) }.max() ?? 0) + 4)
    for text in lines {
      let line = buffer.count
      buffer.append(repeating: UInt8(ascii: " "), count: gutter)
      buffer.append(contentsOf: "= ".utf8)
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: " "))
      buffer.append(repeating: UInt8(ascii: "="), count: width - displayWidth(of: text) - 3)
      finish(line: line, in: &buffer)
    }
  }

  /// Writes what a strip shows in some columns, and no line at all where it shows nothing.
  private func write(_ strip: Strip, _ system: Range<Int>, _ cursor: inout Cursor, into buffer: inout [UInt8]) {
    guard let last = system.last, let start = strip.phases.first?.from,
      axis.columns[last].tick + axis.columns[last].ticks > start, axis.columns[system.lowerBound].tick <= strip.last
    else { return }
    let line = buffer.count
    buffer.append(contentsOf: strip.name.utf8)
    buffer.append(repeating: UInt8(ascii: " "), count: gutter - displayWidth(of: strip.name) + lead)
    let lane = buffer.count

    let (columns, cells, phases) = (axis.columns, strip.cells, strip.phases)
    var phase = cursor.phase < 0 ? Strip.Phase.blank(from: start) : phases[cursor.phase]
    for index in system {
      let column = columns[index]
      if column.tick > strip.last { break }
      while cursor.phase + 1 < phases.count, phases[cursor.phase + 1].from <= column.tick {
        cursor.phase += 1
        phase = phases[cursor.phase]
        if cursor.phase == 0, strip.isLane, lead > 0 { buffer[buffer.count - 1] = UInt8(ascii: ".") }
      }
      let isLast = column.tick + column.ticks > strip.last || index + 1 == columns.count
      while cursor.cell < cells.count, cells[cursor.cell].tick < column.tick { cursor.cell += 1 }

      switch column.kind {
      case .tick:
        var used = 1
        if cursor.cell < cells.count, cells[cursor.cell].tick == column.tick {
          let byte = cells[cursor.cell].byte
          if byte != 0 { buffer.append(byte) } else { buffer.append(contentsOf: cells[cursor.cell].text.utf8) }
          used = cells[cursor.cell].width
          cursor.cell += 1
        } else {
          buffer.append(phase.silence)
        }
        if !isLast { buffer.append(repeating: phase.filler, count: column.width - used) }
      case .silence:
        if phase.isRunning {
          buffer.append(contentsOf: Axis.word(forSilenceOf: column.ticks).utf8)
        } else {
          buffer.append(repeating: phase.silence, count: column.width)
        }
      case .elided:
        buffer.append(contentsOf: (phase.isBlank ? " " : Ruler.ellipsis).utf8)
      }
      if isLast { buffer.append(contentsOf: strip.tail.utf8) }
    }
    if buffer[lane...].allSatisfy({ $0 == UInt8(ascii: " ") }) {
      buffer.removeLast(buffer.count - line)
    } else {
      finish(line: line, in: &buffer)
    }
  }

  private func finish(line: Int, with text: String = "", in buffer: inout [UInt8]) {
    buffer.append(contentsOf: text.utf8)
    while buffer.count > line, buffer.last == UInt8(ascii: " ") { buffer.removeLast() }
    buffer.append(UInt8(ascii: "\n"))
  }
}

extension [UInt8] {
  mutating func append(repeating byte: UInt8, count: Int) {
    if count == 1 {
      append(byte)
    } else if count > 0 {
      append(contentsOf: repeatElement(byte, count: count))
    }
  }
}
