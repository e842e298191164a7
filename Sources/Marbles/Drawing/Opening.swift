/// Whether a lane would be taken for something else than a timeline, were nothing put before it.
enum Opening {
  /// Looks at the first columns of a lane: a name that seems to be called, a chain, a command, a comment, a question.
  static func isMisleading(_ strip: Strip, on axis: Axis) -> Bool {
    guard let first = strip.cells.first, first.tick == strip.phases.first?.from,
      let head = first.text.unicodeScalars.first
    else { return false }
    var column = axis.columns.partitionPoint { $0.tick >= first.tick }
    guard column < axis.columns.count, axis.columns[column].tick == first.tick,
      axis.columns[column].kind == .tick
    else { return false }

    // Walks on from cell to cell; the answer is known at the first silent tick at the latest.
    var cell = 0
    func gap() -> Int { axis.columns[column].width - strip.cells[cell].width }
    func next() -> String? {
      guard cell + 1 < strip.cells.count, strip.cells[cell + 1].tick == strip.cells[cell].tick + 1,
        column + 1 < axis.columns.count
      else { return nil }
      cell += 1
      column += 1
      return strip.cells[cell].text
    }

    switch head {
    case ":": return true
    case "/": return gap() == 0 && next()?.hasPrefix("/") == true
    case "?": return gap() == 0 && next()?.hasPrefix("(") == true
    case "[", "\"":
      // A list or a string is no name: only a chain can begin with it.
      guard gap() == 1, let name = next(), isName(name) else { return false }
    default:
      guard isName(first.text) else { return false }
    }
    while gap() <= 1 {
      let isGlued = gap() == 0
      guard let text = next() else { return false }
      if text.hasPrefix("(") { return isGlued }
      guard isName(text) || isGlued && isDigit(text) else { return false }
    }
    return false
  }

  /// Whether a token could be, or begin, a name.
  private static func isName(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    return scalar == "_" || !scalar.isASCII || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ text: String) -> Bool {
    text.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false
  }
}
