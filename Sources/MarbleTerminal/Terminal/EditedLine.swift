/// A line while it is edited: its text and the position of the cursor.
///
/// Its rows are those of the text, which line breaks separate. The screen may break them further.
struct EditedLine: Equatable {
  var text: String
  /// The position of the cursor, as a UTF-8 offset.
  var cursor: Int

  init(_ text: String, cursor: Int) {
    self.text = text
    self.cursor = cursor
  }

  /// Creates a line with the cursor at the end.
  init(_ text: String) {
    self.init(text, cursor: text.utf8.count)
  }

  static let empty = EditedLine("")

  var beforeCursor: String { String(decoding: text.utf8.prefix(cursor), as: UTF8.self) }
  var afterCursor: String { String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self) }
  var isAtEnd: Bool { cursor == text.utf8.count }

  /// Returns the line with a part replaced, and the cursor after it.
  func replacing(_ range: Range<Int>, with replacement: String) -> EditedLine {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: replacement.utf8)
    return EditedLine(String(decoding: bytes, as: UTF8.self), cursor: range.lowerBound + replacement.utf8.count)
  }

  /// Returns the line with text inserted at the cursor.
  func inserting(_ text: String) -> EditedLine { replacing(cursor..<cursor, with: text) }

  // MARK: Moving

  /// Returns the line with the cursor after the next character.
  var forward: EditedLine { EditedLine(text, cursor: cursor + (afterCursor.unicodeScalars.first?.utf8.count ?? 0)) }

  /// Returns the line with the cursor at the start of its row, or of the line if it is there already.
  var atRowStart: EditedLine { EditedLine(text, cursor: cursor == rowStart ? 0 : rowStart) }

  /// Returns the line with the cursor at the end of its row, or of the line if it is there already.
  var atRowEnd: EditedLine { EditedLine(text, cursor: cursor == rowEnd ? text.utf8.count : rowEnd) }

  /// Returns the line with the cursor in the row above, or `nil` in the first row.
  var up: EditedLine? {
    guard rowStart > 0 else { return nil }
    return inRow(of: rowStart - 1)
  }

  /// Returns the line with the cursor in the row below, or `nil` in the last row.
  var down: EditedLine? {
    guard rowEnd < text.utf8.count else { return nil }
    return inRow(of: rowEnd + 1)
  }

  private var rowStart: Int { start(ofRowAt: cursor) }
  private var rowEnd: Int { cursor + afterCursor.utf8.prefix { $0 != lineFeed }.count }

  private func start(ofRowAt offset: Int) -> Int {
    let before = Array(text.utf8.prefix(offset))
    return before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
  }

  /// Returns the line with the cursor in another row, in the same column if the row is long enough.
  private func inRow(of offset: Int) -> EditedLine {
    let column = String(decoding: text.utf8.prefix(cursor).dropFirst(rowStart), as: UTF8.self).count
    let start = start(ofRowAt: offset)
    let row = String(decoding: text.utf8.dropFirst(start).prefix { $0 != lineFeed }, as: UTF8.self)
    return EditedLine(text, cursor: start + row.prefix(column).utf8.count)
  }
}

private let lineFeed = UInt8(ascii: "\n")
