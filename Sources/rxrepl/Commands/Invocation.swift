import Glibc
import Marbles

/// What the program was asked to do.
struct Invocation {
  /// Where a script comes from.
  enum Input {
    case text(String)
    case file(String)
    case standardInput
  }

  /// The scripts, run one after the other in one session; none for a session at the prompt.
  var inputs: [Input]
  var limits = Limits()
  var drawing = DrawingOptions()

  init(inputs: [Input], limits: Limits = Limits(), drawing: DrawingOptions = DrawingOptions()) {
    self.inputs = inputs
    self.limits = limits
    self.drawing = drawing
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
    // A reader that has gone away is met as an error of `write`, not as a signal.
    signal(SIGPIPE, SIG_IGN)
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if inputs.isEmpty, isTerminal {
      exit(PromptLoop(session: session()).run().rawValue)
    }
    var batch = Batch(session: session)
    for input in inputs.isEmpty ? [.standardInput] : inputs { batch.run(input) }
    exit(batch.finish().rawValue)
  }

  /// A session that draws as was asked for, and may use files.
  private func session() -> Session {
    let session = Session(limits: limits)
    session.readFile = readFile
    session.writeFile = writeFile
    session.style = drawing.style(isTerminal: isatty(STDOUT_FILENO) == 1, environment: Environment.variable)
    session.style.width = TerminalSize.of(descriptor: STDOUT_FILENO)?.columns
    session.showsStages = drawing.showsStages
    return session
  }
}

/// How the program ends; the graver one wins.
enum Status: Int32, Comparable {
  case success = 0
  /// An assertion does not hold.
  case failedAssertion = 1
  /// Something could not be read, parsed or run.
  case mistake = 2

  static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }
}
