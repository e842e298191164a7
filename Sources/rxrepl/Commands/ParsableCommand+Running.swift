import ArgumentParser
import MarbleTerminal
import MarbleTools

extension ParsableCommand {
  /// Parses arguments, runs the command and ends the program.
  ///
  /// The option parser's `main` ignores errors of the output. Here, help that cannot be written is an error.
  static func start(_ arguments: [String]) -> Never {
    do {
      // The option parser would need Foundation for it.
      let unsupported = "--experimental-dump-help"
      if arguments.contains(unsupported) { throw ValidationError("Unknown option '\(unsupported)'") }
      var command = try parseAsRoot(arguments)
      try command.run()
      Platform.end(ExitStatus.success.rawValue)
    } catch {
      end(with: error)
    }
  }

  /// The words that run the command.
  private static var path: String { configuration.commandName == "rxrepl" ? "rxrepl" : "rxrepl \(_commandName)" }

  /// Writes help or a usage error, and ends the program.
  static func end(with error: any Error) -> Never {
    // The option parser leaves out the name of the program before the one of a subcommand.
    let text = fullMessage(for: error).replacing("See '\(_commandName) --help'", with: "See '\(path) --help'")
    let status = exitCode(for: error)
    let output = Output()
    if !text.isEmpty { output.write(text + "\n", to: status.isSuccess ? .output : .diagnostics) }
    output.flush()
    Platform.end(status.rawValue)
  }
}
