import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The style sheet of a picture, which affects nothing outside of the picture.
  struct Theme {
    /// The class of the whole picture, which is different from that of any other picture.
    let scope: String
    let animation: Animation?
    /// The colors, which are fixed unless they follow the reader's setting.
    let colors: DrawingStyle.Theme
    /// Whether events of an explanation are numbered, and others are faded.
    let hasTrail: Bool

    /// Returns a class name derived from the picture's content.
    static func scope(of body: String) -> String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in body.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return "mb-" + String(hash, radix: 36)
    }

    /// A color that the embedding page can override, for example with `--marbles-ink`.
    struct Role: Sendable {
      let name: String
      let light: Palette.Color
      let dark: Palette.Color

      init(_ name: String, light: UInt32, dark: UInt32) {
        self.name = name
        self.light = Palette.Color(rgb: light)
        self.dark = Palette.Color(rgb: dark)
      }

      init(_ name: String, _ tint: Palette.Tint) {
        self.name = name
        light = tint.light
        dark = tint.dark
      }
    }

    /// The colors, by their names in style sheets.
    static let roles: [Role] =
      [
        Role("paper", light: 0xFFFFFF, dark: 0x0D1117),
        Role("ink", light: 0x1F2328, dark: 0xE6EDF3),
        Role("line", light: 0x59636E, dark: 0x9198A1),
        Role("grid", light: 0xE4E8EC, dark: 0x262C36),
        Role("box", light: 0xF6F8FA, dark: 0x161B22),
        Role("edge", light: 0xD1D9E0, dark: 0x3D444D),
        Role("on", light: 0xFFFFFF, dark: 0x0D1117),
        Role("ghost", Palette.ghost), Role("red", Palette.difference),
      ] + Palette.tints.map { Role($0.name, $0) }

    private static func role(_ name: String) -> Role { roles.first { $0.name == name } ?? roles[0] }

    /// Returns a declaration of a color.
    ///
    /// If the color can change, a variable follows, after a fallback for renderers without variables.
    @inline(never) private func color(_ property: String, _ name: String) -> String {
      let role = Self.role(name)
      return switch colors {
      case .light: "\(property):\(role.light.hex)"
      case .dark: "\(property):\(role.dark.hex)"
      case .auto: "\(property):\(role.light.hex);\(property):var(--\(name))"
      }
    }

    /// Returns the style sheet of a page that has classes for its light and its dark form.
    static func pageStyle(light: [String], dark: [String]) -> String {
      func rule(_ classes: [String], _ color: (Role) -> Palette.Color) -> String {
        let values = roles.map { "--marbles-\($0.name):\(color($0).hex)" }
        return classes.map { "." + $0 }.joined(separator: ",") + "{" + values.joined(separator: ";") + "}"
      }
      return rule(light, \.light) + "\n@media screen{" + rule(dark, \.dark) + "}"
    }

    /// The variables, or an empty string if the colors are fixed.
    private var variables: String {
      func variables(_ color: (Role) -> Palette.Color) -> String {
        "{" + Self.roles.map { "--\($0.name):var(--marbles-\($0.name),\(color($0).hex))" }.joined(separator: ";") + "}"
      }
      guard colors == .auto else { return "" }
      return "\n.\(scope)" + variables(\.light)
        // Paper is white for all readers.
        + "\n@media screen and (prefers-color-scheme:dark){.\(scope)" + variables(\.dark) + "}"
    }

    var styleSheet: String {
      func fill(_ name: String) -> String { color("fill", name) }
      func stroke(_ name: String) -> String { color("stroke", name) }
      var rules: [(selector: String, declarations: String)] = [
        ("", "max-width:100%;height:auto"),
        (
          " text",
          "font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\(fill("ink"));unicode-bidi:isolate"
        ),
        (
          " .mb-code",
          "font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\(stroke("box"));stroke-width:4;stroke-linejoin:round;paint-order:stroke"
        ),
        (" .mb-paper", "\(fill("paper"));\(stroke("edge"))"),
        (" .mb-back", fill("box")),
        (" .mb-box", "\(fill("box"));\(stroke("edge"))"),
        (" .mb-grid", "fill:none;\(stroke("grid"))"),
        (" .mb-cut", "stroke-dasharray:2 3"),
        (" .mb-tick", "font-size:11px;text-anchor:middle;\(fill("line"))"),
        (" .mb-name", "font-weight:600"),
        (" .mb-inner", "font-weight:400"),
        (" .mb-cold", "font-size:11px;font-weight:400;\(fill("line"))"),
        (" .mb-note", "font-size:12px;\(fill("line"))"),
        (
          " .mb-line,\(dot).mb-soft,\(dot).mb-wait,\(dot).mb-lost,\(dot).mb-link,\(dot).mb-window",
          "fill:none;\(stroke("line"));stroke-width:1.5"
        ),
        (" .mb-soft", "stroke-width:1.25"),
        (" .mb-wait", "stroke-width:2;stroke-dasharray:0 5;stroke-linecap:round"),
        (" .mb-lost", "\(stroke("ghost"));stroke-width:1.25;stroke-dasharray:4 4"),
        (" .mb-link", "stroke-width:1.25;opacity:.75"),
        (" .mb-window", "stroke-width:1.5;opacity:.7"),
        (" .mb-arrow,\(dot).mb-dot", fill("line")),
        (" .mb-bar", "fill:none;\(stroke("ink"));stroke-width:2.5;stroke-linecap:round"),
        (" .mb-cross", "fill:none;\(stroke("ink"));stroke-width:2.75;stroke-linecap:round"),
        (" .mb-dashed", "stroke-dasharray:4 4.5;stroke-linecap:butt"),
        (" .mb-drop", "fill:none;\(stroke("line"));stroke-width:2;stroke-dasharray:2.5 2.5"),
        (" .mb-stem", "fill:none;\(stroke("line"));stroke-width:1.5"),
        (" .mb-value", "text-anchor:middle;font-weight:600;\(fill("on"))"),
        (" .mb-small", "font-size:10px"),
        (" .mb-message", "font-size:12px"),
        (" .mb-plain", "\(fill("paper"));\(stroke("ink"));stroke-width:1.5"),
        (" .mb-dark", fill("ink")),
        (" .mb-ghost", "\(fill("paper"));\(stroke("ghost"));stroke-width:1.25;stroke-dasharray:3 2.5"),
        (" .mb-gone", "font-weight:400;\(fill("ghost"))"),
        (" .mb-faint", stroke("ghost")),
        (" .mb-wire", "fill:none;\(stroke("line"));stroke-width:1.5;opacity:.5"),
      ]
      if hasTrail {
        rules.append((" .mb-off", "opacity:.25"))
        rules.append((" .mb-number", "font-size:11px;font-weight:700;\(fill("ink"))"))
      }
      for (index, tint) in Palette.tints.enumerated() {
        rules.append((" .mb-c\(index)", fill(tint.name)))
        rules.append((" .mb-s\(index)", stroke(tint.name)))
      }
      var sheet = variables
      for (selector, declarations) in rules { sheet += "\n.\(scope)\(selector){\(declarations)}" }
      if let animation { sheet += animation.styleSheet(scope: scope, headColor: stroke("red")) }
      return sheet + "\n"
    }

    /// The prefix of the second and each further class in a selector.
    private var dot: String { ".\(scope) " }
  }
}
