import ArgumentParser

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", _superCommandName: "rxrepl",
    abstract: "Lines up scripts, and the marble fences of Markdown, in place.",
    discussion: """
      rxrepl fmt demo.marble                 lines up a file, or several
      rxrepl fmt .                           every script in this folder and in those in it
      rxrepl fmt < demo.marble               lines up what comes in
      rxrepl fmt --check .                   names what is not lined up

      Files that are written are named. What a script means never changes. A file with something in it that cannot be \
      read stays as it is.

      The exit status is 0, 1 if --check found something, 2 if something could not be read, parsed or written, 64 for \
      wrong usage.
      """)

  @Flag(help: "Write nothing; name the files that would change.")
  var check = false

  @Argument(
    help: "Files, and folders with scripts and Markdown; `-`, or nothing on a pipe, for what comes in.",
    completion: .file(extensions: ["marble", "md", "markdown"]))
  var paths: [String] = []

  func validate() throws {
    if paths.isEmpty, FileDescriptor.input.isTerminal {
      throw ValidationError("Say which files, or `.` for this folder.")
    }
  }

  func run() {
    var formatting = FileFormatter(isCheck: check)
    for path in paths.isEmpty ? ["-"] : paths { formatting.process(path) }
    Platform.end(formatting.finish().rawValue)
  }
}
