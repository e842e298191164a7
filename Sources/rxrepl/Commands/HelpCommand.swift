import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools

struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", _superCommandName: "rxrepl",
    abstract: "Explains an operator, a command of the prompt or a subcommand.",
    discussion: """
      rxrepl help merge                      explains an operator
      rxrepl help :load                      explains a command of the prompt
      rxrepl help test                       explains a subcommand
      rxrepl help --markdown merge           prints the page of an operator
      rxrepl help --markdown --output docs   writes the pages of all operators

      The exit status is 0, 2 if the topic is unknown or a file could not be written, 64 if the options are wrong.
      """)

  @Flag(help: "Write the page of an operator in Markdown.")
  var markdown = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the pages of all operators, and their pictures, under this folder.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Argument(
    help: "The operator, command or subcommand.", completion: .list(Subcommands.names + Reference.topics))
  var topic: String?

  func validate() throws {
    if output != nil, !markdown { throw ValidationError("--output requires --markdown.") }
    if markdown, (topic == nil) == (output == nil) {
      throw ValidationError("--markdown requires either an operator or --output.")
    }
  }

  func run() {
    let console = Output()
    if let output {
      do throws(SystemFailure) {
        for file in Reference.pages {
          let path = "\(output)/\(file.path)"
          Platform.makeFolders(of: path, isPrivate: false)
          try writeFile(at: path, file.bytes, isPrivate: false)
        }
      } catch {
        console.write("\(output): error: \(error.reason)\n", to: .diagnostics)
        if error.cause == .isNoFolder {
          console.writeHelp("write the path of a folder, which may be new")
        } else {
          console.writeHelp(error.help(writing: output, example: output))
        }
        Platform.end(ExitStatus.error.rawValue)
      }
    } else if markdown, let page = topic.flatMap(Reference.page) {
      console.write(String(decoding: page.bytes, as: UTF8.self))
      console.flush()
    } else if let topic, !Help.hasPage(on: topic) {
      console.write("rxrepl: error: there is no help for `\(topic)`\n", to: .diagnostics)
      let suggestion = Subcommands.suggestion(for: topic) ?? Help.name(closestTo: topic)
      console.writeHelp(suggestion.map { "did you mean `rxrepl help \($0)`?" })
      console.flush()
      Platform.end(ExitStatus.error.rawValue)
    } else {
      Invocation(inputs: [.help(topic ?? "")]).run()
    }
  }
}
