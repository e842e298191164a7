/// What stands on the ticks of a lane in plain text: tokens of the notation.
enum PlainCells {
  /// One cell for each tick on which something happens; tick 0 is marked where asked for.
  static func cells(of marbles: [Timeline.Marble], origin: Bool = false) -> [Strip.Cell] {
    var cells: [Strip.Cell] = []
    cells.reserveCapacity(marbles.count + 1)
    var needsOrigin = origin
    var index = 0
    while index < marbles.count {
      let tick = marbles[index].tick
      if needsOrigin, tick >= 0 {
        needsOrigin = false
        if tick > 0 { append(Strip.Cell(tick: 0, text: "^"), to: &cells) }
      }
      var end = index + 1
      while end < marbles.count, marbles[end].tick == tick { end += 1 }
      if origin && tick == 0 {
        append(Strip.Cell(tick: tick, text: group(marbles[index..<end].lazy.map(\.event), opening: "^")), to: &cells)
      } else if end == index + 1, let byte = TimelinePrinter.byte(of: marbles[index].event) {
        append(Strip.Cell(tick: tick, byte: byte), to: &cells)
      } else {
        append(Strip.Cell(tick: tick, text: group(marbles[index..<end].lazy.map(\.event))), to: &cells)
      }
      index = end
    }
    if needsOrigin { append(Strip.Cell(tick: 0, text: "^"), to: &cells) }
    return cells
  }

  /// What happens on one tick: a token, or several in parentheses.
  static func group(_ events: some Collection<Event>, opening: String? = nil) -> String {
    if opening == nil, events.count == 1, let event = events.first { return TimelinePrinter.token(for: event) }
    var text = "("
    var previous = opening ?? ""
    text += previous
    for event in events {
      let token = TimelinePrinter.token(for: event)
      if wouldJoin(previous, token) { text += "." }
      text += token
      previous = token
    }
    return text + ")"
  }

  @inline(__always)
  private static func append(_ cell: consuming Strip.Cell, to cells: inout [Strip.Cell]) {
    let last = cells.count - 1
    if last >= 0, cells[last].mayJoin, cells[last].tick + 1 == cell.tick, wouldJoin(cells[last].text, cell.text) {
      cells[last].needsGap = true
    }
    cells.append(cell)
  }

  /// Whether two tokens that touch would read as something else.
  ///
  /// Flags and the like would read as one character, a value behind `#` as what the error says. One `.` between them
  /// keeps them apart.
  static func wouldJoin(_ left: String, _ right: String) -> Bool {
    guard let end = left.utf8.last, let start = right.utf8.first else { return false }
    switch end {
    case UInt8(ascii: "#") where left.utf8.count == 1: return start == UInt8(ascii: "[") || start == UInt8(ascii: "\"")
    case UInt8(ascii: "!") where left.utf8.count == 1: return right.first.map { $0.isLetter } ?? false
    case 0..<0x80: return false
    default: break
    }
    return start >= 0x80 && (left + right).count < left.count + right.count
  }
}
