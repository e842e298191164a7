import Marbles

/// A command of the session, such as `:help`, in the table that dispatch, help and completion share.
struct Command: Sendable {
  let name: String
  /// The arguments, as help shows them.
  let arguments: String
  /// The summary, in one line.
  let summary: String
  /// The details that help shows after the summary.
  var text = ""
  let action: Action

  enum Action: Sendable {
    case help, operators, bindings, history, load, save, edit, undo, reset, svg, play, set, time, tutorial, hint, skip
    case quit
    /// Shows or sets a setting.
    case setting(Setting)
  }

  /// All commands, in the order in which help lists them.
  static let all =
    [
      Command(name: "help", arguments: "[topic]", summary: "what there is, or one operator or command", action: .help),
      Command(name: "operators", arguments: "[family]", summary: "the operators, family by family", action: .operators),
      Command(name: "bindings", arguments: "", summary: "the names that are bound", action: .bindings),
      Command(
        name: "history", arguments: "[count]", summary: "the entries that were typed last",
        text: "Without a count, the last 20.", action: .history),
      Command(name: "load", arguments: "file", summary: "runs a script here", action: .load),
      Command(
        name: "save", arguments: "file", summary: "writes the session as a script that asserts its results",
        text: """
          Bindings and expressions stand in it in their order, each expression with what it gave: `merge(a, b) == \
          --1-x-|`. What failed is left out, and so is what was taken back. A file that is there already is replaced.
          """,
        action: .save),
      Command(
        name: "edit", arguments: "[name]", summary: "opens the last entry, or a binding, in an editor and runs it",
        text: "The editor is the one that `$VISUAL` or `$EDITOR` names.", action: .edit),
      Command(
        name: "undo", arguments: "", summary: "takes back the last binding or result",
        text: "A name has its earlier meaning again. What was drawn meanwhile stays on the screen.", action: .undo),
      Command(name: "reset", arguments: "", summary: "forgets all names and results; settings stay", action: .reset),
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
      Command(
        name: "time", arguments: "expression", summary: "runs an expression and says how long that took",
        action: .time),
      Command(
        name: "tutorial", arguments: "[step|stop]", summary: "a tour of twelve short steps",
        text: """
          It asks for something, and goes on when an expression or a timeline with the same events is typed. Everything \
          else works meanwhile. `:hint` helps, `:skip` goes on, `:tutorial stop` leaves; `:tutorial` comes back to where \
          one was, and `:tutorial 7` goes to a step. Its names are its own: those of the session are there again \
          behind it.
          """,
        action: .tutorial),
      Command(name: "hint", arguments: "", summary: "what the tutorial's step wants, and then how", action: .hint),
      Command(
        name: "skip", arguments: "", summary: "the tutorial's next step, with what this one gives", action: .skip),
      Command(name: "quit", arguments: "", summary: "leave; so does Ctrl-D", action: .quit),
    ]

  /// The kind of arguments that a command accepts.
  enum Argument: Sendable {
    case nothing, topic, file, expression, settingAndValue, family, name
    case words([String])
    case setting(Setting)
  }

  var argument: Argument {
    switch action {
    case .help: .topic
    case .load, .save, .svg: .file
    case .play, .time: .expression
    case .operators: .family
    case .edit: .name
    case .tutorial: .words(["stop"])
    case .set: .settingAndValue
    case .setting(let setting): .setting(setting)
    case .bindings, .history, .undo, .reset, .hint, .skip, .quit: .nothing
    }
  }

  /// Whether the command may bind names or end the session when it runs, so that the following statements are
  /// analyzed afterward.
  var bindsWhenRun: Bool {
    switch action {
    case .load, .edit, .undo, .reset, .play, .time, .tutorial, .hint, .skip, .quit: true
    case .help, .operators, .bindings, .history, .save, .svg, .set, .setting: false
    }
  }

  /// Returns the command with a name or an unambiguous prefix, where `h` means `help`.
  static func named(_ name: String) -> Command? {
    if let command = all.first(where: { $0.name == name || (name == "h" && $0.name == "help") }) { return command }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    return candidates.count == 1 && !name.isEmpty ? candidates[0] : nil
  }
}
