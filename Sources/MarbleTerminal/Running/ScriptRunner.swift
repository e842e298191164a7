import MarbleSession
import Marbles

/// Runs scripts without a prompt.
struct ScriptRunner {
  private var options: SessionOptions
  private let environment: SessionEnvironment
  private var session: Session
  private var report = Report()
  private let output = Output()
  private var status = ExitStatus.success
  private let result: ResultFile?
  /// The text for the file of results.
  private var text = ""
  /// The name of the last input.
  private var name = ""
  /// Whether an input was or contained a script.
  private var hasScript = false

  init(_ options: SessionOptions, _ result: ResultFile? = nil) {
    self.options = options
    self.result = result
    self.options.keepsSteps = result?.isSwift ?? false
    // A picture or a file is made for others, and the work of unknown scripts is limited.
    self.options.notesRaces = result == nil && !options.style.format.isDocument && !options.isSafe
    var environment = SessionEnvironment(for: options)
    environment.play = output.play
    self.environment = environment
    session = Session(self.options, in: environment)
  }

  mutating func run(_ input: Invocation.Input) {
    name = input.name
    let bytes: [UInt8]
    do throws(SystemFailure) {
      switch input {
      case .text(let text): bytes = Array(text.utf8)
      case .help(let topic):
        bytes = Array(":help \(topic)".utf8)
        output.usePager()
      case .file(let path): bytes = try readScript(at: path)
      case .standardInput: bytes = try readStandardInput()
      }
    } catch {
      return unreadable(input.name, error)
    }
    do throws(Document.ParseError) {
      run(try Document(name: input.name, bytes: bytes))
    } catch {
      handle(.error(error.diagnostic, error.source), in: session.options.style)
    }
  }

  private mutating func run(_ document: Document) {
    if !document.pagesAndPassages.isEmpty { hasScript = true }
    var runner = FenceRunner(document, in: session) { [options, environment] in Session(options, in: environment) }
    for (page, passage) in document.pagesAndPassages {
      runner.document = page
      runner.run(passage) { result in
        handle(result.answer, in: result.style, result.isEntry, isShown: result.isShown, counts: result.counts)
        return true
      }
    }
    session = runner.session
  }

  /// Writes an answer and updates the exit status.
  private mutating func handle(
    _ answer: Answer, in style: DrawingStyle, _ isEntry: Bool = false, isShown: Bool = true, counts: Bool = true
  ) {
    if counts { status = max(status, ExitStatus(answer)) }
    output.status = status
    write(report.text(of: answer, style: style, isEntry: isEntry, isShown: isShown, counts: counts))
  }

  private mutating func unreadable(_ path: String, _ failure: SystemFailure) {
    status = .error
    write(report.text(ofUnreadable: path, failure, style: session.options.style))
  }

  /// Writes the remaining output.
  ///
  /// A script that draws nothing does not make an empty picture, which no viewer opens.
  mutating func finish() -> ExitStatus {
    if !hasScript, status == .success {
      let start = (PageFormat(path: name) ?? .markdown).scriptStart
      output.write("\(name): nothing to run: no script, which \(start)\n", to: .diagnostics)
    }
    if report.lacksPicture(style: session.options.style), status < .error {
      status = .error
      output.write("rxrepl: error: nothing was drawn, so there is no picture\n", to: .diagnostics)
      output.write("  help: to draw a stream, write its name or an expression on a line of its own\n", to: .diagnostics)
    }
    write(report.end(style: session.options.style, status: Int(status.rawValue)))
    if let result, result.isSwift { writeTests(named: result.path ?? name) }
    output.flush()
    // After an error, an older file is kept.
    guard let result, status < .error else { return status }
    do throws(SystemFailure) {
      try result.write(Array(text.utf8))
      return status
    } catch {
      output.write("\(result.path ?? "rxrepl"): error: \(error.reason)\n", to: .diagnostics)
      let path = result.path ?? ""
      output.writeHelp(error.help(writing: path, example: "\(path)/demo.svg"))
      return .error
    }
  }

  /// Replaces the results by tests for Swift.
  private mutating func writeTests(named path: String) {
    let tests = session.swiftTests(named: path)
    text = tests.text
    let reason =
      tests.count == 0
      ? "error: no result can be written in Swift"
      : tests.lost > 0 ? "warning: \(pluralized(tests.lost, "result")) cannot be written in Swift" : nil
    if tests.count == 0 { status = .error }
    if let reason { output.write("\(path): \(reason)\n", to: .diagnostics) }
    if let help = tests.swiftObstacle?.help { output.writeHelp(help) }
  }

  private mutating func write(_ written: (text: String, channel: AnswerWriter.Channel)?) {
    guard let written else { return }
    if result != nil, written.channel == .output {
      text += written.text
    } else {
      output.write(written.text, to: written.channel)
    }
  }
}

extension ExitStatus {
  /// Creates the exit status that an answer leads to.
  package init(_ answer: Answer) {
    switch answer {
    case .failed: self = .failedAssertion
    case .error: self = .error
    default: self = .success
    }
  }
}
