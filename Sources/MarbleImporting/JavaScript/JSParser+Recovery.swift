import Marbles

/// The boundaries of statements outside of the subset.
extension JSParser {
  /// Returns the end of the statement that begins at a token: after `;`, or before a line that does not continue it.
  func statementEnd(from start: Int) -> Int {
    var place = start
    while place < end {
      if code.has(";", at: place) { return place + 1 }
      if place > start, code.tokens[place].opensLine, !continues(at: place) { return place }
      let opensBlock = code.has("{", at: place)
      place = code.after(place, in: start..<end)
      if opensBlock, endsAfterBlock(start, at: place) { return place }
    }
    return end
  }

  /// Whether a statement such as `class C { … }` ends after its braces.
  private func endsAfterBlock(_ start: Int, at place: Int) -> Bool {
    switch code.name(at: start) {
    case "class", "abstract", "enum", "declare", "while", "switch":
      !code.has(")", at: place) && !code.has(";", at: place)
    default: false
    }
  }

  /// Whether the line that begins with a token continues the one above.
  private func continues(at place: Int) -> Bool {
    let token = code.tokens[place]
    if token.kind == .mark, !code.has("{", at: place), !code.has("[", at: place), !code.has("(", at: place) {
      return true
    }
    if code.has("else", at: place) || code.has("catch", at: place) || code.has("finally", at: place) { return true }
    let last = code.tokens[place - 1]
    guard last.kind == .mark else { return false }
    return !(code.has(")", at: place - 1) || code.has("]", at: place - 1) || code.has("}", at: place - 1))
  }

  /// Methods that change an array.
  private static let changing: Set = ["push", "pop", "shift", "unshift", "splice", "sort", "reverse"]

  /// Returns the names that some tokens declare or assign, or whose arrays they change.
  func assignedNames(in range: Range<Int>) -> [String] {
    var names: [String] = []
    for place in range {
      guard let name = code.name(at: place) else { continue }
      let isDeclared = ["const", "let", "var", "function", "class", "enum"].contains { code.name(at: place - 1) == $0 }
      let isAssigned =
        ["=", "+=", "-=", "++", "--"].contains { (mark: StaticString) in code.has(mark, at: place + 1) }
      let isChanged = code.has(".", at: place + 1) && code.name(at: place + 2).map(Self.changing.contains) == true
      if isDeclared || isAssigned || isChanged { names.append(name) }
    }
    return names
  }
}
