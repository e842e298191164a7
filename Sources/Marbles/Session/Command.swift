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
    case help, operators, bindings, load, svg, set, quit
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
    ]
    + Setting.all.map {
      Command(name: $0.name, arguments: "[\($0.value)]", summary: $0.summary, action: .setting($0))
    }
    + [
      Command(name: "set", arguments: "[setting [value]]", summary: "what the settings are, or sets one", action: .set),
      Command(name: "quit", arguments: "", summary: "leave; so does Ctrl-D", action: .quit),
    ]

  /// The command of a name, or of the beginning of one that is no other's.
  static func named(_ name: String) -> Command? {
    if let command = all.first(where: { $0.name == name }) { return command }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    return candidates.count == 1 && !name.isEmpty ? candidates[0] : nil
  }
}
