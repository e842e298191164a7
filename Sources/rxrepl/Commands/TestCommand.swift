import ArgumentParser
import MarbleTools
import Marbles

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: "rxrepl",
    abstract: "Runs every assertion of scripts, and of the marble fences of Markdown.",
    discussion: """
      rxrepl test                            every script in this folder and in those in it
      rxrepl test demo.marble README.md      these files
      rxrepl test --format junit Tests       a folder, as XML
      rxrepl test --update demo.marble       rewrites the timelines that do not hold

      Each file has a session of its own. Files and folders whose names begin with a dot are left out. What is not \
      asserted is only run for its errors, for 100000 deliveries at most.

      The exit status is 0, 1 if an assertion failed, 2 if something could not be read, parsed or run, 64 for wrong \
      usage, 130 after Ctrl-C.
      """)

  @Option(help: ArgumentHelp("Write text, TAP, the XML of JUnit or lines of JSON.", valueName: "format"))
  var format = TestReport.Format.text

  @Option(
    help: ArgumentHelp(
      "Report only assertions with this text in their title, expression or place; all are run, because lines depend "
        + "on those before them.", valueName: "text"))
  var filter: String?

  @Flag(help: "Stop at the first failure or error.")
  var failFast = false

  @Flag(name: [.short, .long], help: "Say only what failed; reports for programs stay whole.")
  var quiet = false

  @Flag(
    help: "Write what came into the place of what was expected, and fill in what stands behind `==` where nothing does."
  )
  var update = false

  @Flag(help: "Update although the variable CI is set.")
  var force = false

  @Flag(help: "Test again whenever a file changes, until Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp("Test so many files at once; where nothing is said, one on each core.", valueName: "count"))
  var jobs: Int?

  @OptionGroup var runs: LimitOptions

  @Option(help: ArgumentHelp("Color the pictures: always, never, or auto, as the terminal is.", valueName: "when"))
  var color = DrawingOptions.Color.auto

  @ArgumentParser.Argument(
    help: "Files, and folders with scripts and Markdown; this folder where there are none.",
    completion: .file(extensions: ["marble", "md", "markdown"]))
  var paths: [String] = []

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    if force, !update { throw ValidationError("--force goes with --update.") }
    if filter == "" { throw ValidationError("--filter needs a text.") }
  }

  func run() {
    Interrupt.install()
    var run = TestRun()
    run.report.format = format
    run.report.isQuiet = quiet
    run.report.filter = filter
    run.report.style = DrawingOptions(color: color).styleForOutput()
    run.options = SessionOptions(limits: runs.limits)
    run.options.keepsSteps = false
    // A JSON report contains the asserted diagrams as data.
    run.options.style.format = format == .json ? .json : .plain
    run.stopsAtFailure = failFast
    if let jobs { run.threads = jobs }
    if update { startUpdating(in: &run) }
    let paths = paths.isEmpty ? ["."] : paths
    Platform.end(watch ? TestWatcher(test: run, paths: paths).run() : run.run(TestFiles(at: paths).items, Output()))
  }
}

extension TestReport.Format: ExpressibleByArgument {}
