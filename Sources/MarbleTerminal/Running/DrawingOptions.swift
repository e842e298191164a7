import MarbleSession
import Marbles

/// The drawing format and the color setting from the command line.
///
/// Where an option is missing, the terminal and the environment decide.
package struct DrawingOptions: Equatable {
  package enum Color: String, CaseIterable {
    case always, never, auto
  }

  var format: DrawingStyle.Format?
  var color = Color.auto

  package init(format: DrawingStyle.Format? = nil, color: Color = .auto) {
    self.format = format
    self.color = color
  }

  /// The names of the settings that the command line decides.
  var fixedSettings: Set<String> {
    Set((format == nil ? [] : ["format"]) + (color == .auto ? [] : ["color"]))
  }

  /// Returns the style of diagrams that are written to standard output.
  package func styleForOutput(_ style: DrawingStyle = DrawingStyle()) -> DrawingStyle {
    var style = self.style(
      style, isTerminal: FileDescriptor.output.isTerminal, environment: Environment.variable,
      colors: TerminalDescription.current.depth)
    style.width = TerminalSize.of(.output)?.columns
    return style
  }

  /// Returns the style of diagrams that are written to a file.
  func styleForFile(_ style: DrawingStyle) -> DrawingStyle {
    self.style(style, isTerminal: false, environment: { _ in nil }, colors: .none)
  }

  /// Returns the style of diagrams for a terminal or for another destination.
  ///
  /// Only properties that depend on the destination are changed. The locale decides about the characters, and the
  /// terminal about escape codes: with `TERM=dumb`, box drawing characters are used, but no colors. Output that does
  /// not go to a terminal is UTF-8 in every locale, and plain unless an option asks for more.
  func style(
    _ style: DrawingStyle = DrawingStyle(), isTerminal: Bool, environment: (String) -> String?,
    colors: @autoclosure () -> ColorDepth
  ) -> DrawingStyle {
    let isUnicode = Self.isUTF8(environment)
    var style = style
    style.format = format ?? (isTerminal && isUnicode ? .unicode : .plain)
    style.usesColor = usesColor(on: isTerminal ? colors() : .none, environment: environment)
    // If the terminal has no colors, an option asked for them.
    if isTerminal || style.usesColor, case let colors = colors(), colors != .none { style.colorDepth = colors }
    style.isASCII = isTerminal && !isUnicode
    return style
  }

  /// Whether drawings have colors.
  ///
  /// The order of precedence: the option, `NO_COLOR`, `CLICOLOR_FORCE`, the terminal.
  private func usesColor(on terminal: ColorDepth, environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
    return terminal != .none && value("CLICOLOR") != "0"
  }

  /// Whether the locale's encoding is UTF-8.
  ///
  /// The first of its variables that is not empty decides.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    var locale = ""
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] where locale.isEmpty { locale = environment(name) ?? "" }
    // The format is `language_COUNTRY.codeset@variant`. macOS also allows a codeset alone.
    let codeset = ".\(locale[..<(locale.firstIndex(of: "@") ?? locale.endIndex)])".uppercased()
    return codeset.hasSuffix(".UTF-8") || codeset.hasSuffix(".UTF8")
  }
}
