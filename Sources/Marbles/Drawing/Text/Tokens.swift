/// What stands on the ticks of a line: the tokens of its events.
struct Tokens {
  /// Which events were never heard.
  enum Ghosts {
    case none, all
    /// Those in some places among the events.
    case some(Set<Int>)
  }

  let look: Look
  /// What they are drawn with; `nil` for a drawing without colours.
  var inks: LineInks?
  /// What stands for streams that have a row of their own, by their places among the events.
  var names: [Int: String] = [:]
  var ghosts = Ghosts.none

  /// One cell for each tick on which something happens; tick 0 is marked where asked for.
  func cells(of marbles: [Timeline.Marble], origin: Bool = false) -> [Strip.Cell] {
    var cells = Cells(capacity: marbles.count + 1)
    var needsOrigin = origin
    var index = 0
    while index < marbles.count {
      let tick = marbles[index].tick
      if needsOrigin, tick >= 0 {
        needsOrigin = false
        if tick > 0 { cells.append(Strip.Cell(tick: 0, text: "^"), reading: "^") }
      }
      var end = index + 1
      while end < marbles.count, marbles[end].tick == tick { end += 1 }
      if origin && tick == 0 || end > index + 1 {
        append(index..<end, of: marbles, isOrigin: origin && tick == 0, to: &cells)
      } else if names.isEmpty || names[index] == nil, let byte = look.byte(of: marbles[index].event) {
        cells.append(Strip.Cell(tick: tick, byte: byte, ink: ink(of: marbles[index].event, at: index)))
      } else {
        append(index, of: marbles, to: &cells)
      }
      index = end
    }
    if needsOrigin { cells.append(Strip.Cell(tick: 0, text: "^"), reading: "^") }
    return cells.all
  }

  /// What happens on one tick, as plain text: a token, or several in parentheses.
  static func group(_ events: some Collection<Event>) -> String {
    if events.count == 1, let event = events.first { return TimelinePrinter.token(for: event) }
    return group(events.map { TimelinePrinter.token(for: $0) }, opening: "").joined()
  }

  /// What stands in parentheses, and these, so that no token changes what another means.
  private static func group(_ tokens: [String], opening: String) -> [String] {
    var pieces = ["(" + opening]
    var previous = opening
    for token in tokens {
      if wouldJoin(previous, token) { pieces[pieces.count - 1] += "." }
      pieces += [token, ""]
      previous = token
    }
    pieces[pieces.count - 1] += ")"
    return pieces
  }

  private func append(_ index: Int, of marbles: [Timeline.Marble], to cells: inout Cells) {
    let (tick, event) = (marbles[index].tick, marbles[index].event)
    let text = token(of: event, at: index)
    let painted = painted(event, at: index)
    cells.append(
      Strip.Cell(
        tick: tick, text: painted ?? text, width: painted.map { _ in displayWidth(of: text) },
        ink: painted == nil ? ink(of: event, at: index) : .plain),
      reading: text)
  }

  private func append(_ range: Range<Int>, of marbles: [Timeline.Marble], isOrigin: Bool, to cells: inout Cells) {
    let tokens = range.map { token(of: marbles[$0].event, at: $0) }
    let pieces = Tokens.group(tokens, opening: isOrigin ? "^" : "")
    let text = pieces.joined()
    var cell = Strip.Cell(tick: marbles[range.lowerBound].tick, text: text)
    if inks != nil {
      if range.allSatisfy({ isGhost($0) }) {
        cell.ink = .ghost
      } else {
        let painted = pieces.enumerated().map { place, piece in
          // Between the parentheses, and what keeps tokens apart, are the tokens.
          guard !place.isMultiple(of: 2) else { return piece }
          let index = range.lowerBound + place / 2
          let event = marbles[index].event
          return self.painted(event, at: index) ?? ink(of: event, at: index).painting(piece)
        }
        cell = Strip.Cell(tick: cell.tick, text: painted.joined(), width: cell.width)
      }
    }
    cells.append(cell, reading: text)
  }

  private func token(of event: Event, at index: Int) -> String { names[index] ?? look.token(for: event) }

  private func painted(_ event: Event, at index: Int) -> String? {
    names[index] == nil && !isGhost(index) ? inks?.painted(event, at: index) : nil
  }

  func isGhost(_ index: Int) -> Bool {
    switch ghosts {
    case .none: false
    case .all: true
    case .some(let places): places.contains(index)
    }
  }

  @inline(__always)
  private func ink(of event: Event, at index: Int) -> Ink {
    guard let inks else { return .plain }
    return isGhost(index) ? .ghost : inks.ink(of: event, at: index)
  }

  /// Cells one behind the other, with room between those that would read as something else.
  private struct Cells {
    private(set) var all: [Strip.Cell] = []
    /// What the last one reads, unless it is one byte that harms nothing.
    private var last = ""

    init(capacity: Int) {
      all.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(_ cell: consuming Strip.Cell) {
      let byte = cell.byte
      if !last.isEmpty { keepApart(String(Unicode.Scalar(byte)), on: cell.tick) }
      last = byte == UInt8(ascii: "!") ? "!" : ""
      all.append(cell)
    }

    mutating func append(_ cell: consuming Strip.Cell, reading text: String) {
      if !last.isEmpty { keepApart(text, on: cell.tick) }
      last = text
      all.append(cell)
    }

    private mutating func keepApart(_ text: String, on tick: Int) {
      if all[all.count - 1].tick + 1 == tick, wouldJoin(last, text) { all[all.count - 1].needsGap = true }
    }
  }

  /// Whether two tokens that touch would read as something else.
  ///
  /// Flags and the like would read as one character, a value behind `#` as what the error says. One `.` between them
  /// keeps them apart.
  static func wouldJoin(_ left: String, _ right: String) -> Bool {
    guard let end = left.utf8.last, let start = right.utf8.first else { return false }
    let isPayload = start == UInt8(ascii: "[") || start == UInt8(ascii: "\"")
    switch end {
    case UInt8(ascii: "#") where left.utf8.count == 1: return isPayload
    case UInt8(ascii: "!") where left.utf8.count == 1: return right.first.map { $0.isLetter } ?? false
    case 0..<0x80: return false
    default: break
    }
    if isPayload, left == "╳" { return true }
    return start >= 0x80 && (left + right).count < left.count + right.count
  }
}
