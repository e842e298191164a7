import MarbleLanguage

/// The colors of drawings, one table for text and pictures.
///
/// A value has the color of the line that it was first sent on. The colors stay apart for readers who are blind to
/// red, green or blue, and the first four most of all; who sees no colors goes by the shapes.
package enum Palette {
  /// A color as red, green and blue.
  package struct Color: Sendable, Hashable {
    /// Eight bits each, red the highest.
    package let rgb: UInt32

    package init(rgb: UInt32) {
      self.rgb = rgb
    }

    /// How style sheets write it.
    package var hex: String {
      let digits = String(rgb, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// One color in all of its forms.
  package struct Tint: Sendable, Hashable {
    /// What it is called.
    package let name: String
    /// Its number among a terminal's 256 colors.
    ///
    /// It is one of the 240 that are the same everywhere: the first sixteen are whatever a reader's terminal makes of
    /// them. It has a contrast of 3 to 1 and more both with black and with white.
    package let ansi: UInt8
    /// How it stands on white, with a contrast of at least 4.5 to 1.
    package let light: Color
    /// How it stands on near-black, with a contrast of at least 4.5 to 1.
    package let dark: Color

    init(_ name: String, ansi: UInt8, light: UInt32, dark: UInt32) {
      self.name = name
      self.ansi = ansi
      self.light = Color(rgb: light)
      self.dark = Color(rgb: dark)
    }
  }

  /// The colors of lines, in the order in which ``Diagram/tints`` counts them; behind the last comes the first.
  package static let tints = [
    Tint("blue", ansi: 69, light: 0x1E73DE, dark: 0x5AC8FF),
    Tint("gold", ansi: 136, light: 0x6A5900, dark: 0x9C8300),
    Tint("crimson", ansi: 197, light: 0xE8006F, dark: 0xF50065),
    Tint("violet", ansi: 93, light: 0x8900FF, dark: 0xB953FF),
    Tint("green", ansi: 29, light: 0x0F5035, dark: 0x1A997D),
    Tint("pink", ansi: 169, light: 0x820872, dark: 0xECB1C9),
  ]

  /// What did not happen: ghosts.
  package static let ghost = Tint("gray", ansi: 244, light: 0x767676, dark: 0x8B8B8B)

  /// What differs from what was expected.
  package static let difference = Tint("red", ansi: 196, light: 0xC62828, dark: 0xFF5C5C)

  /// How many shapes there are; none divides the colors evenly, so that a shape and a color say more than either.
  static let shapes = 5

  /// The color of the line that is the how-manieth to have one.
  package static func tint(_ index: Int) -> Tint { tints[index % tints.count] }

  /// The shape of the line that is the how-manieth to have a color, from 0 up to ``shapes``.
  package static func shape(_ index: Int) -> Int { index % shapes }
}
