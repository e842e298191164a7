import ArgumentParser
import MarbleTerminal
import MarbleTools

extension ParsableCommand {
  /// Parses arguments, runs the command and ends the program.
  ///
  /// The option parser's `main` ignores errors of the output. Here, help that cannot be written is an error.
  static func start(_ arguments: [String]) -> Never {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      Platform.end(ExitStatus.success.rawValue)
    } catch {
      end(with: error)
    }
  }

  /// Writes help or a usage error, and ends the program.
  static func end(with error: any Error) -> Never {
    let (text, status) = (fullMessage(for: error), exitCode(for: error))
    let output = Output()
    if !text.isEmpty { output.write(text + "\n", to: status.isSuccess ? .output : .diagnostics) }
    output.flush()
    Platform.end(status.rawValue)
  }
}
