import ArgumentParser
import MarbleImporting
import MarbleSession
import MarbleTools
import MarbleTerminal
import MarbleSession
import Marbles

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "rxrepl",
    abstract: "Converts timelines and tests in another notation to a script.",
    discussion: """
      rxrepl import --from rxjs take-spec.ts           writes to standard output
      rxrepl import --from swirly -o a.marble a.txt    writes to a file
      pbpaste | rxrepl import --from apple             reads standard input
      rxrepl import --from apple --to swift Tests.swift    writes tests for Swift

      If something cannot be converted, a message goes to standard error, and the script has a comment instead. \
      A summary counts the tests and the reasons.

      The exit status is 0 if everything was converted, 1 if something was left out, 2 if something could not be read \
      or written, 64 if the options are wrong.
      """)

  @Option(help: ArgumentHelp("The notation of the files.", valueName: "notation"))
  var from: ForeignNotation

  @Option(help: ArgumentHelp("The language of the result: marble or, from apple, swift.", valueName: "language"))
  var to: ImportTarget = .marble

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the script to this file instead of standard output.", valueName: "file"),
    completion: .file(extensions: ["marble", "swift"]))
  var output: String?

  @ArgumentParser.Argument(help: "The files to convert. The default is standard input.", completion: .file())
  var files: [String] = []

  func validate() throws {
    guard to.accepts(from) else {
      throw ValidationError("only tests of swift-async-algorithms can become Swift: write `--from apple --to swift`")
    }
  }

  func run() {
    var importer = Importer(notation: from, target: to)
    if files.isEmpty { importer.convertStandardInput() }
    for file in files { importer.convert(file) }
    importer.finish(to: output)
  }
}

extension ForeignNotation: ExpressibleByArgument {}
extension ImportTarget: ExpressibleByArgument {}

/// Converts files one after the other and writes one script.
private struct Importer {
  let notation: ForeignNotation
  let target: ImportTarget
  private let console = Output()
  private var scripts: [String] = []
  private var status = ExitStatus.success
  private var summary = ImportSummary()

  init(notation: ForeignNotation, target: ImportTarget) {
    self.notation = notation
    self.target = target
  }

  mutating func convertStandardInput() {
    do {
      convert(Source(name: "<stdin>", bytes: try readStandardInput()))
    } catch {
      fail("<stdin>", error)
    }
  }

  mutating func convert(_ file: String) {
    do {
      convert(Source(name: file, bytes: try readFile(at: file)))
    } catch {
      fail(file, error)
    }
  }

  private mutating func convert(_ source: Source) {
    let imported = notation.convert(source, to: target) { path in
      (try? readFile(at: path)).map { Source(name: path, bytes: $0) }
    }
    let renderer = DiagnosticRenderer(source)
    for diagnostic in imported.diagnostics { console.write(renderer.text(of: diagnostic) + "\n", to: .diagnostics) }
    status = max(status, imported.isReadable ? (imported.diagnostics.isEmpty ? .success : .failedAssertion) : .error)
    summary.add(imported.summary)
    if !imported.script.isEmpty { scripts.append(imported.script) }
  }

  private mutating func fail(_ name: String, _ failure: SystemFailure) {
    console.write("\(name): error: \(failure.reason)\n", to: .diagnostics)
    status = .error
  }

  /// Writes the script.
  ///
  /// A file is written only if every input could be read.
  mutating func finish(to path: String?) -> Never {
    let header = scripts.isEmpty ? nil : target.header
    let script = ((header.map { [$0] } ?? []) + scripts).joined(separator: "\n")
    console.status = status
    for line in summary.lines { console.write(line + "\n", to: .diagnostics) }
    if let path {
      do throws(SystemFailure) {
        if status != .error { try writeFile(at: path, Array(script.utf8), isPrivate: false) }
      } catch {
        fail(path, error)
        console.writeHelp(error.help(writing: path, example: "\(path)/demo.marble"))
      }
    } else {
      console.write(script)
      console.flush()
    }
    Platform.end(status.rawValue)
  }
}
