import Marbles

/// A line of Markdown that is read from left to right, in columns: a tab leads to the next multiple of four.
struct MarkdownCursor {
  /// The line without its end.
  let line: Span
  /// The next byte; where a tab was entered but not left, that tab.
  private(set) var offset: Int
  private(set) var column = 0
  /// How many columns of the tab at `offset` are behind us.
  private(set) var columnsOfTab = 0
  /// The first byte from `offset` on that is no blank.
  private(set) var text: Int
  private var textColumn = 0
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], line: Span) {
    self.bytes = bytes
    self.line = line
    offset = line.lowerBound
    text = line.lowerBound
    findText()
  }

  /// How far the text is indented.
  var indentation: Int { textColumn - column }
  /// Four columns make it code, or what belongs to what is above.
  var isIndented: Bool { indentation >= 4 }
  /// Whether nothing but blanks follows.
  var isBlank: Bool { text == line.upperBound }
  /// The first byte of the text.
  var first: UInt8? { byte(at: text) }

  private func byte(at offset: Int) -> UInt8? { offset < line.upperBound ? bytes[offset] : nil }

  /// Whether a byte of the line is a blank or behind the line.
  func isGap(at offset: Int) -> Bool { byte(at: offset)?.isWhitespace ?? true }

  mutating func skipWhitespace() {
    offset = text
    column = textColumn
    columnsOfTab = 0
  }

  /// Goes on by so many bytes.
  mutating func skip(bytes count: Int) {
    for _ in 0..<count where offset < line.upperBound {
      column += width
      offset += 1
      columnsOfTab = 0
    }
    findText()
  }

  /// Goes on by up to so many columns of blanks.
  mutating func skip(columns count: Int) {
    var rest = count
    while rest > 0, offset < line.upperBound, bytes[offset].isWhitespace {
      let step = min(rest, width)
      rest -= step
      if step == width {
        offset += 1
        columnsOfTab = 0
      } else {
        columnsOfTab += step
      }
      column += step
    }
    findText()
  }

  /// What stands in front of `offset`, with blanks for the columns of a tab.
  var passed: [UInt8] {
    bytes[line.lowerBound..<offset] + [UInt8](repeating: UInt8(ascii: " "), count: columnsOfTab)
  }

  /// How many columns the byte at `offset` takes.
  private var width: Int { bytes[offset] == UInt8(ascii: "\t") ? 4 - column % 4 : 1 }

  private mutating func findText() {
    text = offset
    textColumn = column
    while text < line.upperBound, bytes[text].isWhitespace {
      textColumn += bytes[text] == UInt8(ascii: "\t") ? 4 - textColumn % 4 : 1
      text += 1
    }
  }
}
