import MarbleTools
import Marbles

/// The format and the color that the command line asks for; what it leaves open, the terminal and the environment decide.
struct DrawingOptions: Equatable {
  enum Color: String, CaseIterable {
    case always, never, auto
  }

  var format: DrawingStyle.Format?
  var color = Color.auto

  /// How diagrams are drawn that go to standard output.
  func styleForOutput(_ style: DrawingStyle = DrawingStyle()) -> DrawingStyle {
    var style = self.style(style, isTerminal: FileDescriptor.output.isTerminal, environment: Environment.variable)
    style.width = TerminalSize.of(.output)?.columns
    return style
  }

  /// How diagrams are drawn that go to a terminal, or not; what does not depend on that stays as it is.
  ///
  /// Characters are the locale's affair and escape codes the terminal's: `TERM=dumb` knows box drawing, and no color.
  /// What is not read on a terminal is UTF-8 whatever the locale says, and plain unless it was asked for.
  func style(
    _ style: DrawingStyle = DrawingStyle(), isTerminal: Bool, environment: (String) -> String?
  ) -> DrawingStyle {
    let isUnicode = Self.isUTF8(environment)
    var style = style
    style.format = format ?? (isTerminal && isUnicode ? .unicode : .plain)
    style.usesColor = usesColor(isTerminal: isTerminal, environment: environment)
    style.isASCII = isTerminal && !isUnicode
    return style
  }

  /// The option outranks `NO_COLOR`, that outranks `CLICOLOR_FORCE`, and that outranks what the terminal can do.
  private func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
    guard isTerminal, value("CLICOLOR") != "0" else { return false }
    return value("TERM").map { $0 != "dumb" } ?? false
  }

  /// Whether the locale writes UTF-8; the first of its variables that says anything decides.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    // `language_COUNTRY.codeset@variant`, or on macOS a codeset alone.
    let codeset = locale.prefix { $0 != "@" }.split(separator: ".").last ?? ""
    return ["UTF-8", "UTF8"].contains(codeset.uppercased())
  }
}
