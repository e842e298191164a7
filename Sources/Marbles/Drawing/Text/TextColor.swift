import MarbleLanguage

/// The color of text: one of the palette, or the terminal's default color.
struct TextColor: Hashable, Sendable {
  /// The number among the 256 colors of a terminal, or 0 for its default color.
  private let code: UInt8

  /// The terminal's default color.
  static let plain = TextColor(code: 0)
  static let ghost = TextColor(Palette.ghost)
  static let difference = TextColor(Palette.difference)

  private init(code: UInt8) {
    self.code = code
  }

  init(_ tint: Palette.Tint) {
    code = tint.ansi
  }

  /// The escape sequence that selects the color.
  var escape: String { self == .plain ? "\u{1B}[0m" : "\u{1B}[38;5;\(code)m" }

  /// Returns text between the escape sequences that select the color and reset it.
  func painting(_ text: String) -> String {
    self == .plain ? text : escape + text + TextColor.plain.escape
  }
}

extension Layout.Phase.State {
  /// The color of a track in this state.
  var color: TextColor { self == .ghost ? .ghost : .plain }
}
