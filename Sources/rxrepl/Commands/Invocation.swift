import MarbleTools
import Marbles

/// What the program was asked to do.
struct Invocation {
  /// Where a script comes from.
  enum Input {
    case text(String)
    /// `:help` on a topic.
    case help(String)
    case file(String)
    case standardInput

    /// The name that messages have for it.
    var name: String {
      switch self {
      case .text: "-e"
      case .help: "help"
      case .file(let path): path
      case .standardInput: "<stdin>"
      }
    }
  }

  /// The scripts, run one after the other in one session; none for a session at the prompt.
  var inputs: [Input]
  var options = SessionOptions()
  var drawing = DrawingOptions()

  init(inputs: [Input]) {
    self.inputs = inputs
  }

  /// Arguments without options: nothing, files, or `-e` and a text; `nil` for any others.
  init?(plain arguments: ArraySlice<String>) {
    if arguments.count == 2, arguments.first == "-e", let text = arguments.last {
      self.init(inputs: [.text(text)])
    } else if !Self.isSubcommand(arguments.first), arguments.allSatisfy({ !$0.hasPrefix("-") }) {
      self.init(inputs: arguments.map(Input.file))
    } else {
      return nil
    }
  }

  /// Whether an argument is what a subcommand is called, and no file; to ask the commands themselves would be to set
  /// up the parser of options.
  private static func isSubcommand(_ argument: String?) -> Bool {
    argument.map(["test", "fmt", "docs", "import", "help"].contains) ?? false
  }

  /// Does it, and ends the program with its status.
  func run() -> Never {
    let isTerminal = FileDescriptor.input.isTerminal && FileDescriptor.output.isTerminal
    var options = options
    options.style = drawing.styleForOutput(options.style)
    if inputs.isEmpty, isTerminal { Platform.end(PromptLoop(options).run().rawValue) }
    var batch = ScriptRunner(options)
    for input in inputs.isEmpty ? [.standardInput] : inputs { batch.run(input) }
    Platform.end(batch.finish().rawValue)
  }
}
