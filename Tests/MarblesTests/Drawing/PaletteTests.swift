import Marbles
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private typealias Linear = (red: Double, green: Double, blue: Double)

extension Palette.Color {
  /// The linear intensities of the channels, from 0 to 1.
  fileprivate var light: Linear {
    func channel(_ shift: UInt32) -> Double {
      let value = Double(rgb >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return (channel(16), channel(8), channel(0))
  }

  /// The relative luminance, as defined by WCAG.
  private var luminance: Double { 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue }

  fileprivate func contrast(with other: Palette.Color) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }
}

extension Palette.Tint {
  /// The color of a number in the palette of 256 colors, except for the first 16, which depend on the terminal, or
  /// `nil` for the default color.
  fileprivate var fixedColor: Palette.Color? {
    guard let number = onTerminals.number else { return nil }
    guard number < 232 else { return Palette.Color(rgb: (8 + 10 * (UInt32(number) - 232)) * 0x010101) }
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    let place = Int(number) - 16
    return Palette.Color(rgb: levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6])
  }
}

/// The kinds of color vision in the model of Machado, Oliveira and Fernandes: full, or without red, green or blue
/// cones.
private let sights: [(name: String, rows: [[Double]])] = [
  ("full", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
  (
    "protanopia",
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
  ),
  (
    "deuteranopia",
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
  ),
  (
    "tritanopia",
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
  ),
]

/// Returns the distance of two colors by CIE 1976.
///
/// Colors with a distance below 10 are hard to distinguish.
private func distance(_ one: Palette.Color, _ other: Palette.Color, sight: [[Double]]) -> Double {
  func lab(_ color: Palette.Color) -> [Double] {
    let light = color.light
    let seen = sight.map { min(1, max(0, $0[0] * light.red + $0[1] * light.green + $0[2] * light.blue)) }
    func root(_ value: Double) -> Double { value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116 }
    let x = root((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505)
    let y = root(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2])
    let z = root((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  return zip(lab(one), lab(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
}

@Suite struct PaletteTests {
  private let all = Palette.tints + [Palette.ghost, Palette.difference]

  @Test func `every color is readable on dark and light backgrounds`() {
    let (black, white, nearBlack) = (Palette.Color(rgb: 0), Palette.Color(rgb: 0xFFFFFF), Palette.Color(rgb: 0x0D1117))
    for tint in all {
      if let color = tint.fixedColor {
        #expect(tint.onTerminals.number ?? 0 >= 16, "\(tint.name)")
        #expect(color.contrast(with: black) >= 4.5, "\(tint.name)")
        #expect(color.contrast(with: white) >= 4.5, "\(tint.name)")
      }
      #expect(tint.light.contrast(with: white) >= 4.5, "\(tint.name)")
      #expect(tint.dark.contrast(with: nearBlack) >= 4.5, "\(tint.name)")
    }
  }

  @Test func `colors are distinguishable with every kind of color vision`() {
    let grounds: [(String, (Palette.Tint) -> Palette.Color)] = [
      ("on light", { $0.light }), ("on dark", { $0.dark }),
      ("on a black terminal", { $0.fixedColor ?? Palette.Color(rgb: 0xFFFFFF) }),
      ("on a white terminal", { $0.fixedColor ?? Palette.Color(rgb: 0) }),
    ]
    for (ground, color) in grounds {
      for (name, rows) in sights {
        for (index, one) in Palette.tints.enumerated() {
          for other in Palette.tints[(index + 1)...] {
            // On terminals, the weight of the text distinguishes colors too.
            if ground.contains("terminal"), one.onTerminals.isBold != other.onTerminals.isBold { continue }
            let apart = distance(color(one), color(other), sight: rows)
            #expect(apart >= 18, "\(one.name) and \(other.name) \(ground), \(name): \(apart)")
          }
        }
      }
    }
  }

  @Test func `colors and shapes together distinguish thirty lines`() {
    let looks = (0..<30).map { [Palette.tint($0).name, "\(Palette.shape($0))"] }
    #expect(Set(looks).count == 30)
    #expect(Palette.tint(30) == Palette.tint(0) && Palette.shape(30) == Palette.shape(0))
  }

  @Test func `a color is written as a CSS hex value`() {
    #expect(Palette.Color(rgb: 0x00F50A).hex == "#00f50a")
  }
}
