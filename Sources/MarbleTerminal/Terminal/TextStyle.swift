import MarbleSession
import Marbles

/// The style of characters on the screen, as parameters of the escape code that selects it.
struct TextStyle: Equatable {
  let codes: String

  static let plain = TextStyle(codes: "")
  /// The style of the selected row in a menu, which needs no color.
  static let selected = TextStyle(codes: "7")

  /// The style of hints.
  ///
  /// With eight colors there is no gray, so they are faint.
  static func hint(_ colors: ColorDepth) -> TextStyle { TextStyle(codes: gray(colors)) }

  /// The style of a part of the line.
  ///
  /// Names and punctuation have no color. Each of the 256 colors has a contrast of at least 4.5:1 with black and with
  /// white. The first eight depend on the user's settings.
  init(_ kind: Highlight.Kind, _ colors: ColorDepth) {
    func color(_ full: Int, _ eight: Int) -> String { colors == .full ? "38;5;\(full)" : "3\(eight)" }
    codes =
      switch kind {
      case .tick, .comment: Self.gray(colors)
      case .value: "1"
      case .end, .keyword: color(163, 5)
      case .operator, .command: color(63, 6)
      case .label: color(98, 4)
      case .string, .number: color(29, 2)
      case .unknownName: color(131, 1)
      case .error: "4;" + color(131, 1)
      case .punctuation, .name, .argument: ""
      }
  }

  private init(codes: String) {
    self.codes = codes
  }

  private static func gray(_ colors: ColorDepth) -> String { colors == .full ? "38;5;243" : "2" }
}

/// A string in one style.
struct StyledText {
  let text: String
  let style: TextStyle
}
