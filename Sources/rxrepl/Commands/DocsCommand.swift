import ArgumentParser
import Marbles

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", _superCommandName: "rxrepl",
    abstract: "Runs the marble fences of Markdown and writes their drawings beneath them.")

  @Argument(help: "The files.", completion: .file())
  var files: [String] = []

  func run() {
  }
}
