import ArgumentParser
import MarbleTerminal

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", _superCommandName: "rxrepl",
    abstract: "Formats scripts, also those in pages, in place.",
    discussion: """
      rxrepl fmt demo.marble                 formats a file, or several files
      rxrepl fmt .                           formats this folder and its subfolders
      rxrepl fmt < demo.marble               formats standard input
      rxrepl fmt --check .                   lists the files that are not formatted

      The names of the files that change are printed. Formatting never changes the meaning of a script. A file that \
      cannot be parsed does not change.

      The exit status is 0, 1 if --check found a change, 2 if something could not be read, parsed or written, 64 if \
      the options are wrong.
      """)

  @Flag(help: "Change nothing, and print the names of the files that would change.")
  var check = false

  @Argument(
    help:
      "Scripts, pages and folders. `-` is standard input, which is also the default if it is not a terminal.",
    completion: .file(extensions: ["marble"] + CompletionScript.pages))
  var paths: [String] = []

  func validate() throws {
    if paths.isEmpty, FileDescriptor.input.isTerminal {
      throw ValidationError("Name the files to format, or use `.` for this folder.")
    }
  }

  func run() {
    var formatting = FileFormatter(isCheck: check)
    for path in paths.isEmpty ? ["-"] : paths { formatting.process(path) }
    Platform.end(formatting.finish().rawValue)
  }
}
