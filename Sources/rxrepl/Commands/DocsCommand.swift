import ArgumentParser

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", _superCommandName: "rxrepl",
    abstract: "Runs the marble fences of Markdown and writes their drawings beneath them.",
    discussion: """
      What stands behind `marble` in the info string of a fence says what becomes of it:

      ignore       it is not run
      hidden       it is run for what it binds; nothing is written beneath it
      fails        it must fail; what is wrong in it is shown beneath it
      new          it knows nothing of the fences before it
      prompt       it is run as if somebody typed it
      name=NAME    what it is called in messages, and what its picture shows in words
      svg=PATH     a picture is made of it, and linked beneath it
      text         beside svg=, it is drawn as text too
      file=PATH    the script that it shows

      The exit status is 0, 1 if an assertion failed or --check found something, 2 if something could not be read, \
      run or written, 64 for wrong usage. A file in which something failed is not written.
      """)

  @Flag(help: "Write nothing; print what would change.")
  var check = false

  @Argument(help: "The files.", completion: .file(extensions: ["md", "markdown"]))
  var files: [String]

  func run() {
    DocumentUpdater.run(files, isCheck: check)
  }
}
