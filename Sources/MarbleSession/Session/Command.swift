import Marbles

/// A command of the session, such as `:help`, in the table that dispatch, help and completion share.
package struct Command: Sendable {
  package let name: String
  /// The arguments, as help shows them.
  let arguments: String
  /// The summary, in one line.
  let summary: String
  /// The details that help shows after the summary.
  var text = ""
  package let action: Action

  /// The command with its arguments, such as `:load file`.
  var call: String { ":" + [name, arguments].filter { !$0.isEmpty }.joined(separator: " ") }

  package enum Action: Sendable {
    case help, operators, bindings, history, leaks, load, save, edit, undo, reset, svg, play, set, time, tutorial, hint,
      skip
    case exercise, solution
    case choose, quit
    /// Shows or sets a setting.
    case setting(Setting)
  }

  /// All commands, in the order in which help lists them.
  package static let all =
    [
      Command(
        name: "help", arguments: "[topic]", summary: "shows an overview, or explains a topic",
        action: .help),
      Command(name: "operators", arguments: "[family]", summary: "lists the operators by family", action: .operators),
      Command(name: "bindings", arguments: "", summary: "lists the bound names and the results", action: .bindings),
      Command(
        name: "history", arguments: "[count]", summary: "lists the last entries",
        text: "Without a count, it lists the last 20.", action: .history),
      Command(name: "load", arguments: "file", summary: "runs a script in this session", action: .load),
      Command(
        name: "leaks", arguments: "", summary: "lists the subscriptions of a trace that have not ended",
        action: .leaks),
      Command(
        name: "save", arguments: "file", summary: "writes the session as a script with assertions",
        text: """
          The script has the bindings and expressions in their order, each expression with its result: \
          `merge(a, b) == --1-x-|`. Comments stay, also those of loaded scripts. Entries that had an error or were \
          undone are left out. A file whose name ends in `.swift` has tests for Swift. A file that this session has \
          not written is replaced only by `:save! file`.
          """,
        action: .save),
      Command(
        name: "edit", arguments: "[name]", summary: "edits the last entry or a binding, and runs it",
        text: "The editor is `$VISUAL` or `$EDITOR`, or `vi` if neither is set.", action: .edit),
      Command(
        name: "undo", arguments: "", summary: "undoes the last binding or result",
        text: "A name gets its earlier meaning back. Drawings stay on the screen.", action: .undo),
      Command(name: "reset", arguments: "", summary: "removes all names and results, but no settings", action: .reset),
      Command(
        name: "svg", arguments: "file", summary: "writes the last drawing or assertion as an SVG picture",
        text: """
          The name of the file ends in `.svg`. A file that this session has not written is replaced only by \
          `:svg! file`. A script also replaces a picture of an earlier run, and its path is relative to the script. \
          `:inner`, `:inner-limit`, `:wires`, `:animate`, `:subscriptions`, `:theme`, `:width` and `:scale` change \
          the picture.
          """,
        action: .svg),
      Command(
        name: "play", arguments: "[expression] [at speed]", summary: "plays a drawing tick by tick",
        text: """
          Without an expression, it plays the last drawing or assertion. The speed is the number of ticks per second, \
          and the default is 4. Examples: `:play`, `:play at 10`, `:play merge(a, b)`, `:play merge(a, b) at 0.5`.

            space         pauses or continues, and replays at the end
            l  .  right   goes to the next tick
            h  ,  left    goes to the previous tick
            +  up         doubles the speed
            -  down       halves the speed
            w             asks why the events on the tick came, and quits
            W             asks why an event was not sent, and quits
            0  Home       goes to the first tick
            G  End        goes to the last tick
            q  Esc        quits, like Ctrl-C
          """,
        action: .play),
    ]
    + Setting.all.map {
      Command(name: $0.name, arguments: "[\($0.value)]", summary: $0.summary, action: .setting($0))
    }
    + [
      Command(name: "set", arguments: "[setting [value]]", summary: "shows all settings, or changes one", action: .set),
      Command(
        name: "time", arguments: "expression", summary: "runs an expression and shows how long the run took",
        action: .time),
      Command(
        name: "choose", arguments: "number", summary: "chooses one of the answers of a search",
        text: """
          If the answers differ on some input, a search shows this input with the events of each answer. \
          `:choose 2` makes the events of answer 2 the next example, and searches again.
          """,
        action: .choose),
      Command(
        name: "tutorial", arguments: "[step|list|stop|reset]", summary: "teaches the basics in short steps",
        text: """
          Each step has a task. Everything else works as usual. `:hint` gives a hint, `:solution` shows a solution, \
          `:skip` goes to the next step, and `:tutorial stop` leaves the tutorial. `:tutorial` returns to the current \
          step, also in a later session, and `:tutorial 7` goes to step 7. The tutorial has its own names. After it, \
          the names of the session are back.
          """,
        action: .tutorial),
      Command(
        name: "exercise", arguments: "[number|name|list|stop|reset]",
        summary: "gives exercises, and checks the answers",
        text: """
          Each exercise draws its inputs and the expected events. Solve it by typing any expression with these events. \
          It is also tried with other inputs. After a wrong answer, the differences are shown. Everything else works \
          as usual: you can give names to streams, and ask `why` and `why not`.

          `:hint` gives a hint, `:solution` shows a solution, and `:skip` goes to the next exercise. `:exercise 12` \
          goes to exercise 12, and `:exercise a-clock` to the one with that name, which Tab completes. `:exercise list` \
          lists all of them, and `:exercise stop` leaves the exercises. \
          `:exercise` returns to the current one, also in a later session. `:exercise reset` removes the progress.
          """,
        action: .exercise),
      Command(
        name: "hint", arguments: "", summary: "gives a hint in the tutorial or in an exercise", action: .hint),
      Command(
        name: "solution", arguments: "", summary: "shows a solution in the tutorial or in an exercise",
        action: .solution),
      Command(
        name: "skip", arguments: "", summary: "goes to the next step or exercise",
        text: "A skipped step or exercise can be solved later.", action: .skip),
      Command(name: "quit", arguments: "", summary: "ends the session, like Ctrl-D", action: .quit),
    ]

  /// The kind of arguments that a command accepts.
  package enum Argument: Sendable {
    case nothing, topic, file, expression, settingAndValue, family, name
    case words([String])
    /// One of the words, or the name of an exercise.
    case exercise([String])
    case setting(Setting)
  }

  package var argument: Argument {
    switch action {
    case .help: .topic
    case .load, .save, .svg: .file
    case .play, .time: .expression
    case .operators: .family
    case .edit: .name
    case .tutorial: .words(["list", "reset", "stop"])
    case .exercise: .exercise(["list", "reset", "stop"])
    case .set: .settingAndValue
    case .setting(let setting): .setting(setting)
    case .bindings, .history, .leaks, .undo, .reset, .hint, .solution, .skip, .choose, .quit: .nothing
    }
  }

  var isSetting: Bool { if case .setting = action { true } else { false } }

  /// Whether the command writes a file, and replaces any file if its name ends in `!`.
  private var writesFile: Bool {
    switch action {
    case .save, .svg: true
    default: false
    }
  }

  /// Whether the command may bind names or end the session when it runs, so that the following statements are
  /// analyzed afterward.
  var bindsWhenRun: Bool {
    switch action {
    case .load, .edit, .undo, .reset, .play, .time, .tutorial, .exercise, .hint, .skip, .choose, .quit: true
    case .help, .operators, .bindings, .history, .leaks, .save, .svg, .set, .setting, .solution: false
    }
  }

  /// Returns the command with a name or an unambiguous prefix, where `h` means `help`.
  ///
  /// The name of a command that writes a file may end in `!`.
  package static func named(_ name: String) -> Command? {
    if name.hasSuffix("!") { return named(String(name.dropLast())).flatMap { $0.writesFile ? $0 : nil } }
    if let command = all.first(where: { $0.name == name || (name == "h" && $0.name == "help") }) { return command }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    return candidates.count == 1 && !name.isEmpty ? candidates[0] : nil
  }
}
