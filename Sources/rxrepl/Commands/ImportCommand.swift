import ArgumentParser
import Marbles

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "rxrepl",
    abstract: "Converts timelines of other notations.")

  @Argument(help: "The files.", completion: .file())
  var files: [String] = []

  func run() {
  }
}
