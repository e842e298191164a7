import MarbleEvaluation
import MarbleLanguage

/// The colors of drawings, for both text and pictures.
///
/// A value has the color of the line that first sent it. Readers with red, green or blue color blindness can
/// distinguish the colors, the first four best of all. Without colors, shapes distinguish the lines.
package enum Palette {
  /// A color as red, green and blue.
  package struct Color: Sendable, Hashable {
    /// The components with eight bits each, red in the highest.
    package let rgb: UInt32

    package init(rgb: UInt32) {
      self.rgb = rgb
    }

    /// The color in the notation of style sheets.
    package var hex: String {
      let digits = String(rgb, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// A color of a terminal.
  package struct TerminalColor: Sendable, Hashable {
    /// The number among the 256 colors, or `nil` for the terminal's default color.
    ///
    /// The first 16 numbers are avoided, since users can configure their colors. The color has a contrast of at least
    /// 4.5:1 with both black and white. Only six colors have that contrast, so the weight of the text distinguishes
    /// them too.
    package let number: UInt8?
    package let isBold: Bool
    /// The parameter of the escape code on a terminal with eight colors.
    let basic: UInt8

    init(_ number: UInt8?, isBold: Bool = false, basic: UInt8) {
      self.number = number
      self.isBold = isBold
      self.basic = basic
    }
  }

  /// A color in the variants for terminals, light and dark backgrounds.
  package struct Tint: Sendable, Hashable {
    package let name: String
    package let onTerminals: TerminalColor
    /// The color on white, with a contrast of at least 4.5:1.
    package let light: Color
    /// The color on near-black, with a contrast of at least 4.5:1.
    package let dark: Color

    init(_ name: String, _ onTerminals: TerminalColor, light: UInt32, dark: UInt32) {
      self.name = name
      self.onTerminals = onTerminals
      self.light = Color(rgb: light)
      self.dark = Color(rgb: dark)
    }
  }

  /// The colors of lines, in the order of the indexes of ``NameColors``, and repeating after the last.
  package static let tints = [
    Tint("blue", .init(63, basic: 34), light: 0x1E73DE, dark: 0x5AC8FF),
    Tint("gold", .init(131, isBold: true, basic: 33), light: 0x6A5900, dark: 0x9C8300),
    Tint("crimson", .init(163, basic: 31), light: 0xE8006F, dark: 0xF50065),
    Tint("violet", .init(98, isBold: true, basic: 35), light: 0x8900FF, dark: 0xB953FF),
    Tint("green", .init(29, basic: 32), light: 0x0F5035, dark: 0x1A997D),
    Tint("pink", .init(nil, isBold: true, basic: 36), light: 0x820872, dark: 0xECB1C9),
  ]

  /// The color of ghosts, which are events that no observer received.
  ///
  /// Eight colors have no gray, so the text is faint.
  package static let ghost = Tint("gray", .init(243, basic: 2), light: 0x767676, dark: 0x8B8B8B)

  /// The color of differences from expected timelines.
  package static let difference = Tint("red", .init(131, basic: 31), light: 0xC62828, dark: 0xFF5C5C)

  /// The number of shapes.
  ///
  /// It is not a divisor of the number of colors, so that combinations of shape and color repeat later than either.
  static let shapes = 5

  /// Returns the color for an index, starting again after the last color.
  package static func tint(_ index: Int) -> Tint { tints[index % tints.count] }

  /// Returns the shape for the index of a color, in the range from 0 to less than ``shapes``.
  package static func shape(_ index: Int) -> Int { index % shapes }
}
