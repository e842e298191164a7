import MarbleEvaluation
import MarbleLanguage

/// A formatter that wraps long lines of an expression: before a `.`, after a `,`, or else at a space.
///
/// Of the possible positions, it prefers the one inside the fewest brackets, then one after a `,`, then the last one.
struct ExpressionWrapping {
  /// The maximum number of columns in a line.
  let limit: Int

  /// The additional indentation of continuation lines, in columns.
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

  /// The state of the scan: the depth of brackets, and whether it is inside quotes.
  private struct State {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    /// The last character other than a space.
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

  /// Returns the best end for a line that begins with some characters, or `nil` if all of them fit.
  private func end(of characters: ArraySlice<Character>, room: Int, state: inout State) -> Int? {
    /// The best position so far. The cost grows with the number of brackets around it, and is highest inside quotes.
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
        // A line without a suitable position is broken where the room ends.
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

  /// Returns the cost of a line break before a character, or `nil` if it is not allowed.
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
