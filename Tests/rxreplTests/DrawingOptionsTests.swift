import Marbles
import MarbleSession
import MarbleTools
import Marbles
import Testing

@testable import MarbleTerminal
@testable import rxrepl

/// The drawing style that results from the terminal, the environment and the options.
@Suite struct DrawingOptionsTests {
  /// The output device, the environment, the options, and the expected style: the format, optionally followed by
  /// `color` and `ascii`.
  static let cases: [(String, String, DrawingOptions, String)] = [
    ("terminal", "LANG=en_US.UTF-8 TERM=xterm", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=en_US.UTF-8 TERM=xterm COLUMNS=80", DrawingOptions(), "unicode color"),
    ("pipe", "LANG=en_US.UTF-8 TERM=xterm", DrawingOptions(), "plain"),
    ("pipe", "", DrawingOptions(), "plain"),
    ("pipe", "LC_ALL=C", DrawingOptions(), "plain"),

    // The locale: the first variable that is not empty decides.
    ("terminal", "TERM=xterm", DrawingOptions(), "plain color ascii"),
    ("terminal", "LC_ALL=C LANG=en_US.UTF-8 TERM=xterm", DrawingOptions(), "plain color ascii"),
    ("terminal", "LC_ALL= LC_CTYPE=C LANG=en_US.UTF-8 TERM=xterm", DrawingOptions(), "plain color ascii"),
    ("terminal", "LC_ALL= LC_CTYPE= LANG=de_DE.utf8 TERM=xterm", DrawingOptions(), "unicode color"),
    ("terminal", "LC_CTYPE=C.UTF-8 LANG=C TERM=xterm", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=de_DE.UTF-8@euro TERM=xterm", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=de_DE.ISO-8859-1@UTF-8 TERM=xterm", DrawingOptions(), "plain color ascii"),
    ("terminal", "LC_CTYPE=UTF-8 TERM=xterm", DrawingOptions(), "unicode color"),
    ("terminal", "LC_ALL=C TERM=xterm", DrawingOptions(format: .unicode), "unicode color ascii"),

    // The terminal.
    ("terminal", "LANG=C.UTF-8 TERM=dumb", DrawingOptions(), "unicode"),
    ("terminal", "LANG=C.UTF-8", DrawingOptions(), "unicode"),
    ("terminal", "LANG=C.UTF-8 TERM=dumb CLICOLOR_FORCE=1", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=C.UTF-8 TERM=dumb", DrawingOptions(color: .always), "unicode color"),

    // Color variables in the environment.
    ("terminal", "LANG=C.UTF-8 TERM=xterm NO_COLOR=1", DrawingOptions(), "unicode"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm NO_COLOR=", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm NO_COLOR=1 CLICOLOR_FORCE=1", DrawingOptions(), "unicode"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm CLICOLOR=0", DrawingOptions(), "unicode"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm CLICOLOR=1", DrawingOptions(), "unicode color"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm CLICOLOR=0 CLICOLOR_FORCE=1", DrawingOptions(), "unicode color"),
    ("pipe", "CLICOLOR_FORCE=1", DrawingOptions(), "plain color"),
    ("pipe", "CLICOLOR_FORCE=0", DrawingOptions(), "plain"),
    ("pipe", "CLICOLOR=1 TERM=xterm", DrawingOptions(), "plain"),

    // The options take precedence.
    ("terminal", "LANG=C.UTF-8 TERM=xterm NO_COLOR=1", DrawingOptions(color: .always), "unicode color"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm CLICOLOR_FORCE=1", DrawingOptions(color: .never), "unicode"),
    ("pipe", "", DrawingOptions(format: .unicode, color: .always), "unicode color"),
    ("pipe", "NO_COLOR=1", DrawingOptions(format: .unicode), "unicode"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm", DrawingOptions(format: .plain), "plain color"),
    ("terminal", "LANG=C.UTF-8 TERM=xterm", DrawingOptions(format: .json), "json color"),
    ("pipe", "", DrawingOptions(format: .svg), "svg"),
  ]

  @Test(arguments: cases)
  func styleFollowsTheSettings(place: String, variables: String, options: DrawingOptions, expected: String) {
    let environment = Dictionary(
      uniqueKeysWithValues: variables.split(separator: " ").map { variable in
        let parts = variable.split(separator: "=", omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      })
    let variable: (String) -> String? = { environment[$0] }
    let style = options.style(
      isTerminal: place == "terminal", environment: variable, colors: TerminalDescription(environment: variable).depth)
    let words = [style.format.rawValue, style.usesColor ? "color" : nil, style.isASCII ? "ascii" : nil]
    #expect(words.compactMap { $0 }.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("xterm", DrawingOptions.Color.auto, ColorDepth.eight), ("xterm-256color", .auto, .full), ("vt100", .auto, .none),
    ("vt100", .always, .full), ("xterm", .always, .eight), ("xterm-256color", .never, .none),
  ])
  func colorsFollowTheTerminal(name: String, color: DrawingOptions.Color, expected: ColorDepth) {
    let terminal = TerminalDescription { $0 == "TERM" ? name : nil }
    let style = DrawingOptions(color: color).style(
      isTerminal: true, environment: { _ in nil }, colors: terminal.depth)
    #expect(style.colors == expected)
  }

  @Test func otherPropertiesAreKept() {
    var style = DrawingStyle()
    style.innerLayout = .diagonal
    (style.showsWires, style.isAnimated, style.showsSubscriptions) = (true, true, true)
    style = DrawingOptions().style(style, isTerminal: false, environment: { _ in nil }, colors: .none)
    #expect(style.innerLayout == .diagonal)
    #expect(style.showsWires && style.isAnimated && style.showsSubscriptions)
  }
}
