import ArgumentParser

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", _superCommandName: "rxrepl",
    abstract: "Runs the marble fences of Markdown and Swift files and writes their drawings below them.",
    discussion: """
      In Swift files, these are fences in doc comments. In folders, all Markdown and Swift files are updated.

      Words after `marble` in the first line of a fence control it:

      ignore       does not run it
      hidden       runs it, but writes nothing below it
      fails        expects a failed assertion, an error or a warning
      new          starts without the names of earlier fences
      prompt       runs it as if it were typed at the prompt
      name=NAME    names it in messages, and describes its picture
      svg=PATH     writes a picture, and links it below
      alt=TEXT     describes its picture
      theme=light, width=600, scale=20, inner-limit=5
                   with svg=, change the picture
      text         with svg=, also draws text below
      file=PATH    shows this script

      If an assertion fails or an error occurs, the file does not change.

      The exit status is 0, 1 if an assertion failed or --check found a change, 2 if something could not be read, \
      run or written, 64 if the options are wrong.
      """)

  @Flag(help: "Change nothing, and print the changes.")
  var check = false

  @Argument(help: "The files or folders.", completion: .file(extensions: ["md", "markdown", "swift"]))
  var files: [String]

  func run() {
    DocumentUpdater.run(files, isCheck: check)
  }
}
