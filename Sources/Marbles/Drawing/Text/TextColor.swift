import MarbleLanguage

/// The color of a text: one of the palette, or the terminal's own.
struct TextColor: Hashable, Sendable {
  /// The number among a terminal's 256 colors, 0 for its own.
  private let code: UInt8

  /// The terminal's own color.
  static let plain = TextColor(code: 0)
  static let ghost = TextColor(Palette.ghost)
  static let difference = TextColor(Palette.difference)

  private init(code: UInt8) {
    self.code = code
  }

  init(_ tint: Palette.Tint) {
    code = tint.ansi
  }

  /// The escape that makes a terminal go on with it.
  var escape: String { self == .plain ? "\u{1B}[0m" : "\u{1B}[38;5;\(code)m" }

  /// A text with the escapes around it that make a terminal draw it so, and what follows in its own color.
  func painting(_ text: String) -> String {
    self == .plain ? text : escape + text + TextColor.plain.escape
  }
}

extension Layout.Phase.State {
  /// The color of a track in this state.
  var color: TextColor { self == .ghost ? .ghost : .plain }
}
