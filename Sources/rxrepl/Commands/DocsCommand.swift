import ArgumentParser

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", _superCommandName: "rxrepl",
    abstract: "Runs the marble scripts of pages and writes their drawings below them.",
    discussion: """
      Pages are Markdown, MDX, AsciiDoc, reStructuredText, LaTeX, Typst, notebooks, and the doc comments of Swift \
      files. In folders, all of them are updated. In Markdown, a script is a fence that begins with `marble`.

      Words after `marble` in the first line control a script:

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

  @Argument(help: "The files or folders.", completion: .file(extensions: CompletionScript.pages))
  var files: [String]

  func run() {
    DocumentUpdater.run(files, isCheck: check)
  }
}
