/// The rows that show a line, with its prompt and its hint, and the position of the cursor.
struct LineFrame {
  /// The position of a character.
  struct Position: Equatable {
    var row = 0
    var column = 0
  }

  private(set) var rows: [ScreenRow]
  private(set) var cursor = Position()

  /// The prompt of each row of an entry except for the first one.
  static let continuationPrompt = "..> "

  /// Lays out a line.
  ///
  /// A row is full when its last column is used, and then the next character begins a new row.
  ///
  /// - Parameters:
  ///   - continuation: The prompt after each line break.
  ///   - isComplete: Whether the line is left, so that it has no hint and the cursor is at its end.
  init(
    prompt: String, continuation: String, line: EditedLine, appearance: HighlightedLine, columns: Int,
    isComplete: Bool = false
  ) {
    rows = [ScreenRow(columns: columns)]
    for character in prompt { append(character, in: .plain) }
    var spans = appearance.spans[...]
    var offset = 0
    var hasCursor = false
    for character in line.text {
      while let span = spans.first, span.range.upperBound <= offset { spans.removeFirst() }
      // A grapheme of several scalars may contain the cursor.
      let end = offset + character.utf8.count
      if !hasCursor, line.cursor < end {
        markCursor(before: character)
        hasCursor = true
      }
      if character == "\n" {
        rows.append(ScreenRow(columns: columns))
        for character in continuation { append(character, in: .plain) }
      } else {
        let style = spans.first.flatMap { $0.range.contains(offset) ? $0.style : nil }
        append(character, in: style ?? .plain)
      }
      offset = end
    }
    if isComplete {
      cursor = end
      return
    }
    if !hasCursor {
      if last.isFull { rows.append(ScreenRow(columns: columns)) }
      cursor = end
    }
    // The last column stays free, because a hint must not begin a new row.
    if let hint = appearance.hint {
      for character in hint {
        let cell = ScreenCell(character, at: last.width)
        guard last.width + cell.width < columns else { break }
        rows[rows.count - 1].append(cell.text, width: cell.width, in: appearance.hintStyle)
      }
    }
  }

  private var last: ScreenRow { rows[rows.count - 1] }
  private var end: Position { Position(row: rows.count - 1, column: last.width) }

  private mutating func append(_ character: Character, in style: TextStyle) {
    let cell = ScreenCell(character, at: last.width)
    if rows[rows.count - 1].append(cell.text, width: cell.width, in: style) { return }
    let columns = last.columns
    rows.append(ScreenRow(columns: columns))
    // A terminal may be narrower than a character.
    let next = ScreenCell(character, at: 0)
    if !rows[rows.count - 1].append(next.text, width: next.width, in: style) {
      rows[rows.count - 1].append(String(repeating: "?", count: columns), width: columns, in: style)
    }
  }

  /// Puts the cursor on a character that will be appended.
  private mutating func markCursor(before character: Character) {
    let width = character == "\n" ? 1 : ScreenCell(character, at: last.width).width
    guard last.width + width > last.columns else { return cursor = end }
    // After a full row, a line break has no column of its own.
    cursor = character == "\n" ? Position(row: rows.count - 1, column: last.columns - 1) : Position(row: rows.count)
  }
}
