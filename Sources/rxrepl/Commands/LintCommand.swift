import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", _superCommandName: "rxrepl",
    abstract: "Warns about expressions that often do not do what their author expects.",
    discussion: """
      rxrepl lint demo.marble                checks a file, or several files
      rxrepl lint .                          checks this folder and its subfolders
      rxrepl lint < demo.marble              checks standard input

      Each warning shows an input for which the expression differs from its remedy. The comment `// lint: ignore NAME` \
      with a reason after it silences a warning.

      The exit status is 0, 1 if there is a warning, 2 if something could not be read or parsed, 64 if the options are \
      wrong.
      """)

  @Option(help: ArgumentHelp("Write text or lines of JSON.", valueName: "format"))
  var format = Format.text

  @ArgumentParser.Argument(
    help:
      "Scripts, pages, Swift files and folders. `-` is standard input, which is also the default if it is not a terminal.",
    completion: .file(extensions: ["marble"] + CompletionScript.pages))
  var paths: [String] = []

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  func validate() throws {
    if paths.isEmpty, FileDescriptor.input.isTerminal {
      throw ValidationError("Name the files to check, or use `.` for this folder.")
    }
  }

  func run() {
    var linter = FileLinter(isJSON: format == .json)
    for path in paths.isEmpty ? ["-"] : paths { linter.process(path) }
    Platform.end(linter.finish().rawValue)
  }
}

/// Checks files one after the other.
private struct FileLinter {
  private let writer: AnswerWriter
  private let isJSON: Bool
  private let output = Output()
  private var status = ExitStatus.success

  init(isJSON: Bool) {
    self.isJSON = isJSON
    var style = DrawingStyle()
    style.format = isJSON ? .json : .plain
    writer = AnswerWriter(style: style)
  }

  mutating func process(_ path: String) {
    if path == "-" { return check("<stdin>", readStandardInput) }
    for item in TestFiles(at: [path]).items {
      check(item.path) { () throws(SystemFailure) in
        if let failure = item.failure { throw failure }
        return try readFile(at: item.path)
      }
    }
  }

  /// Writes the remaining output.
  func finish() -> ExitStatus {
    output.flush()
    return status
  }

  private mutating func check(_ name: String, _ read: () throws(SystemFailure) -> [UInt8]) {
    do throws(SystemFailure) {
      let bytes = try read()
      do throws(Document.ParseError) {
        check(try Document(name: name, bytes: bytes))
      } catch {
        report(.error(error.diagnostic, error.source))
      }
    } catch {
      status = .error
      var json = JSONText()
      json.unreadable(name, error)
      output.write(isJSON ? json.text + "\n" : "\(name): error: \(error.reason)\n", to: isJSON ? .output : .diagnostics)
    }
  }

  private mutating func check(_ document: Document) {
    var options = SessionOptions()
    (options.findsHazards, options.runsStatements, options.keepsSteps) = (true, false, false)
    let environment = SessionEnvironment(for: options)
    var runner = FenceRunner(document) { [options] in Session(options, in: environment) }
    for (page, passage) in document.pagesAndPassages {
      runner.document = page
      runner.run(passage) { result in
        if result.counts { report(result.answer, in: page) }
        return true
      }
    }
  }

  private mutating func report(_ answer: Answer, in page: Document? = nil) {
    switch answer {
    case .error: status = .error
    // A file that a fence shows has warnings of its own, and wrong answers of an exercise need not be good.
    case .warning(let warning, let source):
      if let page, source.name != page.name || ExerciseTest.part(of: source, at: warning.span) == .wrongAnswer {
        return
      }
      status = max(status, .failedAssertion)
    default: return
    }
    output.status = status
    if let written = writer.text(of: answer) { output.write(written.text) }
  }
}
