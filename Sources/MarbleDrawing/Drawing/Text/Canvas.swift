import MarbleEvaluation
import MarbleLanguage

/// A buffer for the lines of a drawing, in UTF-8.
struct Canvas {
  private var bytes: [UInt8] = []
  /// The offset of the current line.
  private var line = 0
  private var color = TextColor.plain
  private let colors: ColorDepth

  init(colors: ColorDepth) {
    self.colors = colors
  }

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  @inline(__always)
  private mutating func use(_ color: TextColor) {
    guard colors != .none, color != self.color else { return }
    bytes.append(contentsOf: color.escape(colors).utf8)
    self.color = color
  }

  mutating func write(_ text: String, in color: TextColor = .plain) {
    use(color)
    bytes.append(contentsOf: text.utf8)
  }

  @inline(__always)
  mutating func write(_ byte: UInt8, in color: TextColor) {
    use(color)
    bytes.append(byte)
  }

  @inline(__always)
  mutating func write(_ glyph: Glyph, times: Int = 1, in color: TextColor = .plain) {
    guard times > 0 else { return }
    // Spaces look the same in every color.
    if glyph != .blank { use(color) }
    for _ in 0..<times { glyph.append(to: &bytes) }
  }

  mutating func blanks(_ count: Int) { write(.blank, times: count) }

  /// A position in the output that the canvas can return to.
  struct Mark {
    fileprivate let offset: Int
    fileprivate let color: TextColor
  }

  var mark: Mark { Mark(offset: bytes.count, color: color) }

  /// Removes spaces from the end of the output.
  mutating func rewind(columns: Int) { bytes.removeLast(columns) }

  /// Removes the output after a mark on the current line.
  mutating func rewind(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.offset)
    color = mark.color
  }

  /// Whether the output after a mark consists of spaces only.
  func isBlank(after mark: Mark) -> Bool { bytes[mark.offset...].allSatisfy { $0 == UInt8(ascii: " ") } }

  /// Ends the line and removes trailing spaces.
  mutating func endLine() {
    while bytes.count > line, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    use(.plain)
    bytes.append(UInt8(ascii: "\n"))
    line = bytes.count
  }

  /// The lines, separated by line feeds.
  var text: String {
    String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}
