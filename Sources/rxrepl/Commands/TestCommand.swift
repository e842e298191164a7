import ArgumentParser
import Marbles

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: "rxrepl",
    abstract: "Runs every assertion of scripts, and of the marble fences of Markdown.")

  @Argument(help: "The files.", completion: .file())
  var files: [String] = []

  func run() {
  }
}
