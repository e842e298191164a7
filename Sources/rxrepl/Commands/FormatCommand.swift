import ArgumentParser
import Marbles

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", _superCommandName: "rxrepl",
    abstract: "Lines up scripts.")

  @Argument(help: "The files.", completion: .file())
  var files: [String] = []

  func run() {
  }
}
