import MarbleLanguage

/// A row of styled text on the screen.
struct ScreenRow: Equatable {
  /// The number of available columns.
  let columns: Int
  /// The number of used columns.
  private(set) var width = 0
  private var text = ""
  private var style = TextStyle.plain

  init(columns: Int) {
    self.columns = max(1, columns)
  }

  var isFull: Bool { width >= columns }

  /// The text with escape codes, which leaves the terminal in the plain style.
  var output: String { style == .plain ? text : text + "\u{1B}[0m" }

  /// Appends text that takes a number of columns, unless there is not enough room.
  ///
  /// - Returns: Whether there was enough room.
  @discardableResult
  mutating func append(_ text: String, width: Int, in style: TextStyle) -> Bool {
    guard self.width + width <= columns else { return false }
    if style != self.style {
      if self.style != .plain { self.text += "\u{1B}[0m" }
      if style != .plain { self.text += "\u{1B}[\(style.codes)m" }
      self.style = style
    }
    self.text += text
    self.width += width
    return true
  }

  /// Appends as much of a string as there is room for.
  mutating func append(_ text: String, in style: TextStyle) {
    for character in text {
      let cell = ScreenCell(character, at: width)
      guard append(cell.text, width: cell.width, in: style) else { return }
    }
  }
}

/// The visible form of a character.
struct ScreenCell {
  let text: String
  let width: Int

  /// Creates the form of a character in a column.
  ///
  /// A tab becomes spaces. A control character has a caret, as in `^A`. Other invisible characters are shown by their
  /// numbers, because they would disturb the columns.
  init(_ character: Character, at column: Int) {
    switch character {
    case "\t":
      text = String(repeating: " ", count: 8 - column % 8)
      width = text.utf8.count
    case _ where displayWidth(of: character) > 0:
      text = String(character)
      width = displayWidth(of: character)
    default:
      text = character.unicodeScalars.map(Self.notation).joined()
      width = text.utf8.count
    }
  }

  private static func notation(_ scalar: Unicode.Scalar) -> String {
    guard let ascii = UInt8(exactly: scalar.value), ascii < 0x80 else {
      return "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
    }
    return "^" + String(Unicode.Scalar(ascii ^ 0x40))
  }
}
