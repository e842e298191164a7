import MarbleSession
import Marbles

/// A request to the program: scripts to run, or a session at the prompt.
package struct Invocation {
  /// The source of a script.
  package enum Input {
    case text(String)
    /// `:help` on a topic.
    case help(String)
    case file(String)
    case standardInput

    /// Creates the input that an argument names: a file, or `-` for standard input.
    package init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

    /// The name used in messages.
    var name: String {
      switch self {
      case .text: "-e"
      case .help: "help"
      case .file(let path): path
      case .standardInput: "<stdin>"
      }
    }
  }

  /// The scripts, which run one after the other in one session.
  ///
  /// If there are none, a session at the prompt starts on a terminal, and standard input is run elsewhere.
  var inputs: [Input]
  package var options = SessionOptions()
  package var drawing = DrawingOptions()
  /// Whether the input is a trace that a program is still writing.
  package var follows = false
  /// The destination of the results, if it is not standard output as they come.
  package var result: ResultFile?

  package init(inputs: [Input]) {
    self.inputs = inputs
  }

  /// Creates an invocation from arguments without options: none, files, or `-e` and a script.
  ///
  /// Returns `nil` for all others.
  package init?(plain arguments: ArraySlice<String>) {
    if arguments.count == 2, arguments.first == "-e", let text = arguments.last {
      self.init(inputs: [.text(text)])
    } else if arguments.allSatisfy({ $0 == "-" || !$0.hasPrefix("-") }), !Subcommands.areMeant(by: arguments.first) {
      self.init(inputs: arguments.map(Input.init(argument:)))
    } else {
      return nil
    }
  }

  /// Runs the scripts or the session, and ends the program with its exit status.
  package func run() -> Never {
    let isTerminal = FileDescriptor.input.isTerminal && FileDescriptor.output.isTerminal
    var options = options
    options.style = result == nil ? drawing.styleForOutput(options.style) : drawing.styleForFile(options.style)
    if follows {
      var follower = TraceFollower(inputs.first ?? .standardInput, options)
      Platform.end(follower.run().rawValue)
    }
    if inputs.isEmpty, isTerminal, result == nil { Platform.end(PromptLoop(options).run().rawValue) }
    options.fixedSettings = drawing.fixedSettings
    var batch = ScriptRunner(options, result)
    for input in inputs.isEmpty ? [.standardInput] : inputs { batch.run(input) }
    Platform.end(batch.finish().rawValue)
  }
}
