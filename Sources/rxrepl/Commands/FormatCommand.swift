import ArgumentParser
import Marbles

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", _superCommandName: "rxrepl",
    abstract: "Lines up scripts.")

  @Argument(help: "The files.", completion: .file())
  var files: [String] = []

  func run() {
    for file in files {
      do {
        let document = try Document(name: file, bytes: try readFile(at: file))
        _ = writeAll(try document.formatted(), to: 1)
      } catch {
        print(error)
      }
    }
  }
}
