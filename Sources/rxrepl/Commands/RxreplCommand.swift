import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// The command line and its options.
struct RxreplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rxrepl",
    abstract: "Draws marble diagrams of reactive streams.",
    discussion: """
      rxrepl                                 starts a session at the prompt
      rxrepl demo.marble                     runs a script
      rxrepl -e 'merge("--1-|", "-a-|")'     runs an expression
      rxrepl < demo.marble                   runs standard input
      rxrepl exercises                       gives exercises, and checks the answers
      rxrepl test                            tests all scripts in this folder
      rxrepl help merge                      explains an operator

      The exit status is 0, 1 if an assertion failed, 2 if a script could not be read, parsed or run, 64 if the \
      options are wrong.
      """,
    version: Version.text,
    subcommands: subcommands)

  /// The commands that have names.
  static let subcommands: [ParsableCommand.Type] = [
    TestCommand.self, FormatCommand.self, LintCommand.self, DocsCommand.self, ImportCommand.self, ServeCommand.self,
    PageCommand.self, ExercisesCommand.self, HighlightCommand.self, MdBookCommand.self, LSPCommand.self,
  ]

  /// Runs the command that the arguments name, and ends the program.
  ///
  /// Subcommands are looked up first, because the option parser would read their names as files.
  static func run(_ arguments: [String]) -> Never {
    guard let word = arguments.first else { start([]) }
    if let script = CompletionScript(arguments) { script.write() }
    let isHelp = word == "help"
    let rest = Array(arguments.dropFirst())
    if let command = subcommands.first(where: { $0._commandName == (isHelp ? rest.first : word) }) {
      command.start(isHelp ? ["--help"] : rest)
    }
    if isHelp, !rest.isEmpty { HelpCommand.start(rest) }
    if let suggestion = Subcommands.suggestion(for: word) {
      end(with: ValidationError("There is no command or file named `\(word)`. Did you mean `rxrepl \(suggestion)`?"))
    }
    start(isHelp ? ["--help"] : arguments)
  }

  @Option(
    name: [.customShort("e"), .customLong("evaluate")],
    // A timeline such as `--1|` looks like an option.
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run the script in this argument, whatever it begins with. Each further -e adds a line to it.",
      valueName: "text"))
  var lines: [String] = []

  @OptionGroup var runs: LimitOptions

  @OptionGroup var trace: TraceOptions

  @Option(
    help: ArgumentHelp(
      "Write text that can be pasted into a script, box drawings, one SVG picture, lines of JSON, trace events for "
        + "Perfetto, or the results as tests for Swift. PNG and PDF need rsvg-convert. The default is that of the file's name with -o, unicode on a terminal and plain elsewhere.",
      valueName: "format"))
  var format: ResultFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the results to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Color box drawings. auto depends on the terminal and on NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM.",
      valueName: "when"))
  var color = DrawingOptions.Color.auto

  @Option(help: ArgumentHelp("Draw inner streams in a picture in rows or diagonally.", valueName: "layout"))
  var inner = DrawingStyle.InnerLayout.rows

  @Option(help: ArgumentHelp("Draw at most this number of inner streams for a lane.", valueName: "count"))
  var innerLimit = DrawingStyle().innerLimit

  @Flag(help: "Draw wires from causes to effects in a picture.")
  var wires = false

  @Flag(help: "Animate a picture.")
  var animate = false

  @Option(
    help: ArgumentHelp("Draw a picture in light or dark colors. auto depends on the reader.", valueName: "colors"))
  var theme = DrawingStyle.Theme.auto

  @Option(help: ArgumentHelp("Draw a picture at most about this number of pixels wide.", valueName: "pixels"))
  var width = DrawingStyle().pictureWidth

  @Option(help: ArgumentHelp("Draw each tick of a picture this number of pixels wide.", valueName: "pixels"))
  var scale: Int?

  @Flag(help: "Show a lane after each operator of a chain.")
  var stages = false

  @Flag(help: "Show when each lane was observed.")
  var subscriptions = false

  @ArgumentParser.Argument(
    help: "The scripts to run, one after the other in one session. `-` is standard input.",
    completion: .file(extensions: CompletionScript.runnable))
  var files: [String] = []

  func validate() throws {
    if !lines.isEmpty, !files.isEmpty { throw ValidationError("Use either -e or files, not both.") }
    if let path = resultPath, files.contains(where: { Self.file(at: $0) == Self.file(at: path) }) {
      throw ValidationError("-o names a script. Write the name of another file.")
    }
    if format == nil, let ending = resultPath?.split(separator: ".").last?.lowercased(),
      ["gif", "jpg", "jpeg", "webp", "avif", "bmp", "tif", "tiff", "eps", "ps"].contains(ending)
    {
      throw ValidationError("`.\(ending)` is not a format of pictures here. Write `.svg`, `.png` or `.pdf`.")
    }
    if format == nil, let resultPath, resultPath.lowercased().hasSuffix(".html") {
      let command = "rxrepl page \(files.first ?? "demo.marble") -o \(resultPath)"
      throw ValidationError("-o writes a drawing, and not a page. For a page, write `\(command)`.")
    }
    if let format, let ending = resultPath.flatMap(ResultFormat.init(ofFile:)), ending != format,
      [.svg, .png, .pdf].contains(ending)
    {
      throw ValidationError("-o names a file in another format than --format. Leave out --format.")
    }
    if trace.follow {
      if files.count > 1 || !lines.isEmpty { throw ValidationError("--follow needs one trace.") }
      if resultPath != nil { throw ValidationError("Use either --follow or -o, not both.") }
      if let file = files.first, file != "-", !Source.isTrace(named: file) {
        throw ValidationError("--follow needs a trace, a file whose name ends in `.jsonl` or `.ndjson`.")
      }
    }
    if format == .swift, runs.safe { throw ValidationError("Use either --safe or --format swift, not both.") }
    if resultPath != nil, runs.safe { throw ValidationError("Use either --safe or -o, not both.") }
    if innerLimit < 0 { throw ValidationError("--inner-limit must not be negative.") }
    func check(_ value: Int, _ range: ClosedRange<Int>, _ name: String) throws {
      guard !range.contains(value) else { return }
      throw ValidationError("\(name) must be from \(range.lowerBound) to \(range.upperBound).")
    }
    try check(width, DrawingStyle.pictureWidths, "--width")
    if let scale { try check(scale, DrawingStyle.tickWidths, "--scale") }
  }

  /// The file of the results, or `nil` for standard output.
  private var resultPath: String? { output == "-" ? nil : output }

  /// The file that a path names, which may be a link.
  private static func file(at path: String) -> String { Platform.resolved(path) ?? path.normalizedPath }

  func run() {
    let inputs = files.map(Invocation.Input.init(argument:))
    var invocation = Invocation(inputs: lines.isEmpty ? inputs : [.text(lines.joined(separator: "\n"))])
    invocation.follows = trace.follow
    let format = format ?? resultPath.flatMap(ResultFormat.init(ofFile:))
    invocation.drawing = DrawingOptions(format: format?.drawn, color: color)
    let conversion = format.flatMap { ResultFile.Conversion(rawValue: $0.rawValue) }
    if resultPath != nil || conversion != nil || format == .swift {
      invocation.result = ResultFile(path: resultPath, conversion: conversion, isSwift: format == .swift)
    }
    invocation.options = runs.options
    invocation.options.trace = trace.selection
    // A viewer of traces has no use for rounded times.
    if format == .perfetto, trace.tick == nil { invocation.options.trace.tick = TickLength(.nanoseconds(1)) }
    invocation.options.showsStages = stages
    invocation.options.style.innerLayout = inner
    invocation.options.style.innerLimit = innerLimit
    invocation.options.style.showsWires = wires
    invocation.options.style.theme = theme
    invocation.options.style.pictureWidth = width
    invocation.options.style.tickWidth = scale
    invocation.options.style.isAnimated = animate
    invocation.options.style.showsSubscriptions = subscriptions
    invocation.run()
  }
}

/// The formats of results.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
  case plain, unicode, svg, json, perfetto, swift, png, pdf

  /// Creates the format that the name of a file ends in, or `nil` if it ends in another one.
  init?(ofFile path: String) {
    let ending = path.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    guard let format = ending.flatMap({ Self(rawValue: $0.lowercased()) }) else { return nil }
    self = format
  }

  /// The format of the drawings, which is a picture for those made of one.
  var drawn: DrawingStyle.Format { DrawingStyle.Format(rawValue: rawValue) ?? (self == .swift ? .plain : .svg) }
}

extension DrawingStyle.InnerLayout: ExpressibleByArgument {}
extension DrawingStyle.Theme: ExpressibleByArgument {}
extension DrawingOptions.Color: ExpressibleByArgument {}
