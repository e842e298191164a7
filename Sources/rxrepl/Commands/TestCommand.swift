import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: "rxrepl",
    abstract: "Runs the assertions in scripts, in pages such as Markdown, and in the comments of Swift files.",
    discussion: """
      rxrepl test                            tests this folder and its subfolders
      rxrepl test demo.marble README.md      tests these files
      rxrepl test --format junit Tests       tests a folder, and writes JUnit XML
      rxrepl test --update demo.marble       replaces the timelines that do not hold
      rxrepl test --review                   shows each difference, and asks whether to accept it

      Each file has its own session. Files and folders whose names begin with a dot are skipped. Expressions without \
      an assertion run only to find errors, for at most 100,000 deliveries.

      The exit status is 0, 1 if an assertion failed, 2 if something could not be read, parsed or run, 64 if the \
      options are wrong, 130 after Ctrl-C.
      """)

  @Option(
    help: ArgumentHelp(
      "Write text, TAP (version 13, or 14 with tap14), JUnit XML, lines of JSON or annotations for GitHub.",
      valueName: "format"))
  var format = TestReport.Format.text

  @Option(
    help: ArgumentHelp(
      "Report only assertions with this text in their title, expression or location. All lines still run, because "
        + "lines depend on those before them.", valueName: "text"))
  var filter: String?

  @Flag(help: "Stop at the first failure or error.")
  var failFast = false

  @Flag(name: [.short, .long], help: "Print only failures. Reports for programs stay complete.")
  var quiet = false

  @Flag(
    help: "Replace expected timelines that do not hold with the actual ones, and fill in missing ones after `==`."
  )
  var update = false

  @Flag(help: "Show each difference, and ask whether to accept the actual timeline, skip it or edit the file.")
  var review = false

  @Flag(help: "Update or review even if the variable CI is set.")
  var force = false

  @Flag(help: "Test again whenever a file changes, until Ctrl-C.")
  var watch = false

  @Flag(help: "Report times, in text or JUnit XML.")
  var timings = false

  @Option(
    help: ArgumentHelp(
      "Test this number of files simultaneously. The default is one for each core.", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Test only a part of the files, such as 2/4 for the second of four. A file always belongs to the same part.",
      valueName: "part"))
  var shard: Shard?

  @OptionGroup var runs: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Color the drawings of failures. auto depends on the terminal and the environment.", valueName: "when"))
  var color = DrawingOptions.Color.auto

  @ArgumentParser.Argument(
    help: "Scripts, pages, Swift files and folders. The default is this folder.",
    completion: .file(extensions: ["marble"] + CompletionScript.pages))
  var paths: [String] = []

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    if force, !update, !review { throw ValidationError("--force requires --update or --review.") }
    if review, update || watch { throw ValidationError("Use --review without --update and --watch.") }
    if runs.safe, update || review { throw ValidationError("Use --safe without --update and --review.") }
    if review, format != .text { throw ValidationError("--review requires --format text.") }
    if timings, format != .text, format != .junit {
      throw ValidationError("--timings requires --format text or junit.")
    }
    if filter == "" { throw ValidationError("--filter must not be empty.") }
  }

  func run() {
    Interrupt.install()
    var run = TestRun()
    run.report.format = format
    run.report.isQuiet = quiet
    run.report.filter = filter
    run.report.style = DrawingOptions(color: color).styleForOutput()
    run.options = runs.options
    run.options.keepsSteps = false
    // A JSON report contains the asserted diagrams as data.
    run.options.style.format = format == .json ? .json : .plain
    run.stopsAtFailure = failFast
    run.reportsTimes = timings
    if let jobs { run.threads = jobs }
    run.shard = shard
    run.report.isPart = shard != nil
    let mayUpdate = (update || review) && mayUpdate()
    if update, mayUpdate { startUpdating(in: &run) }
    let paths = paths.isEmpty ? ["."] : paths
    if review, mayUpdate {
      var review = TestReview(of: run)
      Platform.end(review.run(paths))
    }
    Platform.end(watch ? TestWatcher(test: run, paths: paths).run() : run.run(run.files(at: paths).items, Output()))
  }
}

extension TestReport.Format: ExpressibleByArgument {}
