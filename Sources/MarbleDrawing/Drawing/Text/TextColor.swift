import MarbleEvaluation
import MarbleLanguage

/// The color of text: one of the palette, or the terminal's default color.
struct TextColor: Hashable, Sendable {
  /// The index in ``tints``, or their number for the default color.
  private let index: UInt8

  private static let tints = Palette.tints + [Palette.ghost, Palette.difference]

  /// The terminal's default color.
  static let plain = TextColor(index: UInt8(tints.count))
  static let ghost = TextColor(Palette.ghost)
  static let difference = TextColor(Palette.difference)

  private init(index: UInt8) {
    self.index = index
  }

  init(_ tint: Palette.Tint) {
    index = UInt8(TextColor.tints.firstIndex(of: tint) ?? TextColor.tints.count)
  }

  /// Returns the escape sequence that selects the color, whatever was selected before.
  func escape(_ depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .eight: TextColor.eight[Int(index)]
    case .full: TextColor.full[Int(index)]
    }
  }

  /// Returns text between the escape sequences that select the color and reset it.
  func painting(_ text: String, _ depth: ColorDepth) -> String {
    self == .plain || depth == .none ? text : escape(depth) + text + TextColor.reset
  }

  private static let reset = "\u{1B}[0m"

  private static let eight = table { "0;\($0.basic)" }
  private static let full = table { color in
    "0" + (color.isBold ? ";1" : "") + (color.number.map { ";38;5;\($0)" } ?? "")
  }

  private static func table(_ codes: (Palette.TerminalColor) -> String) -> [String] {
    tints.map { "\u{1B}[\(codes($0.onTerminals))m" } + [reset]
  }
}

extension Layout.Phase.State {
  /// The color of a track in this state.
  var color: TextColor { self == .ghost ? .ghost : .plain }
}
