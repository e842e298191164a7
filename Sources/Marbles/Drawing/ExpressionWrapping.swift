import MarbleLanguage

/// Breaks the lines of an expression that are too long: before a `.`, behind a `,`, else at a blank.
///
/// Of the places that a line may end at, the one is taken that is in the fewest brackets, of these one behind a `,`, and
/// of these the last.
struct ExpressionWrapping {
  /// How many columns a line may have.
  let limit: Int

  /// How far the lines that go on with another are indented beyond it.
  private static let indent = 2

  func lines(of text: [String]) -> [String] { text.flatMap(lines) }

  private func lines(of line: String) -> [String] {
    guard displayWidth(of: line) > limit else { return [line] }
    var rest = Array(line)[...]
    let margin = rest.prefix { $0 == " " }.count + Self.indent
    let indent = String(repeating: " ", count: margin <= limit / 2 ? margin : 0)
    var lines: [String] = []
    var state = State()
    while true {
      let room = lines.isEmpty ? limit : limit - indent.count
      guard let end = end(of: rest, room: room, state: &state) else { break }
      lines.append((lines.isEmpty ? "" : indent) + ExpressionWrapping.trimmed(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
    return lines + [indent + String(rest)]
  }

  /// How deep in brackets, and whether in quotes, the reading is.
  private struct State {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    /// What was read last, but for blanks.
    private(set) var last: Character?

    mutating func advance(over character: Character) {
      if character != " " { last = character }
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, "([{".contains(character) {
        depth += 1
      } else if !isQuoted, ")]}".contains(character) {
        depth -= 1
      }
    }
  }

  /// Where a line that begins with some characters had best end; `nil` if all of them fit.
  private func end(of characters: ArraySlice<Character>, room: Int, state: inout State) -> Int? {
    /// The best place: the more brackets are around it, the worse; quotes are worst.
    var best: (place: Int, cost: Int, state: State)?
    var width = 0
    var here = state
    var previous: Character?
    for place in characters.indices {
      let character = characters[place]
      if let previous, place > characters.startIndex {
        let cost = cost(of: character, after: previous, in: here)
        if let cost, cost <= best?.cost ?? .max { best = (place, cost, here) }
      }
      width += displayWidth(of: character)
      if width > room {
        // What has no place to be broken is broken where the room ends.
        guard let best else {
          let end = max(place, characters.startIndex + 1)
          if end > place { here.advance(over: character) }
          state = here
          return end < characters.endIndex ? end : nil
        }
        state = best.state
        return best.place
      }
      here.advance(over: character)
      previous = character
    }
    return nil
  }

  /// What it costs to break a line in front of a character; `nil` where that must not be.
  private func cost(of character: Character, after previous: Character, in state: State) -> Int? {
    let worst = 1_000
    if character == " " { return nil }
    if state.isQuoted { return previous == " " ? 3 * worst : nil }
    if character == ".", previous != ".", !previous.isNumber, previous != "(", previous != " " {
      return 2 * state.depth + 1
    }
    if previous == "," { return 2 * state.depth }
    guard previous == " " else { return nil }
    return state.last == "," ? 2 * state.depth : worst
  }

  private static func trimmed(_ characters: ArraySlice<Character>) -> String {
    var characters = characters
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }
}
