/// The earlier states of a line.
///
/// Characters that are typed one after the other are undone together, word by word.
struct LineUndo {
  private var earlier: [EditedLine] = []
  private var current = EditedLine.empty
  /// Whether the last change was a typed character of a word.
  private var isTyping = false

  /// Records the line after a key.
  mutating func record(_ line: EditedLine) {
    defer { current = line }
    guard line.text != current.text else {
      if line.cursor != current.cursor { isTyping = false }
      return
    }
    let isTyped = Self.isWordCharacter(between: current, and: line)
    if !(isTyped && isTyping) { earlier.append(current) }
    isTyping = isTyped
  }

  /// Returns the line before the last change, or `nil` if there is none.
  mutating func undo() -> EditedLine? {
    guard let line = earlier.popLast() else { return nil }
    current = line
    isTyping = false
    return line
  }

  private static func isWordCharacter(between line: EditedLine, and next: EditedLine) -> Bool {
    guard next.cursor > line.cursor, let last = next.beforeCursor.last, !last.isWhitespace else { return false }
    return line.inserting(String(last)) == next
  }
}
