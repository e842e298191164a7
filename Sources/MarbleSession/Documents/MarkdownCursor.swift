import Marbles

/// A cursor in a line of Markdown, which counts columns with tab stops at multiples of four.
struct MarkdownCursor {
  /// The line without its line end.
  let line: Span
  /// The offset of the next byte, or of the current tab if only part of it was skipped.
  private(set) var offset: Int
  private(set) var column = 0
  /// The number of columns skipped of the tab at `offset`.
  private(set) var columnsOfTab = 0
  /// The offset of the first byte that is not whitespace, from `offset` on.
  private(set) var text: Int
  private var textColumn = 0
  private let bytes: [UInt8]
  private let hasIndentedCode: Bool

  /// Creates a cursor after the first `margin` bytes of a line, which belong to a comment of another language.
  init(_ bytes: [UInt8], line: Span, margin: Int = 0, hasIndentedCode: Bool = true) {
    self.bytes = bytes
    self.hasIndentedCode = hasIndentedCode
    self.line = line
    offset = line.lowerBound + margin
    text = offset
    findText()
  }

  /// The indentation of the text, in columns.
  var indentation: Int { textColumn - column }
  /// Whether the text is indented by four or more columns, so that it is code or continues the block above.
  var isIndented: Bool { hasIndentedCode && indentation >= 4 }
  /// Whether only whitespace follows.
  var isBlank: Bool { text == line.upperBound }
  /// The first byte of the text.
  var first: UInt8? { byte(at: text) }

  private func byte(at offset: Int) -> UInt8? { offset < line.upperBound ? bytes[offset] : nil }

  /// Whether an offset is at whitespace or at the end of the line.
  func isGap(at offset: Int) -> Bool { byte(at: offset)?.isWhitespace ?? true }

  mutating func skipWhitespace() {
    offset = text
    column = textColumn
    columnsOfTab = 0
  }

  /// Skips a number of bytes.
  mutating func skip(bytes count: Int) {
    for _ in 0..<count where offset < line.upperBound {
      column += width
      offset += 1
      columnsOfTab = 0
    }
    findText()
  }

  /// Skips whitespace up to a number of columns.
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

  /// The bytes before `offset`, with spaces for a partly skipped tab.
  var passed: [UInt8] {
    bytes[line.lowerBound..<offset] + [UInt8](repeating: UInt8(ascii: " "), count: columnsOfTab)
  }

  /// The number of columns of the byte at `offset`.
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
