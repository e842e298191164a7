/// The part of the screen that shows a line while it is edited.
///
/// It writes only rows that have changed. A line that is taller than the screen scrolls.
struct LineScreen {
  private let terminal: TerminalDescription
  private(set) var size = TerminalSize(columns: 80, rows: 24)
  /// The visible rows.
  private var shown: [ScreenRow] = []
  /// The position of the terminal's cursor in the visible rows.
  private var cursor = LineFrame.Position()
  /// The first visible row of the line.
  private var top = 0
  /// The number of rows directly above that the previous lines of the entry have left.
  private var finishedRows = 0

  init(_ terminal: TerminalDescription) {
    self.terminal = terminal
  }

  /// The number of columns for a line.
  ///
  /// A simple terminal has no reliable last column.
  var columns: Int { max(1, terminal.movesCursor ? size.columns : size.columns - 1) }

  /// The maximum number of rows for a menu: two thirds of the screen, and none on a simple terminal.
  var menuHeight: Int { terminal.movesCursor ? size.rows * 2 / 3 : 0 }

  // MARK: Drawing

  /// Draws a line and the rows below it.
  mutating func draw(_ frame: LineFrame, menu: [ScreenRow] = []) {
    let height = max(1, terminal.movesCursor ? size.rows - menu.count : 1)
    top = max(min(top, frame.cursor.row), frame.cursor.row - height + 1)
    top = max(0, min(top, frame.rows.count - height))
    let rows = frame.rows[top..<min(top + height, frame.rows.count)]
    write(update(to: Array(rows) + menu, cursor: .init(row: frame.cursor.row - top, column: frame.cursor.column)))
  }

  /// Draws a complete line with all of its rows, and moves to the row below it.
  ///
  /// The next drawing begins at the cursor.
  mutating func finish(_ frame: LineFrame, with mark: String = "") {
    var text: String
    if terminal.movesCursor, frame.rows.count > size.rows {
      text = clear() + frame.rows.map(\.output).joined(separator: "\r\n")
    } else {
      draw(frame)
      text = ""
    }
    forget()
    finishedRows += frame.rows.count
    // After a full row, a mark needs a row of its own.
    if !mark.isEmpty, frame.rows.last?.isFull == true { text += "\r\n" }
    write(text + mark + "\r\n")
  }

  /// Removes the rows of the previous lines of the entry, whose place the next drawing takes.
  mutating func takeBackFinishedRows() {
    guard terminal.movesCursor, finishedRows > 0 else { return }
    write(clear() + "\u{1B}[\(finishedRows)A\u{1B}[J")
    finishedRows = 0
  }

  /// Keeps the rows of the previous lines, because they are not those above, or belong to another entry.
  mutating func forgetFinishedRows() { finishedRows = 0 }

  /// Clears the screen.
  mutating func clearAll() {
    forget()
    finishedRows = 0
    write(terminal.movesCursor ? "\u{1B}[H\u{1B}[2J" : "\r\n")
  }

  /// Gets the size of the terminal, and clears the visible rows if they may have changed.
  mutating func measure(isDisturbed: Bool = false) {
    let former = size
    if let size = TerminalSize.of(.output) { self.size = size }
    guard isDisturbed || size != former else { return }
    finishedRows = 0
    if !shown.isEmpty { write(clear()) }
  }

  private mutating func forget() {
    shown = []
    cursor = .init()
    top = 0
  }

  private func write(_ text: String) {
    if !text.isEmpty { _ = FileDescriptor.output.writeAll(Array(text.utf8)) }
  }

  // MARK: Codes

  /// Returns the codes that remove the visible rows.
  ///
  /// A terminal that has become narrower breaks its rows in two.
  private mutating func clear() -> String {
    guard terminal.movesCursor else {
      forget()
      return "\r\n"
    }
    let above = shown.prefix(cursor.row).reduce(0) { $0 + max(1, ($1.width + size.columns - 1) / size.columns) }
    let up = above + cursor.column / size.columns
    forget()
    return "\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J"
  }

  /// Returns the codes that change the visible rows and put the cursor into place.
  private mutating func update(to rows: [ScreenRow], cursor place: LineFrame.Position) -> String {
    var text = ""
    for (index, row) in rows.enumerated() where index >= shown.count || shown[index] != row {
      text += move(toRow: index)
      text += self.text(of: row, over: index < shown.count ? shown[index].width : 0)
      if index < shown.count { shown[index] = row } else { shown.append(row) }
    }
    if rows.count < shown.count {
      text += move(toRow: rows.count) + "\r\u{1B}[J"
      cursor.column = 0
      shown.removeLast(shown.count - rows.count)
    }
    return text + move(toRow: place.row) + move(toColumn: place.column)
  }

  /// Returns the text of a row that replaces an earlier one.
  private mutating func text(of row: ScreenRow, over width: Int) -> String {
    cursor.column = row.width
    guard !terminal.movesCursor else { return "\r" + row.output + (row.isFull ? "" : "\u{1B}[K") }
    cursor.column = max(row.width, width)
    return "\r" + row.output + String(repeating: " ", count: max(0, width - row.width))
  }

  private mutating func move(toRow row: Int) -> String {
    defer { cursor.row = row }
    let down = row - cursor.row
    if down == 0 { return "" }
    if down < 0 { return "\u{1B}[\(-down)A" }
    // Below the last row, only a line feed makes room at the bottom of the screen.
    let isNew = row >= shown.count
    if isNew { cursor.column = 0 }
    return (down > 1 || !isNew ? "\u{1B}[\(isNew ? down - 1 : down)B" : "") + (isNew ? "\r\n" : "")
  }

  private mutating func move(toColumn column: Int) -> String {
    defer { cursor.column = column }
    guard terminal.movesCursor else {
      return String(repeating: "\u{8}", count: max(0, cursor.column - column))
    }
    return "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
  }
}
