/// A command of the session, as `:help` is one; dispatch, help and completion read this table.
public struct Command: Sendable {
  public let name: String
  /// What stands behind the name, as help shows it.
  public let arguments: String
  /// One line.
  public let summary: String
  /// What else there is to know, for those who ask.
  var text = ""
  let action: Action

  enum Action: Sendable {
    case help, operators, bindings, load, svg, play, set, quit
    /// Says what a setting is, or sets it.
    case setting(Setting)
  }

  /// All of them, in the order in which help lists them.
  public static let all =
    [
      Command(name: "help", arguments: "[topic]", summary: "what there is, or one operator or command", action: .help),
      Command(name: "operators", arguments: "", summary: "all operators, family by family", action: .operators),
      Command(name: "bindings", arguments: "", summary: "the names that are bound", action: .bindings),
      Command(name: "load", arguments: "file", summary: "runs a script here", action: .load),
      Command(
        name: "svg", arguments: "file", summary: "writes what was drawn or asserted last as a picture",
        text: """
          A file that is there already is replaced. A script names files as seen from where it lies itself. `:inner`, \
          `:wires`, `:animate` and `:subscriptions` say how the picture looks.
          """,
        action: .svg),
      Command(
        name: "play", arguments: "[expression] [at speed]", summary: "plays a drawing, tick by tick",
        text: """
          Without an expression, what was drawn or asserted last. The speed is a number of ticks a second; it is 4 \
          where nothing is said: `:play`, `:play at 10`, `:play merge(a, b)`, `:play merge(a, b) at 0.5`.

            space         pauses and goes on; at the end, plays again
            l  .  right   the next tick
            h  ,  left    the tick before
            +  up         twice as fast
            -  down       half as fast
            0  Home       the first tick
            G  End        the last tick
            q  Esc        ends; so does Ctrl-C
          """,
        action: .play),
    ]
    + Setting.all.map {
      Command(name: $0.name, arguments: "[\($0.value)]", summary: $0.summary, action: .setting($0))
    }
    + [
      Command(name: "set", arguments: "[setting [value]]", summary: "what the settings are, or sets one", action: .set),
      Command(name: "quit", arguments: "", summary: "leave; so does Ctrl-D", action: .quit),
    ]

  /// What may stand behind the name.
  enum Argument: Sendable {
    case nothing, topic, file, expression, settingAndValue
    case setting(Setting)
  }

  var argument: Argument {
    switch action {
    case .help: .topic
    case .load, .svg: .file
    case .play: .expression
    case .set: .settingAndValue
    case .setting(let setting): .setting(setting)
    case .operators, .bindings, .quit: .nothing
    }
  }

  /// The command of a name, or of the beginning of one that is no other's.
  static func named(_ name: String) -> Command? {
    if let command = all.first(where: { $0.name == name }) { return command }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    return candidates.count == 1 && !name.isEmpty ? candidates[0] : nil
  }
}
