import ArgumentParser
import MarblePage
import MarbleTerminal
import MarbleTools

struct HighlightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "highlight", _superCommandName: "rxrepl",
    abstract: "Writes scripts as HTML with a class for each token.",
    discussion: """
      rxrepl highlight demo.marble           writes <pre class="marble">, with a span for each token
      rxrepl highlight < demo.marble         highlights standard input

      The classes are those of the editors: tick, value, end, punctuation, operator, label, name, unknownName, string, \
      number, keyword, comment, command, argument and error. Nothing is run.

      The exit status is 2 if a file cannot be read, 64 if the options are wrong.
      """)

  @Argument(help: "The scripts. `-` is standard input.", completion: .file(extensions: ["marble"]))
  var files: [String] = ["-"]

  func run() {
    let output = Output()
    for file in files { output.write(HighlightedScript(PageScript.text(at: file)).html) }
    output.flush()
  }
}
